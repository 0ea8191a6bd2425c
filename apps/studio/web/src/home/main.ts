// The first page: what Peal is, five glasses that sing at a touch, and the ways on.
import type {Report, Rub} from 'peal-engine';
import {audio, h, keyHint, mountPage, three3d, type Insets} from '../shell';
import {presetNamed} from '../rub/presets';
import {cards} from './cards';
import {harpPicture, kNotes, tune} from './harp';
import './home.css';

const {stage, side, footer} = mountPage({
  title: 'Peal',
  current: 'index',
  begin: 'Play a glass',
  wide: true,
  lead: [
    'Sound computed from physics, live in your browser: nothing here is recorded. Press a glass',
    keyHint(', or the keys 1 to 5'),
    '.',
  ],
});
const kPressing = 0.12; // [s] in which a hand presses
const kButton = 66; // [px] of the invitation under the words; its room stays, so that nothing jumps
/** Glasses stand beside the words, or under them where that is too narrow. */
function insets(width: number, height: number): Insets {
  const frame = stage.getBoundingClientRect();
  const words = stage.querySelector('.intro p')!.getBoundingClientRect();
  const right = words.right - frame.left,
    beside = width - right > 1.6 * height;
  return beside
    ? {left: right, right: 20, top: 0.08 * height, bottom: 0.06 * height}
    : {top: words.bottom - frame.top + kButton, bottom: 0.06 * height, left: 10, right: 10};
}
const three = three3d(stage, {fov: 16, shadows: false, insets}),
  picture = harpPicture(three);
let rubs: Rub[] = [],
  report: Report | undefined;

// Each glass: how far the hand presses (0 .. 1), whether it is held, and until when it sings at least.
const hands = kNotes.map(() => ({press: 0, held: false, until: 0}));
const now = () => performance.now() / 1000;
function play(note: number) {
  void audio.start().catch(() => undefined); // the picture's own listener tells
  if (note < 0) return;
  hands[note]!.held = true;
  hands[note]!.until = now() + 1.6;
}
const letGo = () => {
  for (const hand of hands) hand.held = false;
};

stage.addEventListener('pointerdown', (event) => {
  if ((event.target as HTMLElement).closest('.begin')) {
    // the first one plays a rising chord
    [0, 2, 4].forEach((note, i) =>
      setTimeout(() => {
        play(note);
        hands[note]!.held = false;
        hands[note]!.until = now() + 2.4;
      }, i * 350),
    );
    return;
  }
  let last = picture.pick(event.clientX, event.clientY, stage.getBoundingClientRect());
  play(last);
  const move = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    const note = picture.pick(next.clientX, next.clientY, stage.getBoundingClientRect());
    if (note === last || note < 0) return;
    hands[last]?.held && (hands[last]!.held = false);
    play((last = note));
  };
  const end = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    if (last >= 0) hands[last]!.held = false;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
});
stage.addEventListener('pointermove', (event) => {
  stage.style.cursor = picture.pick(event.clientX, event.clientY, stage.getBoundingClientRect()) >= 0 ? 'pointer' : '';
});
addEventListener('keydown', (event) => {
  if (/^[1-5]$/.test(event.key) && !event.repeat && !event.ctrlKey && !event.metaKey) play(Number(event.key) - 1);
});
addEventListener('keyup', (event) => {
  if (/^[1-5]$/.test(event.key)) hands[Number(event.key) - 1]!.held = false;
});
addEventListener('blur', letGo);
document.addEventListener('visibilitychange', () => {
  letGo();
  for (const hand of hands) hand.until = 0;
});
stage.querySelector('.begin')!.addEventListener('click', (event) => {
  if ((event as MouseEvent).detail !== 0) return;
  play(0);
  hands[0]!.held = false;
});

audio.onReady(async (peal) => {
  rubs = await peal.rubs(kNotes.length);
  rubs.forEach(tune);
  peal.gain(presetNamed('Wineglass')!.gain * 0.6);
  peal.onReport((next) => {
    press(report ? next.time - report.time : 0);
    report = next;
  });
});
/** By the clock of the sound: it goes on when the picture is out of sight. */
function press(dt: number) {
  hands.forEach((hand, note) => {
    const wanted = hand.held || hand.until > now() ? 1 : 0;
    if (wanted === hand.press && !wanted) return;
    hand.press += Math.sign(wanted - hand.press) * Math.min(Math.abs(wanted - hand.press), dt / kPressing);
    rubs[note]?.force(1.5 * hand.press, hand.press);
  });
}
three.frame((dt, time) => {
  stage.classList.toggle(
    'playing',
    hands.some((hand) => hand.held),
  );
  return picture.show(report?.rubs?.states ?? [], dt, time);
});

side.append(cards());
footer.append(
  h(
    'p',
    {},
    'Peal is free software (MIT). The same engine renders films, games and installations offline and in real time.',
  ),
);
window.peal.state = () => ({
  report: report && {load: report.load, underruns: report.underruns, states: report.rubs?.states},
  presses: hands.map((x) => x.press),
  fps: three.fps(),
});
