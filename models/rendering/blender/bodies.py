"""Scene values as Blender objects: dice, tables, trays, things, lights, camera. Needs bpy."""

import math
from pathlib import Path

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from models.rendering.blender.die_mesh import die_mesh
from models.rendering.blender.materials import (
    UNITS_PER_MM,
    Graph,
    die_material,
    image,
    linear,
    plain_material,
    printed_material,
    table_material,
)
from models.rendering.dice.die import Design, Die
from models.rendering.dice.marks import atlas, numeral
from models.rendering.scenes import prints
from models.rendering.scenes.camera import SENSOR_WIDTH_MM, Camera, camera_axes
from models.rendering.scenes.light import Lamp, Light, Sun
from models.rendering.scenes.table import POLYHEDRA, Table, Thing, Tray
from models.rendering.scenes.unread_dice import polyhedron

# Measured irradiance of Blender's studio surroundings on a table, so that `strength` 1 gives 1 with each.
SURROUNDINGS_IRRADIANCE = {
    "city": 6.84,
    "courtyard": 2.12,
    "forest": 4.74,
    "interior": 5.63,
    "night": 0.5,
    "studio": 1.52,
    "sunrise": 1.66,
    "sunset": 2.19,
}
# The table ends this far from the middle, in view widths: a low camera may see past its edge.
TABLE_REACH = 3.0


def add_die(design_mesh: bpy.types.Mesh, die: Die) -> bpy.types.Object:
    """Return a die's object in its place."""
    made = _added("die", design_mesh)
    made.matrix_world = pose(die)
    return made


def pose(die: Die) -> Matrix:
    """Return a die's place and turn in scene units."""
    turn = Matrix([list(row) for row in die.rotation]).to_4x4()
    return Matrix.Translation(Vector(die.position) * UNITS_PER_MM) @ turn


def design_mesh(design: Design, cells: int) -> bpy.types.Mesh:
    """Return a design's mesh with its material; `cells` squares along an edge."""
    built = die_mesh(design, cells)
    mesh = bpy.data.meshes.new("die")
    quads = len(built.corners) // 4
    mesh.vertices.add(len(built.vertices))
    mesh.vertices.foreach_set("co", (built.vertices * UNITS_PER_MM).astype(np.float32).ravel())
    mesh.loops.add(len(built.corners))
    mesh.loops.foreach_set("vertex_index", built.corners.astype(np.int32))
    mesh.polygons.add(quads)
    mesh.polygons.foreach_set("loop_start", np.arange(0, quads * 4, 4, dtype=np.int32))
    uv = mesh.uv_layers.new(name="atlas")
    uv.data.foreach_set("uv", built.uv.astype(np.float32).ravel())
    mesh.update(calc_edges=True)
    mesh.shade_smooth()
    mesh.materials.append(die_material(design))
    return mesh


