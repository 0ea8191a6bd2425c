// Elements in one line: h('p', {class: 'lead'}, 'text'). Attributes that begin with "on" are listeners;
// true sets a bare attribute, false and undefined leave it out.
type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

function fill(element: Element, attributes: Attributes, children: Child[]) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

const kPaths: Record<string, string> = {
  sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.8 1.8M17.2 17.2 19 19M5 19l1.8-1.8M17.2 6.8 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 19V5L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5',
  undo: 'M8 5 4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9',
  redo: 'm16 5 4 4-4 4M20 9h-9.5a5.5 5.5 0 0 0 0 11H15',
  record: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z',
  stop: 'M7 7h10v10H7Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  plus: 'M12 5v14M5 12h14',
  cross: 'M6 6l12 12M18 6 6 18',
  reset: 'M5 12a7 7 0 1 0 2.2-5.1M7 3v4.2h4.2',
  play: 'M8 5.5v13l10.5-6.5Z',
  bell: 'M12 3.5c-3.6 0-5.2 2.6-5.4 6-.2 3.6-.9 5.3-2.6 7h16c-1.7-1.7-2.4-3.4-2.6-7-.2-3.4-1.8-6-5.4-6ZM10 19.5a2 2 0 0 0 4 0',
};

export type IconName = keyof typeof kPaths;

/** A 24 x 24 line drawing in the text's colour; decoration only, the button carries the name. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  fill(
    svg,
    {
      viewBox: '0 0 24 24',
      width: 20,
      height: 20,
      fill: 'none',
      stroke: 'currentColor',
      class: 'icon',
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    [],
  );
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', kPaths[name]!);
  svg.append(path);
  return svg;
}
