import { besideOthers, LeftForLater, newRoom, type ReadBuffer } from '../../io/disk/read-buffer.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Post, Workers } from '../../io/threads.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { View } from '../../model/conversation.ts';
import type { FindQuery, FoundTurns } from '../../model/find.ts';
import type { Finding } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import type { Part } from '../../model/part.ts';
import type { SearchQuery, SearchResult } from '../../model/search.ts';
import type { Gap } from '../../model/unsearched.ts';
import { mayHold } from '../../stores/engine/byte-filter.ts';
import type { Document, Kind, Session, Site } from '../../stores/kind.ts';
import { toRead } from '../../stores/on-demand.ts';
import { totalSize } from '../../stores/total-size.ts';
import type { DecideUnit, UnitOutcome, UnitOutcomeOptions } from '../change/unit-outcome.ts';
import { type Finder, finderFor, findInUnit } from '../search/find-unit.ts';
import { type Searcher, searcherFor, searchUnit } from '../search/search-unit.ts';
import { type JudgedFinding, type JudgeOptions, judgedUnit } from '../survey/judge-unit.ts';
import { kindOfSite } from '../survey/kind-of.ts';
import { plainView } from '../survey/locate.ts';
import { type OpenedUnit, openScope, openUnit, type Settling, settling } from '../survey/open-scope.ts';
import { lookAsHealed } from '../survey/readable.ts';
import { tallyUnit, type UnitTally } from '../survey/unit-tally.ts';
import { unreadFinding } from '../survey/unread-finding.ts';
import { received, type SentScope } from './sent-scope.ts';

