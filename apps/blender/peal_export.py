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
# steps in each: the solver does the same steps as before, and every K-th frame must be where the
# bake had it (this is checked). The shot itself is not changed: the work is done in a copy.
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
import fnmatch
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

import bpy
from mathutils import Matrix, Quaternion, Vector

Y_UP = Quaternion((math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0))  # z up => y up
LAST_FRAME = 1048574  # of Blender
SILENT = 3.0  # [m] passive bodies that are larger make no sound unless asked
DRIFT = 2e-3  # [m] from the bake: what rounding becomes when an animated body pushes others


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

    def of(self, made):
        paint = made.active_material.name if made.active_material else ""
        return (
            self.mapped(made.name)
            or (self.mapped(paint) if paint else None)
            or made.get("material")
            or (made.active_material.get("material") if paint else None)
            or paint  # `peal import` knows "Steel.001" and "Cast Iron"
            or self.map.get("*")
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
        seen = self.object.evaluated_get(depsgraph)
        matrix = seen.matrix_world
        turn = rigid_turn(matrix)
        q = (turn.w, turn.x, turn.z, -turn.y)  # own frame and world are turned
        if self.before and sum(a * b for a, b in zip(q, self.before)) < 0:
            q = tuple(-x for x in q)
        self.before = q
        rigid = seen.rigid_body
        self.is_kinematic = self.is_kinematic and (not rigid or rigid.kinematic)
        self.rows.append((time, y_up(matrix.translation), q))

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


def free_bake(world):
    with bpy.context.temp_override(point_cache=world.point_cache):
        bpy.ops.ptcache.free_bake()


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
        lost = [b.object.name for b in self.bodies if not self.materials.of(b.object)]
        if lost:
            raise ExportError(
                "nothing says what these objects are made of: %s; give them a Blender material "
                "named like one of `peal materials`, a custom property `material`, or a map: "
                '--materials map.json with {"*": "steel"}' % ", ".join("'%s'" % n for n in lost))

    def sample(self):
        scene, render = self.scene, self.scene.render
        fps = render.fps / render.fps_base
        if not self.simulated:
            note("no rigid bodies: poses of the animation at its %g frames per second" % fps)
            self.follow(self.start, self.start, self.end, 1 / fps, 1)
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
        bake = self.whole_frames(origin) if world.point_cache.is_baked else {}
        self.detach()
        free_bake(world)
        stretch_keys(origin, self.end, k)
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
        self.follow(origin, self.start, self.end, self.step, k)
        self.compare(bake, k)

    def detach(self):
        """The session works on a copy from here on: caches on disk belong to the shot."""
        self.scratch = tempfile.mkdtemp(prefix="peal-")
        bpy.ops.wm.save_as_mainfile(filepath=os.path.join(self.scratch, "shot.blend"))

    def whole_frames(self, origin):
        found = {}
        for frame in range(origin, self.end + 1):
            self.scene.frame_set(frame)
            if frame >= self.start:
                graph = self.depsgraph()
                found[frame] = [b.object.evaluated_get(graph).matrix_world.translation.copy()
                                for b in self.bodies]
        return found

    def follow(self, origin, start, end, step, k):
        """Steps through the shot; rows from frame `start` on, which is time 0."""
        first, last = origin + (start - origin) * k, origin + (end - origin) * k
        for frame in range(min(origin, first), last + 1):
            self.scene.frame_set(frame)
            if frame < first:
                continue
            graph = self.depsgraph()
            for body in self.bodies + self.cameras:
                body.add((frame - first) * step, graph)

    def compare(self, bake, k):
        worst, where = 0.0, ""
        for frame, places in bake.items():
            for body, place in zip(self.bodies, places):
                now = body.rows[(frame - self.start) * k][1]
                away = math.dist(now, y_up(place))
                if not away <= worst:
                    worst, where = away, "'%s' at frame %d" % (body.object.name, frame)
        if not bake:
            note("the simulation was not baked; nothing to compare with")
        elif worst <= DRIFT:
            note("the same motion as the bake within %.2g m" % worst)
        else:
            note("WARNING: differs from the bake by %.3g m, most of all %s; sound and picture will "
                 "part: bake anew if the scene has changed since, and bake drivers and NLA strips "
                 "to keyframes" % (worst, where))

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
        header = "name,mesh,material,mass,static,friction,restitution,shell_thickness,sound\n"
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
                if (rigid.collision_shape in ("MESH", "CONVEX_HULL")
                        and rigid.collision_margin > 0.02 * body.size):
                    wide.append("'%s'" % body.object.name)
            else:
                body.is_active = body.moves()

        # Blender puts the margin inside of hulls, whose edges it rounds, and outside of meshes.
        if wide:
            note("large collision margins: %s stop short of others or sink in with their edges, and "
                 "impacts are harder to find; set the margin to 0.001 m" % ", ".join(wide))

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
