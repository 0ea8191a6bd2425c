// The strongest impacts in order of time; a press goes there. The one that sounds now is marked.
import {h} from '../shell';
import {impulseText, strength, type Events, type Impact} from './events';

const kRows = 200;

export type EventList = {element: HTMLElement; show: (events: Events) => void; cursor: (time: number) => void};

export function eventList(seek: (time: number) => void): EventList {
  const rows = h('div', {class: 'rows', role: 'list'}), count = h('span', {class: 'quiet'}), element = h('section', {class: 'card panel'}, h('h2', {}, 'Impacts ', count), rows);
  let shown: {impact: Impact; row: HTMLElement}[] = [], current: HTMLElement | undefined;
  return {
    element,
    show(events) {
      const most = events.impacts.reduce((top, one) => Math.max(top, one.impulse), 0), total = events.impacts.length + events.left;
      const chosen = [...events.impacts].sort((a, b) => b.impulse - a.impulse).slice(0, kRows).sort((a, b) => a.time - b.time);
      count.textContent = total > chosen.length ? `the ${chosen.length} strongest of ${total}` : String(total);
      shown = chosen.map((impact) => ({impact, row: h('button', {class: 'event', type: 'button', role: 'listitem', onclick: () => seek(impact.time),
        title: `${impact.a} hits ${impact.b} at ${Number(impact.speed.toPrecision(3))} m/s`},
        h('span', {class: 'when'}, impact.time.toFixed(3)), h('span', {class: 'who'}, `${impact.a} on ${impact.b}`),
        h('span', {class: 'how'}, impulseText(impact.impulse)), h('i', {style: `width: ${100 * strength(impact.impulse, most)}%`}))}));
      rows.replaceChildren(...(shown.length ? shown.map(({row}) => row) : [h('p', {class: 'quiet'}, 'Nothing hits anything here.')]));
      current = undefined;
    },
    cursor(time) {
      let low = 0, high = shown.length;
      while (low < high) { const middle = (low + high) >> 1; if (shown[middle]!.impact.time <= time + 1e-6) low = middle + 1; else high = middle; }
      const next = shown[low - 1]?.row;
      if (next === current) return;
      current?.removeAttribute('aria-current');
      next?.setAttribute('aria-current', 'true');
      current = next;
      if (next) rows.scrollTop = Math.max(0, next.offsetTop - rows.clientHeight / 2);
    },
  };
}