def add_table(table: Table, view_mm: float) -> None:
    """Add the table's top and its tray; `view_mm` is the width that the camera sees."""
    half = TABLE_REACH * view_mm * UNITS_PER_MM
    mesh = bpy.data.meshes.new("table")
    mesh.from_pydata(
        [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [], [(0, 1, 2, 3)]
    )
    mesh.materials.append(table_material(table))
    _added("table", mesh)
    if table.tray is not None:
        _add_tray(table.tray)


def _add_tray(tray: Tray) -> None:
    inner, outer = tray.half_width_mm, tray.half_width_mm + tray.thickness_mm
    material = plain_material(tray.rgb, tray.roughness, metallic=False, worn_scale=8.0)
    middle, thick = (inner + outer) / 2, tray.thickness_mm
    for x, y, wide, deep in (
        (middle, 0, thick, 2 * outer), (-middle, 0, thick, 2 * outer),
        (0, middle, 2 * inner, thick), (0, -middle, 2 * inner, thick),
    ):  # fmt: skip
        body = bmesh.new()
        bmesh.ops.create_cube(body, size=1.0)
        wall = _from_bmesh("wall", body, material)
        wall.scale = (wide * UNITS_PER_MM, deep * UNITS_PER_MM, tray.height_mm * UNITS_PER_MM)
        wall.location = (x * UNITS_PER_MM, y * UNITS_PER_MM, tray.height_mm * UNITS_PER_MM / 2)
        _bevelled(wall, 0.1)


def add_thing(thing: Thing) -> None:
    """Add one thing to the scene."""
    if thing.kind in POLYHEDRA:
        _add_polyhedron(thing)
        return
    size = thing.size_mm * UNITS_PER_MM
    thick = 2 * thing.position[2] * UNITS_PER_MM
    material = plain_material(
        thing.rgb, thing.roughness, thing.metallic, worn_scale=6.0 if thing.metallic else 0
    )
    body = bmesh.new()
    match thing.kind:
        case "coin" | "disc" | "button" | "cylinder":
            bmesh.ops.create_cone(
                body, cap_ends=True, segments=48, radius1=size / 2, radius2=size / 2, depth=thick
            )
            made = _from_bmesh(thing.kind, body, material)
            _bevelled(made, min(0.08, thick / 4))
            if thing.kind == "button":
                _add_button_holes(thing, size, thick)
        case "pawn":
            bmesh.ops.create_cone(
                body, cap_ends=True, segments=32, radius1=size * 0.34, radius2=size * 0.12, depth=size
            )
            head = Matrix.Translation((0, 0, size * 0.5))
            bmesh.ops.create_uvsphere(body, u_segments=24, v_segments=16, radius=size * 0.24, matrix=head)
            made = _from_bmesh("pawn", body, material)
            _smooth(made)
        case "marble":
            bmesh.ops.create_uvsphere(body, u_segments=32, v_segments=20, radius=size / 2)
            made = _from_bmesh("marble", body, material)
            _smooth(made)
        case "pencil":
            bmesh.ops.create_cone(
                body, cap_ends=True, segments=6, radius1=size * 0.022, radius2=size * 0.022, depth=size,
                matrix=Matrix.Rotation(math.pi / 2, 4, "Y"),
            )  # fmt: skip
            made = _from_bmesh("pencil", body, material)
        case _:
            made = _flat_print(thing, size, thick, body)
    made.location = Vector(thing.position) * UNITS_PER_MM
    made.rotation_euler = (0.0, 0.0, thing.yaw)


def _flat_print(thing: Thing, size: float, thick: float, body: bmesh.types.BMesh) -> bpy.types.Object:
    """Return a card or a domino with its printed face up."""
    rng = np.random.default_rng(thing.seed)
    if thing.kind == "card":
        # The print is portrait; its long side is the thing's length.
        pixels = np.rot90(prints.card(rng, thing.second_rgb)).copy()
        wide = 0.7
    else:
        pixels, wide = prints.domino(rng, thing.rgb, thing.second_rgb), 0.5
    bmesh.ops.create_cube(body, size=1.0, calc_uvs=False)
    bmesh.ops.scale(body, vec=(size, size * wide, thick), verts=body.verts)
    layer = body.loops.layers.uv.new("print")
    for face in body.faces:
        for loop in face.loops:
            x, y, _ = loop.vert.co
            loop[layer].uv = (x / size + 0.5, y / (size * wide) + 0.5)
    return _from_bmesh(thing.kind, body, printed_material(pixels, thing.roughness))


def _add_button_holes(thing: Thing, size: float, thick: float) -> None:
    dark = plain_material((0.05, 0.05, 0.05), 0.8, metallic=False)
    x, y, _ = (value * UNITS_PER_MM for value in thing.position)
    for angle in (math.pi / 4 + k * math.pi / 2 for k in range(4)):
        hole = bmesh.new()
        bmesh.ops.create_cone(
            hole, cap_ends=True, segments=20, radius1=size * 0.07, radius2=size * 0.07, depth=thick
        )
        made = _from_bmesh("hole", hole, dark)
        reach = 0.15 * size
        made.location = (x + reach * math.cos(angle), y + reach * math.sin(angle), thick / 2 + 0.01)


def _add_polyhedron(thing: Thing) -> None:
    solid = polyhedron(thing)
    body = bmesh.new()
    corners = [body.verts.new(vertex * UNITS_PER_MM) for vertex in solid.vertices]
    layer = body.loops.layers.uv.new("atlas")
    rows = math.ceil(len(solid.faces) / 3)
    for index, ring in enumerate(solid.faces):
        face = body.faces.new([corners[k] for k in ring])
        points = np.array([solid.vertices[k] for k in ring])
        flat = _face_plane(points)
        # The number keeps clear of the face's edges: its tile spans 1.3 inner radii.
        span = 2.6 * float(np.linalg.norm(flat, axis=1).min() if len(ring) > 4 else _inner_radius(flat))
        column, row = index % 3, rows - 1 - index // 3
        for loop, (u, v) in zip(face.loops, np.clip(flat / span + 0.5, 0.0, 1.0), strict=True):
            loop[layer].uv = ((column + u) / 3, (row + v) / rows)
    graph = Graph("numbered")
    texture = graph.node("ShaderNodeTexImage")
    tiles = [numeral(str(n), size=0.38, underline=n in (6, 9)) for n in solid.numbers]
    texture.image = image("numbers", atlas(tiles), colour=False)
    colour = graph.mix(texture.outputs["Color"], linear(thing.rgb), linear(thing.second_rgb))
    graph.principled(Base_Color=colour, Roughness=thing.roughness, Coat_Weight=0.3)
    made = _from_bmesh(thing.kind, body, graph.material)
    _bevelled(made, 0.03)


def _face_plane(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a face's corners (n, 2) in its own plane, origin at its middle, one corner pointing up."""
    middle = points.mean(axis=0)
    normal = np.cross(points[1] - points[0], points[2] - points[0])
    up = points[0] - middle
    up, normal = up / np.linalg.norm(up), normal / np.linalg.norm(normal)
    return np.stack([(points - middle) @ np.cross(up, normal), (points - middle) @ up], axis=1)


def _inner_radius(flat: NDArray[np.float64]) -> float:
    """Return the distance from the origin to the nearest edge of a ring of corners (n, 2)."""
    edge = np.roll(flat, -1, axis=0) - flat
    cross = np.abs(flat[:, 0] * edge[:, 1] - flat[:, 1] * edge[:, 0])
    return float((cross / np.linalg.norm(edge, axis=1)).min())


def add_light(light: Light, surroundings: Path) -> None:
    """Add surroundings, lamps and sun; `surroundings` is the folder of Blender's studio lights."""
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    tree = world.node_tree
    sky = tree.nodes.new("ShaderNodeTexEnvironment")
    sky.image = bpy.data.images.load(str(surroundings / f"{light.surroundings}.exr"), check_existing=True)
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value = (0.0, 0.0, light.turn)
    tree.links.new(tree.nodes.new("ShaderNodeTexCoord").outputs["Generated"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], sky.inputs["Vector"])
    background = tree.nodes["Background"]
    tree.links.new(sky.outputs["Color"], background.inputs["Color"])
    background.inputs["Strength"].default_value = light.strength / SURROUNDINGS_IRRADIANCE[light.surroundings]
    # The default map has the picture's size and takes longer to build than these scenes to trace.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 256
    bpy.context.scene.world = world
    for lamp in light.lamps:
        _add_lamp(lamp)
    if light.sun is not None:
        _add_sun(light.sun)


def _add_lamp(lamp: Lamp) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "SQUARE"
    data.size = lamp.size_mm * UNITS_PER_MM
    place = Vector(lamp.position) * UNITS_PER_MM
    data.color = lamp.rgb
    # A flat lamp of this power gives power / (pi distance^2) straight below it.
    data.energy = lamp.irradiance * math.pi * place.length_squared
    made = bpy.data.objects.new("lamp", data)
    made.location = place
    made.rotation_euler = (-place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(made)


def _add_sun(sun: Sun) -> None:
    data = bpy.data.lights.new("sun", "SUN")
    data.angle, data.energy, data.color = sun.angle, sun.irradiance, sun.rgb
    made = bpy.data.objects.new("sun", data)
    level = math.cos(sun.elevation)
    down = Vector((-level * math.cos(sun.azimuth), -level * math.sin(sun.azimuth), -math.sin(sun.elevation)))
    made.rotation_euler = down.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(made)


def add_camera(camera: Camera) -> None:
    """Add the camera and make it the scene's, with the picture's size."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width, data.lens, data.sensor_fit = SENSOR_WIDTH_MM, camera.focal_mm, "HORIZONTAL"
    data.clip_end = 1e5
    if camera.aperture_mm > 0:
        data.dof.use_dof = True
        data.dof.focus_distance = camera.focus_mm * UNITS_PER_MM
        # Blender takes the lens as metres in a scene of metres; ours are centimetres.
        data.dof.aperture_fstop = camera.focal_mm * 1e-3 / (camera.aperture_mm * UNITS_PER_MM)
    made = bpy.data.objects.new("camera", data)
    place, axes = camera_axes(camera)
    turn = Matrix([list(axes[0]), list(-axes[1]), list(-axes[2])]).transposed()
    made.matrix_world = Matrix.Translation(Vector(place) * UNITS_PER_MM) @ turn.to_4x4()
    scene = bpy.context.scene
    scene.collection.objects.link(made)
    scene.camera = made
    scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
    scene.render.resolution_percentage = 100


def _added(name: str, mesh: bpy.types.Mesh) -> bpy.types.Object:
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def _from_bmesh(name: str, body: bmesh.types.BMesh, material: bpy.types.Material) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    body.to_mesh(mesh)
    body.free()
    mesh.materials.append(material)
    return _added(name, mesh)


def _bevelled(made: bpy.types.Object, width: float) -> None:
    bevel = made.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method = width, 3, "ANGLE"


def _smooth(made: bpy.types.Object) -> None:
    made.data.shade_smooth()
