// Sliders, lists, buttons, switches. Each returns its element and a set() that does not call back.
// onInput comes while a value moves, onChange when the hand lets go (a step for undo).
import {h, icon, type IconName} from './dom';

export type Control<T> = {element: HTMLElement; value: () => T; set: (value: T) => void; note: (text: string) => void};

export type SliderOptions = {
  label: string;
  symbol?: string;
  unit?: string;
  min: number;
  max: number;
  value: number;
  log?: boolean;
  step?: number;
  hint?: string;
  onInput: (value: number) => void;
  onChange?: (value: number) => void;
};

/** Three digits that matter: 1200, 0.35, 1.5e+6. */
export function digits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3
    ? value
        .toExponential(2)
        .replace(/\.?0+e/, 'e')
        .replace('e+', 'e')
    : String(Number(value.toPrecision(size >= 1000 ? 4 : 3)));
}

/** What a field holds when nobody has typed into it. */
export function showText(entry: HTMLInputElement, text: string) {
  entry.value = entry.defaultValue = text;
}
/** A number as people write it: 1200, 1 200, 0,35, 1.5e6; NaN when it is none. */
export const typedNumber = (text: string) => (text.trim() ? Number(text.replace(/\s/g, '').replace(',', '.')) : NaN);

/** A slider whose value can be typed too. `log` may begin at 0: then the lowest step means 0. */
export function slider(options: SliderOptions): Control<number> {
  const {min, max, log} = options;
  const floor = log && min <= 0 ? max * 1e-6 : min; // where a logarithmic scale begins
  const place = (v: number) =>
    !log ? (v - min) / (max - min) : v <= 0 ? 0 : Math.log(Math.max(v, floor) / floor) / Math.log(max / floor);
  const at = (p: number) => (!log ? min + p * (max - min) : p <= 0 ? min : floor * Math.pow(max / floor, p));
  let value = options.value;
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: options.step && !log ? options.step / (max - min) : 0.002,
    'aria-label': options.label + (options.unit ? ` in ${options.unit}` : ''),
  });
  const entry = h('input', {type: 'text', inputmode: 'decimal', 'aria-label': options.label, spellcheck: 'false'});
  const note = h('span', {class: 'note', role: 'status'});
  const show = () => {
    range.value = String(place(value));
    range.style.setProperty('--at', Math.min(1, Math.max(0, place(value))) * 100 + '%');
    range.setAttribute('aria-valuetext', digits(value) + ' ' + (options.unit ?? ''));
    showText(entry, digits(value));
  };
  const take = (next: number, done: boolean) => {
    value = next;
    note.textContent = '';
    options.onInput(value);
    show();
    if (done) options.onChange?.(value);
  };
  range.oninput = () => take(Number(Number(at(Number(range.value))).toPrecision(4)), false);
  range.onchange = () => options.onChange?.(value);
  entry.onchange = () => {
    const typed = typedNumber(entry.value);
    if (!Number.isFinite(typed)) {
      note.textContent = `'${entry.value.slice(0, 20)}' is no number.`;
      show();
      return;
    }
    const kept = Math.min(max, Math.max(min, typed));
    take(kept, true);
    if (kept !== typed) note.textContent = `Kept between ${digits(min)} and ${digits(max)}.`;
  };
  show();
  // Symbols may have an index: 'mu_d'.
  const [letter, index] = (options.symbol ?? '').split('_');
  const name = h('span', {class: 'name'}, letter && h('i', {}, letter, index && h('sub', {}, index)), options.label);
  const element = h(
    'div',
    {class: 'field'},
    name,
    h('span', {class: 'entry'}, entry, h('span', {class: 'unit'}, options.unit ?? '')),
    range,
    options.hint && h('span', {class: 'hint'}, options.hint),
    note,
  );
  return {
    element,
    value: () => value,
    set: (next) => {
      value = next;
      show();
    },
    note: (text) => {
      note.textContent = text;
    },
  };
}

export type SelectOptions<T> = {
  label: string;
  items: {value: T; label: string}[];
  value: T;
  hint?: string;
  onInput: (value: T) => void;
};
/** `rename` changes what is read on an item, `hint` the quiet line under the list. */
export type Select<T> = Control<T> & {rename: (value: T, label: string) => void; hint: (text: string) => void};

export function select<T extends string>(options: SelectOptions<T>): Select<T> {
  const list = h(
    'select',
    {'aria-label': options.label},
    ...options.items.map((item) => h('option', {value: item.value}, item.label)),
  );
  const note = h('span', {class: 'note', role: 'status'});
  list.value = options.value;
  list.onchange = () => options.onInput(list.value as T);
  const hint = h('span', {class: 'hint'}, options.hint);
  const element = h('div', {class: 'field'}, h('span', {class: 'name'}, options.label), list, hint, note);
  return {
    element,
    value: () => list.value as T,
    set: (next) => {
      list.value = next;
    },
    note: (text) => {
      note.textContent = text;
    },
    hint: (text) => {
      hint.textContent = text;
    },
    rename: (value, label) => {
      for (const item of list.options) if (item.value === value) item.text = label;
    },
  };
}

/** A button; without a label it is an icon whose name is `title`. */
export function button(options: {
  label?: string;
  icon?: IconName;
  title?: string;
  kind?: 'main' | 'bare';
  onClick: () => void;
}): HTMLButtonElement {
  return h(
    'button',
    {
      class: `button ${options.kind ?? ''}`,
      type: 'button',
      title: options.title,
      onclick: options.onClick,
      'aria-label': options.label ? undefined : options.title,
    },
    options.icon && icon(options.icon),
    options.label,
  );
}

export function toggle(options: {label: string; value: boolean; onInput: (value: boolean) => void}): Control<boolean> {
  const box = h('input', {type: 'checkbox', role: 'switch'});
  box.checked = options.value;
  box.onchange = () => options.onInput(box.checked);
  const element = h('label', {class: 'switch'}, box, options.label);
  return {
    element,
    value: () => box.checked,
    set: (next) => {
      box.checked = next;
    },
    note: () => undefined,
  };
}

/** A group of controls that folds. */
export function group(title: string, open: boolean, ...children: (Node | string)[]): HTMLDetailsElement {
  return h('details', {class: 'card', open}, h('summary', {}, title), h('div', {class: 'body'}, ...children));
}
