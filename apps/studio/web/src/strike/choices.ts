// Rows of buttons of which one is pressed: bodies with a drawing, materials with a dot of their colour.
import {h} from '../shell';

export type Choice = {value: string; label: string; drawing?: string; colour?: string};

const kDrawings: Record<string, string> = {
  bowl: 'M3 9h18c0 5-3.5 8.5-6 9.5H9C6.5 17.5 3 14 3 9Z',
  mug: 'M5 5h10v14H5ZM15 8h2.5a2.5 2.5 0 0 1 2.5 2.5v2A2.5 2.5 0 0 1 17.5 15H15',
  wineglass: 'M7.5 3h9c.8 4.5-1 8.5-4.5 9-3.5-.5-5.3-4.5-4.5-9ZM12 12v8M8 21h8',
  bell: 'M12 3c-3.5 0-4.5 3-4.8 6.5-.3 4-1.2 6-3.2 8h16c-2-2-2.9-4-3.2-8C16.5 6 15.5 3 12 3ZM10 20.5h4',
  coin: 'M12 5c5 0 9 2.7 9 6s-4 6-9 6-9-2.7-9-6 4-6 9-6ZM3 11v2.5c0 3.3 4 6 9 6s9-2.7 9-6V11',
  plate: 'M7 6h14l-4 11H3ZM3 17v1.5h14L21 7.5',
  puck: 'M12 8c4.4 0 8 1.5 8 3.5S16.4 15 12 15s-8-1.5-8-3.5S7.6 8 12 8ZM4 11.5v4C4 17.5 7.6 19 12 19s8-1.5 8-3.5v-4',
  ball: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM8.5 9.5A4.5 4.5 0 0 1 12 7.5',
  pen: 'M5 19l1.2-4.2L16.5 4.5l3 3L9.2 17.8ZM14 7l3 3',
};

function drawing(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '26',
    height: '26',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.5',
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', kDrawings[name] ?? '');
  svg.append(path);
  return svg;
}

export class Choices {
  readonly element: HTMLElement;
  private buttons: HTMLButtonElement[] = [];

  constructor(
    private readonly label: string,
    private readonly onPick: (value: string) => void,
    private readonly kind = '',
  ) {
    this.element = h('div', {class: `choices ${kind}`, role: 'group', 'aria-label': label});
  }

  offer(choices: Choice[], value: string) {
    const focused =
      this.element.contains(document.activeElement) && (document.activeElement as HTMLElement).dataset.value;
    this.buttons = choices.map((choice) =>
      h(
        'button',
        {class: 'choice', type: 'button', 'data-value': choice.value, onclick: () => this.onPick(choice.value)},
        choice.drawing && kDrawings[choice.drawing] ? (drawing(choice.drawing) as unknown as Node) : null,
        choice.colour ? h('i', {class: 'dot', style: `background: ${choice.colour}`}) : null,
        choice.label,
      ),
    );
    this.element.replaceChildren(
      ...(this.kind === 'named' ? [h('span', {class: 'what'}, this.label)] : []),
      ...this.buttons,
    );
    this.press(value);
    this.buttons.find((button) => button.dataset.value === focused)?.focus({preventScroll: true});
  }

  press(value: string) {
    for (const button of this.buttons) button.setAttribute('aria-pressed', String(button.dataset.value === value));
  }
}
