// The studio's ground instead of the scene's grey quadrilateral: shadows, and a faint disc that fades into the
// backdrop.
import {CanvasTexture, CircleGeometry, Mesh, MeshBasicMaterial, type Object3D, ShadowMaterial} from 'three';

/** Dresses the floor of a scene and adds the disc to it; returns the disc, to be sized and coloured. */
export function dressGround(floor: Object3D): Mesh<CircleGeometry, MeshBasicMaterial> {
  floor.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.receiveShadow = true;
    part.material = new ShadowMaterial({opacity: 0.34, polygonOffset: true, polygonOffsetFactor: -1});
  });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const ctx = canvas.getContext('2d')!,
    fade = ctx.createRadialGradient(128, 128, 0, 128, 128, 128);
  for (let i = 0; i <= 8; ++i) fade.addColorStop(i / 8, `rgb(255 255 255 / ${(1 - (i / 8) ** 2) ** 2})`);
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, 256, 256);
  const disc = new Mesh(
    new CircleGeometry(1, 64),
    new MeshBasicMaterial({map: new CanvasTexture(canvas), transparent: true, depthWrite: false, toneMapped: false}),
  );
  disc.rotation.x = -Math.PI / 2;
  disc.renderOrder = -1;
  return disc;
}
