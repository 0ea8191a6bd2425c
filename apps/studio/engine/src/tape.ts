// Keeps what was played and hands it on in long pieces.
const kFrames = 16384; // per piece

export class Tape {
  private channels: Float32Array[] | undefined;
  private used = 0;
  private take = 0;
  constructor(private readonly send: (take: number, channels: Float32Array[]) => void) {}

  /** @param take numbers what is sent. */
  start(take: number): void {
    this.take = take;
    this.channels = [new Float32Array(kFrames), new Float32Array(kFrames)];
    this.used = 0;
  }
  stop(): void {
    if (this.channels) this.flush();
    this.channels = undefined;
  }
  keep(left: Float32Array, right: Float32Array): void {
    if (!this.channels) return;
    for (let from = 0; from < left.length;) {
      const count = Math.min(left.length - from, kFrames - this.used);
      this.channels[0]!.set(left.subarray(from, from + count), this.used);
      this.channels[1]!.set(right.subarray(from, from + count), this.used);
      this.used += count;
      from += count;
      if (this.used === kFrames) this.flush();
    }
  }
  private flush(): void {
    this.send(
      this.take,
      this.channels!.map((channel) => channel.slice(0, this.used)),
    );
    this.used = 0;
  }
}
