"""Scenes as Blender's objects and materials, for Cycles. Needs bpy."""
