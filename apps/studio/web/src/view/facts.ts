// What report.json says of the listener that is heard, and how it is played.
import {h} from '../shell';
import type {Listener, Report} from './report';

export type Facts = {
  element: HTMLElement;
  show: (report: Report, listener: Listener) => void;
  played: (how: string) => void;
};

/** No more digits than anybody reads. */
const shortened = (text: string) =>
  text.replace(/\d+\.\d{4,}/g, (number) => String(Number(Number(number).toPrecision(4))));

export function factsPanel(): Facts {
  const element = h('section', {class: 'card panel facts'}),
    how = h('p', {class: 'quiet played', role: 'status', hidden: true});
  const row = (name: string, value: string) => [h('dt', {}, name), h('dd', {}, value)];
  return {
    element,
    show(report, listener) {
      const level = listener.peakDb === undefined ? 'silent' : `${listener.peakDb.toFixed(1)} dB SPL peak`;
      element.replaceChildren(
        h('h2', {}, 'Result'),
        how,
        h(
          'dl',
          {},
          ...row('Level', level),
          ...row('Scale', shortened(listener.calibration) || 'as written'),
          ...row('Objects', String(report.objects.length)),
          ...row('Impacts', String(report.impacts)),
          ...row('Peal', report.version),
        ),
        ...(listener.silent ? [h('p', {class: 'quiet'}, listener.silent)] : []),
        ...report.warnings.slice(0, 5).map((text) => h('p', {class: 'warning'}, text)),
      );
    },
    played(next) {
      if (how.textContent === next) return;
      how.textContent = next;
      how.hidden = !next;
    },
  };
}
