// Camera that turns around the middle of the picture: drag beside the body, wheel or two fingers to come nearer.
import {Vector3, type PerspectiveCamera} from 'three';

export type Orbit = {
  set: (yaw: number, pitch: number, distance: number) => void;
  centre: (middle: Vector3) => void;
  refit: (distance: number) => void; // another usual distance: the zoom stays
  drag: (event: PointerEvent) => void; // a pointer went down beside the body
  direction: () => Vector3; // unit, from the middle to the camera
  onMove: (callback: () => void) => void;
};

export function orbit(stage: HTMLElement, camera: PerspectiveCamera, middle = new Vector3()): Orbit {
  let yaw = 0,
    pitch = 0.4,
    distance = 4,
    base = 4;
  const moved = new Set<() => void>();
  const fingers = new Map<number, {x: number; y: number}>();
  const place = () => {
    pitch = Math.min(1.45, Math.max(-0.6, pitch));
    distance = Math.min(2 * base, Math.max(0.5 * base, distance));
    camera.position
      .set(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch))
      .multiplyScalar(distance)
      .add(middle);
    camera.lookAt(middle);
    for (const callback of moved) callback();
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  stage.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = spread();
    if (fingers.size === 1) {
      yaw -= (event.clientX - finger.x) * 0.008;
      pitch += (event.clientY - finger.y) * 0.006;
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size === 2 && before > 0) distance *= before / Math.max(1, spread());
    place();
  });
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
  };
  stage.addEventListener('pointerup', release);
  stage.addEventListener('pointercancel', release);
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      distance *= Math.exp(event.deltaY * 0.001);
      place();
    },
    {passive: false},
  );
  return {
    centre(next) {
      middle.copy(next);
      place();
    },
    set(y, p, d) {
      yaw = y;
      pitch = p;
      distance = base = d;
      place();
    },
    refit(next) {
      distance *= next / base;
      base = next;
      place();
    },
    drag(event) {
      fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
      stage.setPointerCapture(event.pointerId);
    },
    direction: () => camera.position.clone().sub(middle).normalize(),
    onMove(callback) {
      moved.add(callback);
    },
  };
}
