"""Cycles materials: what dice, tables and things are made of. Needs bpy.

All procedural patterns run in the object's own coordinates, in scene units.
"""

import bpy
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.die import Design, Surface
from models.rendering.dice.marks import atlas, face_mask
from models.rendering.palette import Rgb
from models.rendering.scenes import prints
from models.rendering.scenes.table import Table

# Scene units are centimetres: bevels and pips of a millimetre stay well above the tracer's epsilon.
UNITS_PER_MM = 0.1
# Share of the light that a translucent die lets through to its own shadow.
SHADOW_THROUGH = 0.55


def linear(rgb: Rgb) -> tuple[float, float, float, float]:
    """Return an sRGB colour as the linear RGBA that shaders take."""
    s = np.array(rgb)
    value = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
    return (float(value[0]), float(value[1]), float(value[2]), 1.0)


def image(name: str, pixels: NDArray[np.float32], colour: bool) -> bpy.types.Image:
    """Return a Blender image of (H, W) or (H, W, 3) values 0..1, row 0 on top; `colour` means sRGB."""
    height, width = pixels.shape[:2]
    data = bpy.data.images.new(name, width, height, alpha=False, float_buffer=not colour)
    data.colorspace_settings.name = "sRGB" if colour else "Non-Color"
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = pixels[::-1] if pixels.ndim == 3 else pixels[::-1, :, None]
    data.pixels.foreach_set(rgba.ravel())
    return data


class Graph:
    """A material's node tree while it is being built; `self.output` is its Principled shader."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def node(self, kind: str, **values: object) -> bpy.types.Node:
        """Return a new node; keywords are properties, or inputs by name with `_` for a space."""
        made = self.tree.nodes.new(kind)
        for key, value in values.items():
            if hasattr(made, key):
                setattr(made, key, value)
            else:
                self.put(made.inputs[key.replace("_", " ")], value)
        return made

    def put(self, socket: bpy.types.NodeSocket, value: object) -> None:
        """Connect a socket to another node's output, or set its value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def principled(self, **values: object) -> None:
        """Set or connect inputs of the Principled shader."""
        for key, value in values.items():
            self.put(self.shader.inputs[key.replace("_", " ")], value)

    def place(self, scale: float = 1.0, angle: float = 0.0, offset: float = 0.0) -> bpy.types.NodeSocket:
        """Return object coordinates, scaled, turned around z and shifted."""
        mapping = self.node("ShaderNodeMapping", vector_type="POINT")
        self.put(mapping.inputs["Vector"], self.node("ShaderNodeTexCoord").outputs["Object"])
        mapping.inputs["Scale"].default_value = (scale, scale, scale)
        mapping.inputs["Rotation"].default_value = (0.0, 0.0, angle)
        mapping.inputs["Location"].default_value = (offset, offset * 0.7, offset * 0.3)
        return mapping.outputs["Vector"]

    def noise(self, vector: bpy.types.NodeSocket, scale: float, detail: float = 2.0) -> bpy.types.NodeSocket:
        """Return smooth noise around 0.5."""
        made = self.node("ShaderNodeTexNoise")
        for key, value in (("Vector", vector), ("Scale", scale), ("Detail", detail)):
            self.put(made.inputs[key], value)
        return made.outputs["Fac"]

    def ramp(self, value: bpy.types.NodeSocket, low: float, high: float) -> bpy.types.NodeSocket:
        """Return the value stretched so that low..high becomes 0..1, clamped."""
        made = self.node("ShaderNodeMapRange")
        for key, item in (("Value", value), ("From Min", low), ("From Max", high)):
            self.put(made.inputs[key], item)
        return made.outputs["Result"]

    def mix(self, share: object, first: object, second: object) -> bpy.types.NodeSocket:
        """Return a colour between two."""
        made = self.node("ShaderNodeMix", data_type="RGBA")
        for index, value in ((0, share), (6, first), (7, second)):
            self.put(made.inputs[index], value)
        return made.outputs[2]

    def bump(self, height: bpy.types.NodeSocket, strength: float, distance: float) -> bpy.types.NodeSocket:
        """Return a normal bent by a height map; `distance` in scene units."""
        made = self.node("ShaderNodeBump")
        for key, value in (("Height", height), ("Strength", strength), ("Distance", distance)):
            self.put(made.inputs[key], value)
        return made.outputs["Normal"]


