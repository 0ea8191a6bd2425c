// Listener and stems: who is heard. Solo wins over mute; several may be solo.
import {h, select} from '../shell';
import type {Listener} from './report';

/** `word` stands beside the name, `why` is its tip; `heard`: it can be played nevertheless. */
export type StemTrouble = {word: string; why: string; heard?: boolean};
export type StemPanel = {
  element: HTMLElement;
  show: (listener: Listener) => void;
  loaded: (index: number, trouble?: StemTrouble) => void;
  audible: () => boolean[];
};

export function audibleStems(muted: boolean[], solo: boolean[]): boolean[] {
  const any = solo.some(Boolean);
  return muted.map((mute, i) => (any ? solo[i]! : !mute));
}

export function stemPanel(onChange: (audible: boolean[]) => void): StemPanel {
  const rows = h('div', {class: 'stems'}),
    hint = h('p', {class: 'quiet'});
  const element = h('section', {class: 'card panel'}, h('h2', {}, 'Stems'), rows, hint);
  let muted: boolean[] = [],
    solo: boolean[] = [],
    buttons: [HTMLButtonElement, HTMLButtonElement][] = [];
  const update = () => {
    const heard = audibleStems(muted, solo);
    buttons.forEach(([mute, alone], i) => {
      mute.setAttribute('aria-pressed', String(muted[i]));
      alone.setAttribute('aria-pressed', String(solo[i]));
      mute.closest('.stem')!.classList.toggle('silent', !heard[i]);
    });
    onChange(heard);
  };
  const letter = (word: string, name: string, act: () => void) =>
    h(
      'button',
      {
        class: 'button letter',
        type: 'button',
        'aria-pressed': 'false',
        'aria-label': `${word} ${name}`,
        title: word,
        disabled: true,
        onclick: () => {
          act();
          update();
        },
      },
      word[0]!,
    );
  return {
    element,
    show(listener) {
      muted = listener.stems.map(() => false);
      solo = listener.stems.map(() => false);
      buttons = listener.stems.map(({name}, i) => [
        letter('Mute', name, () => {
          muted[i] = !muted[i];
        }),
        letter('Solo', name, () => {
          solo[i] = !solo[i];
        }),
      ]);
      rows.replaceChildren(
        ...listener.stems.map(({name}, i) =>
          h(
            'div',
            {class: 'stem'},
            h('span', {class: 'name'}, name),
            h('span', {class: 'quiet state'}, 'loading'),
            ...buttons[i]!,
          ),
        ),
      );
      hint.textContent = listener.stems.length
        ? ''
        : 'This result has none. A scene with "output": {"stems": "objects"} gets one per object.';
      update();
    },
    loaded(index, trouble) {
      const pair = buttons[index],
        row = rows.children[index];
      if (!pair || !row) return;
      for (const one of pair) one.disabled = trouble !== undefined && !trouble.heard;
      row.querySelector('.state')!.textContent = trouble?.word ?? '';
      row.setAttribute('title', trouble?.why ?? '');
    },
    audible: () => audibleStems(muted, solo),
  };
}

export function listenerChoice(listeners: Listener[], onInput: (index: number) => void): HTMLElement {
  return select({
    label: 'Listener',
    items: listeners.map((one, i) => ({
      value: String(i),
      label: `${one.name} (${
        one.channels === 1 ? 'mono' : one.channels === 2 ? 'stereo' : one.channels + ' channels'
      })`,
    })),
    value: '0',
    onInput: (value) => onInput(Number(value)),
  }).element;
}
