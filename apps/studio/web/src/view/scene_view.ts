// The moving picture: bodies of motion.glb at a time that is given, listeners as small markers, rings where bodies
// meet. Nothing here has a clock of its own.
import {
  AnimationMixer,
  Box3,
  type AnimationAction,
  type AnimationClip,
  type Camera,
  Color,
  type DirectionalLight,
  Group,
  LoopOnce,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OctahedronGeometry,
  type PerspectiveCamera,
  SkinnedMesh,
  Vector3,
} from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {colour, fittingDistance, mark, onTheme, three3d} from '../shell';
import {bonesOf, boxOf, isSkeleton} from './bones';
import {kGrains, takeCrowds, type Crowds} from './crowd_view';
import type {Impact} from './events';
import {Flashes} from './flashes';
import {dressGround} from './ground';
import {loadMotion} from './motion_load';

const kMany = 8; // bodies
const kFrom = new Vector3(0.35, 0.42, 1).normalize(); // from where a free camera looks at first
const kFill = 0.88; // of the picture that is taken
const kMaxName = 200; // characters in the list of cameras
const kMaxReach = 20; // [m] one body that flies far away does not make the others dots

const noCrowds = (): Crowds => ({crowds: [], grains: 0, drawn: 0});
const corners = ({min, max}: Box3) =>
  [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));

export class SceneView {
  private readonly three;
  private readonly controls: OrbitControls;
  private readonly root = new Group();
  private readonly markers = new Group();
  private readonly flashes = new Flashes();
  private readonly cameras = new Map<string, Camera>();
  private readonly home = {position: new Vector3(), target: new Vector3()};
  private mixer: AnimationMixer | undefined;
  private action: AnimationAction | undefined;
  private disc: ReturnType<typeof dressGround> | undefined;
  private offset = 0; // scene time [s] of the file's time 0
  private reach = 1; // size of the scene [m]
  private follows = ''; // name of the listener whose view it is; '' for a free camera
  private shownTime = -1;
  private dirty = true;
  private crowds = noCrowds();
  posed = 0; // performance time [ms] at which the bodies were put where they are
  fps = 60;
  bodies = 0;

  constructor(
    stage: HTMLElement,
    private readonly time: () => number,
  ) {
    this.three = three3d(stage, {fov: 34});
    const {scene, camera, renderer} = this.three;
    scene.add(this.root, this.markers, this.flashes.group);
    this.controls = new OrbitControls(camera, renderer.domElement);
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.addEventListener('change', () => {
      this.dirty = true;
    });
    onTheme(() => this.paint());
    this.three.frame(() => this.draw());
  }

  async load(bytes: ArrayBuffer) {
    const gltf = await loadMotion(bytes);
    const clip = gltf.animations[0] as AnimationClip | undefined,
      crowds = takeCrowds(gltf.scene, clip, this.three.soft ? kGrains.soft : kGrains.card);
    this.clear();
    this.crowds = crowds;
    this.root.add(gltf.scene, ...crowds.crowds.map((crowd) => crowd.points));
    if (clip) {
      const extras = clip.userData as {peal_offset?: unknown; peal_fps?: unknown};
      this.offset = Number(extras.peal_offset) || 0;
      this.fps = Number(extras.peal_fps) > 0 ? Number(extras.peal_fps) : 60;
      this.mixer = new AnimationMixer(gltf.scene);
      this.action = this.mixer.clipAction(clip);
      this.action.setLoop(LoopOnce, 1).clampWhenFinished = true;
      this.action.play();
    }
    const bodies: Object3D[] = [];
    for (const node of [...gltf.scene.children]) {
      const extras = node.userData as {floor?: boolean; listener?: unknown},
        seen: Camera[] = [];
      node.traverse((part) => {
        if ((part as PerspectiveCamera).isPerspectiveCamera) seen.push(part as Camera);
      });
      if (seen[0]) {
        this.cameras.set(String(node.userData.name ?? node.name).slice(0, kMaxName), seen[0]);
        if (extras.listener) this.mark(node);
      } else if (extras.floor) {
        this.disc = dressGround(node);
        this.disc.position.y = node.position.y;
        this.root.add(this.disc);
      } else if (!isSkeleton(node)) bodies.push(node);
    }
    for (const body of bodies) {
      mark(body, (body.userData as {shape?: unknown}).shape);
      body.traverse((part) => {
        if (part instanceof Mesh) part.castShadow = part.receiveShadow = true;
        if (part instanceof SkinnedMesh) part.frustumCulled = false; // it is not where its vertices are
      });
    }
    this.bodies = bodies.length;
    const tracked = new Set(clip?.tracks.map((track) => track.name.slice(0, track.name.lastIndexOf('.')))),
      moving = bodies.filter((body) => [body, ...bonesOf(body)].some(({name}) => tracked.has(name)));
    this.frameBodies(moving.length ? moving : bodies);
    this.paint();
  }
  clear() {
    this.root.clear();
    this.markers.clear();
    this.cameras.clear();
    this.mixer = this.action = this.disc = undefined;
    this.crowds = noCrowds();
    this.shownTime = -1;
    this.offset = this.bodies = 0;
    this.dirty = true;
  }
  setImpacts(impacts: Impact[]) {
    this.flashes.set(impacts);
    this.dirty = true;
  }
  /** Pictures per second. */
  rate() {
    return this.three.fps();
  }
  /** Grains that are drawn, and all that the scene has. */
  grains() {
    return {drawn: this.crowds.drawn, all: this.crowds.grains};
  }
  listeners() {
    return [...this.cameras.keys()];
  }
  /** '' for a free camera; else the view of that listener. */
  follow(listener: string): boolean {
    if (listener && !this.cameras.has(listener)) return false;
    this.follows = listener;
    this.controls.enabled = !listener;
    if (!listener) this.goHome();
    this.dirty = true;
    return true;
  }
  /** Scene time [s] that the bodies show. */
  shown() {
    return this.action ? this.action.time + this.offset : this.shownTime;
  }

