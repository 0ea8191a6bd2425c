// The controls of the scrape bench: object, what it is made of, whether a ball rolls, surface, pressure.
import {h, slider, toggle} from '../shell';
import type {BankScene} from '../strike/bank_files';
import {Choices} from '../strike/choices';
import {swatch} from '../strike/looks';
import {kHardest, kLightest, type State} from './state';
import {kSurfaces} from './pairs';
import {kKinds, type Kind} from './things';

export type Wishes = {
  choose: (change: Partial<State>) => void;
  press: (value: number) => void; // while the slider moves
  done: () => void; // when it is let go
};

export class Panel {
  readonly element: HTMLElement;
  private readonly kinds: Choices;
  private readonly materials: Choices;
  private readonly surfaces: Choices;
  private readonly rolls: ReturnType<typeof toggle>;
  private readonly press: ReturnType<typeof slider>;

  /** @param note words about the pair, for narrow screens. */
  constructor(wishes: Wishes, note: HTMLElement) {
    this.kinds = new Choices('Object', (kind) => wishes.choose({kind: kind as Kind}), 'tiles');
    this.materials = new Choices('Made of', (material) => wishes.choose({material}), 'named');
    this.surfaces = new Choices('Surface', (surface) => wishes.choose({surface}), 'named');
    this.rolls = toggle({
      label: 'The ball rolls (off: it slides)',
      value: true,
      onInput: (rolls) => wishes.choose({rolls}),
    });
    this.press = slider({
      label: 'Press',
      unit: 'N',
      min: kLightest,
      max: kHardest,
      log: true,
      value: 1,
      hint: 'Loudness is matched between pairs.',
      onInput: wishes.press,
      onChange: wishes.done,
    });
    this.element = h(
      'div',
      {class: 'panel'},
      this.kinds.element,
      note,
      this.materials.element,
      this.rolls.element,
      this.surfaces.element,
      this.press.element,
    );
  }

  offer(scene: BankScene, state: State) {
    this.kinds.offer(
      Object.keys(kKinds).map((value) => ({value, label: value, drawing: value})),
      state.kind,
    );
    this.surfaces.offer(
      scene.bodies.map(({name, of}) => ({value: name, label: kSurfaces[name]?.label ?? name, colour: swatch(of)})),
      state.surface,
    );
  }

  show(state: State) {
    this.surfaces.press(state.surface);
    this.kinds.press(state.kind);
    this.materials.offer(
      kKinds[state.kind].materials.map(({name, of}) => ({value: name, label: name, colour: swatch(of)})),
      state.material,
    );
    this.rolls.element.style.display = state.kind === 'ball' ? '' : 'none';
    this.rolls.set(state.rolls);
    this.press.set(state.press);
  }
}
