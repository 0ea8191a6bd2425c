# A shot as artists leave it, for trying apps/blender/peal_export.py:
#
#     blender -b --factory-startup -P kitchen_shot.py -- shot.blend
#
# A mug (0.31 kg) with its origin at its base, where Blender has its centre of mass, hangs tilted
# with its lowest point FALL above the ground: it lands with sqrt(2 g FALL). A keyframed hand sweeps
# two spoons (`Spoon`, `Spoon.001`) off a board. Metres, kg, z up; 2.5 s at 24 frames, baked.
import math
import os
import sys

import bmesh
import bpy

FPS, SECONDS = 24, 2.5
FALL = 0.66  # [m]


def add(name, points, faces, material, mass=0.0, shape="CONVEX_HULL"):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(made)
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()
    bpy.context.view_layer.objects.active = made
    bpy.ops.rigidbody.object_add(type="ACTIVE" if mass > 0 else "PASSIVE")
    rigid = made.rigid_body
    rigid.collision_shape = shape
    rigid.restitution = 0.3
    if mass > 0:
        rigid.mass = mass
    mesh.materials.append(bpy.data.materials.new(material))
    return made


def revolved(profile, sides=24):
    """A closed body from (radius, height) pairs; radius 0 ends it."""
    points, faces, rings = [], [], []
    for radius, height in profile:
        if radius == 0:
            rings.append([len(points)])
            points.append((0, 0, height))
            continue
        rings.append(list(range(len(points), len(points) + sides)))
        for i in range(sides):
            a = 2 * math.pi * i / sides
            points.append((radius * math.cos(a), radius * math.sin(a), height))
    for lower, upper in zip(rings, rings[1:]):
        for i in range(sides):
            j = (i + 1) % sides
            quad = [lower[i % len(lower)], lower[j % len(lower)],
                    upper[j % len(upper)], upper[i % len(upper)]]
            faces.append(list(dict.fromkeys(quad)))
    return points, faces


def box(x, y, z):
    points = [(sx * x / 2, sy * y / 2, sz * z / 2) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    return points, [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def build():
    for old in list(bpy.data.objects):
        bpy.data.objects.remove(old)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 1, 1 + int(FPS * SECONDS)
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame = 40
    world.solver_iterations = 50
    world.point_cache.frame_start, world.point_cache.frame_end = 1, scene.frame_end

    bpy.ops.mesh.primitive_plane_add(size=8)
    ground = bpy.context.object
    ground.name = "Ground"
    bpy.ops.rigidbody.object_add(type="PASSIVE")
    ground.rigid_body.collision_shape = "BOX"
    ground.rigid_body.restitution = 0.5
    ground.data.materials.append(bpy.data.materials.new("concrete"))

    mug = add("Mug", *revolved([(0, 0), (0.04, 0), (0.042, 0.095), (0.038, 0.095), (0.036, 0.006),
                                (0, 0.006)]), "porcelain", mass=0.31)
    mug.rigid_body.linear_damping = mug.rigid_body.angular_damping = 0.0
    mug.rotation_euler = (0.9, 0.3, 0.2)
    bpy.context.view_layer.update()
    mug.location.z = FALL - min((mug.matrix_world.to_3x3() @ v.co).z for v in mug.data.vertices)

    board = add("Board", *box(0.5, 0.3, 0.02), "oak", shape="BOX")
    board.location = (0.8, 0, 0.3)
    for k, name in enumerate(("Spoon", "Spoon.001")):
        spoon = add(name, *box(0.15, 0.02, 0.004), "steel", mass=0.05)
        spoon.location = (0.9, -0.06 + 0.12 * k, 0.3135)
        spoon.rotation_euler = (0, 0, 0.5 - 0.7 * k)
    hand = add("Hand", *box(0.04, 0.28, 0.06), "rubber", shape="BOX")
    hand.rigid_body.kinematic = True
    for frame, x, turn in ((1, 0.6, 0.0), (9, 0.6, 0.0), (25, 1.15, 0.35), (40, 0.6, 0.0)):
        hand.location = (x, 0, 0.341)
        hand.rotation_euler = (0, 0, turn)
        hand.keyframe_insert("location", frame=frame)
        hand.keyframe_insert("rotation_euler", frame=frame)
    bpy.ops.object.camera_add(location=(0.5, -2.0, 0.5), rotation=(math.pi / 2, 0, 0))
    bpy.context.object.name = "Main camera"
    scene.camera = bpy.context.object


def main(names):
    build()
    bpy.ops.ptcache.bake_all(bake=True)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(names[0]))


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
