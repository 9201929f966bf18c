import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../cli/call.ts';
import { NO_LIMIT, points, tell } from './support/thorough.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** ESC with an OSC 52 that sets a clipboard, BEL, a C1 control, a bidirectional override, a line separator, CR, NEL, an isolate. */
const HOSTILE = '\u001b]52;c;aGk=\u0007\u009b31m\u202e\u2028\r\u0085\u2066';
const SPELLED = Array.from(HOSTILE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** A person's folder with stores in it, as `from` below the fixtures at `at` below the home. */
interface Case {
  readonly name: string;
  readonly copies: readonly (readonly [from: string, at: string])[];
  readonly root: string;
}

const demo = (kind: string, root: string): Case => ({ name: kind, copies: [[`demo/${kind}`, root]], root });
const journal = (kind: string, state: string, root: string): Case => ({
  name: `a ${state} run of ${kind}`,
  copies: [
    [`journals/${kind}/before`, root],
    [`journals/${kind}/${state}/runs`, `${root}/.convo/runs`],
  ],
  root,
});

const CASES: readonly Case[] = [
  demo('fnord', '.fnord'),
  demo('tenex', 'lighthouse/.tenex'),
  demo('rao', 'rao'),
  { name: 'claude', copies: [['claude/store', '.claude']], root: '.claude' },
  ...['finished', 'cut', 'cut-undo', 'partly-undone', 'undone'].map((state) => journal('fnord', state, '.fnord')),
  ...['finished', 'cut', 'undone'].map((state) => journal('tenex', state, 'lighthouse/.tenex')),
  ...['finished', 'cut', 'forked', 'undone'].map((state) => journal('rao', state, 'rao')),
];

/** What reads the files of ours that `prepare` has written. */
const OURS = [
  'verify --baseline known.json',
  'verify --against seal.json',
  'apply saved.plan --dry-run',
  'apply saved.plan',
];

const READING = [
  ...['verify', 'verify --only ST401', 'list --all', 'stats', 'runs', 'seal', 'heal --lossy --dry-run'],
  ...[
    'migrate --dry-run',
    'delete --all --dry-run',
    'undo --dry-run',
    'resume --dry-run',
    'undo nothing',
    'show nothing',
  ],
  ...['runs prune --dry-run', 'heal --yes', 'undo', 'resume'],
];

const REPORTS = ['concise', 'json', 'ndjson', 'github', 'gitlab', 'junit', 'markdown', 'sarif', 'prometheus'];

/** One field of one file, or one name, that is made hostile. */
interface Poison {
  readonly what: string;
  /** Relative to the home. */
  readonly path: string;
  apply(home: string): void;
}

/** A home with a case, and files of ours made from it. */
async function prepare({ copies, root }: Case): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'convostore-raw-'));
  for (const [from, at] of copies)
    cpSync(join(fixtures, from), join(home, at), { recursive: true, filter: (path) => !path.endsWith('/.keep') });
  const convo = (line: string) => call(`${line} --root ${root}`, { home, cwd: home });
  await convo('verify --baseline known.json --update-baseline');
  await convo('seal --output seal.json');
  await convo('heal --lossy --plan-out saved.plan');
  return home;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Each field of each file once, as a text of JSON and as bytes that are not JSON, and each name; fields of one name count once. */
function poisonsOf(home: string): Poison[] {
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

/** The command lines for a poison: all of them in a thorough run, else one in eight. */
async function linesFor(home: string, { path }: Poison, root: string, turn: number): Promise<string[][]> {
  const listed = await call(`list --all --json --root ${root}`, { home, cwd: home });
  const ids: string[] = (JSON.parse(listed.stdout).conversations ?? []).map(({ id }: { id: string }) => id);
  const id = ids.find((each) => path.includes(each)) ?? ids[0] ?? 'none';
  const shows = ['', '--all', '--markdown', '--companions', '--json'].map((flag) => `show ${id} ${flag}`.trim());
  const lines = [
    ...READING.flatMap((line) => [line, `${line} --json`]),
    ...REPORTS.map((format) => `verify --report ${format}`),
    ...shows,
  ].map((line) => [...line.split(' '), '--root', root]);
  const ours = OURS.map((line) => [...line.split(' '), ...(line.startsWith('apply') ? [] : ['--root', root])]);
  const all = [...ours, ...lines, ['show', path, '--all'], ['verify', '--root', path]];
  return points(all.length, 8, { turn }).map((n) => all[n] ?? []);
}

test.each(CASES)('no text of a file or of a name reaches the terminal raw: $name', NO_LIMIT, async (each) => {
  const clean = await prepare(each);
  const raw: string[] = [];
  let tried = 0;
  try {
    const poisons = poisonsOf(clean);
    for (const n of points(poisons.length, Math.max(1, poisons.length >> 1), { turn: each.name.length })) {
      const poison = poisons[n];
      if (poison === undefined) continue;
      const home = `${clean}-${n}`;
      cpSync(clean, home, { recursive: true });
      try {
        poison.apply(home);
        for (const line of await linesFor(home, poison, each.root, n)) {
          const { stdout, stderr } = await call(line, { home, cwd: home });
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
  tell(`hostile texts in ${each.name}`, tried);
  expect(raw.slice(0, 10)).toEqual([]);
  expect(tried).toBeGreaterThan(8);
});

function around(text: string, at: number): string {
  return text.slice(Math.max(at - 60, 0), at + 20);
}
