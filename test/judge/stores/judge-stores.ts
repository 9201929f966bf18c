import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathsBelow } from '../../support/folders.ts';
import { runConvo } from '../heal.ts';
import { inJobs } from '../in-jobs.ts';
import type { Healing } from '../main.ts';
import type { RecordedStore, StoreAnswer } from '../recorded-stores.ts';
import { startStoreModel } from './model.ts';
import { type Place, STORE_PROGRAMS, type StoreProgram, storeCommand, variablesOf } from './programs.ts';

interface Asking {
  readonly version: string | undefined;
  readonly only: string;
  readonly healing: Healing;
  readonly jobs: number;
}

/** Asks a program about each recorded store of its kind, prints what it does otherwise, and answers whether there is any. */
export async function judgeStores(name: string, { version: wanted, only, healing, jobs }: Asking): Promise<boolean> {
  const program = STORE_PROGRAMS[name];
  if (program === undefined) throw new Error(`${name} is not known`);
  const { version, command } = storeCommand(name, program, wanted);
  const stores = program.recorded().filter((each) => each.name.includes(only));
  const drifts: string[] = [];
  await inJobs(stores, jobs, async (next) => {
    const store = healing === 'none' ? next : withFiles(next, await healed(program, next, healing));
    const drift = driftOf(next.answer, await ask(program, command, store), healing);
    if (drift.length > 0) drifts.push([next.name, ...drift.map((line) => `  ${line}`)].join('\n'));
  });
  const what = healing === 'none' ? 'as recorded' : 'have all that they had before they were healed';
  const lines = [`${name} ${version}: ${stores.length - drifts.length} of ${stores.length} ${what}`, ...drifts.sort()];
  process.stdout.write(`${lines.join('\n')}\n`);
  return drifts.length > 0;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A store after a heal: a session that it gave the name of its records is asked for by that. */
export function withFiles(store: RecordedStore, files: RecordedStore['files']): RecordedStore {
  const paths = Object.keys(files);
  const renamed = paths.filter((path) => !paths.some((each) => each.includes(store.id)) && !(path in store.files));
  const [id = store.id] = UUID.exec(renamed[0] ?? '') ?? [];
  return { ...store, files, id };
}

/** What differs, a line each. A healed store may have more, and once what was doubled. */
export function driftOf(recorded: StoreAnswer, now: StoreAnswer, healing: Healing): string[] {
  const isHealed = healing !== 'none';
  const lost = isHealed
    ? (recorded.sent ?? []).filter((text) => !isThere(text, now.sent ?? []))
    : missing(recorded.sent ?? [], now.sent ?? []);
  const more = isHealed ? [] : missing(now.sent ?? [], recorded.sent ?? []);
  const isOther =
    recorded.listed !== null && (isHealed ? recorded.listed && !now.listed : recorded.listed !== now.listed);
  const deleted = [...now.deleted].sort().join(', ');
  const before = [...recorded.deleted].sort().join(', ');
  return [
    ...(isOther ? [now.listed ? 'is listed now' : 'is not listed any more'] : []),
    ...(recorded.sent !== null && now.sent === null ? ['sends nothing any more'] : []),
    ...(!isHealed && recorded.sent === null && now.sent !== null ? ['is gone on with now'] : []),
    ...lost.map((text) => `not sent now: ${JSON.stringify(text)}`),
    ...more.map((text) => `sent now: ${JSON.stringify(text)}`),
    ...(isHealed ? missing(now.deleted, recorded.deleted).map((path) => `deleted since it was healed: ${path}`) : []),
    ...(isHealed || deleted === before ? [] : [`deleted: ${deleted || 'nothing'}; before: ${before || 'nothing'}`]),
  ];
}

/** By itself, joined with the texts of neighbours, or as what a doubled text repeats. */
function isThere(text: string, others: readonly string[]): boolean {
  return others.some((other) => other !== '' && (other.includes(text) || other.repeat(text.length).startsWith(text)));
}

/** Texts of one list that the other lacks, each as often as it is there. */
function missing(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Lists, begins a new conversation and goes on, each in a home of its own. */
export async function ask(
  program: StoreProgram,
  command: readonly string[],
  store: RecordedStore,
): Promise<StoreAnswer> {
  const { list, cleanUp } = program;
  const listing = list === null ? null : await inHome(program, command, store, list.args);
  const start = cleanUp === null ? null : await inHome(program, command, store, cleanUp.args, cleanUp.wait);
  const went = await inHome(program, command, store, program.resume(store.id));
  return {
    listed: list === null || listing === null ? null : list.has(listing.output, store.id),
    sent: went.sent,
    deleted: start?.deleted ?? [],
  };
}

interface Went {
  readonly output: string;
  readonly sent: readonly string[] | null;
  readonly deleted: readonly string[];
}

async function inHome(
  program: StoreProgram,
  command: readonly string[],
  store: RecordedStore,
  args: readonly string[],
  wait = 0,
): Promise<Went> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  const model = await startStoreModel('Resumed.', wait);
  try {
    const place: Place = { home: join(top, 'home'), work: join(top, 'app'), port: model.port };
    for (const folder of [place.home, place.work]) mkdirSync(folder);
    const root = join(place.home, program.store);
    lay(root, store, { from: program.folder, to: place.work });
    program.prepare(place);
    const before = pathsBelow(root);
    const output = await run([...command, ...args], place, program);
    const after = new Set(pathsBelow(root));
    const deleted = before.filter((path) => !after.has(path)).map((path) => path.replaceAll(today(), '@DAY@'));
    const last = model.requests.at(-1);
    const said = JSON.parse(JSON.stringify(last ?? {}).replaceAll(place.work, program.folder));
    return { output, sent: last === undefined ? null : program.said(said), deleted };
  } finally {
    model.close();
    rmSync(top, { recursive: true, force: true });
  }
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Writes a store for a folder in the place of the one that its files name. */
export function lay(
  root: string,
  { files }: Pick<RecordedStore, 'files'>,
  { from, to }: { from: string; to: string },
): void {
  const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, '-');
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(root, path.replaceAll('@DAY@', today()).replaceAll(dashed(from), dashed(to)));
    mkdirSync(dirname(file), { recursive: true });
    const text = bytes.toString('latin1').replaceAll('@DAY@', today()).replaceAll(from, to);
    writeFileSync(file, Buffer.from(text, 'latin1'));
  }
}

const SECONDS = 90;

/** All that it printed; what does not end in time is killed. */
async function run([file = '', ...args]: readonly string[], place: Place, program: StoreProgram): Promise<string> {
  const how = { cwd: place.work, env: variablesOf(program, place), detached: true };
  const child = spawn(file, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), SECONDS * 1000);
  await new Promise((done) => child.on('close', done).on('error', done));
  clearTimeout(timer);
  return output;
}

/** The files of a store after `convo heal`. */
export async function healed(
  program: StoreProgram,
  store: RecordedStore,
  how: Healing,
): Promise<RecordedStore['files']> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  try {
    const root = join(top, program.store);
    lay(root, store, { from: program.folder, to: program.folder });
    // What was written a moment ago may be in use.
    const earlier = Date.now() / 1000 - 3600;
    for (const path of pathsBelow(root)) utimesSync(join(root, path), earlier, earlier);
    await runConvo(['heal', ...(how === 'lossy' ? ['--lossy'] : []), '--yes', '--root', root]);
    const files = pathsBelow(root).filter((path) => !path.startsWith('.convo/'));
    return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path))]));
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
