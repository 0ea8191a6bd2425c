// Why a motion.glb cannot be shown, as a clause. Its head (glTF 2.0, 4.4.1): "glTF", version, length of the whole
// [bytes].
const kMagic = 0x46546c67,
  kHead = 12;

export function motionProblem(bytes: ArrayBuffer, error: unknown): string {
  const view = new DataView(bytes),
    known = view.byteLength >= kHead && view.getUint32(0, true) === kMagic && view.getUint32(4, true) === 2;
  const whole = known ? view.getUint32(8, true) : kHead;
  if (view.byteLength < whole)
    return `motion.glb is cut off (${view.byteLength} of ${known ? whole : 'at least ' + whole} bytes)`;
  const reason = error instanceof Error ? error.message.replace(/^THREE\.\w+: /, '').replace(/\.$/, '') : '';
  return `motion.glb cannot be shown${reason && ` (${reason})`}`;
}
