// The frame of every page: header with the pages, theme and volume; a picture and, beside it, controls.
import './theme.css';

import {audio} from './audio';
import {h, icon} from './dom';
import {onTheme, toggleTheme} from './theme';

export type PageName = 'index' | 'wineglass' | 'brake' | 'door' | 'strike' | 'scrape' | 'view';
export type PageParts = {stage: HTMLElement; side: HTMLElement; footer: HTMLElement};

export const kPages: {name: PageName; label: string; line: string}[] = [
  {name: 'wineglass', label: 'Glass', line: 'A moist finger on the rim makes it sing.'},
  {name: 'brake', label: 'Brake', line: 'A wheel rolls, slides, and squeals.'},
  {name: 'door', label: 'Door', line: 'Two leaves creak on dry hinges.'},
  {name: 'strike', label: 'Strike', line: 'Hit bowls, bells and coins of any material.'},
  {name: 'scrape', label: 'Scrape', line: 'Drag, roll and scratch one thing on another.'},
  {name: 'view', label: 'View', line: 'Look at a rendered scene and hear it.'},
];

/** A test's and a curious visitor's view into the page. */
export type Hooks = {page: string; audio: typeof audio; state: () => unknown; [more: string]: unknown};
declare global {
  interface Window {
    peal: Hooks;
  }
}

function volumeTools(): HTMLElement[] {
  const mute = h('button', {
    class: 'button bare',
    type: 'button',
    'aria-label': 'Mute',
    'aria-pressed': 'false',
    title: 'Mute (M)',
  });
  const range = h('input', {type: 'range', min: 0, max: 1, step: 0.01, value: audio.volume(), 'aria-label': 'Volume'});
  const show = () => {
    mute.replaceChildren(icon(audio.muted() ? 'mute' : 'sound'));
    mute.setAttribute('aria-pressed', String(audio.muted()));
    range.style.setProperty('--at', Number(range.value) * 100 + '%');
  };
  const flip = () => {
    audio.setMuted(!audio.muted());
    show();
  };
  mute.onclick = flip;
  range.oninput = () => {
    audio.setVolume(Number(range.value));
    show();
  };
  addEventListener('keydown', (event) => {
    const typing = (event.target as HTMLElement).closest?.('input:not([type=range]), select, textarea');
    if (event.key.toLowerCase() === 'm' && !typing && !event.ctrlKey && !event.metaKey) flip();
  });
  show();
  return [mute, range];
}

function header(current: PageName): HTMLElement {
  const theme = h('button', {
    class: 'button bare',
    type: 'button',
    'aria-label': 'Light or dark',
    title: 'Light or dark',
    onclick: toggleTheme,
  });
  onTheme((now) => theme.replaceChildren(icon(now === 'dark' ? 'sun' : 'moon')));
  const nav = h(
    'nav',
    {'aria-label': 'Pages'},
    ...kPages.map((page) =>
      h('a', {href: page.name + '.html', 'aria-current': page.name === current && 'page'}, page.label),
    ),
  );
  return h(
    'header',
    {class: 'top'},
    h('a', {class: 'brand', href: 'index.html', 'aria-label': 'Peal, home'}, icon('bell'), h('span', {}, 'Peal')),
    nav,
    h('div', {class: 'tools'}, ...volumeTools(), theme),
  );
}

/** What keys do on the picture, for those who do not see it. */
const kKeys: Partial<Record<PageName, string>> = {
  index: 'keys 1 to 5 play the glasses',
  wineglass: 'arrow keys push and press, Space takes hold and lets go',
  brake: 'right arrow drives, down arrow brakes, Space takes hold and lets go',
  door: 'arrow keys push and press, Space takes hold and lets go, 1 and 2 choose the leaf',
  strike: 'arrow keys move the place, Space strikes',
  scrape: 'arrow keys push the object',
};

/** Words about keys, which a touch screen leaves out. */
export const keyHint = (text: string) => h('span', {class: 'keys'}, text);

