import { cmd, commandText, sentence, sentenceText } from '../model/command.ts';
import { type Conversation, MAX_COMPARED_BYTES, type MessageDiff } from '../model/conversation.ts';
import { isNameOfCopy, namesOfCopies, originalOf, shortener } from '../model/ids.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { NeedlessCopy } from '../ops/diff.ts';
import { listStoredIds, type StoredId } from '../ops/resolve-ids.ts';
import { countText, printable } from '../report/text.ts';
import { type Job, rerun } from './command.ts';
import type { Selection } from './scope.ts';

const MAX_COPIES_NAMED = 8;

const MAX_FORKS_BYTES = 32 * 2 ** 20;

export interface ComparedCopies {
  readonly copies: ReadonlySet<string>;
  /** Returns true for a named thread whose messages another one has; null without any. */
  readonly threads: ((id: string) => boolean) | null;
}

export class ListedCopies implements ComparedCopies {
  readonly copies = new Set<string>();
  readonly #comparesThreads: boolean;
  readonly #threads = new Set<string>();
  #isForked = false;
  #bytes = 0;
  isAny = false;

  constructor(comparesThreads: boolean) {
    this.#comparesThreads = comparesThreads;
  }

  add(group: readonly Conversation[]): void {
    this.isAny ||= group.length > 0;
    for (const { id, kind, state, forkedFrom, bytes } of group) {
      if (state === 'active' && isNameOfCopy(id)) this.copies.add(id);
      if (!KIND_TABLE[kind].forksWhole) continue;
      this.#threads.add(id);
      this.#bytes += bytes;
      this.#isForked ||= forkedFrom !== undefined;
    }
  }

  get threads(): ComparedCopies['threads'] {
    const compares = this.#comparesThreads && this.#isForked && this.#bytes <= MAX_COMPARED_BYTES;
    return compares ? (id) => this.#threads.has(id) : null;
  }
}

/** Loads the comparison only if there is something to compare. */
export async function needlessCopyLines(
  job: Job,
  { reading, survey }: Pick<Selection, 'reading' | 'survey'>,
  { copies, threads }: ComparedCopies,
): Promise<string[]> {
  const mayFork = threads !== null && reading.sites.some(({ kind }) => KIND_TABLE[kind].forksWhole);
  if (copies.size === 0 && !mayFork) return [];
  const forks = mayFork
    ? await (await import('../ops/needless-threads.ts')).needlessThreads(reading, survey, MAX_FORKS_BYTES)
    : [];
  const found = [
    ...(await (await import('../ops/diff.ts')).needlessCopies(reading, survey, copies)),
    ...forks.filter(({ copy }) => threads?.(copy.id) === true),
  ];
  if (found.length === 0) return [];
  const way = commandText(cmd`archive --copies`, rerun(job.options));
  return [
    ...needlessLines(found, await listStoredIds(reading, survey)),
    `\`${way}\` moves ${found.length === 1 ? 'it' : 'them'} out of the way`,
  ];
}

/** Lines on a copy with messages of its own: its program lists no copy, but a fork of it. */
export function ownMessagesLines(
  { options }: Pick<Job, 'options'>,
  [first, second]: readonly [Conversation, Conversation],
  { onlyInFirst, onlyInSecond }: MessageDiff,
): string[] {
  const [copy, original, own, others] = isNameOfCopy(first.id)
    ? [first, second, onlyInFirst, onlyInSecond]
    : [second, first, onlyInSecond, onlyInFirst];
  if (originalOf(copy.id) !== original.id || own.size === 0) return [];
  const fork = sentence`${cmd`fork ${copy.id}`} makes a conversation of it under a new id`;
  const way =
    others.size === 0
      ? sentence`the copy has all of the other and more: ${fork}; ${cmd`archive ${original.id} ${copy.id}`} then moves both away`
      : sentence`each has messages of its own: ${fork}; ${cmd`archive ${copy.id}`} then moves the copy away`;
  return [sentenceText(way, rerun(options))];
}

/** Lines on one id in two projects: the one that may be deleted, as it has nothing that the other lacks. */
export function sameIdLines(
  { options }: Pick<Job, 'options'>,
  [first, second]: readonly [Conversation, Conversation],
  { onlyInFirst, onlyInSecond }: Pick<MessageDiff, 'onlyInFirst' | 'onlyInSecond'>,
): string[] {
  const { id, root, project } = first;
  if (second.id !== id || second.root !== root || second.project === project) return [];
  const mayGo = [
    { side: first, isWithin: onlyInFirst.size === 0 },
    { side: second, isWithin: onlyInSecond.size === 0 },
  ].filter(({ side, isWithin }) => isWithin && side.state === 'active');
  const [goes] = mayGo.sort((a, b) => (a.side.updatedAt ?? 0) - (b.side.updatedAt ?? 0));
  if (goes === undefined) return [];
  const folder = goes.side.project ?? '';
  const away = cmd`archive ${id} --project ${folder}`;
  return [
    sentenceText(sentence`nothing in that of ${folder} that the other lacks: ${away} moves it away`, rerun(options)),
  ];
}

export function needlessLines(found: readonly NeedlessCopy[], known: readonly Pick<StoredId, 'id'>[]): string[] {
  const ids = known.map(({ id }) => id);
  const short = namesOfCopies(ids, shortener(ids));
  const more = found.length - MAX_COPIES_NAMED;
  return [
    ...found.slice(0, MAX_COPIES_NAMED).map((each) => needlessText(each, short)),
    ...(more > 0 ? [`and ${countText(more, 'more such copy', 'more such copies')}`] : []),
  ];
}

function needlessText({ copy, original }: NeedlessCopy, short: (id: string) => string): string {
  return `${printable(short(copy.id))}: nothing in it that ${printable(short(original.id))} lacks`;
}
