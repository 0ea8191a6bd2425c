// Cards that lead to the pages, each with a small drawing of what sounds there.
import {h, kPages, type PageName} from '../shell';

const kDrawings: Record<Exclude<PageName, 'index'>, string> = {
  wineglass:
    '<path d="M42 22c-3 26 4 40 18 42 14-2 21-16 18-42M60 64v24M46 90c8-3 20-3 28 0"/><path class="a" d="M44 46c10 4 22 4 32 0"/><ellipse cx="60" cy="22" rx="18" ry="4"/><path class="a" d="M78 21c8-6 12-14 22-15M88 24a30 8 0 0 1-8 4"/>',
  brake:
    '<ellipse cx="60" cy="76" rx="46" ry="14"/><ellipse cx="60" cy="76" rx="36" ry="10"/><circle cx="66" cy="50" r="27"/><circle cx="66" cy="50" r="20"/><circle cx="66" cy="50" r="5"/><path class="a" d="M47 23c12-8 28-8 39 1M66 17V6"/><path d="M66 30v15M66 55v15M46 50h15M71 50h15"/>',
  door: '<path d="M30 92V14h60v78M22 92h76"/><path d="M32 16 18 24v74l14-6M88 16l14 8v74l-14-6"/><path class="a" d="M60 92 44 104M60 92l16 12M52 92 30 104M68 92l22 12"/><circle cx="22" cy="60" r="1.5"/><circle cx="98" cy="60" r="1.5"/>',
  strike:
    '<path d="M22 46c2 28 18 42 38 42s36-14 38-42Z"/><ellipse cx="60" cy="46" rx="38" ry="7"/><path d="M48 92h24"/><path class="a" d="M92 10 78 34M74 41a4 4 0 1 0 7-4 4 4 0 1 0-7 4M62 22l3 8M50 24l6 7M104 46l7-3"/>',
  scrape:
    '<path d="M12 78h96M12 86h96"/><path d="M12 78c4-3 8 3 12 0s8 3 12 0 8 3 12 0 8 3 12 0 8 3 12 0 8 3 12 0 8 3 12 0 8 3 12 0"/><circle cx="66" cy="54" r="22"/><circle cx="66" cy="54" r="14"/><path class="a" d="M34 40H14M38 52H20M34 64H14"/>',
  view: '<rect x="16" y="18" width="88" height="62" rx="6"/><path d="M44 92h32M60 80v12"/><path class="a" d="M26 50h8l5-14 7 28 7-34 7 36 6-24 6 16 5-8h17"/>',
};

export function cards(): HTMLElement {
  return h(
    'nav',
    {class: 'cards', 'aria-label': 'What there is to play'},
    ...kPages.map((page) => {
      const card = h('a', {class: 'card go', href: page.name + '.html'});
      card.innerHTML = `<svg viewBox="0 0 120 110" aria-hidden="true">${kDrawings[page.name as keyof typeof kDrawings]}</svg>`;
      card.append(h('b', {}, page.label), h('span', {}, page.line));
      return card;
    }),
  );
}