def die_material(design: Design) -> bpy.types.Material:
    """Return a die's material: body and marks, told apart by the atlas of its faces."""
    graph = Graph("die")
    texture = graph.node("ShaderNodeTexImage")
    texture.image = image("marks", atlas([face_mask(design, value) for value in design.faces]), colour=False)
    texture.extension = "EXTEND"
    marked = texture.outputs["Color"]
    body, marks = design.body, design.marks
    size = design.size_mm * UNITS_PER_MM
    graph.principled(
        Base_Color=graph.mix(marked, _body_colour(graph, body, size), linear(marks.rgb)),
        Roughness=_blend(graph, marked, body.roughness, max(marks.roughness, 0.25)),
        Metallic=_blend(graph, marked, float(body.finish == "metallic"), float(marks.finish == "metallic")),
        Coat_Weight=body.coat,
        Coat_Roughness=min(0.3, body.roughness),
    )
    if body.finish == "pearl":
        graph.principled(Sheen_Weight=0.3, Specular_IOR_Level=0.8)
    if body.finish == "translucent":
        graph.principled(
            Transmission_Weight=_blend(graph, marked, 0.75 + 0.2 * (1 - body.scale), 0.0),
            Roughness=_blend(graph, marked, 0.5 * body.roughness, 0.4),
            IOR=1.45,
        )
        _let_light_through(graph, body)
    return graph.material


def _blend(
    graph: Graph, share: bpy.types.NodeSocket, first: float, second: float
) -> bpy.types.NodeSocket | float:
    if first == second:
        return first
    made = graph.node("ShaderNodeMix", data_type="FLOAT")
    for index, value in ((0, share), (2, first), (3, second)):
        graph.put(made.inputs[index], value)
    return made.outputs[0]


def _body_colour(graph: Graph, body: Surface, size: float) -> object:
    first, second = linear(body.rgb), linear(body.second_rgb)
    offset = (body.seed % 1000) / 10.0
    if body.finish == "translucent":
        # Paths enter and leave through the colour, which darkens it twice.
        return (*(channel**0.6 for channel in first[:3]), 1.0)
    if body.finish not in ("speckled", "swirled", "pearl"):
        return first
    vector = graph.place(1.0 / size, offset=offset)
    if body.finish == "speckled":
        return graph.mix(graph.ramp(graph.noise(vector, 1.0 / body.scale, 1.0), 0.60, 0.63), first, second)
    bent = graph.node("ShaderNodeTexNoise")
    for key, value in (("Vector", vector), ("Scale", 1.0 / body.scale), ("Detail", 3.0), ("Distortion", 2.5)):
        graph.put(bent.inputs[key], value)
    low, high = (0.42, 0.60) if body.finish == "swirled" else (0.3, 0.7)
    return graph.mix(graph.ramp(bent.outputs["Fac"], low, high), first, second)


def _let_light_through(graph: Graph, body: Surface) -> None:
    """Let shadow rays pass tinted: the light in a translucent die's shadow without tracing caustics."""
    path = graph.node("ShaderNodeLightPath")
    clear = graph.node("ShaderNodeBsdfTransparent")
    clear.inputs["Color"].default_value = (*(SHADOW_THROUGH * c for c in linear(body.rgb)[:3]), 1.0)
    mixed = graph.node("ShaderNodeMixShader")
    graph.put(mixed.inputs[0], path.outputs["Is Shadow Ray"])
    graph.put(mixed.inputs[1], graph.shader.outputs[0])
    graph.put(mixed.inputs[2], clear.outputs[0])
    graph.put(graph.tree.nodes["Material Output"].inputs["Surface"], mixed.outputs[0])


