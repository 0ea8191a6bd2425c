// The 3-D picture of a page: renderer, studio light, resize, and a loop that stops when hidden.
// The canvas is clear; the vignette behind it is the stage's CSS background.
import {PerspectiveCamera, Scene, type WebGLRenderer} from 'three';
import {Fineness, makeRenderer} from './renderer';
import {studioLight} from './studio_light';
import {onTheme, type Theme} from './theme';
import {fail} from './page';

export type Frame = (dt: number, time: number) => void | boolean; // false: nothing moved, keep the picture
/** Pixels at the edges that words cover: what the camera looks at is drawn in the middle of the rest. */
export type Insets = {left?: number; right?: number; top?: number; bottom?: number};
/** The part without insets; half: tangent of half its upright angle. */
export type Free = {aspect: number; half: number};
export type Three3d = {
  scene: Scene;
  camera: PerspectiveCamera;
  renderer: WebGLRenderer;
  frame: (callback: Frame) => void;
  redraw: () => void;
  fps: () => number /* within the last second */;
  theme: () => Theme;
  soft: boolean; // soft: no graphics card
  free: () => Free;
};

export type Three3dOptions = {
  fov?: number;
  shadows?: boolean;
  portrait?: number;
  insets?: (width: number, height: number) => Insets;
};

/** fov in degrees, upright; portrait screens see as much width as a square does, times `portrait`. */
export function three3d(stage: HTMLElement, options: Three3dOptions = {}): Three3d {
  const scene = new Scene(),
    fov = options.fov ?? 32;
  const camera = new PerspectiveCamera(fov, 1, 0.01, 100);
  const made = makeRenderer(options.shadows ?? true);
  if (!made)
    fail(
      stage,
      'This browser shows no WebGL pictures; switch on hardware acceleration or use another browser. Sound works.',
      true,
    );
  const renderer =
    made?.renderer ??
    ({
      domElement: document.createElement('canvas'),
      render() {},
      setSize() {},
      setPixelRatio() {},
    } as unknown as WebGLRenderer);
  const soft = made?.soft ?? true,
    fineness = new Fineness(soft);
  stage.prepend(renderer.domElement);
  let width = 1,
    height = 1,
    free = {aspect: 1, half: 1};
  const resize = () => {
    width = Math.max(1, stage.clientWidth);
    height = Math.max(1, stage.clientHeight);
    const {left = 0, right = 0, top = 0, bottom = 0} = options.insets?.(width, height) ?? {};
    const wide = Math.max(1, width - left - right),
      high = Math.max(1, height - top - bottom);
    const aspect = wide / high;
    const half = Math.tan((fov * Math.PI) / 360);
    free = {aspect, half: aspect >= 1 ? half : Math.max(half, (half / aspect) * (options.portrait ?? 1))};
    camera.aspect = width / height;
    camera.fov = (Math.atan((free.half * height) / high) * 360) / Math.PI;
    camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    renderer.setPixelRatio(fineness.ratio);
    renderer.setSize(width, height, false);
    dirty = true;
  };

  let now: Theme = 'dark',
    dirty = true,
    callback: Frame = () => false;
  let last = 0,
    shown = true,
    handle = 0,
    ready = false;
  let turns = 0,
    since = 0,
    rate = 0;
  const light = studioLight(scene, soft ? 512 : 1024);
  onTheme((theme) => {
    now = theme;
    light(theme);
    scene.environmentIntensity = theme === 'dark' ? 0.85 : 1;
    dirty = true;
  });

  const loop = (stamp: number) => {
    handle = shown && !document.hidden ? requestAnimationFrame(loop) : 0;
    const dt = Math.min(0.1, (stamp - last) / 1000 || 1 / 60);
    last = stamp;
    ++turns;
    if (stamp - since > 1000) {
      rate = (turns / (stamp - since)) * 1000;
      turns = 0;
      since = stamp;
    }
    const moved = callback(dt, stamp / 1000) !== false;
    if (!ready) return;
    if (fineness.turn(stamp, moved)) resize();
    if (!moved && !dirty) return;
    dirty = false;
    renderer.render(scene, camera);
  };
  const wake = () => {
    if (!handle && shown && !document.hidden) {
      last = performance.now();
      handle = requestAnimationFrame(loop);
    }
  };
  new ResizeObserver(resize).observe(stage);
  new IntersectionObserver((entries) => {
    shown = entries[entries.length - 1]!.isIntersecting;
    wake();
  }).observe(stage);
  document.addEventListener('visibilitychange', wake);
  resize();
  wake();
  // Words and controls are painted first; then the shaders compile beside, where the driver can.
  requestAnimationFrame(() =>
    setTimeout(async () => {
      await renderer.compileAsync?.(scene, camera).catch(() => undefined);
      ready = dirty = true;
      stage.dataset.ready = '';
    }),
  );

  return {
    scene,
    camera,
    renderer,
    frame: (next) => {
      callback = next;
    },
    redraw: () => {
      dirty = true;
    },
    fps: () => rate,
    theme: () => now,
    soft,
    free: () => free,
  };
}
