import { sentence } from '../../model/command.ts';
import type { Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { idWord, isNameOfCopy, originalOf } from '../../model/id-word.ts';
import type { DiffSide } from '../../model/message-diff.ts';
import { RUNS } from '../../model/rules/row.ts';
import { findRun } from '../../ops/change/run-ids.ts';
import { diskBeforeRun, sealedState } from '../../ops/diff/earlier-state.ts';
import type { Reading } from '../../ops/reading.ts';
import { type KnownId, knownIds, placeAt } from '../../ops/resolve-ids.ts';
import { type Shown, show, type Version } from '../../ops/show.ts';
import type { SurveyOptions } from '../../ops/survey/survey.ts';
import { typedPath } from '../../ops/user-files.ts';
import { rootsOf, worldFor } from '../change/world.ts';
import type { Job } from '../command.ts';
import { atPaths, readingOf } from '../scope.ts';
import { meantVersion } from '../show/meant-version.ts';

export interface ReadSide extends DiffSide {
  readonly job: Job;
  readonly shown: Shown;
  readonly agent: string | null;
  readonly place: KnownId;
  readonly version: Version;
  readonly reading: Reading;
  readonly survey: SurveyOptions;
  readonly known: readonly KnownId[];
}

/** Reads the conversation that a word means: `ID`, `ID~1`, `ID@AGENT` or a path. Throws Failure. */
export async function readSide(given: Job, word: string): Promise<ReadSide> {
  const job = await atPaths(given, [word]);
  const { reading, survey } = await readingOf(job);
  const known = await knownIds(reading, survey);
  const { id, agent, at, version } = await meantVersion(job, word, { raw: false }, known);
  if (at !== null) throw new Failure('usage', `${word} is one message, and conversations are compared whole`);
  const place = placeAt(word, id, known, job.env.cwd);
  const shown = await show(reading, place, survey, version);
  return sideOf(shown, { job, agent, place, version, reading, survey, known });
}

function sideOf(
  shown: Shown,
  from: Omit<ReadSide, keyof DiffSide | 'shown'>,
  { state = null, first = Number.POSITIVE_INFINITY }: { readonly state?: string | null; readonly first?: number } = {},
): ReadSide {
  const messages = {
    *[Symbol.iterator](): Generator<Message> {
      let count = 0;
      for (const message of shown.transcript({ agent: from.agent }).messages) {
        if (count++ >= first) return;
        yield message;
      }
    },
  };
  return { ...from, shown, state, messages, conversation: shown.conversation };
}

/** The conversation that another one was forked or copied from. Throws Failure `usage` where there is none. */
export async function readSource({ job, conversation }: ReadSide): Promise<ReadSide> {
  const { id, forkedFrom, cameFrom = [] } = conversation;
  const source = isNameOfCopy(id) ? originalOf(id) : (forkedFrom ?? cameFrom[0]);
  const hint = 'Name it, or an earlier state with --before RUN or --against SEAL.';
  const name = idWord(conversation);
  if (source === undefined)
    throw new Failure(
      'usage',
      `${name} does not say what it was forked or copied from: a second conversation is missing`,
      hint,
    );
  const found = await readSide(job, source).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'no-match') return null;
    throw error;
  });
  if (found !== null && found.conversation.path !== conversation.path) return found;
  throw new Failure(
    'no-match',
    `${name} came from ${source}, which is not there: a second conversation is missing`,
    hint,
  );
}

/** A copy answers to the id of its original where that is gone. Throws Failure `usage`. */
export function refuseSame([first, second]: readonly [ReadSide, ReadSide], words: readonly string[]): void {
  const { id, path } = first.conversation;
  const meant = words.find((word) => isNameOfCopy(id) && originalOf(id).startsWith(word));
  if (meant !== undefined && path === second.conversation.path && !words.every((word) => word === meant))
    throw new Failure('no-match', `the original of ${id} is not there: ${meant} means this copy, too`);
}

/** A conversation as it was before a run. Throws Failure `no-match` where the run keeps nothing of it. */
export async function readBeforeRun(now: ReadSide, named: string): Promise<ReadSide> {
  const { job } = now;
  const world = worldFor(job);
  const { roots } = await rootsOf(job);
  const run = findRun(world, roots, named);
  const disk = diskBeforeRun(world, now.place, run);
  if (disk === null)
    throw new Failure(
      'no-match',
      `run ${named} has nothing of ${idWord(now.conversation)} as it was before`,
      sentence`${RUNS} lists the runs: one that is undone, pruned or about other conversations has no original of it.`,
    );
  return earlier(now, disk, `before run ${named}`).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'no-match') throw error;
    throw new Failure('no-match', `${idWord(now.conversation)} was not there before run ${named}`, null);
  });
}

/** A conversation as it was sealed. Throws Failure. */
export async function readSealed(now: ReadSide, typed: string): Promise<ReadSide> {
  const { job, reading, place, shown } = now;
  const file = typedPath(job.env.cwd, typed);
  const sealed = sealedState(worldFor(job), reading, { file, place, shown });
  if ('first' in sealed) return sideOf(shown, now, { state: SEALED, first: sealed.first });
  return earlier(now, sealed.disk, SEALED);
}

const SEALED = 'as it was sealed';

async function earlier(now: ReadSide, disk: Reading['disk'], state: string): Promise<ReadSide> {
  const reading = { ...now.reading, disk };
  const shown = await show(reading, now.place, now.survey, now.version);
  return sideOf(shown, { ...now, reading }, { state });
}
