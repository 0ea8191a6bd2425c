// Three lanes over one time axis: what happens (impacts, contacts), the waveform, the spectrogram. A cursor moves over
// them; a press or a drag seeks; the wheel with Ctrl or two fingers zooms; hovering tells what hit what.
import {h, onTheme} from '../shell';
import {firstFrom, impulseText, noEvents, type Events, type Impact} from './events';
import {eventPicture, spectrumPicture, ticks, wavePicture} from './lanes';
import {picture, type Picture} from './spectrum';

export type Timeline = {
  element: HTMLElement;
  expect: (file: string, another?: boolean) => void; // a sound is being read; of `another` result: with the whole time in sight
  show: (buffer: AudioBuffer, empty?: string) => void; // `empty`: why there is nothing to see
  setEvents: (events: Events) => void;
  cursor: (time: number) => void;
  view: () => {from: number; to: number};
  zoom: (factor: number, at?: number) => void;
  ready: () => boolean;
};

export function timeline(options: {
  duration: () => number;
  seek: (time: number) => void;
  hover: (impact: Impact | undefined) => void;
}): Timeline {
  const eventLane = h('canvas', {class: 'lane events'}),
    waveLane = h('canvas', {class: 'lane wave'}),
    spectrumLane = h('canvas', {class: 'lane spectrum'}),
    note = h('div', {class: 'lane-note', role: 'status'});
  const line = h('div', {class: 'cursor'}),
    tip = h('div', {class: 'tip', role: 'status', hidden: true}),
    axis = h('div', {class: 'axis', 'aria-hidden': 'true'});
  const lanes = h(
    'div',
    {class: 'lanes', role: 'slider', tabindex: 0, 'aria-label': 'Time', 'aria-valuemin': 0},
    eventLane,
    waveLane,
    h('div', {class: 'noted'}, spectrumLane, note),
    line,
  );
  const element = h('div', {class: 'timeline'}, lanes, axis, tip);
  let events = noEvents(),
    strongest = 0,
    buffer: AudioBuffer | undefined,
    shown: Picture | undefined,
    finished = false,
    reason = '';
  let from = 0,
    to = 1,
    run = 0,
    width = 0,
    now = 0;
  const x = (time: number) => ((time - from) / (to - from)) * lanes.clientWidth;
  const timeAt = (clientX: number) => {
    const box = lanes.getBoundingClientRect();
    return Math.min(options.duration(), Math.max(0, from + ((clientX - box.left) / box.width) * (to - from)));
  };

  const range = () => ({from, to});
  const drawEvents = () => eventPicture(eventLane, events, strongest, range());
  const drawSound = () => {
    wavePicture(waveLane, shown);
    spectrumPicture(spectrumLane, shown, buffer?.sampleRate ?? 48000);
  };
  const drawAxis = () => axis.replaceChildren(...ticks(range(), lanes.clientWidth));
  const say = (text: string) => {
    note.textContent = text;
  };
  async function compute() {
    if (!buffer || lanes.clientWidth < 2) return;
    const mine = ++run,
      columns = Math.min(1600, Math.max(64, Math.round(lanes.clientWidth)));
    const draw = (next: Picture, said: string) => {
      shown = next;
      drawSound();
      say(said);
    };
    if (!shown) say('Computing ...');
    const next = await picture(
      buffer,
      from,
      to,
      columns,
      () => mine !== run,
      (unfinished, share) => draw(unfinished, `Computing ... ${Math.round(share * 100)} %`),
    );
    if (!next) return;
    finished = true;
    draw(next, reason);
  }
  function all() {
    drawEvents();
    drawSound();
    drawAxis();
    place();
    void compute();
  }
  function place() {
    const at = x(now);
    line.style.transform = `translateX(${at}px)`;
    line.hidden = at < 0 || at > lanes.clientWidth;
  }
  function look(next: number, end: number) {
    const duration = options.duration(),
      span = Math.min(duration, Math.max(Math.min(0.02, duration), end - next));
    from = Math.min(Math.max(0, next), duration - span);
    to = from + span;
    all();
  }
  const zoom = (factor: number, at = now) => look(at - (at - from) * factor, at + (to - at) * factor);

  /** The strongest impact within a few pixels. */
  function near(clientX: number): Impact | undefined {
    const reach = ((to - from) / Math.max(1, lanes.clientWidth)) * 6,
      time = timeAt(clientX);
    let best: Impact | undefined;
    for (
      let i = firstFrom(events.impacts, time - reach);
      i < events.impacts.length && events.impacts[i]!.time <= time + reach;
      ++i
    )
      if (!best || events.impacts[i]!.impulse > best.impulse) best = events.impacts[i];
    return best;
  }
  function tell(clientX: number) {
    const impact = near(clientX),
      time = timeAt(clientX);
    const contact = impact
      ? undefined
      : events.contacts.find((one) => one.from <= time && time <= one.to && one.kind !== 'rest');
    tip.hidden = !impact && !contact;
    options.hover(impact);
    if (impact)
      tip.textContent = `${impact.time.toFixed(4)} s  ${impact.a} hits ${impact.b}, ${impulseText(impact.impulse)} at ${Number(
        impact.speed.toPrecision(3),
      )} m/s`;
    else if (contact)
      tip.textContent = `${contact.a} ${contact.kind === 'roll' ? 'rolls' : 'slides'} on ${contact.b} until ${contact.to.toFixed(
        3,
      )} s`;
    if (!tip.hidden)
      tip.style.left = `${Math.min(
        Math.max(0, (impact ? x(impact.time) : x(time)) - tip.offsetWidth / 2),
        lanes.clientWidth - tip.offsetWidth,
      )}px`;
  }
  const fingers = new Map<number, number>();
  lanes.addEventListener('pointerdown', (event) => {
    lanes.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event.clientX);
    if (fingers.size === 1)
      options.seek(
        near(event.clientX) && event.target === eventLane ? near(event.clientX)!.time : timeAt(event.clientX),
      );
  });
  lanes.addEventListener('pointermove', (event) => {
    const before = [...fingers.values()];
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event.clientX);
    const after = [...fingers.values()];
    if (after.length === 2) {
      const spread = Math.abs(after[0]! - after[1]!);
      if (spread > 8) zoom(Math.abs(before[0]! - before[1]!) / spread, timeAt((after[0]! + after[1]!) / 2));
    } else if (after.length === 1) options.seek(timeAt(event.clientX));
    tell(event.clientX);
  });
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
  };
  lanes.addEventListener('pointerup', release);
  lanes.addEventListener('pointercancel', release);
  lanes.addEventListener('pointerleave', () => {
    tip.hidden = true;
    options.hover(undefined);
  });
  lanes.addEventListener(
    'wheel',
    (event) => {
      const span = to - from;
      if (event.ctrlKey || event.metaKey) zoom(Math.exp(event.deltaY * 0.004), timeAt(event.clientX));
      else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const move = ((event.deltaX || event.deltaY) / Math.max(1, lanes.clientWidth)) * span;
        look(from + move, to + move);
      } else return;
      event.preventDefault();
    },
    {passive: false},
  );
  new ResizeObserver(() => {
    if (lanes.clientWidth !== width) {
      width = lanes.clientWidth;
      all();
    }
  }).observe(lanes);
  onTheme(() => {
    drawEvents();
    drawSound();
  });

  return {
    element,
    expect(file, another) {
      ++run;
      if (another) buffer = undefined;
      shown = undefined;
      finished = false;
      drawSound();
      say(`Loading ${file} ...`);
    },
    show(next, empty = '') {
      const first = !buffer;
      buffer = next;
      shown = undefined;
      finished = false;
      reason = empty;
      lanes.setAttribute('aria-valuemax', next.duration.toFixed(2));
      if (first || to > next.duration) look(0, next.duration);
      else all();
    },
    setEvents(next) {
      events = next;
      strongest = next.impacts.reduce((most, one) => Math.max(most, one.impulse), 0);
      drawEvents();
    },
    cursor(time) {
      if (time === now) return;
      now = time;
      if (to - from < options.duration() * 0.999 && (now < from || now > to)) look(now, now + (to - from)); // turns the page
      place();
      lanes.setAttribute('aria-valuenow', time.toFixed(2));
      lanes.setAttribute('aria-valuetext', `${time.toFixed(2)} seconds`);
    },
    view: () => ({from, to}),
    zoom,
    ready: () => finished,
  };
}
