import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { KINDS } from '../kinds.ts';
import { isThorough, isTried } from '../support/sampling.ts';
import { call } from './call.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Fixtures that show a finding, below the folder of their kind. */
function damaged(kind: string): string[] {
  const folder = join(fixtures, kind);
  const all = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'before')) && isTried(name, 3));
  return isThorough ? all : all.filter((_, n) => n % 5 === 0);
}

/** Every file below a folder, with its bytes, mode and time; no journal. */
function filesIn(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { mode, mtimeMs, size } = lstatSync(join(folder, name));
    if (name.split('/').includes('.convo') || !lstatSync(join(folder, name)).isFile()) continue;
    all[name] =
      `${mode.toString(8)} ${Math.floor(mtimeMs)} ${size} ${readFileSync(join(folder, name)).toString('base64')}`;
  }
  return all;
}

interface Listed {
  readonly root: string;
  readonly path: string;
  readonly hidden: string | null;
  readonly daysLeft?: number;
}

/** What convo lists of a store that it can read, wherever it is; when its program deletes it is a matter of settings, which are not packed. */
async function listedIn(root: string, kind: string) {
  const { stdout } = await call(`list --all --json --kind ${kind} --root ${root}`, { cwd: root });
  const { conversations } = JSON.parse(stdout);
  return (conversations as Listed[])
    .filter(({ hidden }) => hidden !== 'unreadable')
    .map(({ root: at, path, daysLeft: _, ...rest }) => ({ ...rest, path: path.slice(at.length) }));
}

/** How the way of a store through a pack into an empty place, and out of it again, differs from what it should be. */
async function roundTrip(kind: string, name: string): Promise<string[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-trip-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [one, two] = [join(home, 'one', 'store'), join(home, 'two', 'store')];
  cpSync(join(fixtures, kind, name, 'before'), one, { recursive: true, preserveTimestamps: true });
  const there = await call(`list --all --json --kind ${kind} --root ${one}`, { cwd: one });
  const root = there.exit === 2 ? undefined : JSON.parse(there.stdout).conversations[0]?.root;
  // Files alone are no store, and of some stores all that is damaged is the settings.
  if (root === undefined) return [];
  const to = join(two, relative(one, root));
  mkdirSync(dirname(to), { recursive: true });
  const then = await listedIn(root, kind);
  const convo = (line: string) => call(`${line} --kind ${kind}`, { cwd: home, home });
  const packed = await convo(`pack --all --output ${home}/a.tar --root ${root}`);
  if (packed.exit !== 0)
    return /nothing was packed: |there is no conversation/.test(packed.stderr) ? [] : [`pack: ${packed.stderr}`];
  const unpacked = await convo(`unpack ${home}/a.tar --root ${to} --yes`);
  if (unpacked.exit !== 0) return [`unpack: ${unpacked.stderr}${unpacked.stdout}`];
  const [was, current] = [filesIn(root), filesIn(to)];
  const odd = Object.keys(current).filter((path) => current[path] !== was[path]);
  const now = await listedIn(to, kind);
  if (JSON.stringify(then) !== JSON.stringify(now)) odd.push(`lists ${JSON.stringify([then, now]).slice(0, 300)}`);
  await convo(`undo --root ${to} --yes`);
  return [...odd, ...Object.keys(filesIn(to)).map((path) => `${path} stays`)];
}

for (const { name: kind } of KINDS)
  test(`a pack of a damaged ${kind} store unpacks to the same files and the same list in an empty place, and undo takes them out`, async () => {
    const odd: string[] = [];
    for (const name of damaged(kind)) for (const each of await roundTrip(kind, name)) odd.push(`${name}: ${each}`);
    expect(odd).toEqual([]);
  });