/** A unit to be looked at, with what other scopes have of its id. */
export interface SentUnit {
  readonly id: string;
  /** Only its facts are wanted. */
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

/** The answer wanted of each document beside its facts: one of these, or none. */
export interface ThreadOptions {
  /** Its findings. */
  readonly judge?: JudgeOptions;
  /** Its conversations in these states, all of large files read where `whole`. */
  readonly list?: { readonly states: readonly View['state'][]; readonly whole: boolean };
  /** The counts of `stats`. */
  readonly tally?: true;
  /** The matches in those of its conversations that are in these states. */
  readonly search?: { readonly query: SearchQuery; readonly states: readonly View['state'][] };
  /** The turns of those conversations that may answer a question. */
  readonly find?: { readonly query: FindQuery; readonly states: readonly View['state'][] };
  /** The verdict of a verb. A unit whose first bytes show that there is nothing to do is not read further. */
  readonly decide?: UnitOutcomeOptions;
}

/** A task of a thread: it opens a scope, then units of it. */
export type ThreadTask =
  | { readonly do: 'begin'; readonly scope: SentScope; readonly wanted: ThreadOptions }
  | {
      readonly do: 'open';
      /** The name of their scope. */
      readonly of: string;
      readonly units: readonly SentUnit[];
      /** No other thread has a large unit now. */
      readonly alone: boolean;
    };

/** The answer about one unit, as plain values: members that say nothing are left out, because the name of each takes longer to send than what it holds. */
export interface UnitAnswer {
  /** Its first bytes show that the verb has nothing to do. */
  readonly settled?: true;
  /** Files of it that could not be read. */
  readonly unread?: readonly Finding[];
  readonly bytes: number;
  /** Null when all of it has vanished since it was listed. */
  readonly document: DocumentAnswer | null;
}

/** The answer about its document. */
export interface DocumentAnswer {
  /** Left out for one that was not opened. */
  readonly facts?: unknown;
  /** How many conversations it has; one where it was not opened. */
  readonly conversations: number;
  /** Those that were read whole; left out where all were, and where nothing was to be read. */
  readonly whole?: number;
  readonly gaps?: readonly Gap[];
  readonly judged?: readonly JudgedFinding[];
  readonly views?: readonly View[];
  readonly tally?: UnitTally;
  readonly turns?: readonly { readonly view: View; readonly found: FoundTurns }[];
  readonly found?: readonly { readonly view: View; readonly result: SearchResult }[];
  /** Why its conversations could not be listed. */
  readonly unlisted?: Finding;
  /** The verdict of the verb; left out where none was asked for, or not all of it could be read. */
  readonly unitOutcome?: UnitOutcome;
}

/** Threads that may look at units for a survey. */
export interface Threads {
  /** The program that they run: an absolute path. */
  readonly program: string;
  readonly jobs: number;
  /** With fewer bytes than this to look at none are started; left out for what measuring found. */
  readonly least?: number;
}

/** The threads of a survey. */
export type SurveyWorkers = Workers<ThreadTask, readonly UnitAnswer[]>;

/** Threads, and what is wanted of them. */
export interface WantedOfThreads {
  readonly workers: SurveyWorkers;
  readonly wanted: ThreadOptions;
}

/** Carries out the tasks of a thread, one after the other; `unitDecider` gives the verdicts of verbs. */
export function threadWork(
  disk: ReadDisk,
  kinds: readonly Kind[],
  unitDecider: (disk: ReadDisk, kind: Kind, site: Site) => DecideUnit,
) {
  const buffer = newRoom();
  const opened = new Map<string, OpenedScope>();
  return async (task: ThreadTask, post: Post): Promise<readonly UnitAnswer[]> => {
    if (task.do === 'begin') {
      const { scope, wanted } = task;
      const { site } = scope;
      const kind = kindOfSite(kindsFor(wanted, kinds), site);
      const session = await openScope(disk, kind, received(disk, scope, post), wanted.decide ?? {});
      const verb = { verdictOn: unitDecider(disk, kind, site), settling: settling(disk, kind, site) };
      const [oldest = scope.name] = opened.keys();
      // A large unit of the scope before may still come.
      if (opened.size > 1 || oldest === scope.name) opened.delete(oldest);
      const searcher = await searcherFor(wanted.search?.query);
      const finder = await finderFor(wanted.find?.query);
      opened.set(scope.name, { kind, site, session, wanted, verb, searcher, finder, buffer });
      return [];
    }
    const open = opened.get(task.of);
    if (open === undefined) return [];
    return answersOf(disk, task.alone ? open : { ...open, buffer: besideOthers(buffer) }, task.units, post);
  };
}

/** The code that changes a store is loaded only where a verb is decided. */
const kindsFor = ({ decide }: ThreadOptions, kinds: readonly Kind[]) => (decide === undefined ? toRead(kinds) : kinds);

/** A scope that is opened in this thread. */
interface OpenedScope {
  readonly kind: Pick<Kind, 'layout'>;
  readonly site: Site;
  readonly session: Session;
  readonly wanted: ThreadOptions;
  /** The question of a verb; null where none asks. */
  readonly verb: { readonly verdictOn: DecideUnit; readonly settling: Settling } | null;
  readonly searcher: Searcher | null;
  readonly finder: Finder | null;
  /** The memory that units are read into: a verdict keeps copies of their bytes. */
  readonly buffer: ReadBuffer | null;
}

/** The answers about some units, in their order, up to where it was stopped, or up to one that is left for later. */
export async function answersOf(
  disk: ReadDisk,
  opened: OpenedScope,
  units: readonly SentUnit[],
  post: Pick<Post, 'tell' | 'stopped'>,
): Promise<readonly UnitAnswer[]> {
  const answers: UnitAnswer[] = [];
  for (const [n, unit] of units.entries()) {
    if (post.stopped()) break;
    post.tell(n);
    try {
      const answer = answerOf(disk, opened, unit);
      answers.push(answer instanceof Promise ? await answer : answer);
    } catch (error) {
      if (error instanceof LeftForLater) break;
      throw error;
    }
  }
  return answers;
}

/** At once where the files of the unit hold still, as `openUnit` opens it. */
function answerOf(
  disk: ReadDisk,
  opened: OpenedScope,
  { id, factsOnly, entries, elsewhere }: SentUnit,
): UnitAnswer | Promise<UnitAnswer> {
  const wanted: ThreadOptions = factsOnly ? {} : opened.wanted;
  const ask = wanted.decide?.ask ?? null;
  const settled = { settled: true, bytes: 0, document: null } as const;
  if (ask !== null && opened.verb?.settling.unread(ask, entries)) return settled;
  const answer = (unit: OpenedUnit): UnitAnswer => {
    const { document, parts, findings: unread, passed } = unit;
    if (ask !== null && opened.verb?.settling.read(ask, entries, parts)) return settled;
    const answered = document === null ? null : documentAnswer(opened, document, unit, wanted);
    const answer = { bytes: totalSize(parts), document: passed ? PASSED : answered };
    return unread.length === 0 ? answer : { ...answer, unread };
  };
  const { filter = null } = (factsOnly ? null : (opened.searcher ?? opened.finder)) ?? {};
  const isWorth = (parts: readonly Part[]) => mayHold(filter, parts);
  const unit = openUnit(disk, opened, { id, entries, elsewhere }, opened.buffer, isWorth);
  return unit instanceof Promise ? unit.then(answer) : answer(unit);
}

/** The answer about a unit in which nothing of what is searched for can stand. */
const PASSED: DocumentAnswer = { conversations: 1 };

function documentAnswer(
  { kind, site, session, verb, searcher, finder }: OpenedScope,
  document: Document,
  { facts, parts, findings: unread }: OpenedUnit,
  { judge, list, decide, tally, search, find }: ThreadOptions,
): DocumentAnswer {
  const known = { facts, conversations: document.conversations.length };
  const look = <T extends object>(of: (document: Document) => T): DocumentAnswer & T => {
    const { value, whole, gaps } = lookAsHealed(kind, { site, session, document, parts }, of);
    return whole === known.conversations ? { ...known, ...value } : { ...known, ...value, whole, gaps };
  };
  if (search !== undefined && searcher !== null)
    return look((each) => {
      const found = searchUnit(searcher, each, search.states);
      return { found: found.map(({ view, result }) => ({ view: plainView(view, false), result })) };
    });
  if (find !== undefined && finder !== null)
    return look((each) => {
      const turns = findInUnit(finder, each, find.states);
      return { turns: turns.map(({ view, found }) => ({ view: plainView(view, false), found })) };
    });
  if (tally === true) return look((each) => ({ tally: tallyUnit(document, parts, each) }));
  if (list !== undefined) return listed(document, parts, known, list);
  if (decide !== undefined) {
    const isDecided = verb !== null && !unread.some(({ code }) => ruleOf(code).unjudged === true);
    return isDecided
      ? { ...known, unitOutcome: verb.verdictOn({ site, session, document, parts }, decide, []) }
      : known;
  }
  const judged = judge === undefined ? [] : [...judgedUnit(document, parts, judge)];
  return judged.length === 0 ? known : { ...known, judged };
}

function listed(
  document: Document,
  parts: readonly Part[],
  { facts, conversations }: Pick<DocumentAnswer, 'facts' | 'conversations'>,
  { states, whole }: NonNullable<ThreadOptions['list']>,
): DocumentAnswer {
  try {
    const asked = document.conversations.filter(({ state }) => states.includes(state));
    return { facts, conversations, views: asked.map((view) => plainView(view, whole)) };
  } catch (error) {
    return { facts, conversations, unlisted: unreadFinding(document.id, parts, error) };
  }
}