def plain_material(rgb: Rgb, roughness: float, metallic: bool, worn_scale: float = 0.0) -> bpy.types.Material:
    """Return one colour; `worn_scale` above 0 gives it relief of that many bumps a scene unit."""
    graph = Graph("plain")
    graph.principled(Base_Color=linear(rgb), Roughness=roughness, Metallic=float(metallic))
    if worn_scale > 0:
        graph.principled(Normal=graph.bump(graph.noise(graph.place(), worn_scale, 4.0), 0.4, 0.05))
    return graph.material


def printed_material(pixels: prints.Print, roughness: float) -> bpy.types.Material:
    """Return a printed surface; the mesh's UV map places the picture."""
    graph = Graph("printed")
    texture = graph.node("ShaderNodeTexImage")
    texture.image = image("print", pixels, colour=True)
    graph.principled(Base_Color=texture.outputs["Color"], Roughness=roughness)
    return graph.material


def table_material(table: Table) -> bpy.types.Material:
    """Return the table top's material."""
    graph = Graph(table.kind)
    rng = np.random.default_rng(table.seed)
    scale = 1.0 / (table.scale_mm * UNITS_PER_MM)
    vector = graph.place(scale, table.angle, offset=(table.seed % 1000) / 7.0)
    first, second = (
        linear(table.rgb),
        linear(_toward(table.rgb, table.second_rgb, float(rng.uniform(0.1, 0.5)))),
    )
    wide = graph.ramp(graph.noise(graph.place(0.08), 1.0, 2.0), 0.3, 0.7)
    match table.kind:
        case "felt":
            fibre = graph.noise(vector, 1.2, 3.0)
            dark = linear(_toward(table.rgb, (0, 0, 0), 0.25))
            graph.principled(
                Base_Color=graph.mix(fibre, dark, first), Roughness=0.95, Sheen_Weight=0.25,
                Specular_IOR_Level=0.1, Normal=graph.bump(fibre, 0.8, 0.04),
            )  # fmt: skip
        case "cloth":
            _weave(graph, table, vector, first, second, rng)
        case "wood":
            _planks(graph, table, rng)
        case "leather":
            cells = graph.node("ShaderNodeTexVoronoi", feature="DISTANCE_TO_EDGE")
            graph.put(cells.inputs["Vector"], vector)
            grain = graph.ramp(cells.outputs["Distance"], 0.0, 0.25)
            graph.principled(
                Base_Color=graph.mix(grain, linear(_toward(table.rgb, (0, 0, 0), 0.5)), first),
                Roughness=max(0.3, table.roughness), Normal=graph.bump(grain, 0.6, 0.04),
            )  # fmt: skip
        case "speckle":
            dots = graph.noise(vector, 1.0, 1.0)
            graph.principled(
                Base_Color=graph.mix(graph.ramp(dots, 0.66, 0.68), first, linear(table.second_rgb)),
                Roughness=table.roughness,
            )
        case "print" | "paper":
            _printed_table(graph, table, prints.table_print(table, rng))
        case _:
            near = linear(_toward(table.rgb, table.second_rgb, float(rng.uniform(0.0, 0.12))))
            graph.principled(
                Base_Color=graph.mix(wide, first, near), Roughness=table.roughness,
                Normal=graph.bump(graph.noise(vector, 1.0, 3.0), float(rng.uniform(0, 0.3)), 0.02),
            )  # fmt: skip
    return graph.material


