// Below the picture of a bench: what lies on it, in words, and the spectrogram of what sounds. On a narrow
// screen the words stand in the panel instead, where there is room for them.
import {audio, h, kHighestPitch, kLowestPitch, Spectrogram, withPitchAxis} from '../shell';

export class Shelf {
  /** For the panel; only seen where the picture is narrow. */
  readonly note = h('p', {class: 'says note'});
  private readonly words = h('p', {class: 'says'});
  private picture: Spectrogram | undefined;

  constructor(private readonly stage: HTMLElement) {
    const canvas = h('canvas', {style: 'height: 100%'});
    stage.append(
      h(
        'div',
        {class: 'shelf'},
        this.words,
        h(
          'figure',
          {class: 'strip'},
          h('figcaption', {}, 'Pitch over time'),
          h('div', {class: 'frame', 'aria-hidden': 'true'}, withPitchAxis(canvas, kLowestPitch, kHighestPitch)),
        ),
      ),
    );
    audio.onReady(() => {
      this.picture = new Spectrogram(canvas, audio.analyser!);
    });
  }

  say(what: string, more: string) {
    const title = what.charAt(0).toUpperCase() + what.slice(1);
    for (const place of [this.words, this.note]) place.replaceChildren(h('b', {}, title), more);
  }

  draw() {
    this.picture?.draw();
  }

  /** Pixels at the edges of the picture that words and spectrogram cover. */
  readonly insets = (_: number, height: number) => {
    const bottom = this.stage.querySelector('.shelf')!.clientHeight + 4;
    const lies = height < 460,
      intro = this.stage.querySelector('.intro')!.getBoundingClientRect();
    if (lies) return {left: Math.min(180, intro.width), top: 8, bottom};
    if (innerWidth <= 900) return {top: intro.height + 16, bottom};
    return {left: 70, right: 70, top: 64, bottom: bottom + 8};
  };
}
