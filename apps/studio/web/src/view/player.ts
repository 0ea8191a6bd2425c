// Plays a listener's sound and its stems in step. The audio clock is the only clock: position() is what is being
// heard now, and everything else on the page follows it.
// Speed is that of a tape: half speed sounds an octave lower. What goes beyond full scale is played softer by a
// constant.
import {fittingGain, measure, peakOf, peakOfSum, type Measured} from './full_scale';

export type Track = {name: string; buffer: AudioBuffer};
type Voice = {source: AudioBufferSourceNode; gain: GainNode; from: number /* context time [s] */};

const kAhead = 0.02; // [s] from a press until a source starts: time enough to make it
const kJoinAhead = 0.25; // [s] for one that joins: late, it would stay out of step; and nobody waits for it

export class Player {
  private context: AudioContext | undefined;
  private master: GainNode | undefined;
  private fit: GainNode | undefined;
  private meter: AnalyserNode | undefined;
  private mix: AudioBuffer | undefined;
  private stems: ((Track & {measured: Measured}) | undefined)[] = [];
  private peak = 0; // of the listener's own file
  private voices: (Voice | undefined)[] = []; // the listener's own file, then its stems; none while nothing sounds
  private audible: boolean[] = []; // per stem
  private began = 0;
  private offset = 0; // context time [s] at which position `offset` [s] left
  private run = 0; // counts starts: an older source's end says nothing
  private level = 0.64;
  playing = false;
  loop = false;
  speed = 1;
  duration = 0;
  gain = 1; // at which it fits full scale, before the volume
  onChange: () => void = () => {};

  /** A new listener's sound; keeps the position. */
  setMix(buffer: AudioBuffer, stems: number) {
    const at = this.position(),
      was = this.playing;
    this.halt();
    if (this.context && this.context.sampleRate !== buffer.sampleRate) {
      void this.context.close();
      this.context = undefined;
    }
    this.mix = buffer;
    this.duration = buffer.duration;
    this.stems = new Array<undefined>(stems).fill(undefined);
    this.audible = new Array<boolean>(stems).fill(true);
    this.peak = peakOf(measure(buffer));
    this.refit();
    this.offset = Math.min(at, this.duration);
    if (was) void this.play();
    this.onChange();
  }
  setStem(index: number, track: Track) {
    this.stems[index] = {...track, measured: measure(track.buffer)};
    this.refit();
    this.join(index);
  }
  /** Which stems are heard. All of them: the listener's own file sounds, to the bit if it fits. */
  setAudible(audible: boolean[]) {
    this.audible = audible;
    this.refit();
    this.applyGains(0.015);
    this.onChange();
  }

  async play() {
    if (!this.mix) return;
    this.context ??= this.makeContext(this.mix.sampleRate);
    const at = this.offset >= this.duration - 1e-3 ? 0 : this.offset;
    this.playing = true;
    if (this.context.state !== 'running') await this.context.resume();
    if (this.playing) this.start(at);
    this.onChange();
  }
  pause() {
    this.offset = this.position();
    this.halt();
    this.onChange();
  }
  toggle() {
    if (this.playing) this.pause();
    else void this.play();
  }
  seek(time: number) {
    this.offset = Math.min(this.duration, Math.max(0, time));
    if (this.playing && this.context) this.start(this.offset);
    this.onChange();
  }
  set(change: {loop?: boolean; speed?: number}) {
    const at = this.position();
    Object.assign(this, change);
    this.offset = at;
    if (this.playing) this.start(at);
    this.onChange();
  }
  volume(level: number) {
    if (level === this.level) return;
    this.level = level;
    if (this.context) this.master?.gain.setTargetAtTime(level, this.context.currentTime, 0.02);
  }

  /** [s] of what comes out of the loudspeaker now. */
  position(): number {
    if (!this.playing || !this.context || this.voices.length === 0) return this.offset;
    const passed = Math.max(0, heardTime(this.context) - this.began) * this.speed;
    const at = this.offset + passed;
    return this.loop && this.duration > 0 ? at % this.duration : Math.min(at, this.duration);
  }
  /** Samples that sound now, for meters and tests. */
  samples(): Float32Array {
    const out = new Float32Array(this.meter?.fftSize ?? 0);
    this.meter?.getFloatTimeDomainData(out);
    return out;
  }
  /** The context's own time and the one that is heard [s]; for tests. */
  clock() {
    return this.context
      ? {now: this.context.currentTime, heard: heardTime(this.context), began: this.began, offset: this.offset}
      : undefined;
  }

