import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeDisk, type ReadDisk, type Stat } from '../../src/io/disk.ts';
import { encodeChange } from '../../src/io/journal/plan-lines.ts';
import type { ChangeReport } from '../../src/model/change-report.ts';
import type { KindName } from '../../src/model/kinds.ts';
import { decideSite } from '../../src/ops/change/decide.ts';
import { runRemarks } from '../../src/ops/change/decide-options.ts';
import { newLedger } from '../../src/ops/change/ledger.ts';
import { candidateAt } from '../../src/ops/sites/given.ts';
import { everythingAt, withSelection } from '../../src/ops/survey/survey-options.ts';
import { worded } from '../../src/report/worded.ts';
import type { Ask } from '../../src/stores/decision.ts';
import type { Kind, Site } from '../../src/stores/kind.ts';
import { KINDS } from '../kinds.ts';
import { type AnyAsk, ask } from '../stores/ask.ts';
import type { Disk } from '../stores/open-site.ts';

/** A verb with what sets it apart; `output`: to a folder of its own. */
export interface Wish extends Pick<AnyAsk, 'lossy' | 'only' | 'to' | 'cwd'> {
  readonly verb: Ask['verb'];
  readonly output?: true;
  /** Only this conversation; the others of its scope are not looked at. */
  readonly id?: string;
  /** Change what would bring a new error too. */
  readonly force?: boolean;
}

/** What a verb decides over a store: the Changes as a plan has them, in order, and the report. */
export interface AllDecided {
  readonly changes: readonly unknown[];
  readonly report: ChangeReport;
}

/** Decides one verb over a store at `/fixtures/...`, as the command does, and carries out nothing. Forks each of its conversations. */
export async function decideAll(
  kind: KindName,
  path: string,
  disk: Disk,
  { output, id, force = false, ...more }: Wish,
  kinds: readonly Kind[] = KINDS,
): Promise<AllDecided> {
  const read = diskOf(path, disk);
  const known = kinds.find(({ name }) => name === kind);
  const site = known?.layout.recognise(candidateAt(read, path)) ?? null;
  if (known === undefined || site === null) throw new Error(`${path} is not recognised`);
  const report = newLedger(more.verb);
  let ids = 0;
  const options = ask(more.verb, {
    ...more,
    newId: () => `${`${++ids}`.padStart(8, '0')}-2222-4333-8444-555555555555`,
  });
  const hasId = id === undefined ? null : (each: string) => each === id;
  const survey = withSelection(everythingAt(options.now), { hasId });
  const order = {
    ask: options,
    survey,
    quietSince: null,
    output: output === true ? '/output' : null,
    dryRun: false,
    force,
  };
  const changes: unknown[] = [];
  const made = decideSite(read, kinds, site, order, report);
  for await (const change of made) changes.push(JSON.parse(encodeChange(change)));
  const { before } = report.report({ run: null, dryRun: false });
  const remarks = runRemarks(known, options, before.conversations);
  const all = worded({ ...report.report({ run: null, dryRun: false }), remarks }, 'convo');
  return relative({ changes, report: all }, site);
}

function relative(decided: AllDecided, { root }: Site): AllDecided {
  return JSON.parse(JSON.stringify(decided).replaceAll(root, ''));
}

/** Where the fixtures are as the kinds see it: some write the root into a file, and it must be as long on every machine. */
const SEEN = '/fixtures';
const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What the disk says of each path, asked once. */
function once<T>(look: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const found = look(path);
    known.set(path, found);
    return found;
  };
}

function movedDisk(): ReadDisk {
  const disk = nodeDisk();
  const from = (path: string): string => (path.startsWith(SEEN) ? `${FIXTURES}${path.slice(SEEN.length)}` : path);
  const to = (path: string): string => (path.startsWith(FIXTURES) ? `${SEEN}${path.slice(FIXTURES.length)}` : path);
  return {
    list: (path) => disk.list(from(path)),
    lstat: (path) => disk.lstat(from(path)),
    stat: (path) => disk.stat(from(path)),
    readlink: (path) => disk.readlink(from(path)),
    realpath: (path) => to(disk.realpath(from(path))),
    read: (path, length, at) => disk.read(from(path), length, at),
  };
}

const moved = movedDisk();

let last: { readonly top: string; readonly fixture: Disk; readonly disk: ReadDisk } | null = null;

/** All verbs are asked about one fixture after the other: what is on its disk is looked at and read once. */
function diskOf(top: string, fixture: Disk): ReadDisk {
  if (last?.top === top && last.fixture === fixture) return last.disk;
  const fresh = fixedDisk(top, fixture);
  const bytes = new Map<string, Uint8Array>();
  const read = (path: string, length?: number, at?: number): Uint8Array => {
    const key = [at, length, path].join(' ');
    const known = bytes.get(key) ?? fresh.read(path, length, at);
    bytes.set(key, known);
    return known;
  };
  const looks = { list: once(fresh.list), lstat: once(fresh.lstat), stat: once(fresh.stat) };
  last = { top, fixture, disk: { ...fresh, ...looks, read } };
  return last.disk;
}

/** The disk below a fixture with what git does not keep: times, modes, links, and folders that are empty. */
function fixedDisk(top: string, { mode = 0o600, mtime = 1_790_000_000, links = [] }: Disk): ReadDisk {
  const disk = moved;
  const paths = new Set(links.map((link) => `${top}/${link}`));
  const timed = (stat: Stat): Stat => ({ ...stat, mtimeMs: mtime * 1000, mode: stat.type === 'folder' ? 0o700 : mode });
  const linked = (path: string, stat: Stat): Stat => (paths.has(path) ? { ...stat, type: 'link' } : stat);
  return {
    ...disk,
    list: (path) =>
      disk
        .list(path)
        .filter(({ name }) => name !== null && basename(name) !== '.keep')
        .map((each) => (paths.has(`${path}/${each.name}`) ? { name: each.name, raw: each.raw, type: 'link' } : each)),
    lstat: (path) => linked(path, timed(disk.lstat(path))),
    stat: (path) => timed(disk.stat(path)),
  };
}
