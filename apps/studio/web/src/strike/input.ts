// Hand and keys of the strike bench: a press on the body strikes it there, one beside it turns the view.
import {isTaken} from '../shell';
import type {Aim, Place} from './aim';
import type {BenchStage} from './bench_stage';

const kStep = 14; // [px] of an arrow key
const kArrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Blows = {
  place: () => Place | undefined;
  put: (place: Place) => void;
  strike: (part?: number) => void; // part of the slider's strength
  body: (number: number) => void; // chosen by its number, from 0
  stronger: (factor: number) => void;
};

export function listenToHand(bench: BenchStage, aim: Aim, blows: Blows) {
  const {stage} = bench;
  const under = (event: PointerEvent) => bench.body && aim.at(bench.body.mesh, event.clientX, event.clientY);
  stage.addEventListener('pointerdown', (event) => {
    if ((event.target as HTMLElement).closest('button')) return;
    const hit = event.button === 0 ? under(event) : undefined;
    if (!hit) return bench.orbit.drag(event);
    blows.put(hit);
    blows.strike(event.pointerType === 'pen' && event.pressure > 0 ? 2 * event.pressure : 1);
  });
  stage.addEventListener('pointermove', (event) => {
    stage.style.cursor = !event.buttons && under(event) ? 'crosshair' : 'grab';
  });
  stage.querySelector('.begin')?.addEventListener('click', () => blows.strike());
}

export function listenToKeys(bench: BenchStage, aim: Aim, blows: Blows) {
  addEventListener('keydown', (event) => {
    const {body} = bench,
      arrow = kArrows[event.key],
      place = blows.place();
    if (isTaken(event)) return;
    if (event.key === ' ') {
      if (!event.repeat) blows.strike();
    } else if (arrow && place && body) blows.put(aim.step(body.mesh, place, kStep * arrow[0], kStep * arrow[1]));
    else if (/^[1-9]$/.test(event.key)) blows.body(Number(event.key) - 1);
    else if (event.key === '+' || event.key === '-') blows.stronger(event.key === '+' ? 1.25 : 0.8);
    else return;
    event.preventDefault();
  });
}