def _toward(first: Rgb, second: Rgb, share: float) -> Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def _weave(
    graph: Graph, table: Table, vector: bpy.types.NodeSocket, first: object, second: object, rng: Generator
) -> None:
    """Two waves across each other; the second colour in the weft, sometimes stripes or checks over all."""
    waves = []
    for direction in ("X", "Y"):
        wave = graph.node("ShaderNodeTexWave", bands_direction=direction)
        for key, value in (("Vector", vector), ("Scale", 1.0), ("Distortion", 1.0), ("Detail", 1.0)):
            graph.put(wave.inputs[key], value)
        waves.append(wave.outputs["Fac"])
    over = graph.node("ShaderNodeMath", operation="MULTIPLY")
    graph.put(over.inputs[0], waves[0])
    graph.put(over.inputs[1], waves[1])
    colour = graph.mix(over.outputs[0], first, second)
    if rng.random() < 0.4:
        checker = graph.node("ShaderNodeTexChecker", Scale=float(rng.uniform(0.2, 0.8)))
        graph.put(checker.inputs["Vector"], graph.place(1.0, table.angle))
        faint = graph.node("ShaderNodeMath", operation="MULTIPLY")
        graph.put(faint.inputs[0], checker.outputs["Fac"])
        faint.inputs[1].default_value = float(rng.uniform(0.2, 0.9))
        colour = graph.mix(faint.outputs[0], colour, linear(table.second_rgb))
    graph.principled(
        Base_Color=colour,
        Roughness=0.9,
        Specular_IOR_Level=0.2,
        Normal=graph.bump(over.outputs[0], 0.6, 0.03),
    )


def _planks(graph: Graph, table: Table, rng: Generator) -> None:
    """Long streaks for the grain, bent rings under them, dark joints between planks for most tables."""
    plank = table.scale_mm * UNITS_PER_MM
    along = graph.node("ShaderNodeMapping", vector_type="POINT")
    graph.put(along.inputs["Vector"], graph.place(1.0, table.angle, offset=(table.seed % 977) / 3.0))
    along.inputs["Scale"].default_value = (0.06, 1.0, 1.0)
    fine = graph.noise(along.outputs["Vector"], float(rng.uniform(3.0, 9.0)), 4.0)
    rings = graph.node("ShaderNodeTexNoise")
    for key, value in (
        ("Vector", along.outputs["Vector"]), ("Scale", float(rng.uniform(0.3, 0.9))),
        ("Detail", 2.0), ("Distortion", float(rng.uniform(0.5, 3.0))),
    ):  # fmt: skip
        graph.put(rings.inputs[key], value)
    dark = linear(_toward(table.rgb, (0.1, 0.05, 0.02), float(rng.uniform(0.2, 0.6))))
    light = linear(_toward(table.rgb, (0.9, 0.75, 0.5), float(rng.uniform(0.0, 0.35))))
    colour = graph.mix(graph.ramp(rings.outputs["Fac"], 0.35, 0.65), dark, light)
    colour = graph.mix(graph.ramp(fine, 0.45, float(rng.uniform(0.6, 0.9))), colour, dark)
    height = fine
    if rng.random() < 0.6:
        brick = graph.node("ShaderNodeTexBrick", offset=0.37)
        graph.put(brick.inputs["Vector"], graph.place(1.0, table.angle))
        for key, value in (
            ("Scale", 1.0), ("Mortar Size", 0.06), ("Brick Width", plank * 9), ("Row Height", plank),
            ("Color1", (1.0, 1.0, 1.0, 1.0)), ("Color2", (0.7, 0.7, 0.7, 1.0)),
            ("Mortar", (0.08, 0.06, 0.05, 1.0)),
        ):  # fmt: skip
            graph.put(brick.inputs[key], value)
        tint = graph.node("ShaderNodeMix", data_type="RGBA", blend_type="MULTIPLY")
        for index, value in ((0, 1.0), (6, colour), (7, brick.outputs["Color"])):
            graph.put(tint.inputs[index], value)
        colour = tint.outputs[2]
    graph.principled(
        Base_Color=colour, Roughness=max(0.2, table.roughness), Normal=graph.bump(height, 0.2, 0.02)
    )


def _printed_table(graph: Graph, table: Table, pixels: prints.Print) -> None:
    """Lay the print over the table by its own coordinates, repeating like a mat of tiles."""
    texture = graph.node("ShaderNodeTexImage")
    texture.image = image("print", pixels, colour=True)
    graph.put(
        texture.inputs["Vector"], graph.place(1.0 / (table.scale_mm * UNITS_PER_MM), table.angle, offset=0.5)
    )
    graph.principled(Base_Color=texture.outputs["Color"], Roughness=table.roughness)
