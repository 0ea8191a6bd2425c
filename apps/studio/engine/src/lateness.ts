// Notices when sound falls behind the clock: what the loudspeaker then played was a gap.
const kLate = 0.03;   // [s] by which sound must fall behind the clock to count
const kPaused = 0.5;  // [s] more than this is a context that was stopped
const kDrift = 1e-6;  // [s] per block by which the clocks may drift apart

/** [s] of a clock that an AudioWorklet may have or not. */
export const clock: () => number = (() => {
  const timer = (globalThis as {performance?: {now(): number}}).performance;
  return timer ? () => timer.now() / 1000 : () => Date.now() / 1000;
})();

export class Lateness {
  underruns = 0;
  private behind = Infinity;
  restart(): void { this.behind = Infinity; }
  /** @param time [s] of the audio context. */
  block(time: number): void {
    const now = clock() - time, jump = now - this.behind;
    if (jump > kLate) {
      if (jump < kPaused) ++this.underruns;
      this.behind = now;
    }
    // Blocks come in bursts: the earliest of them tells.
    this.behind = Math.min(this.behind + kDrift, now);
  }
}
