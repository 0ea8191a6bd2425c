// Why a motion.glb cannot be shown, as a clause. Its head (glTF 2.0, 4.4.1): "glTF", version, length of the whole
// [bytes].
const kMagic = 0x46546c67;
export const kGlbHead = 12; // [bytes]

/** A file that this page refuses. `damaged`: rendering again helps; else it is sound but too much for a page. */
export class UnfitMotion extends Error {
  constructor(
    clause: string,
    readonly damaged = true,
  ) {
    super(clause);
  }
}
export const damagedMotion = (why: string) => new UnfitMotion(`motion.glb is damaged (${why})`);

export const isGlb = (view: DataView) =>
  view.byteLength >= kGlbHead && view.getUint32(0, true) === kMagic && view.getUint32(4, true) === 2;

export function motionProblem(bytes: ArrayBuffer, error: unknown): string {
  const view = new DataView(bytes),
    known = isGlb(view);
  const whole = known ? view.getUint32(8, true) : kGlbHead;
  if (view.byteLength < whole)
    return `motion.glb is cut off (${view.byteLength} of ${known ? whole : 'at least ' + whole} bytes)`;
  if (error instanceof UnfitMotion) return error.message;
  const reason = error instanceof Error ? error.message.replace(/^THREE\.\w+: /, '').replace(/\.$/, '') : '';
  return `motion.glb cannot be shown${reason && ` (${reason})`}`;
}
