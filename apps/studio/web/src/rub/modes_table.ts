// The modes of what rings, as a table: frequency, decay, mass, shape; rows are added and taken away.
import type {Mode} from 'peal-engine';
import {button, digits, group, h, showText, typedNumber} from '../shell';
import {clamp, kModeBounds, kMostModes, swinging, type Design} from './design';
import './modes_table.css';

const kColumns: {key: keyof Mode; label: string; title: string}[] = [
  {key: 'frequency', label: 'Hz', title: 'Frequency'},
  {key: 'decay', label: '1/s', title: 'Decay: amplitudes fall by e in 2 / decay seconds'},
  {key: 'mass', label: 'kg', title: 'Modal mass: light modes move more'},
  {key: 'shape', label: 'shape', title: 'Movement of the rubbed point in this mode'},
];

export function modesTable(get: () => Design, changed: (done: boolean) => void) {
  const body = h('tbody');
  const head = h(
    'tr',
    {},
    ...kColumns.map((c) => h('th', {scope: 'col', title: c.title}, c.label)),
    h('th', {}, h('span', {class: 'visually-hidden'}, 'Remove')),
  );
  const note = h('span', {class: 'note', role: 'status'});
  const table = h('table', {class: 'modes'}, h('thead', {}, head), body);

  const cell = (mode: Mode, index: number, column: (typeof kColumns)[number]) => {
    const entry = h('input', {
      type: 'text',
      inputmode: 'decimal',
      'aria-label': `${column.title.split(':')[0]} of mode ${index + 1}`,
      spellcheck: 'false',
    });
    const text = (of: keyof Mode) => (of === 'frequency' ? String(Number(mode[of].toPrecision(5))) : digits(mode[of]));
    showText(entry, text(column.key));
    const settle = () => {
      // one number may limit another of its row
      Object.assign(mode, swinging(mode));
      entry
        .closest('tr')!
        .querySelectorAll('input')
        .forEach((other, i) => {
          showText(other, text(kColumns[i]!.key));
        });
      changed(true);
    };
    entry.onchange = () => {
      const typed = typedNumber(entry.value),
        {min, max} = kModeBounds[column.key];
      if (Number.isFinite(typed)) mode[column.key] = clamp(typed, kModeBounds[column.key]);
      note.textContent = !Number.isFinite(typed)
        ? `'${entry.value.slice(0, 20)}' is no number.`
        : typed < min || typed > max
          ? `${column.title.split(':')[0]}: kept between ${digits(min)} and ${digits(max)}.`
          : '';
      settle();
    };
    // Arrows change by a semitone's part: quick tuning by ear.
    entry.onkeydown = (event) => {
      const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (!way) return;
      event.preventDefault();
      mode[column.key] = clamp(
        mode[column.key] * Math.pow(2, (way / (event.shiftKey ? 1200 : 120)) * 10),
        kModeBounds[column.key],
      );
      settle();
    };
    return h('td', {}, entry);
  };
  const add = button({
    label: 'Add a mode',
    icon: 'plus',
    onClick: () => {
      const modes = get().modes,
        last = modes[modes.length - 1]!;
      modes.push({
        ...last,
        frequency: clamp(Math.round(last.frequency * 1.5), kModeBounds.frequency),
        decay: clamp(last.decay * 1.3, kModeBounds.decay),
      });
      refresh();
      changed(true);
    },
  });
  const refresh = () => {
    const modes = get().modes;
    body.replaceChildren(
      ...modes.map((mode, index) =>
        h(
          'tr',
          {},
          ...kColumns.map((column) => cell(mode, index, column)),
          h(
            'td',
            {},
            (() => {
              const remove = button({
                icon: 'cross',
                title: `Remove mode ${index + 1}`,
                kind: 'bare',
                onClick: () => {
                  modes.splice(index, 1);
                  refresh();
                  changed(true);
                  (body.querySelectorAll('button')[Math.min(index, modes.length - 1)] ?? add).focus();
                },
              });
              remove.disabled = modes.length < 2;
              return remove;
            })(),
          ),
        ),
      ),
    );
    add.disabled = modes.length >= kMostModes;
  };
  refresh();
  return {element: group('Modes', false, table, note, h('div', {class: 'row'}, add)), refresh};
}
