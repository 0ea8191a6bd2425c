// The lasting contact of the thing in the hand with the surface, told to the engine at about 60 Hz.
// It begins when the thing is set down, and ends when it is taken away or another one is taken.
import type {Bank} from 'peal-engine';
import type {Numbers} from '../strike/bench_sound';
import type {Hand} from './hand';
import type {ThingMesh} from './things';

export class Touch {
  private contact = -1;
  private bank: Bank | undefined;
  private thing = -1;

  /** The thing that touches, as an object of the engine; -1 for none. */
  take(bank: Bank | undefined, thing: number, surface: number) {
    this.drop();
    if (!bank || thing < 0 || surface < 0) return;
    this.bank = bank;
    this.thing = thing;
    this.contact = bank.contactBegin(thing, surface);
  }

  drop() {
    if (this.contact >= 0) this.bank?.contactEnd(this.contact);
    this.contact = -1;
    this.bank = undefined;
  }

  get number() {
    return this.contact;
  }

  tell(hand: Hand, mesh: ThingMesh) {
    if (!this.bank || this.contact < 0) return;
    const velocity = hand.velocity.toArray() as Numbers,
      none: Numbers = [0, 0, 0];
    const {w, x, y, z} = mesh.turn(hand.normal),
      rolls = hand.thing.rolls;
    this.bank.setPose(this.thing, {
      position: mesh.centre(hand.place, hand.normal).toArray() as Numbers,
      rotation: [w, x, y, z],
      velocity,
      spin: none,
    });
    this.bank.contactUpdate(this.contact, {
      point: hand.place.toArray() as Numbers,
      normal: hand.normal.toArray() as Numbers,
      normalForce: hand.force,
      slip: rolls ? none : velocity,
      roll: rolls ? velocity : none,
    });
  }
}
