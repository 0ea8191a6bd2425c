// The strongest impacts in order of time; a press goes there. The one that sounds now is marked.
import {h} from '../shell';
import {impulseText, strength, type Events} from './events';
import {landings, type Landing} from './landings';

const kRows = 200;

/** `empty`: what to say when there is none. */
export type EventList = {
  element: HTMLElement;
  show: (events: Events, empty: string) => void;
  cursor: (time: number) => void;
};

export function eventList(seek: (time: number) => void): EventList {
  const rows = h('div', {class: 'rows', role: 'list'}),
    count = h('span', {class: 'quiet'});
  const hint = h('p', {class: 'quiet'}, '× 2 and more: so many of a pair within 1 ms, their impulses summed.');
  const element = h('section', {class: 'card panel'}, h('h2', {}, 'Impacts ', count), rows, hint);
  let shown: {landing: Landing; row: HTMLElement}[] = [],
    current: HTMLElement | undefined;
  const rowOf = (one: Landing, most: number) =>
    h(
      'button',
      {
        class: 'event',
        type: 'button',
        onclick: () => seek(one.time),
        title: `${one.a} hits ${one.b}${one.count > 1 ? ` ${one.count} times within 1 ms,` : ''} at ${Number(
          one.speed.toPrecision(3),
        )} m/s`,
      },
      h('span', {class: 'when'}, one.time.toFixed(3)),
      h('span', {class: 'who'}, `${one.a} on ${one.b}`),
      h('span', {class: 'how'}, one.count > 1 ? h('b', {}, `× ${one.count} `) : '', impulseText(one.impulse)),
      h('i', {style: `width: ${100 * strength(one.impulse, most)}%`}),
    );
  return {
    element,
    show(events, empty) {
      const all = landings(events.impacts),
        most = all.reduce((top, one) => Math.max(top, one.impulse), 0),
        total = events.impacts.length + events.left;
      const chosen = [...all]
        .sort((a, b) => b.impulse - a.impulse)
        .slice(0, kRows)
        .sort((a, b) => a.time - b.time);
      count.textContent =
        all.length + events.left > chosen.length
          ? `the ${chosen.length} strongest of ${total}`
          : total > 0
            ? String(total)
            : '';
      shown = chosen.map((landing) => ({landing, row: rowOf(landing, most)}));
      rows.replaceChildren(
        ...(shown.length ? shown.map(({row}) => h('div', {role: 'listitem'}, row)) : [h('p', {class: 'quiet'}, empty)]),
      );
      hint.hidden = chosen.every((one) => one.count === 1);
      current = undefined;
    },
    cursor(time) {
      let low = 0,
        high = shown.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (shown[middle]!.landing.time <= time + 1e-6) low = middle + 1;
        else high = middle;
      }
      const next = shown[low - 1]?.row;
      if (next === current) return;
      current?.removeAttribute('aria-current');
      next?.setAttribute('aria-current', 'true');
      current = next;
      if (next) rows.scrollTop = Math.max(0, next.offsetTop - rows.clientHeight / 2);
    },
  };
}