  private draw(): boolean | void {
    const time = this.time();
    if (time === this.shownTime && !this.dirty) return false;
    this.dirty = false;
    this.shownTime = time;
    this.posed = performance.now();
    this.pose(time - this.offset);
    const own = this.follows ? this.cameras.get(this.follows) : undefined;
    if (own) {
      own.updateWorldMatrix(true, false);
      own.matrixWorld.decompose(this.three.camera.position, this.three.camera.quaternion, new Vector3());
    }
    this.markers.visible = !own;
    this.flashes.show(time, this.three.camera, this.reach);
  }
  private pose(time: number) {
    for (const crowd of this.crowds.crowds) crowd.show(time);
    if (!this.mixer || !this.action) return;
    this.action.enabled = true; // both are cleared when the clip has reached its end
    this.action.paused = false;
    this.action.time = Math.min(this.action.getClip().duration, Math.max(0, time));
    this.mixer.update(0);
  }
  private paint() {
    const accent = new Color(colour('accent'));
    this.flashes.colour(new Color(colour('bad')));
    this.markers.traverse((one) => {
      if (one instanceof Mesh) (one.material as MeshBasicMaterial).color = accent;
    });
    if (this.disc)
      Object.assign(this.disc.material, {
        color: new Color(colour('stage-in')),
        opacity: this.three.theme() === 'dark' ? 0.9 : 0.8,
      });
    this.dirty = true;
  }

  /**
   * Looks at where bodies (those that move, if any does) are over the whole time, so that none leaves the picture; of
   * many the seventh that goes farthest may, or the others would be specks.
   */
  private frameBodies(bodies: Object3D[]) {
    const box = new Box3(),
      size = new Vector3(),
      middle = new Vector3(),
      duration = this.action?.getClip().duration ?? 0;
    const seen: {box: Box3; at: Vector3}[] = [];
    for (let i = 0; i <= 8; ++i) {
      this.pose((duration * i) / 8);
      const at = (duration * i) / 8;
      for (const box of [...bodies.map(boxOf), ...this.crowds.crowds.map((crowd) => crowd.box(at))])
        seen.push({box, at: box.getCenter(new Vector3())});
    }
    if (bodies.length >= kMany) {
      const median = (axis: 'x' | 'y' | 'z') =>
        seen.map((one) => one.at[axis]).sort((a, b) => a - b)[seen.length >> 1]!;
      const centre = new Vector3(median('x'), median('y'), median('z'));
      seen.sort((a, b) => a.at.distanceTo(centre) - b.at.distanceTo(centre)).length -= Math.floor(seen.length / 7);
    }
    for (const one of seen) box.union(one.box);
    if (box.isEmpty()) box.set(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    box.getCenter(middle);
    this.reach = Math.min(Math.max(box.getSize(size).length(), 0.02), kMaxReach);
    const {camera, scene} = this.three;
    camera.position.copy(kFrom).add(middle);
    camera.lookAt(middle);
    const points = seen.flatMap((one) => corners(one.box));
    const fitting = fittingDistance(points, middle, camera.quaternion, this.three.free(), kFill);
    const distance = Math.min(Math.max(fitting, 0.02), kMaxReach);
    this.home.target.copy(middle);
    this.home.position.copy(kFrom).multiplyScalar(distance).add(middle);
    Object.assign(camera, {near: distance / 200, far: distance * 60});
    Object.assign(this.controls, {minDistance: this.reach * 0.2, maxDistance: this.reach * 8});
    this.disc?.scale.setScalar(this.reach * 1.5);
    this.disc?.position.setX(middle.x).setZ(middle.z);
    for (const marker of this.markers.children) marker.scale.setScalar(this.reach * 0.015);
    const key = scene.getObjectByName('key') as DirectionalLight | undefined;
    if (key) {
      key.position
        .set(-0.5, 1.1, 0.6)
        .normalize()
        .multiplyScalar(this.reach * 2)
        .add(middle);
      key.target.position.copy(middle);
      scene.add(key.target);
      const r = this.reach * 0.8;
      Object.assign(key.shadow.camera, {
        left: -r,
        right: r,
        top: r,
        bottom: -r,
        near: this.reach * 0.1,
        far: this.reach * 5,
      });
      key.shadow.camera.updateProjectionMatrix();
    }
    this.goHome();
  }
  private goHome() {
    this.three.camera.position.copy(this.home.position);
    this.controls.target.copy(this.home.target);
    this.three.camera.updateProjectionMatrix();
    this.controls.update();
    this.dirty = true;
  }
  private mark(node: Object3D) {
    const marker = new Mesh(new OctahedronGeometry(1), new MeshBasicMaterial({transparent: true, opacity: 0.75}));
    node.updateWorldMatrix(true, false);
    marker.position.setFromMatrixPosition(node.matrixWorld);
    this.markers.add(marker);
  }
}
