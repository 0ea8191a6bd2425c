# A rigid-body scene of Blender (3.2 or later) => the tables that `peal import` reads.
#
#     blender -b shot.blend -P peal_export.py -- --out folder [--rate 240] [--start F --end F]
#                                                [--materials map.json]
#     peal import --bodies folder/bodies.csv --poses folder/poses.csv \
#                 --cameras folder/cameras.csv -o folder/shot.take
#
# As an add-on (Preferences > Add-ons > Install...): File > Export > Peal (folder).
#
# Leaves in the folder: bodies.csv, poses.csv, cameras.csv, meshes/*.obj; metres, seconds, y up.
#
# Sub-frames of a rigid-body cache are straight lines between whole frames and useless for finding
# impacts. So the scene is simulated again with K frames where it had one and K times fewer solver
# steps in each: the solver does the same steps as before. Where an animated body pushes others,
# rounding grows into another motion; from there on each frame is simulated anew from where the bake
# has the bodies. What is written goes through the baked poses at all whole frames. The shot itself
# is not changed: the work is done in a copy.
bl_info = {
    "name": "Peal export",
    "author": "Peal",
    "version": (1, 0, 0),
    "blender": (3, 2, 0),
    "location": "File > Export > Peal",
    "description": "Rigid-body motion for the sound renderer Peal",
    "category": "Import-Export",
}

import argparse
import difflib
import fnmatch
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import bmesh
import bpy
from mathutils import Matrix, Quaternion, Vector

Y_UP = Quaternion((math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0))  # z up => y up
LAST_FRAME = 1048574  # of Blender
SILENT = 3.0  # [m] passive bodies that are larger make no sound unless asked
SAME = 2e-5, 2e-4  # [m], [rad] from the bake: still the same motion
TRIALS = 6  # of one frame
DRIFT = 2e-3  # [m] from the bake after one frame: worth telling


