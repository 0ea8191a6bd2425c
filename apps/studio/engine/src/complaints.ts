// Tells the page what was refused, but not the same sentence over and over: a game loop that asks for
// nonsense does so sixty times a second.
const kAgain = 1; // [s] until the same sentence is told again
const kMost = 32; // sentences remembered

export class Complaints {
  private readonly told = new Map<string, {time: number; more: number}>();
  constructor(private readonly send: (sentence: string) => void) {}

  /** @param time [s] */
  tell(sentence: string, time: number): void {
    const before = this.told.get(sentence);
    if (before && time - before.time < kAgain) {
      ++before.more;
      return;
    }
    this.send(before?.more ? `${sentence} (${before.more} times more since)` : sentence);
    if (this.told.size >= kMost) this.told.clear();
    this.told.set(sentence, {time, more: 0});
  }
}
