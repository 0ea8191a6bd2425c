# A small rigid-body scene with impacts that are known beforehand, for trying peal_export.py:
#
#     blender -b --factory-startup -P make_test_scene.py -- shot.blend
#
# A cube of 0.2 m falls flat from 0.5 m on a floor; a ball falls onto a plinth beside it, and a
# second ball of the same mass rolls in the air towards it. Metres, kg, z up; 2 s at 24 frames.
import sys

import bpy

FPS = 24
FRAMES = 48  # after frame 1


def body(kind, name, material, mass=0.0, shape="CONVEX_HULL", restitution=0.5, friction=0.5):
    """Makes the object that was added last a rigid body; mass 0: passive."""
    made = bpy.context.object
    made.name = name
    bpy.ops.rigidbody.object_add(type="ACTIVE" if mass > 0 else "PASSIVE")
    rigid = made.rigid_body
    rigid.collision_shape = shape
    rigid.restitution = restitution
    rigid.friction = friction
    rigid.linear_damping = 0.0
    rigid.angular_damping = 0.0
    rigid.use_margin = True
    rigid.collision_margin = 0.0
    if mass > 0:
        rigid.mass = mass
        rigid.use_deactivation = False
    made.data.materials.append(bpy.data.materials.get(material) or bpy.data.materials.new(material))
    return made


def build():
    for old in list(bpy.data.objects):
        bpy.data.objects.remove(old)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 1, 1 + FRAMES
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame = 40  # 960 steps in a second
    world.solver_iterations = 50
    world.point_cache.frame_start, world.point_cache.frame_end = 1, 1 + FRAMES

    bpy.ops.mesh.primitive_plane_add(size=10)
    body("plane", "Ground", "concrete", shape="BOX")
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.6))
    cube = body("cube", "Steel cube.001", "Steel", mass=0.2**3 * 7850, shape="BOX")
    cube.scale = (0.2, 0.2, 0.2)  # not applied, as artists leave it
    bpy.ops.mesh.primitive_cube_add(size=0.1, location=(1, 0, 0.05))
    body("cube", "plinth", "oak", shape="BOX")
    # Flies from the right at 2 m/s and meets the resting ball on the plinth.
    ball = 4 / 3 * 3.14159265 * 0.03**3 * 2500
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=4, radius=0.03, location=(1, 0, 0.40))
    body("ball", "ball", "glass", mass=ball, shape="SPHERE", restitution=0.8)
    bpy.ops.object.camera_add(location=(0.5, -2.0, 0.5), rotation=(1.5708, 0, 0))
    bpy.context.object.name = "Camera"
    scene.camera = bpy.context.object
    bpy.ops.ptcache.bake_all(bake=True)


build()
if "--" in sys.argv and len(sys.argv) > sys.argv.index("--") + 1:
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[sys.argv.index("--") + 1])