  private makeContext(rate: number): AudioContext {
    const context = new AudioContext({latencyHint: 'interactive', sampleRate: rate});
    this.master = new GainNode(context, {gain: this.level});
    this.meter = new AnalyserNode(context, {fftSize: 2048, smoothingTimeConstant: 0});
    this.fit = new GainNode(context, {gain: this.gain});
    this.fit.connect(this.meter).connect(this.master).connect(context.destination);
    return context;
  }
  private start(at: number) {
    this.stopSources();
    const run = ++this.run,
      when = this.context!.currentTime + kAhead;
    this.voices = [this.mix!, ...this.stems.map((stem) => stem?.buffer)].map(
      (buffer) => buffer && this.begin(buffer, when, at),
    );
    this.voices[0]!.source.onended = () => {
      if (run !== this.run || !this.playing) return;
      this.offset = this.duration;
      this.halt();
      this.onChange();
    };
    this.began = when;
    this.offset = at;
    this.applyGains(0);
  }
  private begin(buffer: AudioBuffer, when: number, at: number): Voice {
    const source = new AudioBufferSourceNode(this.context!, {buffer, loop: this.loop, playbackRate: this.speed});
    const gain = new GainNode(this.context!, {gain: 0});
    source.connect(gain).connect(this.fit!);
    source.start(when, at);
    return {source, gain, from: when};
  }
  /** A stem that comes while the others sound falls in with them; they go on undisturbed. */
  private join(index: number) {
    if (!this.context || this.voices.length === 0) return;
    silence(this.voices[index + 1]);
    const when = Math.max(this.began, this.context.currentTime + kJoinAhead),
      passed = this.offset + (when - this.began) * this.speed;
    const at = this.loop ? passed % this.duration : passed;
    this.voices[index + 1] = at < this.duration ? this.begin(this.stems[index]!.buffer, when, at) : undefined;
    this.applyGains(0.015);
  }
  private applyGains(fade: number) {
    if (!this.context || this.voices.length === 0) return;
    const whole = this.whole(),
      now = this.context.currentTime;
    const to = (gain: GainNode, value: number, from: number) =>
      fade > 0 ? gain.gain.setTargetAtTime(value, Math.max(now, from), fade / 3) : gain.gain.setValueAtTime(value, now);
    to(this.fit!, this.gain, now);
    this.voices.forEach((voice, i) => {
      if (voice) to(voice.gain, (i === 0 ? whole : !whole && this.audible[i - 1]) ? 1 : 0, voice.from);
    });
  }
  private whole() {
    return this.audible.every(Boolean);
  }
  /** One gain for the file and its stems, so that they compare; lower only if the stems that are left need it. */
  private refit() {
    const left = this.whole()
      ? []
      : this.stems.filter((stem, i) => stem && this.audible[i]).map((stem) => stem!.measured);
    this.gain = fittingGain(peakOfSum(left, Math.max(1, this.peak)));
  }
  private halt() {
    this.playing = false;
    this.stopSources();
  }
  private stopSources() {
    ++this.run;
    this.voices.forEach(silence);
    this.voices = [];
  }
}

function silence(voice: Voice | undefined) {
  voice?.source.stop();
  voice?.source.disconnect();
  voice?.gain.disconnect();
}

/** Context time [s] of the sample at the loudspeaker. Smooth, unlike currentTime, which goes in steps of a buffer. */
function heardTime(context: AudioContext): number {
  const stamp = context.getOutputTimestamp?.();
  if (stamp?.contextTime && stamp.performanceTime) {
    const heard = stamp.contextTime + (performance.now() - stamp.performanceTime) / 1000;
    if (heard <= context.currentTime + 0.05 && heard > context.currentTime - 0.5) return heard;
  }
  return context.currentTime - (context.outputLatency || context.baseLatency || 0);
}
