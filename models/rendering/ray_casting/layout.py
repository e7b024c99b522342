"""The columns of the plain arrays that the draft renderer's kernels read, and the shapes they know.

World: x right, y away, z up from the table plane z = 0; lengths in millimetres, angles as tangents.
"""

from typing import Final

# A solid: one row of float64.
ROTATION: Final = 0  # nine values, local to world, row by row
CENTRE: Final = 9
HALF: Final = 12  # half sizes along the local axes; for a polyhedron the reach of its corners
ROUND: Final = 15  # radius of the edges; for a polyhedron how far from them faces begin to meet softly
SHAPE: Final = 16
BOUND: Final = 17  # radius of a ball around the centre that holds the solid
CORNER: Final = 18  # radius of a ball that cuts the corners off; 0 = none
MATERIAL: Final = 19  # row in the materials
SCREEN: Final = 20  # x0, y0, x1, y1 in pixels, whole pixels, may lie outside of the picture
OPACITY: Final = 24  # how dark its shadow is, 0..1
OWNER: Final = 25  # index of the labelled die or thing; -1 = none
PLANES: Final = 26  # number of planes of a polyhedron, then PLANE_COLUMNS for each
FIRST_PLANE: Final = 27
PLANE_COLUMNS: Final = 8  # outward normal, distance, up along the face, half width of its number's tile
MOST_PLANES: Final = 20
SOLID_COLUMNS: Final = FIRST_PLANE + PLANE_COLUMNS * MOST_PLANES

BOX: Final = 0
CYLINDER: Final = 1  # axis: local z
BALL: Final = 2
POLYHEDRON: Final = 3  # an intersection of half spaces

# A material: one row of float64.
PATTERN: Final = 0
BASE: Final = 1  # linear r, g, b
SECOND: Final = 4  # second colour of the pattern
PATTERN_SCALE: Final = 7  # length of a feature
PATTERN_AMOUNT: Final = 8
ROUGH: Final = 9
REFLECT: Final = 10  # mirror share at a steep view
METAL: Final = 11
CLEAR: Final = 12  # share of light that goes through
MARK: Final = 13  # colour of pips or numerals
PIP_RADIUS: Final = 16  # lengths on a face are shares of the die's size
ONE_RADIUS: Final = 17
PIP_SPREAD: Final = 18
PIP_DENT: Final = 19  # depth by radius; 0 = painted
PIP_SOFT: Final = 20
SEED: Final = 21
FACES: Final = 22  # values on +x, -x, +y, -y, +z, -z; 0 = no pips
TURNED: Final = 28  # 1 = pattern turned by a quarter on that face
GLYPH: Final = 34  # row in the glyph masks for each of the six faces, -1 = none; for a polyhedron the first
COAT: Final = 40
MARK_ROUGH: Final = 41
GLYPH_DENT: Final = 42  # depth of an engraved glyph by half its tile's width; 0 = printed
MATERIAL_COLUMNS: Final = 43

PLAIN: Final = 0
SPECKLE: Final = 1
SWIRL: Final = 2
TWO_TONE: Final = 3
PEARL: Final = 4

# A lamp or window: one row of float64.
LAMP_PLACE: Final = 0
LAMP_LIGHT: Final = 3  # linear r, g, b falling on a surface that faces it at the table's middle
LAMP_WIDE: Final = 6  # tangent of half its width seen from the middle
LAMP_HIGH: Final = 7
LAMP_ROUND: Final = 8  # 1 = round, 0 = rectangular
LAMP_DISTANCE: Final = 9  # from the middle
LAMP_SHADOW: Final = 10  # 0 = too faint for its shadows to be seen
LAMP_COLUMNS: Final = 11  # a rectangle's lower side is level

# The air around: sky above, horizon, below; three colours.
AIR_TOP: Final = 0
AIR_HORIZON: Final = 3
AIR_BELOW: Final = 6
AIR_COLUMNS: Final = 9

# The table: one row.
TABLE_GLOSS: Final = 0  # mirror share at a steep view
TABLE_ROUGH: Final = 1
TABLE_SCALE: Final = 2  # texture pixels per unit of length
TABLE_REACH: Final = 3  # half side of the table square
TABLE_MEAN: Final = 4  # mean light it sends up, r, g, b
FLOOR: Final = 7  # colour of what lies beyond the table's edge
FLOOR_DEPTH: Final = 10
TABLE_MIRROR: Final = 11  # 1 = dice are mirrored in it
TABLE_COLUMNS: Final = 12
