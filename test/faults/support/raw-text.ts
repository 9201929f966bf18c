import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { call } from '../../cli/call.ts';
import { points } from '../../support/sampling.ts';

/** ESC with an OSC 52 that sets a clipboard, BEL, a C1 control, a bidirectional override, a line separator, CR, NEL, an isolate. */
export const HOSTILE = '\u001b]52;c;aGk=\u0007\u009b31m\u202e\u2028\r\u0085\u2066';
const SPELLED = Array.from(HOSTILE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** Every way to report a verify. */
export const REPORTS = ['concise', 'json', 'ndjson', 'github', 'gitlab', 'junit', 'markdown', 'sarif', 'prometheus'];

/** One field of one file, or one name, that is made hostile. */
export interface Poison {
  readonly what: string;
  /** Relative to the home. */
  readonly path: string;
  apply(home: string): void;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Each field of each file once, as a text of JSON and as bytes that are not JSON, and each name; fields of one name count once. */
export function poisonsOf(home: string): Poison[] {
  const found = new Map<string, Poison>();
  for (const file of filesBelow(home)) {
    const path = relative(home, file);
    const like = path.replace(/[0-9a-f]{8}-[-0-9a-f]{27}|[0-9a-f]{64}|\d{8}T\d{6}Z-\w+|\d+/g, '*');
    const add = (what: string, apply: Poison['apply']) => found.set(`${like} ${what}`, { what, path, apply });
    const text = readFileSync(file, 'latin1');
    const write = (hostile: string, at: number) => (into: string) =>
      writeFileSync(join(into, path), Buffer.from(text.slice(0, at) + hostile + text.slice(at), 'latin1'));
    const raw = Buffer.from(HOSTILE).toString('latin1');
    add('as its first bytes', write(raw, 0));
    add('as its last bytes', write(raw, text.length));
    for (const [field, at] of fieldsOf(text)) {
      add(`in ${field}`, write(SPELLED, at));
      add(`raw in ${field}`, write(raw, at));
    }
    for (const name of [path, dirname(path)].filter((each) => each.includes('/')))
      add(name === path ? 'in its name' : 'in the name of its folder', (into) => {
        const to = join(dirname(name), basename(name).replace(/(?=\.[a-z]+$|$)/, HOSTILE));
        renameSync(join(into, name), join(into, to));
      });
  }
  return [...found.values()];
}

/** The end of each string of a JSON text, by its key, and of each cell of the first rows of a table, by its column. */
function* fieldsOf(text: string): Generator<readonly [field: string, at: number]> {
  let key = '';
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const isKey = /^\s*:/.test(text.slice(index + found.length));
    if (isKey) key = found;
    yield [isKey ? `the key ${found}` : key, index + found.length - 1];
  }
  if (/^\s*[[{]/.test(text)) return;
  let column = 0;
  for (const { 0: end, index } of text.slice(0, 2000).matchAll(/[,\t\n]|$/g)) {
    yield [`column ${column}`, index];
    column = end === '\n' ? 0 : column + 1;
  }
}

/** Command lines that are carried out after a poison, and where. */
interface Calls {
  readonly cwd: string;
  readonly lines: readonly (readonly string[])[];
}

/** What got through of some poisons, each in a copy of a clean home, which is removed; `quick` or so of them in a quick run. */
export async function leaksOf(
  clean: string,
  poisons: readonly Poison[],
  { offset, quick }: { readonly offset: number; readonly quick: number },
  callsFor: (home: string, poison: Poison, n: number) => Promise<Calls>,
): Promise<{ readonly raw: readonly string[]; readonly tried: number }> {
  const raw: string[] = [];
  let tried = 0;
  try {
    for (const n of points(poisons.length, Math.max(1, Math.floor(poisons.length / quick / 4)), { offset })) {
      const poison = poisons[n];
      if (poison === undefined) continue;
      const home = `${clean}-${n}`;
      cpSync(clean, home, { recursive: true });
      try {
        poison.apply(home);
        const { cwd, lines } = await callsFor(home, poison, n);
        for (const line of lines) {
          const { stdout, stderr } = await call(line, { home, cwd });
          const found = RAW.exec(`${stdout}${stderr}`);
          const where = `${poison.path} ${poison.what}: ${line.join(' ')}`;
          if (found !== null) raw.push(JSON.stringify(`${where}: ${around(`${stdout}${stderr}`, found.index)}`));
          tried++;
        }
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(clean, { recursive: true, force: true });
  }
  return { raw, tried };
}

function around(text: string, at: number): string {
  return text.slice(Math.max(at - 60, 0), at + 20);
}
