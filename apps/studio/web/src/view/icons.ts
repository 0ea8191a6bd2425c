// Line drawings of the viewer, in the manner of the shell's.
const kPaths = {
  play: 'M8 5.5v13l10.5-6.5Z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  start: 'M6 5.5v13M18 5.5v13L9 12Z',
  loop: 'M17 3.5 20.5 7 17 10.5M20.5 7H8a4.5 4.5 0 0 0-4.5 4.5V12M7 20.5 3.5 17 7 13.5M3.5 17H16a4.5 4.5 0 0 0 4.5-4.5V12',
  folder: 'M3.5 6.5h6l2 2.5h9v9.5h-17Z',
  near: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.5 20 20M8.5 11h5M11 8.5v5',
  far: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.5 20 20M8.5 11h5',
};

export function drawing(name: keyof typeof kPaths, size = 20): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
    path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [key, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    fill: name === 'play' ? 'currentColor' : 'none',
    stroke: 'currentColor',
    'stroke-width': name === 'pause' ? 3 : 1.7,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    class: 'icon',
  }))
    svg.setAttribute(key, String(value));
  path.setAttribute('d', kPaths[name]);
  svg.append(path);
  return svg;
}