const kNotice = 8000; // [ms]
const kSilentKeys = ['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'];

/** The first press or key on the picture starts the sound; buttons do so themselves, at key-up. */
function startsSound(stage: HTMLElement) {
  const start = () => void audio.start().catch((error: Error) => fail(stage, error.message));
  stage.addEventListener('pointerdown', start);
  stage.addEventListener('keydown', (event) => {
    const elsewhere = (event.target as HTMLElement).closest('button, input, select, textarea');
    if (!elsewhere && !kSilentKeys.includes(event.key) && !event.ctrlKey && !event.metaKey) start();
  });
}

/** A narrow header shows where one is. */
function showCurrent(nav: Element) {
  const current = nav.querySelector('[aria-current]');
  if (!current) return;
  const [all, one] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollLeft += one.left + one.width / 2 - all.left - all.width / 2;
}

export type PageOptions = {
  title: string;
  lead: string | (Node | string)[]; // says what to do, in a sentence or two
  current: PageName;
  begin?: string; // the button that invites the first sound; '' where nothing is played
  wide?: boolean; // controls under the picture
};

/** Builds header and layout. */
export function mountPage(options: PageOptions): PageParts {
  const {title, lead, current} = options,
    plays = options.begin !== '';
  document.title = title === 'Peal' ? 'Peal' : title + ' - Peal';
  const intro = h('div', {class: 'intro'}, h('h1', {}, title), h('p', {id: 'lead'}, ...[lead].flat()));
  const keys = plays && kKeys[current] ? `: ${kKeys[current]}` : '';
  const stage = h(
    'section',
    {
      class: 'stage',
      tabindex: 0,
      role: plays && 'application',
      'aria-describedby': 'lead',
      'aria-label': (title === 'Peal' ? 'Five glasses' : title) + keys,
    },
    intro,
  );
  const footer = h('footer', {class: 'footer'});
  const side = h('aside', {class: 'side', 'aria-label': 'Controls'});
  if (plays) {
    const begin = h('button', {class: 'begin', type: 'button'}, icon('play'), options.begin ?? 'Press to begin');
    (options.wide ? intro : stage).append(begin);
    audio.onReady(() => {
      const focused = document.activeElement === begin;
      begin.hidden = true;
      if (focused) stage.focus({preventScroll: true}); // the keys go on where they began
    });
    begin.onclick = () => void audio.start().catch(() => undefined);
    startsSound(stage);
  }
  const main = h(
    'main',
    {class: options.wide ? 'page wide' : 'page'},
    stage,
    h('div', {style: 'display: contents'}, side),
  );
  const top = header(current);
  document.body.replaceChildren(top, main);
  showCurrent(top.querySelector('nav')!);
  // Controls are appended to `side` by the page; the footer stays last.
  new MutationObserver(() => {
    if (side.lastChild !== footer) side.append(footer);
  }).observe(side, {childList: true});
  side.append(footer);
  window.peal = {page: current, audio, state: () => ({})};
  return {stage, side, footer};
}

/** A sentence over the picture: what went wrong and the way out. It stays until recovered(). */
export function fail(stage: HTMLElement, sentence: string, lasting = false) {
  recovered(stage);
  stage.querySelector('.notice')?.remove();
  stage.append(banner(sentence, lasting ? 'failure lasting' : 'failure'));
}
/** A press takes it away. */
function banner(sentence: string, kind: string): HTMLElement {
  const element = h(
    'div',
    {class: kind, role: 'alert', title: 'Press to close', onclick: () => element.remove()},
    sentence,
  );
  element.addEventListener('pointerdown', (event) => event.stopPropagation());
  return element;
}
/** Something to know, for a while. */
export function notice(sentence: string) {
  const element = banner(sentence, 'failure lasting notice');
  document.querySelector('.stage')?.append(element);
  setTimeout(() => element.remove(), kNotice);
}
export function recovered(stage: HTMLElement) {
  stage.querySelector('.failure:not(.lasting)')?.remove();
}
