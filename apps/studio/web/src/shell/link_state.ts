// A page's state in its address: location.hash = "#s=" + base64url(deflate(JSON)), and the steps for undo.
// Whatever comes from an address is a stranger's: `set` must check it.
import {notice} from './page';

const kMost = 60000; // characters of a hash that are looked at
const kSteps = 200;

/** A stranger's word and number: of the right kind, and one that is meant. */
export const isOneOf = (names: object, word: unknown) => typeof word === 'string' && Object.hasOwn(names, word);
export const isBetween = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    if ((size += part.value.length) > 1e6) throw new Error('too long'); // a small hash may unfold to gigabytes
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function encodeState(state: unknown): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

export async function decodeState(text: string): Promise<unknown> {
  if (text.length > kMost) throw new Error('too long');
  const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
}

export type Steps = {
  commit: () => void; // after each change that undo should take back
  undo: () => void;
  redo: () => void;
  canUndo: () => boolean;
  canRedo: () => boolean;
  onChange: (callback: () => void) => void;
  ready: Promise<void>; // the address has been read
  link: () => Promise<string>; // the address that restores the state now
};

/** Ties state to the address and to Ctrl+Z / Ctrl+Shift+Z (Ctrl+Y). */
export function linkState<T>(get: () => T, set: (state: T) => void): Steps {
  let steps = [JSON.stringify(get())],
    at = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const link = async () => location.href.replace(/#.*/, '') + '#s=' + (await encodeState(get()));
  let order = 0;
  const write = async () => {
    const mine = ++order,
      address = await link();
    if (mine === order) history.replaceState(null, '', address);
  };
  const go = (to: number) => {
    if (to < 0 || to >= steps.length) return;
    at = to;
    set(JSON.parse(steps[at]!) as T);
    void write();
    tell();
  };
  const add = (state: string) => {
    steps = [...steps.slice(Math.max(0, at + 1 - kSteps), at + 1), state];
    at = steps.length - 1;
  };
  /** What the page opened with is where undo ends; an address that comes later is a step. */
  const read = async (opening: boolean) => {
    const found = /^#s=([\w-]+)$/.exec(location.hash);
    if (!found) return;
    try {
      set((await decodeState(found[1]!)) as T);
      const now = JSON.stringify(get());
      if (opening) {
        steps = [now];
        at = 0;
      } else if (now !== steps[at]) add(now);
      tell();
    } catch {
      notice('The link is damaged: this is the page as it was before.');
    }
  };
  addEventListener('hashchange', () => void read(false));
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase(),
      field = event.target as HTMLInputElement;
    const typing = field.matches?.('input[type=text]') && field.value !== field.defaultValue; // what is typed is the field's
    if (typing || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    go(key === 'y' || event.shiftKey ? at + 1 : at - 1);
  });
  return {
    commit() {
      const now = JSON.stringify(get());
      if (now === steps[at]) return;
      add(now);
      void write();
      tell();
    },
    undo: () => go(at - 1),
    redo: () => go(at + 1),
    canUndo: () => at > 0,
    canRedo: () => at < steps.length - 1,
    onChange: (callback) => {
      listeners.add(callback);
    },
    ready: read(true),
    link,
  };
}
