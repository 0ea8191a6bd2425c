// The pages glass, brake and door: hand -> forces -> engine -> report -> picture, and the designer's panel beside.
import type {Report, Rub} from 'peal-engine';
import {
  audio,
  button,
  fail,
  h,
  keyHint,
  linkState,
  mountPage,
  recordButton,
  recovered,
  stepButtons,
  three3d,
  type PageName,
} from '../shell';
import {clamp, copy, kModeBounds, sane, swinging, type Design} from './design';
import {Hand} from './hand';
import {insets} from './insets';
import {modesTable} from './modes_table';
import {kRubPages, sign} from './pages';
import {Envelope} from './picture';
import {plots} from './plots';
import {presetChoice} from './preset_choice';
import {presetNamed} from './presets';
import {readout} from './readout';
import {singing} from './singing';
import {lawControls} from './table_one';

const name = document.body.dataset.page as PageName,
  page = kRubPages[name]!;
const {stage, side, footer} = mountPage({title: page.title, lead: page.lead, begin: page.begin, current: name});

// ---- state ----
const start = presetNamed(page.preset)!.design;
let design: Design = copy(start);
let rubs: Rub[] = [],
  report: Report | undefined;
const state = (pair: number) => report?.rubs?.states[pair];

function apply() {
  recovered(stage);
  rubs.forEach((rub, pair) => {
    const [travelFrom, travelTo] = page.travel ?? [0, 0];
    rub.set({...design.settings, travelFrom, travelTo});
    const ratio = pair ? design.detune : 1;
    rub.setModes(
      design.modes.map((mode) => swinging({...mode, frequency: clamp(mode.frequency * ratio, kModeBounds.frequency)})),
    );
  });
  const preset = presetNamed(design.preset) ?? presetNamed(page.preset)!;
  const gain = preset.gain * Math.pow(10, design.level / 20);
  audio.peal?.gain(gain);
  showSinging(design, gain);
  hand.forces.forEach((_, pair) => sendForce(pair));
}
function sendForce(pair: number) {
  const force = hand.forces[pair]!;
  const y = force.y < 0.03 ? 0 : force.y; // a hand that hardly touches lets go
  rubs[pair]?.force(force.x * sign(name, pair) * design.push, y * design.press);
}

// ---- hand ----
const startSound = () => void audio.start().catch((error: Error) => fail(stage, error.message));
let traced = -1;
const hand = new Hand(stage, {
  pairs: page.pairs,
  rest: page.rest,
  grip: (pair) => page.grip(pair, state(pair)),
  demo: (pair) => page.demo(pair, state(pair)),
  pair: (x) => (page.pairs > 1 && x > stage.getBoundingClientRect().left + stage.clientWidth / 2 ? 1 : 0),
  onForce: (pair) => {
    if (pair !== traced) {
      rubs[pair]?.traceThis();
      traced = pair;
    }
    sendForce(pair);
  },
  onKey: startSound,
});
const plays = () => hand.forces.some((force) => force.held);
const corner = readout(stage, hand, (x, y) => [x * design.push, y * design.press]);
const showSinging = singing(corner.tint, plays);

// ---- panel ----
const changed = (done: boolean) => {
  apply();
  presets.refresh();
  if (done) steps.commit();
};
const law = lawControls(() => design, changed, page.pairs),
  modes = modesTable(() => design, changed);
const refresh = () => {
  law.refresh();
  modes.refresh();
  presets.refresh();
};
const presets = presetChoice(
  () => design,
  page.preset,
  (next) => {
    design = next;
    refresh();
    changed(true);
  },
);
const steps = linkState<Design>(
  () => design,
  (next) => {
    design = sane(next, start);
    refresh();
    apply();
  },
);
const hold = button({
  label: 'Hold',
  title: 'Forces stay when you let go',
  onClick: () => {
    hand.hold = !hand.hold;
    hold.setAttribute('aria-pressed', String(hand.hold));
    if (!hand.hold) hand.stop();
  },
});
hold.setAttribute('aria-pressed', 'false');
const show = button({
  label: 'Show me',
  icon: 'play',
  title: 'Plays a gesture',
  onClick: () => void audio.start().then(() => hand.play()),
});
const graphs = plots();
side.append(
  h(
    'div',
    {class: 'card'},
    h(
      'div',
      {class: 'body', style: 'padding-top: 12px'},
      presets.element,
      h(
        'div',
        {class: 'row'},
        show,
        recordButton(() => `peal-${name}`),
        hold,
      ),
      h('div', {class: 'row'}, ...stepButtons(steps)),
    ),
  ),
  graphs.element,
  ...law.elements,
  modes.element,
);

// ---- picture ----
const three = three3d(stage, {
  portrait: page.portrait,
  shadows: name !== 'wineglass',
  insets: insets(stage, page.room),
});
const picture = page.picture(three),
  envelopes = Array.from({length: page.pairs}, () => new Envelope());
const leaves = page.pairs > 1 ? ', 1 and 2 choose the leaf' : '';
footer.append(
  h('p', {}, picture.note),
  h(
    'p',
    {},
    'The pad is tinted where it sings within a second, as the engine finds it. ',
    keyHint(`Keys: arrows move the forces, Space takes hold and lets go, Esc rests${leaves}. `),
    'After Avanzini, Serafin & Rocchesso 2005.',
  ),
);
three.frame((dt, time) => {
  const states = report?.rubs?.states ?? [],
    trace = report?.rubs?.trace.resonatorVelocity;
  const amplitudes = states.map((s, pair) => {
    let speed = Math.abs(s.resonatorVelocity);
    if (pair === Math.max(0, traced) && trace) for (const v of trace) speed = Math.max(speed, Math.abs(v));
    return envelopes[pair]!.take(speed, design.modes[0]!.frequency, dt);
  });
  corner.show(state(hand.active));
  stage.classList.toggle('playing', plays());
  return picture.show({states, amplitudes, forces: hand.forces, active: hand.active, dt, time});
});

audio.onReady(async (peal) => {
  peal.onProblem = (sentence) => fail(stage, sentence);
  rubs = await peal.rubs(page.pairs);
  if (page.pairs > 1) {
    rubs[0]!.pan(1, 0.45);
    rubs[1]!.pan(0.45, 1);
  }
  rubs[Math.max(0, hand.active)]!.traceThis();
  let heard = 0; // [s] of sound: gestures go by it, whether the picture is slow or out of sight
  peal.onReport((next) => {
    report = next;
    hand.advance(Math.min(0.25, Math.max(0, next.time - (heard || next.time))));
    heard = next.time;
  });
  apply();
});
// Beside the picture, and seen when that is not.
const plot = () => {
  requestAnimationFrame(plot);
  graphs.draw(report);
};
plot();
window.peal.state = () => ({
  design: copy(design),
  forces: hand.forces,
  report: report && {load: report.load, underruns: report.underruns, states: report.rubs?.states},
  angles: picture.angles(),
  ripple: picture.ripple?.(),
  fps: three.fps(),
  playing: hand.playing(),
});
// Last, and only when the picture stands: it reads the engine's file.
new MutationObserver((_, observer) => {
  observer.disconnect();
  apply();
}).observe(stage, {attributeFilter: ['data-ready']});
