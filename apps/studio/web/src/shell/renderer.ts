// A WebGL renderer that knows whether a graphics card draws or the processor does ("soft"): then there is no
// antialiasing, shadows are coarse, and the picture may be coarser while it moves.
import {ACESFilmicToneMapping, BasicShadowMap, PCFShadowMap, WebGLRenderer} from 'three';

export type Drawing = {renderer: WebGLRenderer; soft: boolean};

export function makeRenderer(shadows: boolean): Drawing | undefined {
  const attributes = {
    alpha: true,
    depth: true,
    stencil: false,
    premultipliedAlpha: true,
    powerPreference: 'high-performance',
  } as const;
  let canvas = document.createElement('canvas');
  let context = canvas.getContext('webgl2', {...attributes, antialias: true, failIfMajorPerformanceCaveat: true});
  const soft = !context || drawnByProcessor(context);
  if (!context || soft) {
    canvas = document.createElement('canvas');
    context = canvas.getContext('webgl2', {...attributes, antialias: false});
  }
  if (!context) return undefined;
  const renderer = new WebGLRenderer({canvas, context, alpha: true});
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.enabled = shadows;
  renderer.shadowMap.type = soft ? BasicShadowMap : PCFShadowMap;
  return {renderer, soft};
}

/** Some browsers draw without a card and do not call that a caveat. */
function drawnByProcessor(context: WebGL2RenderingContext): boolean {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  if (
    !info ||
    !/swiftshader|llvmpipe|softpipe|basic render/i.test(String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)))
  )
    return false;
  context.getExtension('WEBGL_lose_context')?.loseContext(); // another one takes its place
  return true;
}

const kGoal = 24,
  kCoarsest = 0.55; // pictures per second; pixels per CSS pixel

/** How fine to draw: full when at rest; while things move, as fine as keeps the pace. */
export class Fineness {
  private readonly full = Math.min(2, devicePixelRatio || 1);
  private moving: number;
  private since = 0;
  private frames = 0;
  private rest = 0;
  ratio: number;
  constructor(soft: boolean) {
    this.moving = soft ? Math.min(0.7, this.full) : this.full;
    this.ratio = this.full;
  }
  /** Per turn of the loop, at `stamp` [ms]; true when `ratio` has changed and a picture is due. */
  turn(stamp: number, moved: boolean): boolean {
    const before = this.ratio;
    if (moved) {
      if (this.rest || !this.since) {
        this.since = stamp;
        this.frames = 0;
        this.rest = 0;
      }
      this.ratio = this.moving;
      ++this.frames;
      const pace = (this.frames * 1000) / Math.max(1, stamp - this.since);
      if (stamp - this.since > 700 && this.frames > 3) {
        if (pace < kGoal * 0.8) this.moving = Math.max(kCoarsest, this.moving * Math.max(0.6, Math.sqrt(pace / kGoal)));
        else if (pace > 50 && this.moving < this.full) this.moving = Math.min(this.full, this.moving * 1.1);
        this.since = stamp;
        this.frames = 0;
      }
    } else {
      this.rest ||= stamp;
      if (stamp - this.rest > 350) this.ratio = this.full;
    }
    return this.ratio !== before;
  }
}
