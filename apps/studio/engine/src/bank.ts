// A bank as the page holds it.
import type {BodyInfo} from './bodies.js';
import type {ToBank} from './messages.js';
import type {ContactState, Pose, StrikeOptions, Vec3} from './types.js';

/** Bodies of a bank, and the objects that have them. */
export class Bank {
  private next = 0;
  constructor(
    private readonly send: (message: ToBank) => void,
    readonly bodies: BodyInfo[],
  ) {}
  find(name: string): number {
    return this.bodies.findIndex((body) => body.name === name);
  }
  spawn(body: number, pose: Pose, held = false): number {
    this.send({kind: 'spawn', object: this.next, body, pose, held});
    return this.next++;
  }
  despawn(object: number): void {
    this.send({kind: 'despawn', object});
  }
  setPose(object: number, pose: Pose): void {
    this.send({kind: 'pose', object, pose});
  }
  setListener(left: Vec3, right: Vec3): void {
    this.send({kind: 'listener', left, right});
  }
  /**
   * @param point world [m], @param normal towards the object, @param impulse [N s]; below 0: from the closing speed.
   */
  strike(object: number, point: Vec3, normal: Vec3, impulse: number, options: StrikeOptions = {}): void {
    const {other = -1, closingSpeed = -1, delay = 0} = options;
    this.send({kind: 'strike', object, other, point, normal, impulse, closingSpeed, delay});
  }
  /** -1 is the ground. */
  contactBegin(a: number, b: number): number {
    this.send({kind: 'contactBegin', contact: this.next, a, b});
    return this.next++;
  }
  contactUpdate(contact: number, state: ContactState): void {
    this.send({kind: 'contactUpdate', contact, state});
  }
  contactEnd(contact: number): void {
    this.send({kind: 'contactEnd', contact});
  }
  /** Reports carry (or no longer carry) how far the modes of this object swing. */
  amplitudes(object: number, wanted = true): void {
    this.send({kind: 'amplitudes', object, wanted});
  }
}
