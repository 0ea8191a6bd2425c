// Play, start, loop, speed, camera, zoom; and the keys that do the same.
import {h} from '../shell';

import {drawing} from './icons';

import type {Player} from './player';

export const kSpeeds = [1, 0.5, 0.25, 0.1];

export type Transport = {
  element: HTMLElement;
  update: (time: number) => void;
  offerCameras: (listeners: string[]) => void;
};

export function transport(
  player: Player,
  act: {zoom: (factor: number) => void; follow: (listener: string) => boolean; frame: () => number},
): Transport {
  const play = h(
    'button',
    {
      class: 'play',
      type: 'button',
      'aria-label': 'Play',
      title: 'Play or pause (Space)',
      onclick: () => player.toggle(),
    },
    drawing('play', 22),
  );
  const start = h(
    'button',
    {
      class: 'button bare',
      type: 'button',
      'aria-label': 'To the start',
      title: 'To the start (Home)',
      onclick: () => player.seek(0),
    },
    drawing('start'),
  );
  const loop = h(
    'button',
    {
      class: 'button bare',
      type: 'button',
      'aria-label': 'Loop',
      'aria-pressed': 'false',
      title: 'Loop (L)',
      onclick: () => player.set({loop: !player.loop}),
    },
    drawing('loop'),
  );
  const now = h('output', {class: 'now', 'aria-label': 'Position'}, '0.000'),
    whole = h('span', {class: 'quiet'});
  const speed = h(
    'select',
    {'aria-label': 'Speed', title: 'Speed; slower is lower, as on a tape', class: 'small'},
    ...kSpeeds.map((value) => h('option', {value}, value === 1 ? 'Full speed' : `${value} x`)),
  );
  speed.onchange = () => {
    player.set({speed: Number(speed.value)});
  };
  const camera = h('select', {'aria-label': 'Camera', title: 'Camera (C)', class: 'small'});
  camera.onchange = () => {
    act.follow(camera.value);
  };
  const near = h(
    'button',
    {class: 'button bare', type: 'button', 'aria-label': 'Zoom in', title: 'Zoom in (+)', onclick: () => act.zoom(0.5)},
    drawing('near'),
  );
  const far = h(
    'button',
    {class: 'button bare', type: 'button', 'aria-label': 'Zoom out', title: 'Zoom out (-)', onclick: () => act.zoom(2)},
    drawing('far'),
  );
  const element = h(
    'div',
    {class: 'transport'},
    play,
    start,
    loop,
    h('div', {class: 'clock'}, now, whole),
    h('div', {class: 'gap'}),
    camera,
    speed,
    near,
    far,
  );

  const move = (by: number) => player.seek(player.position() + by);
  const keys: Record<string, (shift: boolean) => void> = {
    ' ': () => player.toggle(),
    Home: () => player.seek(0),
    End: () => {
      player.pause();
      player.seek(player.duration);
    },
    ArrowLeft: (shift) => move(shift ? -1 : -0.1),
    ArrowRight: (shift) => move(shift ? 1 : 0.1),
    ',': () => move(-act.frame()),
    '.': () => move(act.frame()),
    l: () => player.set({loop: !player.loop}),
    '+': () => act.zoom(0.5),
    '-': () => act.zoom(2),
    c: () => {
      camera.selectedIndex = (camera.selectedIndex + 1) % Math.max(1, camera.options.length);
      act.follow(camera.value);
    },
  };
  addEventListener(
    'keydown',
    (event) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest?.('input, select, textarea') ||
        (event.key === ' ' && target.closest?.('button'))
      )
        return;
      const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!key) return;
      event.preventDefault();
      event.stopPropagation();
      key(event.shiftKey);
    },
    {capture: true},
  );

  let playing = false;
  return {
    element,
    offerCameras(listeners) {
      camera.replaceChildren(
        h('option', {value: ''}, 'Free camera'),
        ...listeners.map((name) => h('option', {value: name}, `As ${name}`)),
      );
      camera.hidden = listeners.length === 0;
    },
    update(time) {
      now.textContent = time.toFixed(3);
      whole.textContent = ` / ${player.duration.toFixed(2)} s`;
      loop.setAttribute('aria-pressed', String(player.loop));
      if (playing === player.playing) return;
      playing = player.playing;
      play.replaceChildren(drawing(playing ? 'pause' : 'play', 22));
      play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    },
  };
}
