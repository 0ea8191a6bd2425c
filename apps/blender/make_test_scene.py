# A small rigid-body scene with impacts that are known beforehand, for trying peal_export.py:
#
#     blender -b --factory-startup -P make_test_scene.py -- shot.blend [moving.glb]
#
# A steel cube of 0.2 m falls flat from 0.5 m on the floor: it lands at sqrt(2 * 0.5 / 9.81) =
# 0.3193 s. A glass ball falls from 0.25 m on a brass block that lies on the floor, at 0.2258 s.
# The lowest corner of a tilted slab is 0.3 m above the floor: 0.2473 s. An animated paddle pushes
# the block between frames 17 and 33. Metres, kg, z up; 2 s at 24 frames with 40 solver steps each,
# baked. With a second name: also simulated and keyed at 240 frames per second, written as glTF.
import os
import sys

import bpy

FPS, SECONDS = 24, 2


def body(name, material, mass=0.0, shape="BOX", restitution=0.5):
    """Makes the object that was added last a rigid body; mass 0: passive."""
    made = bpy.context.object
    made.name = name
    bpy.ops.rigidbody.object_add(type="ACTIVE" if mass > 0 else "PASSIVE")
    rigid = made.rigid_body
    rigid.collision_shape = shape
    rigid.restitution = restitution
    if mass > 0:
        rigid.mass = mass
        rigid.linear_damping = rigid.angular_damping = 0.0
    made.data.materials.append(bpy.data.materials.new(material))
    return made


def build():
    for old in list(bpy.data.objects):
        bpy.data.objects.remove(old)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 1, 1 + FPS * SECONDS
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame = 40
    world.solver_iterations = 50
    world.point_cache.frame_start, world.point_cache.frame_end = 1, scene.frame_end

    bpy.ops.mesh.primitive_plane_add(size=10)
    body("Ground", "concrete")
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.6))
    cube = body("Steel cube.001", "Steel", mass=0.2**3 * 7850)
    cube.scale = (0.2, 0.2, 0.2)  # not applied, as artists leave it
    bpy.ops.mesh.primitive_cube_add(size=0.1, location=(1, 0, 0.05))
    body("block", "brass", mass=0.1**3 * 8500, restitution=0.0)
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=4, radius=0.03, location=(1, 0, 0.38))
    body("ball", "glass", mass=0.28, shape="SPHERE", restitution=0.8)
    bpy.ops.mesh.primitive_cube_add(size=0.1, location=(1.3, 0, 0.06))
    paddle = body("paddle", "oak")
    paddle.rigid_body.kinematic = True
    for frame, x in ((1, 1.3), (17, 1.3), (33, 1.08)):
        paddle.location.x = x
        paddle.keyframe_insert("location", frame=frame)
    bpy.ops.mesh.primitive_cube_add(size=1, rotation=(0.35, 0.6, 0.2), location=(-1, 0, 1))
    slab = body("slab", "aluminium", mass=0.3 * 0.05 * 0.1 * 2700)
    slab.scale = (0.3, 0.05, 0.1)
    bpy.context.view_layer.update()
    slab.location.z += 0.3 - min((slab.matrix_world @ v.co).z for v in slab.data.vertices)
    bpy.ops.object.camera_add(location=(0.5, -2.0, 0.5), rotation=(1.5707963, 0, 0))
    bpy.context.object.name = "Main camera"
    scene.camera = bpy.context.object


def write_gltf(path):
    """As an artist would: simulated at 240 frames per second, baked to keyframes, exported."""
    scene, world = bpy.context.scene, bpy.context.scene.rigidbody_world
    for action in bpy.data.actions:
        for curve in action.fcurves:
            for key in curve.keyframe_points:
                for point in (key.co, key.handle_left, key.handle_right):
                    point[0] = 1 + (point[0] - 1) * 10
    scene.render.fps = 240
    scene.frame_end = world.point_cache.frame_end = 1 + 240 * SECONDS
    world.substeps_per_frame = 4
    moving = [o for o in bpy.data.objects if o.rigid_body and o.rigid_body.type == "ACTIVE"]
    places = []
    for frame in range(1, scene.frame_end + 1):
        scene.frame_set(frame)
        places.append([o.matrix_world.copy() for o in moving])
    bpy.ops.rigidbody.world_remove()
    for k, made in enumerate(moving):
        made.rotation_mode = "QUATERNION"
        for frame, row in enumerate(places, 1):
            made.matrix_world = row[k]
            made.keyframe_insert("location", frame=frame)
            made.keyframe_insert("rotation_quaternion", frame=frame)
    import numpy  # only the glTF add-on needs it; Debian's Blender comes without

    numpy.bool = bool  # the add-on of Debian's Blender 3.4 is older than its numpy
    bpy.ops.export_scene.gltf(filepath=path, export_format="GLB", export_cameras=True,
                              export_extras=True, export_force_sampling=True)


def main(names):
    build()
    bpy.ops.ptcache.bake_all(bake=True)
    if names:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(names[0]))
    if len(names) > 1:
        bpy.ops.ptcache.free_bake_all()
        write_gltf(os.path.abspath(names[1]))


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
