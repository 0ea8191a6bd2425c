// Notices when sound falls behind the clock: what the loudspeaker then played was a gap. For browsers that
// do not say themselves (AudioContext.playbackStats).
const kLate = 0.03; // [s] by which sound must fall behind the clock, at least, to count
const kPaused = 0.5; // [s] more than this is a context that was stopped
const kDrift = 1e-6; // [s] per block by which the clocks may drift apart

/** [s] of a clock that an AudioWorklet may have or not. */
export const clock: () => number = (() => {
  const timer = (globalThis as {performance?: {now(): number}}).performance;
  return timer ? () => timer.now() / 1000 : () => Date.now() / 1000;
})();

export class Lateness {
  underruns = 0;
  private behind = Infinity;
  private slack = kLate;
  /** @param buffer [s] that the device takes at once: blocks come in such bursts. */
  restart(buffer: number): void {
    this.behind = Infinity;
    this.slack = Math.max(kLate, 2 * buffer);
  }
  /** @param time [s] of the audio context. */
  block(time: number): void {
    const now = clock() - time,
      jump = now - this.behind;
    if (jump > this.slack) {
      if (jump < kPaused + this.slack) ++this.underruns;
      this.behind = now;
    }
    // Blocks come in bursts: the earliest of them tells.
    this.behind = Math.min(this.behind + kDrift, now);
  }
}
