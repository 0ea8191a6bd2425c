// Reads what a picture needs of a bank (docs/reference/bank-file.md), before any sound has begun.
// In: the bytes of a .pealbank. Out: bodies with surface, modes and mode shapes; SI units, body frame.
// The engine reads and checks the same bytes for the sound; here only what would break the picture is checked.

export type BodyShape = {
  name: string; mass: number; reach: number;
  friction: number;                              // Coulomb's
  roughness: {rms: number; slope: number; longest: number; shortest: number};   // [m]; power ~ (spatial frequency)^slope
  frequency: Float64Array; decay: Float64Array;  // [Hz], sigma [1/s]: amplitude ~ exp(-sigma t)
  nodes: Float64Array;                           // x y z
  triangles: Int32Array;                         // six nodes each: corners a b c, middles of ab, bc, ca
  shapes: Float32Array;                          // [node][x y z][mode] in kg^-1/2
};

const kHeader = 144, kBody = 312, kVersion = 1;

export function readBank(bytes: ArrayBuffer, name: string): BodyShape[] {
  const wrong = (what: string) => new Error(`${name}: ${what}; pack the banks again (apps/studio/banks/pack.mjs)`);
  const view = new DataView(bytes);
  const magic = bytes.byteLength < kHeader ? '' : String.fromCharCode(...new Uint8Array(bytes, 0, 8));
  if (magic !== 'PEALBANK') throw wrong('is no bank');
  if (view.getUint32(8, true) !== kVersion) throw wrong(`has version ${view.getUint32(8, true)}, this page reads ${kVersion}`);
  if (Number(view.getBigUint64(16, true)) !== bytes.byteLength) throw wrong('is cut off');

  const f64 = (at: number) => view.getFloat64(at, true);
  const span = (at: number, size: number): [number, number] => {
    const offset = Number(view.getBigUint64(at, true)), count = Number(view.getBigUint64(at + 8, true));
    if (offset + count * size > bytes.byteLength) throw wrong('is damaged');
    return [offset, count];
  };
  const doubles = (at: number, per: number) => {
    const [offset, count] = span(at, 8 * per);
    return new Float64Array(bytes, offset, count * per);
  };
  const body = (at: number): BodyShape => {
    const [text, length] = span(at, 1);
    const poles = doubles(at + 128, 2), modes = poles.length / 2;
    const nodes = doubles(at + 144, 3);
    const [six, corner] = span(at + 160, 4);
    const [shape, values] = span(at + 192, 4);
    const corners = new Int32Array(bytes, six, corner);
    if (values !== nodes.length * modes || corners.some((n) => n < 0 || 3 * n >= nodes.length)) throw wrong('is damaged');
    return {
      name: new TextDecoder().decode(new Uint8Array(bytes, text, Math.max(0, length - 1))),
      mass: f64(at + 16), reach: f64(at + 48), friction: f64(at + 72),
      roughness: {rms: f64(at + 80), slope: f64(at + 88), longest: f64(at + 96), shortest: f64(at + 104)},
      frequency: Float64Array.from({length: modes}, (_, i) => poles[2 * i + 1]! / (2 * Math.PI)),
      decay: Float64Array.from({length: modes}, (_, i) => -poles[2 * i]!),
      nodes, triangles: corners, shapes: new Float32Array(bytes, shape, values),
    };
  };
  const [first, count] = span(112, kBody);
  return Array.from({length: count}, (_, i) => body(first + i * kBody));
}

export type BankEntry = {name: string; material: string; of: string; file: string; bytes: number};
export type BankScene = {name: string; sentence: string; tools: string[]; bodies: BankEntry[]};

async function fetched(file: string): Promise<Response> {
  const answer = await fetch(new URL('banks/' + file, document.baseURI)).catch(() => undefined);
  if (!answer?.ok) throw new Error(`banks/${file} is not there; build the site again (make studio), or reload when the network is back.`);
  return answer;
}

export async function bankIndex(): Promise<BankScene[]> {
  return (await (await fetched('index.json')).json()).scenes;
}

export async function bankBytes(entry: BankEntry): Promise<ArrayBuffer> {
  return (await fetched(entry.file)).arrayBuffer();
}
