import { addToCount, compareText, grouped } from '../model/collections.ts';
import { type Conversation, firstAsked } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { isError } from '../model/rules/row.ts';
import { contentKey, type NeedlessCopy } from './diff.ts';
import { listAll } from './list.ts';
import type { ReadContext } from './reading.ts';
import { type ShownConversation, showEach } from './show.ts';
import { type SurveyOptions, withSelection } from './survey/survey-options.ts';

/**
 * Forks whose messages are all in the file of another fork of their family, or of its source. A source that is no fork itself stays, and so
 * does a fork of the last day, with which somebody may be about to go on. Only kinds that fork whole. Families are read whole, as many as
 * fit in `maxBytes`.
 */
export async function needlessThreads(
  reading: ReadContext,
  survey: SurveyOptions,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<NeedlessCopy[]> {
  const sites = reading.sites.filter(({ kind }) => KIND_TABLE[kind].forksWhole);
  if (sites.length === 0) return [];
  const families = fitting(familiesIn(await listedThreads({ ...reading, sites }, survey)), maxBytes);
  const wanted = new Set(families.flatMap((family) => family.map(({ id }) => id)));
  if (wanted.size === 0) return [];
  const compared = new Map<string, ComparedThread>();
  for await (const shown of showEach(
    { ...reading, sites },
    withSelection(survey, { projects: [], hasId: (id) => wanted.has(id) }),
  )) {
    const thread = isWholeThread(shown) ? comparedThread(shown) : null;
    if (thread !== null) compared.set(keyOf(shown.conversation), thread);
  }
  const before = survey.run.now - DAY_SECONDS;
  return families.flatMap((family) =>
    needlessIn(
      family.flatMap((each) => compared.get(keyOf(each)) ?? []),
      before,
    ),
  );
}

const DAY_SECONDS = 24 * 3600;

async function listedThreads(reading: ReadContext, survey: SurveyOptions): Promise<Conversation[]> {
  const all = await listAll(reading, survey, {
    wanted: ({ hidden = null, readable }) => hidden === null && readable,
    states: ['active'],
  });
  return [...grouped(all.map((each) => [each.id, each])).values()].flatMap((same) => (same.length === 1 ? same : []));
}

/** Groups of threads that forks connect, even through deleted sources. */
function familiesIn(all: readonly Conversation[]): Conversation[][] {
  const roots = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = roots.get(root); up !== undefined; up = roots.get(root)) root = up;
    // Every thread on the way is set below the root: a chain of forks is walked once.
    for (let at = key; at !== root; ) {
      const up = roots.get(at) ?? root;
      roots.set(at, root);
      at = up;
    }
    return root;
  };
  for (const { root, id, forkedFrom = null } of all) {
    if (forkedFrom === null) continue;
    const [own, source] = [rootOf(keyOf({ root, id })), rootOf(keyOf({ root, id: forkedFrom }))];
    if (own !== source) roots.set(own, source);
  }
  const families = grouped(all.map((each) => [rootOf(keyOf(each)), each] as const));
  return [...families.values()].filter(({ length }) => length > 1);
}

function fitting(families: readonly Conversation[][], maxBytes: number): Conversation[][] {
  const sized = families.map((family) => ({ family, size: family.reduce((sum, { bytes }) => sum + bytes, 0) }));
  let budget = maxBytes;
  return sized
    .sort((a, b) => a.size - b.size)
    .flatMap(({ family, size }) => {
      budget -= size;
      return budget < 0 ? [] : [family];
    });
}

function keyOf({ root, id }: Pick<Conversation, 'root' | 'id'>): string {
  return `${root}\0${id}`;
}

interface ComparedThread {
  readonly conversation: Conversation;
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
  /** Null if it is only the first question. */
  readonly name: string | null;
  /** An archive would move them along. */
  readonly hasSubagents: boolean;
}

/** False for a damaged thread, and for one with an earlier file, left by a rewind. */
function isWholeThread({ conversation, hasEarlier, gaps, findings }: ShownConversation): boolean {
  const isSound = gaps.length === 0 && findings.every((each) => !isError(each));
  return isSound && !hasEarlier && (conversation.earlier ?? 0) === 0;
}

/** Counts of the messages in its own file, not of inherited ones. Null if unreadable. */
function comparedThread({ conversation, transcript, subagentThreads }: ShownConversation): ComparedThread | null {
  const counts = new Map<string, number>();
  let total = 0;
  const { title } = conversation;
  let name = title;
  try {
    const { messages } = transcript();
    if (title !== null && firstAsked({ messages })?.trim().startsWith(title)) name = null;
    for (const message of messages) {
      if (message.inherited === true) continue;
      addToCount(counts, `${message.hidden} ${contentKey(message)}`, 1);
      total++;
    }
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
  return { conversation, counts, total, name, hasSubagents: subagentThreads().length > 0 };
}

/** Needless threads of a family, made before a time in Unix seconds. Of forks with equal messages one stays: the named one, else the one that changed last. */
function needlessIn(family: readonly ComparedThread[], before: number): NeedlessCopy[] {
  const sorted = [...family].sort(
    (a, b) =>
      Number(a.hasSubagents) - Number(b.hasSubagents) ||
      a.total - b.total ||
      Number(isFork(b)) - Number(isFork(a)) ||
      Number(a.name !== null) - Number(b.name !== null) ||
      (a.conversation.updatedAt ?? 0) - (b.conversation.updatedAt ?? 0) ||
      compareText(a.conversation.id, b.conversation.id),
  );
  return sorted.flatMap((copy, n) => {
    // Only later ones are compared: threads that stay come after those that may go.
    const mayGo = isFork(copy) && !copy.hasSubagents && (copy.conversation.createdAt ?? 0) < before;
    const original = mayGo ? sorted.find((other, m) => m > n && holds(other, copy)) : undefined;
    return original === undefined ? [] : [{ copy: copy.conversation, original: original.conversation }];
  });
}

function isFork({ conversation }: ComparedThread): boolean {
  return conversation.forkedFrom !== undefined;
}

function holds(other: ComparedThread, { name, counts }: ComparedThread): boolean {
  const hasName = name === null || name === other.name;
  return hasName && [...counts].every(([key, count]) => (other.counts.get(key) ?? 0) >= count);
}
