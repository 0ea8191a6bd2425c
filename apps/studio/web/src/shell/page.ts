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
declare global { interface Window { peal: Hooks } }

function volumeTools(): HTMLElement[] {
  const mute = h('button', {class: 'button bare', type: 'button', 'aria-label': 'Mute', 'aria-pressed': 'false', title: 'Mute (M)'});
  const range = h('input', {type: 'range', min: 0, max: 1, step: 0.01, value: audio.volume(), 'aria-label': 'Volume'});
  const show = () => {
    mute.replaceChildren(icon(audio.muted() ? 'mute' : 'sound'));
    mute.setAttribute('aria-pressed', String(audio.muted()));
    range.style.setProperty('--at', Number(range.value) * 100 + '%');
  };
  const flip = () => { audio.setMuted(!audio.muted()); show(); };
  mute.onclick = flip;
  range.oninput = () => { audio.setVolume(Number(range.value)); show(); };
  addEventListener('keydown', (event) => {
    const typing = (event.target as HTMLElement).closest?.('input, select, textarea');
    if (event.key === 'm' && !typing && !event.ctrlKey && !event.metaKey) flip();
  });
  show();
  return [mute, range];
}

function header(current: PageName): HTMLElement {
  const theme = h('button', {class: 'button bare', type: 'button', 'aria-label': 'Light or dark', title: 'Light or dark', onclick: toggleTheme});
  onTheme((now) => theme.replaceChildren(icon(now === 'dark' ? 'sun' : 'moon')));
  const nav = h('nav', {'aria-label': 'Pages'}, ...kPages.map((page) =>
    h('a', {href: page.name + '.html', 'aria-current': page.name === current && 'page'}, page.label)));
  return h('header', {class: 'top'},
           h('a', {class: 'brand', href: 'index.html', 'aria-label': 'Peal, home'}, icon('bell'), h('span', {}, 'Peal')),
           nav, h('div', {class: 'tools'}, ...volumeTools(), theme));
}

/** Builds header and layout. `lead` is the one sentence that says what to do; `begin` the text of the
 *  button that invites the first sound ('' for none); `wide` puts the controls under the picture. */
export function mountPage(options: {title: string; lead: string; current: PageName; begin?: string; wide?: boolean}): PageParts {
  document.title = options.title === 'Peal' ? 'Peal' : options.title + ' - Peal';
  const intro = h('div', {class: 'intro'}, h('h1', {}, options.title), h('p', {}, options.lead));
  const stage = h('section', {class: 'stage', 'aria-label': 'Picture', tabindex: 0}, intro);
  const footer = h('footer', {class: 'footer'});
  const side = h('aside', {class: 'side', 'aria-label': 'Controls'});
  if (options.begin !== '') {
    const begin = h('button', {class: 'begin', type: 'button'}, icon('play'), options.begin ?? 'Press to begin');
    stage.append(begin);
    audio.onReady(() => { begin.hidden = true; });
    begin.onclick = () => void audio.start().catch(() => undefined);
  }
  const main = h('main', {class: options.wide ? 'page wide' : 'page'}, stage, h('div', {style: 'display: contents'}, side));
  document.body.replaceChildren(header(options.current), main);
  // Controls are appended to `side` by the page; the footer stays last.
  new MutationObserver(() => { if (side.lastChild !== footer) side.append(footer); }).observe(side, {childList: true});
  side.append(footer);

  const start = () => void audio.start().catch((error: Error) => fail(stage, error.message));
  stage.addEventListener('pointerdown', start);
  stage.addEventListener('keydown', (event) => { if (event.key.length > 1 && event.key !== 'Tab') start(); });
  window.peal = {page: options.current, audio, state: () => ({})};
  return {stage, side, footer};
}

/** A sentence over the picture: what went wrong and the way out. */
export function fail(stage: HTMLElement, sentence: string) {
  stage.querySelector('.failure')?.remove();
  stage.append(h('div', {class: 'failure', role: 'alert'}, sentence));
}
