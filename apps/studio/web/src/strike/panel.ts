// The controls of the strike bench: body, material, beater, strength.
import {h, slider} from '../shell';
import type {BankScene} from './bank_files';
import {kBeaters} from './bodies';
import {Choices} from './choices';
import {swatch} from './looks';
import {kStrongest, kWeakest, type State} from './state';

export type Wishes = {
  choose: (change: Partial<State>) => void;
  strength: (value: number) => void; // while the slider moves
  done: () => void; // when it is let go
};

export class Panel {
  readonly element: HTMLElement;
  private readonly bodies: Choices;
  private readonly materials: Choices;
  private readonly beaters: Choices;
  private readonly strength: ReturnType<typeof slider>;

  /** @param note words about the body, for narrow screens. */
  constructor(wishes: Wishes, note: HTMLElement) {
    const other = (body: string) => wishes.choose({body, material: '', point: undefined});
    this.bodies = new Choices('Body', other, 'tiles');
    this.materials = new Choices('Material', (material) => wishes.choose({material}), 'named');
    this.beaters = new Choices('Beater', (beater) => wishes.choose({beater}), 'named');
    this.strength = slider({
      label: 'Strength',
      unit: 'mN s',
      min: kWeakest,
      max: kStrongest,
      log: true,
      value: 1,
      hint: 'Loudness is matched; soft beaters are turned up.',
      onInput: wishes.strength,
      onChange: wishes.done,
    });
    this.element = h(
      'div',
      {class: 'panel'},
      this.bodies.element,
      note,
      this.materials.element,
      this.beaters.element,
      this.strength.element,
    );
  }

  offer(scenes: BankScene[], state: State) {
    const label = (name: string) => (name === 'wineglass' ? 'glass' : name);
    this.bodies.offer(
      scenes.map(({name}) => ({value: name, label: label(name), drawing: name})),
      state.body,
    );
    this.beaters.offer(
      Object.entries(kBeaters).map(([value, {label, material}]) => ({value, label, colour: swatch(material)})),
      state.beater,
    );
  }

  show(scene: BankScene, state: State) {
    this.bodies.press(state.body);
    this.materials.offer(
      scene.bodies.map(({material, of}) => ({value: material, label: material, colour: swatch(of)})),
      state.material,
    );
    this.beaters.press(state.beater);
    this.strength.set(state.strength);
  }
}