# The names of Peal's materials with their other names, and everyday words with what they may mean:
# `peal materials --words`, put here by scripts/write-docs. Peal need not be where Blender is.
MATERIALS = json.loads("""
{"names": {
  "steel": ["carbon-steel"],
  "stainless-steel": ["inox"],
  "cast-iron": ["grey-iron","gray-iron"],
  "aluminium": ["aluminum"],
  "copper": [],
  "brass": [],
  "bronze": ["penny-bronze"],
  "bell-bronze": ["bell-metal"],
  "nickel-silver": ["german-silver"],
  "cupronickel": ["coin"],
  "nickel": [],
  "zinc": [],
  "tin": [],
  "pewter": ["britannia-metal"],
  "lead": [],
  "silver": [],
  "gold": [],
  "titanium": [],
  "tungsten": ["wolfram"],
  "magnesium": [],
  "glass": ["soda-lime-glass"],
  "borosilicate": ["pyrex","borosilicate-glass"],
  "lead-crystal": ["crystal","lead-glass"],
  "fused-silica": ["quartz-glass"],
  "porcelain": ["ceramic","china"],
  "stoneware": [],
  "earthenware": ["terracotta"],
  "alumina": [],
  "brick": [],
  "granite": [],
  "marble": [],
  "limestone": [],
  "slate": [],
  "sandstone": [],
  "concrete": [],
  "ice": [],
  "oak": ["wood"],
  "beech": [],
  "maple": [],
  "spruce": [],
  "pine": [],
  "walnut": [],
  "rosewood": [],
  "balsa": [],
  "mdf": ["fibreboard","fiberboard"],
  "abs": ["plastic"],
  "acrylic": ["pmma","plexiglass","perspex"],
  "polycarbonate": [],
  "nylon": ["polyamide"],
  "hdpe": ["polyethylene"],
  "polypropylene": [],
  "polystyrene": [],
  "pvc": [],
  "epoxy": [],
  "rubber": ["soft-rubber"],
  "hard-rubber": [],
  "bone": [],
  "cork": ["carpet"]},
"words": {
  "alloy": ["aluminium","steel"],
  "antler": ["bone"],
  "anvil": ["steel","cast-iron"],
  "ash": ["beech","oak"],
  "asphalt": ["concrete"],
  "bakelite": ["epoxy"],
  "bamboo": ["beech"],
  "bark": ["cork","oak"],
  "basalt": ["granite"],
  "bell": ["bell-bronze","bronze"],
  "birch": ["beech","maple"],
  "board": ["pine","oak","mdf"],
  "body": ["rubber"],
  "book": ["mdf"],
  "bottle": ["glass","hdpe"],
  "boulder": ["granite","sandstone"],
  "bucket": ["polypropylene","zinc"],
  "bulb": ["glass"],
  "bullet": ["lead","copper"],
  "can": ["aluminium","steel"],
  "carbon": ["epoxy"],
  "cardboard": ["balsa","mdf"],
  "carpet": ["cork","rubber"],
  "carton": ["balsa","mdf"],
  "cedar": ["spruce","pine"],
  "cement": ["concrete"],
  "chain": ["steel"],
  "chalk": ["limestone"],
  "cherry": ["walnut","maple"],
  "chipboard": ["mdf"],
  "chrome": ["stainless-steel","steel"],
  "clay": ["earthenware","brick"],
  "cloth": ["cork","rubber"],
  "crate": ["pine"],
  "crockery": ["porcelain","stoneware"],
  "cup": ["porcelain","stoneware"],
  "cutlery": ["stainless-steel","nickel-silver"],
  "cymbal": ["bell-bronze","brass"],
  "diamond": ["alumina"],
  "dice": ["acrylic","bone"],
  "die": ["acrylic","bone"],
  "dirt": ["cork"],
  "dish": ["porcelain","stoneware"],
  "drywall": ["brick","mdf"],
  "earth": ["cork"],
  "ebony": ["rosewood"],
  "enamel": ["porcelain"],
  "eraser": ["rubber"],
  "fabric": ["cork","rubber"],
  "felt": ["cork"],
  "fiberglass": ["epoxy"],
  "fibreglass": ["epoxy"],
  "fir": ["spruce","pine"],
  "flesh": ["rubber"],
  "floor": ["concrete","oak"],
  "foam": ["cork","rubber"],
  "foil": ["aluminium"],
  "food": ["rubber"],
  "fork": ["stainless-steel","silver"],
  "fruit": ["rubber"],
  "furniture": ["oak","pine","mdf"],
  "gem": ["fused-silica","alumina"],
  "gong": ["bell-bronze","brass"],
  "grass": ["cork"],
  "gravel": ["granite"],
  "ground": ["concrete"],
  "gum": ["rubber"],
  "gypsum": ["brick"],
  "hand": ["rubber"],
  "hardboard": ["mdf"],
  "hardwood": ["oak","beech","maple"],
  "horn": ["bone"],
  "iron": ["cast-iron","steel"],
  "ivory": ["bone"],
  "jar": ["glass"],
  "jewel": ["fused-silica","alumina"],
  "key": ["brass","nickel-silver"],
  "knife": ["stainless-steel","steel"],
  "laminate": ["mdf"],
  "latex": ["rubber"],
  "leather": ["hard-rubber","rubber"],
  "lego": ["abs"],
  "lens": ["glass"],
  "lumber": ["pine","spruce","oak"],
  "mahogany": ["walnut","rosewood"],
  "marbles": ["glass"],
  "meat": ["rubber"],
  "metal": ["steel","aluminium","brass"],
  "mirror": ["glass"],
  "mud": ["cork","rubber"],
  "mug": ["stoneware","porcelain"],
  "nail": ["steel"],
  "pan": ["cast-iron","stainless-steel"],
  "paper": ["balsa","cork"],
  "parquet": ["oak","beech","maple"],
  "pavement": ["concrete","granite"],
  "pebble": ["granite"],
  "penny": ["bronze","copper"],
  "pillow": ["cork","rubber"],
  "pipe": ["steel","copper","pvc"],
  "plank": ["pine","oak","spruce"],
  "plaster": ["brick","concrete"],
  "plate": ["porcelain","stoneware"],
  "plywood": ["spruce","mdf"],
  "polymer": ["abs","polypropylene"],
  "pot": ["stainless-steel","aluminium"],
  "pottery": ["stoneware","earthenware"],
  "quartz": ["fused-silica","granite"],
  "resin": ["epoxy"],
  "road": ["concrete"],
  "rock": ["granite","limestone","sandstone"],
  "roof": ["slate","earthenware"],
  "sand": ["cork"],
  "screw": ["steel"],
  "sheet-metal": ["steel","aluminium"],
  "shell": ["bone"],
  "shoe": ["hard-rubber","rubber"],
  "silicone": ["rubber"],
  "skeleton": ["bone"],
  "skin": ["rubber"],
  "skull": ["bone"],
  "snow": ["ice"],
  "soap": ["polypropylene"],
  "softwood": ["pine","spruce"],
  "soil": ["cork"],
  "sponge": ["cork","rubber"],
  "spoon": ["stainless-steel","silver"],
  "stone": ["granite","limestone","sandstone"],
  "styrofoam": ["cork"],
  "tarmac": ["concrete"],
  "teak": ["rosewood","oak"],
  "teflon": ["hdpe"],
  "terrazzo": ["marble","concrete"],
  "textile": ["cork","rubber"],
  "tile": ["porcelain","stoneware","marble"],
  "timber": ["oak","spruce","pine"],
  "tire": ["hard-rubber","rubber"],
  "tool": ["steel"],
  "tooth": ["bone"],
  "toy": ["abs"],
  "tree": ["oak","pine"],
  "tyre": ["hard-rubber","rubber"],
  "vase": ["porcelain","glass"],
  "vinyl": ["pvc"],
  "wall": ["brick","concrete"],
  "wax": ["polypropylene"],
  "wheel": ["hard-rubber","steel"],
  "window": ["glass"],
  "wineglass": ["lead-crystal","glass"],
  "wire": ["steel","copper"],
  "wood": ["oak","pine","beech"],
  "wooden": ["oak","pine","beech"],
  "wool": ["cork"]}}
""")


class ExportError(Exception):
    pass


def note(text):
    print("peal: " + text, flush=True)


class Names:
    """Letters, digits, '_', '-' and '.', each name once; as `peal import` does it for glTF."""

    def __init__(self):
        self.used = {"floor", "ground"}

    def add(self, wanted):
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "-.") else "_" for c in wanted[:48])
        plain = plain.lstrip("_-.").rstrip(".") or "body"
        name, count = plain, 1
        while name in self.used:
            count += 1
            name = "%s_%d" % (plain, count)
        self.used.add(name)
        return name


