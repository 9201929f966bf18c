import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { countOf } from '../../../src/stores/words.ts';
import { runConvo } from '../heal.ts';
import { type HomeAnswer, type RecordedHome, recordedHomes, recordedHomesVersion, recordHomes } from '../homes.ts';
import { inJobs } from '../in-jobs.ts';
import type { Healing } from '../main.ts';
import { askHome } from './ask-home.ts';
import { HOME_DRIFTS, type HomeDrift, homeDrift, LOSSES, UNASKED } from './home-drift.ts';
import { codexProgram } from './program.ts';

/** What `npm run judge -- codex` was asked for. */
export interface HomesAsked {
  readonly version: string | undefined;
  readonly only: string;
  readonly healing: Healing;
  readonly jobs: number;
  readonly records: boolean;
}

/** A home that the program takes otherwise. */
export interface JudgedHome {
  readonly name: string;
  readonly drifts: readonly HomeDrift[];
}

/** Asks Codex CLI for its list and its threads of all recorded homes, and prints the drift; answers whether there is any, or any loss where they were healed first. */
export async function judgeHomes({ version, only, healing, jobs, records }: HomesAsked): Promise<boolean> {
  const { version: asked, file: program } = codexProgram(version);
  const all = recordedHomes();
  const homes = all.filter((home) => nameOf(home).includes(only));
  const started = Date.now();
  const answers = new Map<RecordedHome, HomeAnswer>();
  await inJobs(homes, jobs, async (home) => {
    answers.set(home, await askRecorded(program, home, healing));
    if (process.stderr.isTTY) process.stderr.write(`\r${answers.size} of ${homes.length}`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r');
  const judged = homes.map((home) => ({ name: nameOf(home), drifts: homeDrift(home, answers.get(home) ?? home) }));
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(homesReport({ version: asked, recorded: recordedHomesVersion(), judged, seconds, healing }));
  if (records)
    recordHomes(
      asked,
      all.map((home, i) => renewed(home, judged[i], answers.get(home))),
    );
  const drifts = judged.flatMap((home) => home.drifts);
  return healing === 'none' ? drifts.length > 0 : drifts.some(({ type }) => LOSSES.has(type));
}

function nameOf({ from, name, side }: RecordedHome): string {
  return `${from}/${name}${side === 'input' ? '' : ` (${side})`}`;
}

/** What drifted is recorded anew, and everything else stays as it was written. */
function renewed(home: RecordedHome, judged: JudgedHome | undefined, now: HomeAnswer | undefined): RecordedHome {
  return now === undefined || judged?.drifts.length === 0 ? home : { ...home, ...now };
}

async function askRecorded(program: string, { files, threads }: RecordedHome, healing: Healing): Promise<HomeAnswer> {
  const home = mkdtempSync(join(tmpdir(), 'convostore-judge-'));
  try {
    for (const [path, held] of Object.entries(files)) {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof held === 'string' ? held : Buffer.from(held.base64, 'base64'));
      // Long ago: what was written a moment ago may be in use.
      utimesSync(file, LONG_AGO, LONG_AGO);
    }
    const lossy = healing === 'lossy' ? ['--lossy'] : [];
    if (healing !== 'none') await runConvo(['heal', ...lossy, '--yes', '--root', home, '--kind', 'codex']);
    const ids = Object.keys(threads).map((id) => [id, healing === 'none' ? id : idOnceHealed(files, id)] as const);
    const answer = await askHome(program, home, [...new Set(ids.map(([, asked]) => asked))]);
    return { ...answer, threads: Object.fromEntries(ids.map(([id, asked]) => [id, answer.threads[asked] ?? UNASKED])) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A rollout with the id of another thread in its name gets the name of its own. */
export function idOnceHealed(files: RecordedHome['files'], id: string): string {
  const named = Object.entries(files).flatMap(([path, held]) => (path.includes(id) ? [held] : []));
  const [, own = id] = named.length === 1 ? (META_ID.exec(String(named[0])) ?? []) : [];
  return own;
}

/** The id in a first record as the program writes it. */
const META_ID = /^\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"session_meta","payload":\{"id":"([\da-f-]{36})",/;

const LONG_AGO = 1_790_000_000;

interface HomesRan {
  readonly version: string;
  readonly recorded: string;
  readonly judged: readonly JudgedHome[];
  readonly seconds: number;
  readonly healing: Healing;
}

/** The drift by class, the worst first. */
export function homesReport({ version, recorded, judged, seconds, healing }: HomesRan): string {
  const healed = { none: '', healed: ', each healed first', lossy: ', each healed with --lossy first' };
  const drifted = judged.filter(({ drifts }) => drifts.length > 0);
  const lines = [
    `codex ${version}, recorded with ${recorded}${healed[healing]}: ${judged.length} homes in ${seconds} s`,
    `${judged.length - drifted.length} as recorded`,
    ...(healing === 'none' ? [] : [lossLine(drifted)]),
  ];
  for (const [type, words] of Object.entries(HOME_DRIFTS)) {
    const here = drifted.flatMap(({ name, drifts }) =>
      drifts.filter((drift) => drift.type === type).map(({ line }) => `  ${name}: ${line}`),
    );
    if (here.length > 0) lines.push('', `${words} (${here.length})`, ...here);
  }
  return `${lines.join('\n')}\n`;
}

function lossLine(drifted: readonly JudgedHome[]): string {
  const losses = drifted.flatMap(({ drifts }) => drifts.filter(({ type }) => LOSSES.has(type))).length;
  return losses === 0 ? 'nothing that it took before is lost' : `${countOf(losses, 'thing')} that it took before, lost`;
}
