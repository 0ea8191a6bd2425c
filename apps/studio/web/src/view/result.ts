// The files of a rendered result, from wherever they come: the server's /result/ or a folder that was opened by hand.
export type ResultFiles = {
  name: string;
  bytes: (file: string) => Promise<ArrayBuffer>; // throws MissingFile when there is no such file
};

/** A file that the report names and the folder does not have. */
export class MissingFile extends Error {
  constructor(file: string) {
    super(`${file} is missing`);
  }
}

const kMaxFile = 1.5e9; // [bytes] more than a page can hold

async function listed(address: URL): Promise<Record<string, unknown>> {
  const response = await fetch(address).catch(() => undefined);
  const index: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined;
  return (index ?? {}) as Record<string, unknown>;
}

/**
 * What lies in a folder of the server, by its index.json; undefined when there is none. A list that is cut off
 * (`truncated`) says nothing of the files that it does not have: only asking for them does.
 */
export async function servedResult(folder = 'result/'): Promise<ResultFiles | undefined> {
  const base = new URL(folder, document.baseURI);
  const index = await listed(new URL('index.json', base));
  const {files, name, truncated} = index as {
    files?: {name?: unknown; size?: unknown}[];
    name?: unknown;
    truncated?: unknown;
  };
  if (!Array.isArray(files) || files.length === 0) return undefined;
  const sizes = new Map(files.map((file) => [String(file?.name), Number(file?.size) || 0]));
  return {
    name: String(name ?? ''),
    async bytes(file) {
      if (!sizes.has(file) && truncated !== true) throw new MissingFile(file);
      if ((sizes.get(file) ?? 0) > kMaxFile) throw new Error(`${file} is too large for a page`);
      const got = await fetch(new URL(encodeURIComponent(file), base)).catch(() => {
        throw new Error(`${file} cannot be read, the server does not answer`);
      });
      if (got.status === 404) throw new MissingFile(file);
      if (!got.ok) throw new Error(`${file} cannot be read (${got.status})`);
      return got.arrayBuffer();
    },
  };
}

export type Example = {name: string; label: string};
const isExample = (one: Partial<Example> | null) => /^\w+$/.test(one?.name ?? '') && typeof one?.label === 'string';

/** Results that the site was built with (apps/studio/examples); none is fine. */
export async function servedExamples(): Promise<Example[]> {
  const {examples} = await listed(new URL('examples/index.json', document.baseURI));
  return Array.isArray(examples) ? examples.filter(isExample) : [];
}
export const exampleFolder = (name: string) => `examples/${name}/`;

/** Files of a folder that was chosen or dropped: those beside its report.json. */
export function openedResult(files: File[]): ResultFiles {
  const place = (file: File) => (file.webkitRelativePath || file.name).split('/').slice(0, -1).join('/');
  const reports = files.filter((file) => file.name === 'report.json');
  if (reports.length === 0)
    throw new Error(
      'There is no report.json among these files. Choose a folder that `peal render` has written, such as out/drop.',
    );
  if (reports.length > 1) throw new Error('There are several results in this folder. Choose one of them.');
  const folder = place(reports[0]!);
  const byName = new Map(files.filter((file) => place(file) === folder).map((file) => [file.name, file]));
  return {
    name: folder.split('/').pop() || 'result',
    async bytes(file) {
      const found = byName.get(file);
      if (!found) throw new MissingFile(file);
      if (found.size > kMaxFile) throw new Error(`${file} is too large for a page`);
      return found.arrayBuffer();
    },
  };
}

type Entry = {
  isFile: boolean;
  isDirectory: boolean;
  name: string;
  file: (done: (file: File) => void, failed: (e: unknown) => void) => void;
  createReader: () => {readEntries: (done: (entries: Entry[]) => void, failed: (e: unknown) => void) => void};
};

/** Files of a drop; of folders only what lies directly in them. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry() as unknown as Entry | null);
  const plain = [...transfer.files],
    out: File[] = [];
  const fileOf = (entry: Entry) => new Promise<File>((done, failed) => entry.file(done, failed));
  for (const [i, entry] of entries.entries()) {
    if (!entry?.isDirectory) {
      if (plain[i]) out.push(plain[i]);
      continue;
    }
    const reader = entry.createReader();
    for (;;) {
      // gives at most a hundred at a time
      const some = await new Promise<Entry[]>((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0 || out.length > 20000) break;
      for (const inside of some) if (inside.isFile) out.push(await fileOf(inside));
    }
  }
  return out;
}