class Materials:
    """Of an object: the map, its property `material`, its Blender material, the map's "*"."""

    def __init__(self, path):
        self.map = {}
        if path:
            with open(path, encoding="utf-8") as file:
                self.map = json.load(file)
            if not isinstance(self.map, dict) or not all(isinstance(v, str) for v in self.map.values()):
                raise ExportError('%s: expected {"name or pattern": "material", ...}' % path)

    def mapped(self, name):
        if name in self.map:
            return self.map[name]
        fitting = [p for p in self.map if p != "*" and fnmatch.fnmatchcase(name, p.replace("[", "[[]"))]
        fitting.sort(key=lambda p: (-len(p.replace("*", "").replace("?", "")), p))
        return self.map[fitting[0]] if fitting else None

    @staticmethod
    def named(word):
        """The library material that a word is, as `peal import` finds it: Steel.001, Cast Iron."""
        plain = re.sub(r"\.[0-9]+$", "", word.lower().replace(" ", "-").replace("_", "-"))
        for name, others in MATERIALS["names"].items():
            if {word, plain} & {name, *others}:
                return name
        return None

    @staticmethod
    def meant_by(word):
        """Library materials that an unknown word may mean, likeliest first, at most three."""
        known = {other: [name] for name, others in MATERIALS["names"].items()
                 for other in [name] + others}
        for everyday, names in MATERIALS["words"].items():
            known[everyday] = known.get(everyday, []) + names
        parts = [w.lower() for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", word)][::-1]
        parts.insert(0, "-".join(reversed(parts)))  # "sheet-metal" before "metal"
        found = [n for p in parts for n in known.get(p, known.get(p.rstrip("s"), []))]
        if not found:  # slips
            near = [m for p in parts if len(p) > 3 for m in difflib.get_close_matches(p, known, 1, 0.7)]
            found = [n for m in near for n in known[m]]
        return list(dict.fromkeys(found))[:3]

    def check(self, objects):
        """Tells everything that `peal import` would not know, before the long work."""
        users = {}
        for made in objects:
            word = self.of(made) or ""
            if not self.named(str(word)):
                users.setdefault(str(word), []).append("'%s'" % made.name)
        if not users:
            return
        lines, example = [], {}
        for word, names in users.items():
            who = ", ".join(names[:5]) + (" and %d more" % (len(names) - 5) if len(names) > 5 else "")
            meant = self.meant_by(word)
            if not word:
                lines.append("nothing is said of " + who)
            else:
                hint = "; did you mean %s?" % " or ".join(meant) if meant else ""
                lines.append("'%s' of %s%s" % (word, who, hint))
            example[word if word and meant else "*"] = meant[0] if meant else "steel"
        raise ExportError("\npeal:   ".join(
            ["%d material%s not in the library; `peal materials` lists what is:"
             % (len(users), " is" if len(users) == 1 else "s are")] + lines)
            + "\npeal: give a map, for example --materials map.json with %s, a Blender material named "
            "like one of the library, or a custom property `material`" % json.dumps(example))

    def of(self, made):
        paint = made.active_material.name if made.active_material else ""
        return (
            self.mapped(made.name)
            or (self.mapped(paint) if paint else None)
            or made.get("material")
            or (made.active_material.get("material") if paint else None)
            or (paint if self.named(paint) else None)  # "Steel.001" and "Cast Iron", too
            or self.map.get("*")
            or paint
        )


def rigid_turn(matrix):
    """Rotation of a matrix whose columns may be scaled and mirrored."""
    turn = matrix.to_3x3()
    if turn.determinant() < 0:
        turn = turn @ Matrix.Diagonal((1, 1, -1))
    return turn.to_quaternion()


def clean(baked):
    """Without the rounding of the rotation: equal objects shall have equal meshes."""
    size = max(abs(x) for row in baked for x in row)
    rows = [[x if abs(x) > 1e-6 * size else 0.0 for x in row] for row in baked]
    return Matrix([[float("%.6g" % x) for x in row] for row in rows])


def y_up(v):
    return (v[0], v[2], -v[1])


class Body:
    def __init__(self, made, name):
        self.object, self.name = made, name
        self.rows = []  # time, position, quaternion; y up
        self.is_kinematic = True  # at all frames
        self.before = None

    def add(self, time, depsgraph):
        rigid = self.object.evaluated_get(depsgraph).rigid_body
        self.is_kinematic = self.is_kinematic and (not rigid or rigid.kinematic)
        self.put(time, *self.pose(depsgraph))

    def pose(self, depsgraph):
        """Place and turn, z up."""
        matrix = self.object.evaluated_get(depsgraph).matrix_world
        return matrix.translation.copy(), rigid_turn(matrix)

    def put(self, time, place, turn):
        q = (turn.w, turn.x, turn.z, -turn.y)  # own frame and world are turned
        if self.before and sum(a * b for a, b in zip(q, self.before)) < 0:
            q = tuple(-x for x in q)
        self.before = q
        self.rows.append((time, y_up(place), q))

    def moves(self):
        first = self.rows[0]
        return any(row[1] != first[1] or row[2] != first[2] for row in self.rows)


class Camera(Body):
    def add(self, time, depsgraph):
        matrix = self.object.evaluated_get(depsgraph).matrix_world
        turn = Y_UP @ rigid_turn(matrix)  # it looks along its -z in both worlds
        self.rows.append((time, y_up(matrix.translation), tuple(turn)))


def rigid_objects(scene):
    world = scene.rigidbody_world
    if not world or not world.collection:
        return []
    found = [o for o in world.collection.objects if o.rigid_body and o.name in scene.objects]
    for made in found:
        if made.type != "MESH":
            note("'%s' is no mesh; it is left out" % made.name)
    return sorted((o for o in found if o.type == "MESH"), key=lambda o: o.name)


def choose_division(rate, fps, substeps):
    """Frames per frame of the shot: the fewest that give the rate and divide the solver steps."""
    least = rate / fps - 1e-6
    return next((k for k in range(1, substeps) if substeps % k == 0 and k >= least), substeps)


def stretch_keys(origin, end, factor):
    """Animated bodies, switches and cameras run as before when a frame becomes `factor` frames.
    Between whole frames they go straight on, as Blender's solver moves them in its steps."""
    for action in bpy.data.actions:
        for curve in action.fcurves:
            first = int(min(origin, math.floor(curve.range()[0])))
            values = [curve.evaluate(frame) for frame in range(first, end + 2)]
            for modifier in list(curve.modifiers):
                curve.modifiers.remove(modifier)
            while curve.keyframe_points:
                curve.keyframe_points.remove(curve.keyframe_points[-1], fast=True)
            curve.keyframe_points.add(len(values))
            kind = "CONSTANT" if curve.data_path.startswith("rigid_body") else "LINEAR"
            for k, (key, value) in enumerate(zip(curve.keyframe_points, values)):
                key.co = (origin + (first + k - origin) * factor, value)
                key.interpolation = kind
            curve.update()
    for thing in list(bpy.data.objects) + list(bpy.data.scenes):
        data = thing.animation_data
        if data and any(not track.mute and track.strips for track in data.nla_tracks):
            note("'%s' is moved by NLA strips, which run %d times too fast: bake them"
                 % (thing.name, factor))


def angle(turn):
    return 2 * math.atan2(math.hypot(turn.x, turn.y, turn.z), abs(turn.w))


def key_poses(made, keys, switches):
    """The object stands where the keys (frame, place, turn) say, and nothing else moves it.
    switches: (frame, whether it is animated), or None: its own stay."""
    for constraint in made.constraints:
        constraint.mute = True
    made.parent = None
    made.delta_location = made.delta_rotation_euler = (0, 0, 0)
    made.delta_rotation_quaternion = (1, 0, 0, 0)
    made.rotation_mode = "QUATERNION"
    data = made.animation_data or made.animation_data_create()
    for driver in list(data.drivers):
        if not driver.data_path.startswith("rigid_body"):
            data.drivers.remove(driver)
    for track in data.nla_tracks:
        track.mute = True
    own = [(c.data_path, [tuple(k.co) for k in c.keyframe_points]) for c in data.action.fcurves
           if c.data_path.startswith("rigid_body")] if data.action else []
    data.action = bpy.data.actions.new("Peal")
    if switches is not None:
        own = [("rigid_body.kinematic", [(t, float(on)) for t, on in switches])]
    columns = [("location", d, [(t, p[d]) for t, p, q in keys], "LINEAR") for d in range(3)]
    columns += [("rotation_quaternion", d, [(t, q[d]) for t, p, q in keys], "LINEAR")
                for d in range(4)]
    columns += [(path, 0, values, "CONSTANT") for path, values in own]
    for path, index, values, kind in columns:
        curve = data.action.fcurves.new(path, index=index)
        curve.keyframe_points.add(len(values))
        curve.keyframe_points.foreach_set("co", [x for pair in values for x in pair])
        for key in curve.keyframe_points:
            key.interpolation = kind
        curve.update()


def follow_recorded(made, poses, origin, k):
    """An animated body, whatever moved it (keys, parents, constraints, drivers), keyed anew: on the
    straight line and the shortest turn between whole frames, as Blender's solver moves it."""
    keys, before = [], None
    for f, (place, turn) in enumerate(poses):
        for i in range(k if f + 1 < len(poses) else 1):
            p, q = place, turn
            if i:
                p = place.lerp(poses[f + 1][0], i / k)
                q = turn.slerp(poses[f + 1][1], i / k)
            if before and q.dot(before) < 0:
                q = -q
            before = q
            keys.append((origin + f * k + i, p, q))
    key_poses(made, keys, None)


def free_bake(world):
    with bpy.context.temp_override(point_cache=world.point_cache):
        bpy.ops.ptcache.free_bake()


class SolverShape:
    """What Bullet makes of an object: mass sits around the object's origin, with the moments of
    inertia of a box around the mesh before its scale (Blender scales the shape afterwards); meshes
    keep others off by their margin, hulls only when told to."""

    def __init__(self, made, points):
        rigid = made.rigid_body
        sides = [max(p[d] for p in points) - min(p[d] for p in points) for d in range(3)]
        usual = rigid.collision_margin if rigid.use_margin else 0.04
        kind = rigid.collision_shape
        self.margin = {"MESH": usual, "CONVEX_HULL": usual if rigid.use_margin else 0.0}.get(kind, 0.0)
        self.rounding = None  # of a hull
        round_box = [max(sides[0], sides[1])] * 2 + [sides[2]]
        if kind == "SPHERE":
            self.gyration = [math.sqrt(0.4) * max(sides) / 2] * 3
        elif kind == "CYLINDER":
            r, high = round_box[0] / 2, sides[2]
            side = math.sqrt(high * high / 12 + r * r / 4)
            self.gyration = [side, side, r / math.sqrt(2)]
        elif kind == "MESH":  # as if all mass were in the corners
            squares = [sum(p[d] * p[d] for p in points) / len(points) for d in range(3)]
            self.gyration = self.of_squares([12 * x for x in squares])
        elif kind in ("BOX", "CONVEX_HULL", "CAPSULE"):
            if kind == "CONVEX_HULL" and rigid.use_margin:
                sides = [x + 4 * usual for x in sides]
                self.rounding = 0.0
            elif kind == "CONVEX_HULL":
                fits = self.inner_radius(points) > usual  # then the margin is put inside
                self.rounding = usual * min(abs(x) for x in made.matrix_world.to_scale()) * fits
                sides = [x + 2 * usual * fits for x in sides]
            box = round_box if kind == "CAPSULE" else sides
            self.gyration = self.of_squares([x * x for x in box])
        else:
            self.gyration = None  # cones and compounds: `peal import` takes the mesh's
        if self.gyration and min(self.gyration) < 1e-6:
            self.gyration = None

    @staticmethod
    def inner_radius(points):
        """Of the convex hull: from its middle to the nearest face."""
        work = bmesh.new()
        for p in points:
            work.verts.new(p)
        bmesh.ops.convex_hull(work, input=work.verts)
        corners = {v for face in work.faces for v in face.verts}
        middle = sum((v.co for v in corners), Vector()) / max(len(corners), 1)
        least = min((abs((middle - face.verts[0].co).dot(face.normal)) for face in work.faces),
                    default=0.0)
        work.free()
        return least

    @staticmethod
    def of_squares(s):
        return [math.sqrt((s[(d + 1) % 3] + s[(d + 2) % 3]) / 12) for d in range(3)]

    def columns(self, is_active):
        centre, radii = ["", "", ""], ["", "", ""]
        if is_active:
            centre = ["0", "0", "0"]  # of the own frame: the object's origin
            if self.gyration:
                x, y, z = self.gyration
                radii = ["%.6g" % r for r in (x, z, y)]  # y up
        return centre + radii + ["%.6g" % self.margin if self.margin > 0 else "",
                                 "%.6g" % self.rounding if self.rounding is not None else ""]


class Export:
    def __init__(self, folder, rate, start, end, materials):
        self.scene = bpy.context.scene
        self.folder, self.rate = folder, rate
        self.start = self.scene.frame_start if start is None else start
        self.end = self.scene.frame_end if end is None else end
        self.materials = Materials(materials)
        if self.end <= self.start:
            raise ExportError("frames %d to %d: expected at least two" % (self.start, self.end))
        if not 1 <= rate <= 10000:
            raise ExportError("--rate: expected 1 to 10000 poses per second, got %g" % rate)

    def depsgraph(self):
        return bpy.context.evaluated_depsgraph_get()

    def find(self):
        names, cameras = Names(), Names()
        made = rigid_objects(self.scene)
        self.simulated = bool(made)
        if not made:  # baked to keyframes, or animated by hand
            made = [o for o in self.scene.objects if o.type == "MESH" and not o.hide_render]
        if not made:
            raise ExportError("the scene has no rigid bodies and no meshes")
        self.bodies = [Body(o, names.add(o.name)) for o in made]
        self.cameras = [Camera(o, cameras.add(o.name)) for o in sorted(
            (o for o in self.scene.objects if o.type == "CAMERA"), key=lambda o: o.name)]
        self.materials.check([b.object for b in self.bodies])

    def sample(self):
        scene, render = self.scene, self.scene.render
        fps = render.fps / render.fps_base
        if not self.simulated:
            note("no rigid bodies: poses of the animation at its %g frames per second" % fps)
            self.follow(1 / fps)
            return
        world = scene.rigidbody_world
        steps = world.substeps_per_frame
        speed = world.time_scale
        if speed <= 0:
            raise ExportError("the speed of the rigid-body world is 0")
        if abs(speed - 1) > 1e-6:
            note("the rigid-body world runs at %g times the speed; times are those of the "
                 "simulation, not of the picture" % speed)
        k = choose_division(self.rate * speed, fps, steps)
        origin = world.point_cache.frame_start
        last = origin + (self.end - origin) * k
        if last > LAST_FRAME:
            raise ExportError("%d frames are more than Blender has: use a lower --rate, or --end"
                              % last)
        bake = self.whole_frames(origin)
        self.detach()
        free_bake(world)
        stretch_keys(origin, self.end, k)
        for n, body in enumerate(self.bodies):
            poses = [frame[n] for frame in bake]
            if body.is_led and any((p - poses[0][0]).length > 0 or q != poses[0][1] for p, q in poses):
                follow_recorded(body.object, poses, origin, k)
        render.fps *= k
        world.point_cache.frame_end = last
        scene.frame_end = max(scene.frame_end, last)
        world.substeps_per_frame = steps // k  # also empties the cache
        self.step = speed / (fps * k)
        note("%d poses per second: %d frames for one, %d solver steps in each (were %d)"
             % (round(1 / self.step), k, steps // k, steps))
        if 1.01 / self.step < self.rate:
            note("the solver does no more steps than that; for more poses raise the substeps per "
                 "frame of the rigid-body world and bake anew")
        runs = self.run(origin, k)
        self.join(bake, runs, origin, k)

    def detach(self):
        """The session works on a copy from here on: caches on disk belong to the shot."""
        self.scratch = tempfile.mkdtemp(prefix="peal-")
        bpy.ops.wm.save_as_mainfile(filepath=os.path.join(self.scratch, "shot.blend"))

    def whole_frames(self, origin):
        """Poses of the bodies as Blender plays the shot, from the first frame of the cache on."""
        found = []
        for body in self.bodies:
            rigid, data = body.object.rigid_body, body.object.animation_data
            body.is_led = rigid.type == "PASSIVE" or rigid.kinematic or bool(
                data and data.action and any(c.data_path == "rigid_body.kinematic"
                                             for c in data.action.fcurves))
        for frame in range(origin, self.end + 1):
            self.scene.frame_set(frame)
            graph = self.depsgraph()
            found.append([b.pose(graph) for b in self.bodies])
            for body in self.bodies:
                seen = body.object.evaluated_get(graph).rigid_body
                body.free_at = getattr(body, "free_at", []) + [
                    seen.type == "ACTIVE" and seen.enabled and not seen.kinematic]
        return found

    def run(self, origin, k):
        """The second simulation: poses at all frames of the copy; cameras get their rows."""
        first, runs = origin + (self.start - origin) * k, []
        for frame in range(origin, origin + (self.end - origin) * k + 1):
            self.scene.frame_set(frame)
            graph = self.depsgraph()
            runs.append([b.pose(graph) for b in self.bodies])
            if frame >= first:
                for camera in self.cameras:
                    camera.add((frame - first) * self.step, graph)
        return runs

    def frame_again(self, n, starts, origin, k):
        """Frame n of the bake anew: free bodies begin where it has them, with the way and the turn
        of the sub-frame before. starts: (body, place, turn, way, turned)"""
        cache, frame = self.scene.rigidbody_world.point_cache, origin + n * k
        for body, place, turn, way, turned in starts:
            back = turned.inverted()
            key_poses(body.object, [(frame - 2, place - 2 * way, back @ back @ turn),
                                    (frame - 1, place - way, back @ turn), (frame, place, turn)],
                      [(frame - 2, True), (frame + 1, False)])
        for trial in range(TRIALS):
            cache.frame_end = frame + k + trial % 2  # also empties the cache
            cache.frame_start = frame - 2
            poses = []
            for now in range(frame - 2, frame + k + 1):
                self.scene.frame_set(now)
                if now >= frame:
                    graph = self.depsgraph()
                    poses.append([b.pose(graph) for b in self.bodies])
            if not self.stopped(starts, poses):
                break
        return poses

    def stopped(self, starts, poses):
        """Blender switches bodies to the solver and moves them in several threads; now and then
        their velocity is lost."""
        for body, place, turn, way, turned in starts:
            i = self.bodies.index(body)
            went = poses[1][i][0] - poses[0][i][0]
            pull = Vector(self.scene.gravity) * self.step**2
            if way.length > 5 * pull.length and went.length < 2 * pull.length:
                return True
        return False

    def fallen(self, poses, steps):
        """At the end of a sub-frame a flying body is faster than over it: by gravity over the
        solver steps, as a way per sub-frame."""
        if len(poses) < 3:
            return Vector()
        pull = Vector(self.scene.gravity) * self.step**2
        change = poses[-1][0] - 2 * poses[-2][0] + poses[-3][0]
        flies = (change - pull).length < 0.2 * pull.length
        return pull * (0.5 * (steps - 1) / steps) if flies else Vector()

    def join(self, bake, runs, origin, k):
        """Rows between whole frames from the simulations, through the bake at whole frames."""
        count = len(self.bodies)
        missing = lambda a, b: (b[0] - a[0], b[1] @ a[1].inverted())
        same = lambda d: d[0].length <= SAME[0] and angle(d[1]) <= SAME[1]
        parted, worst, where = None, 0.0, ""
        inner = self.scene.rigidbody_world.substeps_per_frame
        ways = [(Vector(), Quaternion())] * count  # over the last sub-frame
        for n in range(len(bake) - 1):
            ends = [missing(runs[(n + 1) * k][i], bake[n + 1][i]) for i in range(count)]
            begins = [missing(runs[n * k][i], bake[n][i]) for i in range(count)]
            lost = [i for i in range(count) if not (same(ends[i]) and same(begins[i]))
                    and self.bodies[i].free_at[n] and self.bodies[i].free_at[n + 1]]
            parts = [[runs[n * k + j][i] for j in range(k + 1)] for i in range(count)]
            if lost and n > 0:
                if parted is None:
                    parted = "'%s' at frame %d" % (self.bodies[lost[0]].object.name, origin + n + 1)
                starts = [(b, *bake[n][i], *ways[i]) for i, b in enumerate(self.bodies)
                          if b.free_at[n] and b.free_at[n + 1]]
                poses = self.frame_again(n, starts, origin, k)
                for i in lost:
                    parts[i] = [frame[i] for frame in poses]
                    begins[i] = missing(parts[i][0], bake[n][i])
                    ends[i] = missing(parts[i][-1], bake[n + 1][i])
            for i, body in enumerate(self.bodies):
                (p0, q0), (p1, q1) = begins[i], ends[i]
                away = p1.length
                if away > worst:
                    worst, where = away, "'%s' at frame %d" % (body.object.name, origin + n + 1)
                # A body that arrives too short was too slow.
                a, b = parts[i][-2], parts[i][-1]
                ways[i] = (b[0] - a[0] + p1 / k + self.fallen(parts[i], inner),
                           Quaternion().slerp(q1, 1 / k) @ b[1] @ a[1].inverted())
                if origin + n < self.start:
                    continue
                time = (origin + n - self.start) * k
                for j in range(k):
                    u = j / k
                    w = u * u * (3 - 2 * u)  # without steps of the velocity
                    place = parts[i][j][0] + p0.lerp(p1, w)
                    body.put((time + j) * self.step, place, q0.slerp(q1, w) @ parts[i][j][1])
        for i, body in enumerate(self.bodies):
            body.put((self.end - self.start) * k * self.step, *bake[-1][i])
            body.is_kinematic = not any(body.free_at)
        if parted is None:
            note("the same motion as the bake within %.2g m" % worst)
            return
        note("the same motion as the bake at whole frames; from %s on, where an animated body pushed "
             "and rounding made another motion of the second simulation, each frame was simulated "
             "from the baked poses" % parted)
        if worst > DRIFT:
            note("WARNING: within one frame %s parts by %.3g m from the bake; its poses are the baked "
                 "ones at whole frames, and a guess between them: more solver steps per frame, and "
                 "hands that do not pinch bodies against others, make it surer" % (where, worst))

    def follow(self, step):
        """Steps through an animation; the first frame is time 0."""
        for frame in range(self.start, self.end + 1):
            self.scene.frame_set(frame)
            graph = self.depsgraph()
            for body in self.bodies + self.cameras:
                body.add((frame - self.start) * step, graph)

    def write(self):
        os.makedirs(os.path.join(self.folder, "meshes"), exist_ok=True)
        self.bake_surfaces()
        floor = self.find_floor()
        bounce = max([b.object.rigid_body.restitution for b in self.bodies if b.object.rigid_body]
                     or [0])
        self.usual = []  # names of bodies with a mass that nobody chose
        lines = [self.body_line(body, body is floor, bounce) for body in self.bodies]
        if self.usual:
            note("Blender's usual mass of 1 kg is not taken over, but density times volume: %s "
                 "(custom property mass = 1 insists)" % ", ".join(self.usual))
        header = "name,mesh,material,mass,static,friction,restitution,shell_thickness,sound"
        header += ",cx,cy,cz,gx,gy,gz,margin,rounding\n" if self.simulated else "\n"
        self.put("bodies.csv", header + "".join(lines))
        if not any(b.moves() for b in self.bodies):
            raise ExportError("nothing moves between frames %d and %d" % (self.start, self.end))
        self.put("poses.csv", self.table(self.bodies, floor))
        if self.cameras:
            self.put("cameras.csv", self.table(self.cameras, None))
        note("%d bodies, %d times, %d cameras in %s" % (
            len(self.bodies), max(len(b.rows) for b in self.bodies), len(self.cameras), self.folder))

    def put(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path + ".part", "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(path + ".part", path)

    def table(self, bodies, floor):
        """Decimals as the single precision of Blender has them: `peal import` takes the last one
        for the noise."""
        far = max(abs(x) for b in bodies for row in b.rows for x in row[1])
        spacing = 2.0 ** (math.frexp(max(far, 0.01))[1] - 24)
        places = max(3, math.floor(0.1 - math.log10(spacing)))
        lines = ["time,body,px,py,pz,qw,qx,qy,qz\n"]
        for body in bodies:
            still = not body.moves()
            name = "floor" if body is floor else body.name
            for time, p, q in body.rows[:1] if still else body.rows:
                lines.append("%.9g,%s,%s,%s\n" % (
                    time, name, ",".join("%.*f" % (places, x + 0.0) for x in p),
                    ",".join("%.7f" % (x + 0.0) for x in q)))
        return "".join(lines)

    def bake_surfaces(self):
        """Scale and modifiers are applied; the own frame stays that of the object, y up."""
        known, wide = {}, []
        graph = self.depsgraph()
        for body in self.bodies:
            seen = body.object.evaluated_get(graph)
            matrix = seen.matrix_world
            baked = clean(rigid_turn(matrix).to_matrix().transposed() @ matrix.to_3x3())
            mesh = seen.to_mesh()
            mesh.calc_loop_triangles()
            if self.simulated:
                body.solver = SolverShape(body.object, [v.co.copy() for v in mesh.vertices])
            body.points = [y_up(baked @ v.co) for v in mesh.vertices]
            flip = baked.determinant() < 0
            triangles = [tuple(t.vertices) for t in mesh.loop_triangles]
            seen.to_mesh_clear()
            if not triangles:
                raise ExportError("'%s' has no faces" % body.object.name)
            text = "# metres, y up\n"
            text += "".join("v %.7g %.7g %.7g\n" % tuple(x + 0.0 for x in p) for p in body.points)
            text += "".join("f %d %d %d\n" % ((a + 1, c + 1, b + 1) if flip else (a + 1, b + 1, c + 1))
                            for a, b, c in triangles)
            if text not in known:
                known[text] = "meshes/%s.obj" % body.name
                self.put(known[text], text)
            body.mesh = known[text]
            sides = [[p[d] for p in body.points] for d in range(3)]
            body.size = max(max(s) - min(s) for s in sides)
            rigid = body.object.rigid_body
            if self.simulated:
                body.is_active = rigid.type == "ACTIVE" and rigid.enabled and not body.is_kinematic
                if max(body.solver.margin, body.solver.rounding or 0) > 0.02 * body.size:
                    wide.append("'%s'" % body.object.name)
            else:
                body.is_active = body.moves()

        # Blender puts the margin inside of hulls, whose edges it rounds, and outside of meshes.
        if wide:
            note("large collision margins: %s stop short of others or sink in with their edges; "
                 "`peal import` knows the margins, but contact points are surer with 0.001 m"
                 % ", ".join(wide))

    def find_floor(self):
        """The lowest horizontal, flat and passive body is Peal's endless floor."""
        flat = []
        for body in self.bodies:
            wanted = body.object.get("floor")
            if body.is_active or body.moves() or (wanted is not None and not wanted):
                continue
            w, x, y, z = body.rows[0][2]
            turn = Quaternion((w, x, y, z)).to_matrix()
            heights = [(turn @ Vector(p))[1] for p in body.points]
            if wanted or max(heights) - min(heights) <= 1e-5 * body.size:
                flat.append((body.rows[0][1][1] + max(heights), body))
        if not flat:
            return None
        height, floor = min(flat, key=lambda f: f[0])
        time, p, q = floor.rows[0]
        floor.rows = [(time, (p[0], height, p[2]), (1.0, 0.0, 0.0, 0.0))]
        note("'%s' is the endless floor at %.4g m; custom property floor = 0 prevents it"
             % (floor.object.name, height))
        return floor

    def body_line(self, body, is_floor, bounce):
        made, rigid = body.object, body.object.rigid_body
        mass = made.get("mass", "")
        friction, restitution = made.get("friction", ""), made.get("restitution", "")
        if rigid:
            # Blender multiplies both coefficients. Peal takes the root of the product of the
            # frictions and the smaller restitution.
            if friction == "":
                friction = "%.6g" % min(10.0, rigid.friction**2)
            if restitution == "":
                restitution = "%.6g" % (rigid.restitution * bounce)
            if mass == "" and body.is_active:
                if rigid.mass == 1.0:
                    self.usual.append("'%s'" % made.name)
                else:
                    mass = "%.9g" % rigid.mass
        sound = made.get("sound", "")
        if not sound and not body.is_active and not is_floor and body.size > SILENT:
            sound = "none"
            note("'%s' is %.3g m large and passive: it makes no sound (custom property sound = "
                 "modal makes it ring)" % (made.name, body.size))
        static = made.get("static")
        passive = bool(static) if static is not None else not body.is_active
        values = ["floor" if is_floor else body.name, "" if is_floor else body.mesh,
                  self.materials.of(made), mass, "true" if passive else "", friction, restitution,
                  made.get("shell_thickness", ""), sound]
        if self.simulated:
            values += body.solver.columns(body.is_active)
        return ",".join('"%s"' % str(v).replace('"', '""') if "," in str(v) else str(v)
                        for v in values) + "\n"


def export(folder, rate=240.0, start=None, end=None, materials=None):
    job = Export(folder, rate, start, end, materials)
    job.scratch = None
    try:
        if abs(bpy.context.scene.unit_settings.scale_length - 1) > 1e-6:
            note("the unit scale of the scene is not used: rigid bodies take 1 unit for 1 m")
        fall = bpy.context.scene.gravity
        if max(abs(fall[0]), abs(fall[1]), abs(fall[2] + 9.81)) > 0.01:
            note("gravity is (%g, %g, %g): change motion.gravity in the scene.json that `peal "
                 "import` writes, and import again with --scene" % tuple(y_up(fall)))
        job.find()
        job.sample()
        job.write()
    finally:
        if job.scratch:
            shutil.rmtree(job.scratch, ignore_errors=True)


class PEAL_OT_export(bpy.types.Operator):
    """Poses, bodies and meshes for `peal import`"""

    bl_idname = "export_scene.peal"
    bl_label = "Export to Peal"

    directory: bpy.props.StringProperty(subtype="DIR_PATH")
    rate: bpy.props.FloatProperty(name="Poses per second", default=240, min=1, max=10000)
    materials: bpy.props.StringProperty(name="Material map (JSON)", default="")

    def invoke(self, context, event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        # In a second Blender, on a copy: nothing of this session changes.
        scratch = tempfile.mkdtemp(prefix="peal-")
        try:
            copy = os.path.join(scratch, "shot.blend")
            bpy.ops.wm.save_as_mainfile(filepath=copy, copy=True)
            command = [bpy.app.binary_path, "-b", copy, "-P", os.path.abspath(__file__), "--",
                       "--out", bpy.path.abspath(self.directory), "--rate", str(self.rate)]
            if self.materials:
                command += ["--materials", bpy.path.abspath(self.materials)]
            done = subprocess.run(command, capture_output=True, text=True)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        for line in done.stdout.splitlines():
            if line.startswith("peal: "):
                kind = "ERROR" if done.returncode else "WARNING" if "WARNING" in line else "INFO"
                self.report({kind}, line[6:])
        return {"CANCELLED"} if done.returncode else {"FINISHED"}


def menu(self, context):
    self.layout.operator(PEAL_OT_export.bl_idname, text="Peal (folder)")


def register():
    bpy.utils.register_class(PEAL_OT_export)
    bpy.types.TOPBAR_MT_file_export.append(menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(menu)
    bpy.utils.unregister_class(PEAL_OT_export)


def main(words):
    parser = argparse.ArgumentParser(prog="blender -b shot.blend -P peal_export.py --")
    parser.add_argument("--out", required=True, help="folder for the tables, made when missing")
    parser.add_argument("--rate", type=float, default=240, help="least poses per second [240]")
    parser.add_argument("--start", type=int, help="first frame; it becomes time 0 [of the scene]")
    parser.add_argument("--end", type=int, help="last frame [of the scene]")
    parser.add_argument("--materials", help='JSON: {"Coin*": "cupronickel", "*": "steel"}')
    a = parser.parse_args(words)
    try:
        export(os.path.abspath(a.out), a.rate, a.start, a.end, a.materials)
    except (ExportError, OSError, json.JSONDecodeError) as problem:
        note("error: %s" % problem)
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
