// The banks of the benches: which there are, their bytes, and their bodies for pictures, before any sound has begun.
import {readBank, type BodyInfo} from 'peal-engine';

export type BankEntry = {name: string; material: string; of: string; file: string; bytes: number};
export type BankScene = {name: string; sentence: string; tools: string[]; bodies: BankEntry[]};

async function fetched(file: string): Promise<Response> {
  const answer = await fetch(new URL(file, document.baseURI)).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`${file} is not there; build the site again (make studio), or reload when the network is back.`);
  return answer;
}

export async function bankIndex(): Promise<BankScene[]> {
  return (await (await fetched('banks/index.json')).json()).scenes;
}

let module: Promise<WebAssembly.Module> | undefined;

/** The body on the bench first, then the tools. */
export async function openBank(
  entry: BankEntry,
): Promise<{bytes: ArrayBuffer; bodies: BodyInfo[]; code: WebAssembly.Module}> {
  module ??= fetched('engine/peal.wasm').then(async (answer) => WebAssembly.compile(await answer.arrayBuffer()));
  const [code, bytes] = await Promise.all([
    module,
    fetched('banks/' + entry.file).then((answer) => answer.arrayBuffer()),
  ]);
  try {
    return {bytes, bodies: readBank(code, bytes).bodies, code};
  } catch (error) {
    throw new Error(`banks/${entry.file}: ${(error as Error).message}; pack the banks again (make studio)`);
  }
}
