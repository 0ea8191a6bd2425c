// The list of presets. A preset that has been edited says so, and a button leads back to it.
import {button, h, select} from '../shell';
import {copy, type Design} from './design';
import {kPresets, presetNamed} from './presets';

const parts = ({settings, modes, push, press, level, detune}: Design) =>
  JSON.stringify([settings, modes, push, press, level, detune]);

/** `first` is the page's own preset; `take` gets a fresh copy of the one that is chosen. */
export function presetChoice(get: () => Design, first: string, take: (design: Design) => void) {
  const named = () => presetNamed(get().preset) ?? presetNamed(first)!;
  const choose = (name: string) => take(copy(presetNamed(name)!.design));
  const items = kPresets.map(({name}) => ({value: name, label: name}));
  const list = select({label: 'Preset', value: first, items, onInput: choose});
  const back = button({
    label: 'Back to the preset',
    icon: 'reset',
    onClick: () => {
      choose(named().name);
      list.element.querySelector('select')!.focus(); // the button is gone
    },
  });
  const refresh = () => {
    const now = named(),
      changed = parts(get()) !== parts(now.design);
    for (const {name} of kPresets) list.rename(name, name);
    if (changed) list.rename(now.name, `${now.name}, changed`);
    list.set(now.name);
    list.hint(now.line);
    back.hidden = !changed;
  };
  refresh();
  return {element: h('div', {class: 'preset'}, list.element, back), refresh};
}
