// Keys of the scrape bench: arrows push, numbers choose the object, + and - press.
import {isTaken} from '../shell';
import type {Drive} from './drive';
import {kKinds, type Kind} from './things';

export type Wishes = {push: () => void; kind: (kind: Kind) => void; press: (factor: number) => void};

export function listenToKeys(drive: Drive, wishes: Wishes) {
  addEventListener('keydown', (event) => {
    if (isTaken(event)) return;
    const kind = (Object.keys(kKinds) as Kind[])[Number(event.key) - 1];
    if (drive.press(event.key)) wishes.push();
    else if (kind) wishes.kind(kind);
    else if (event.key === '+' || event.key === '-') wishes.press(event.key === '+' ? 1.25 : 0.8);
    else return;
    event.preventDefault();
  });
}
