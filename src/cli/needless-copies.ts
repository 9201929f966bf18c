import { cmd, commandText } from '../model/command.ts';
import { shortener } from '../model/ids.ts';
import { type NeedlessCopy, needlessCopies } from '../ops/diff.ts';
import { needlessThreads } from '../ops/needless-threads.ts';
import { type KnownId, knownIds } from '../ops/resolve-ids.ts';
import { countText, printable } from '../report/text.ts';
import { type Job, rerun } from './command.ts';
import type { Selection } from './scope.ts';

const MAX_COPIES_NAMED = 8;

/** Of the forks among them. */
const MAX_FORKS_BYTES = 32 * 2 ** 20;

export interface ComparedCopies {
  readonly copies: ReadonlySet<string>;
  /** Threads that are named where another has all of their messages; null for none. */
  readonly threads: ((id: string) => boolean) | null;
}

export async function needlessCopyLines(
  job: Job,
  { reading, survey }: Pick<Selection, 'reading' | 'survey'>,
  { copies, threads }: ComparedCopies,
): Promise<string[]> {
  const forks = threads === null ? [] : await needlessThreads(reading, survey, MAX_FORKS_BYTES);
  const found = [
    ...(await needlessCopies(reading, survey, copies)),
    ...forks.filter(({ copy }) => threads?.(copy.id) === true),
  ];
  if (found.length === 0) return [];
  const way = commandText(cmd`archive --copies`, rerun(job.options));
  return [
    ...needlessLines(found, await knownIds(reading, survey)),
    `\`${way}\` moves ${found.length === 1 ? 'it' : 'them'} out of the way`,
  ];
}

/** Names some of them, and counts the rest. */
export function needlessLines(found: readonly NeedlessCopy[], known: readonly Pick<KnownId, 'id'>[]): string[] {
  const short = shortener(known.map(({ id }) => id));
  const more = found.length - MAX_COPIES_NAMED;
  return [
    ...found.slice(0, MAX_COPIES_NAMED).map((each) => needlessText(each, short)),
    ...(more > 0 ? [`and ${countText(more, 'more such copy', 'more such copies')}`] : []),
  ];
}

function needlessText({ copy, original }: NeedlessCopy, short: (id: string) => string): string {
  return `${printable(copy.id)}: nothing in it that ${printable(short(original.id))} lacks`;
}
