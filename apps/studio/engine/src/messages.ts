// Between page and worklet. The page numbers objects and contacts itself, so that it need not wait, and
// banks and sets of pairs too (`of`): what is said to those that are gone goes nowhere.
import type {BankLimits, BankReport, ContactState, Mode, Pose, RubSettings, Vec3} from './types.js';

export type ToRub =
  | {kind: 'rubSet'; rub: number; settings: Partial<RubSettings>}
  | {kind: 'rubModes'; rub: number; modes: Mode[]}
  | {kind: 'rubForce'; rub: number; tangential: number; normal: number}
  | {kind: 'rubVelocity'; rub: number; value: number}
  | {kind: 'rubPosition'; rub: number; value: number}
  | {kind: 'rubReset'; rub: number}
  | {kind: 'rubPan'; rub: number; left: number; right: number}
  | {kind: 'rubTrace'; rub: number};
export type ToBank =
  | {kind: 'spawn'; object: number; body: number; pose: Pose; held: boolean}
  | {kind: 'despawn'; object: number}
  | {kind: 'pose'; object: number; pose: Pose}
  | {kind: 'listener'; left: Vec3; right: Vec3}
  | {
      kind: 'strike';
      object: number;
      other: number;
      point: Vec3;
      normal: Vec3;
      impulse: number;
      closingSpeed: number;
      delay: number;
    }
  | {kind: 'contactBegin'; contact: number; a: number; b: number}
  | {kind: 'contactUpdate'; contact: number; state: ContactState}
  | {kind: 'contactEnd'; contact: number}
  | {kind: 'amplitudes'; object: number; wanted: boolean};
/** Answered with `done`. */
export type Request =
  | {kind: 'rubs'; count: number; made: number}
  | {kind: 'bank'; bytes: ArrayBuffer; limits: BankLimits; made: number}
  | {kind: 'record'; on: boolean; take: number}
  | {kind: 'settled'};
export type ToWorklet =
  | {kind: 'rub'; of: number; message: ToRub}
  | {kind: 'inBank'; of: number; message: ToBank}
  | {kind: 'request'; request: number; message: Request}
  | {kind: 'gain'; value: number}
  | {kind: 'reports'; rate: number}
  | {kind: 'clock'; buffer: number} // the context was stopped or went on: time may have jumped; [s] of its buffer
  | {kind: 'close'};

export type RawReport = {
  kind: 'report';
  frame: number;
  time: number;
  load: number;
  underruns: number;
  states?: Float64Array; // ten per pair
  trace?: Float32Array; // velocity, bend, friction, resonator velocity, one after the other
  bank?: BankReport;
};
export type FromWorklet =
  | RawReport
  | {kind: 'done'; request: number; error?: string}
  | {kind: 'refused'; what: string} // a call of the page that the engine did not take
  | {kind: 'recorded'; take: number; channels: Float32Array[]}
  | {kind: 'dead'; error: string};
