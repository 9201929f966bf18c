import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { View } from '../../model/conversation.ts';
import { type Finding, ruleOf } from '../../model/finding.ts';
import { totalSize } from '../../model/part.ts';
import type { FindQuery, FoundTurns, SearchQuery, SearchResult } from '../../model/search.ts';
import type { Gap } from '../../model/unsearched.ts';
import { type ByteFilter, mayHold } from '../../stores/engine/byte-filter.ts';
import type { Document, Kind, Session, Site } from '../../stores/kind.ts';
import type { Subject } from '../change/new-errors.ts';
import type { UnitOutcome, UnitOutcomeOptions } from '../change/unit-outcome.ts';
import { type JudgedFinding, type JudgeOptions, judgedUnit, unreadFinding } from './judge-unit.ts';
import { plainView } from './locate.ts';
import { type OpenedUnit, openUnit, type Purpose, type Settling } from './open-scope.ts';
import { lookAsHealed } from './readable.ts';
import { tallyUnit, type UnitTally } from './unit-tally.ts';

/** The question of a verb to every unit: one of these, or its facts alone. Structured-clonable, for threads. */
export interface Want {
  readonly findings?: JudgeOptions;
  /** Conversations in these states; `whole` reads all of large files. */
  readonly views?: { readonly states: readonly View['state'][]; readonly whole: boolean };
  /** The counts of `stats`. */
  readonly tally?: true;
  readonly search?: SearchQuery;
  readonly find?: FindQuery;
  /** The outcome of a changing verb. Units that are settled by their first bytes are not read further. */
  readonly change?: UnitOutcomeOptions;
}

/** Who sees documents may read their words. */
export function purposeOf({ change, findings, views }: Want, see?: AnsweringScope['see']): Purpose {
  if (change !== undefined) return 'change';
  return see === undefined && (findings ?? views) !== undefined ? 'look' : 'words';
}

export interface AskedUnit {
  readonly id: string;
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

/** The answer about one unit, structured-clonable. Members that say nothing are missing: their names take longer to send than they save. */
export interface UnitAnswer {
  /** Its first bytes show that the verb has nothing to do. */
  readonly settled?: true;
  readonly unread?: readonly Finding[];
  readonly bytes: number;
  /** Null when all of it has vanished since it was listed, and where convo fails to open it. */
  readonly document: DocumentAnswer | null;
}

export interface DocumentAnswer {
  /** Missing where the document was not opened, or belongs to no file. */
  readonly facts?: unknown;
  /** 1 where the document was not opened. */
  readonly conversations: number;
  /** Conversations that were read whole; missing where all were, and where none had to be. */
  readonly whole?: number;
  readonly gaps?: readonly Gap[];
  readonly findings?: readonly JudgedFinding[];
  readonly views?: readonly View[];
  readonly tally?: UnitTally;
  readonly turns?: readonly { readonly view: View; readonly found: FoundTurns }[];
  readonly matches?: readonly { readonly view: View; readonly result: SearchResult }[];
  /** Missing where not all of the unit could be read. */
  readonly change?: UnitOutcome;
  /** Why it could not be answered: a file changed meanwhile, or convo itself failed. */
  readonly failed?: Finding;
}

/** A scope whose units are answered about, in a thread or in the process. */
export interface AnsweringScope {
  readonly disk: ReadDisk;
  readonly kind: Pick<Kind, 'layout'>;
  readonly site: Site;
  readonly name: string;
  readonly session: Session;
  readonly want: Want;
  /** As `wordSearch` prepares it for `want`. */
  readonly words: WordSearch | null;
  readonly change: ChangeHere | null;
  /** Memory that units are read into; null where the answer may hold their bytes. */
  readonly buffer: ReadBuffer | null;
  /** Gets each document before its answer. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

interface ChangeHere {
  readonly decide: DecideRead;
  readonly settling: Settling;
}

/** Decides on a unit; `isRead`: no file of it failed to be read. Null for no decision. */
export type DecideRead = (unit: SeenUnit, isRead: boolean) => UnitOutcome | null;

export interface SeenUnit extends Subject {
  readonly scope: string;
}

export interface WordSearch {
  /** Null where every file has to be decoded. */
  readonly filter: ByteFilter | null;
  readonly look: (document: Document) => Partial<DocumentAnswer>;
}

/** Null where no words are looked for. Throws Failure `usage` for a pattern that cannot be understood. */
export async function wordSearch({ search, find }: Want): Promise<WordSearch | null> {
  if (search !== undefined) {
    // Loaded here: with it come the rules of secrets, which most verbs never ask.
    const { searcherOf, searchUnit } = await import('../search/search-unit.ts');
    const searcher = await searcherOf(search);
    const look = (document: Document) => {
      const matches = searchUnit(searcher, document);
      return { matches: matches.map(({ view, result }) => ({ view: plainView(view, false), result })) };
    };
    return { filter: searcher.filter, look };
  }
  if (find === undefined) return null;
  const { finderOf, findInUnit } = await import('../search/find-unit.ts');
  const finder = await finderOf(find);
  const look = (document: Document) => {
    const turns = findInUnit(finder, document);
    return { turns: turns.map(({ view, found }) => ({ view: plainView(view, false), found })) };
  };
  return { filter: finder.filter, look };
}

/** Reads and answers. At once where the files hold still, as `openUnit`. */
export function answerUnit(scope: AnsweringScope, unit: AskedUnit): UnitAnswer | Promise<UnitAnswer> {
  const { disk, want, buffer, words } = scope;
  const { factsOnly, entries } = unit;
  const ask = factsOnly ? null : (want.change?.ask ?? null);
  const settling = ask === null ? undefined : scope.change?.settling;
  if (ask !== null && settling?.unread(ask, entries)) return SETTLED;
  const answer = (opened: OpenedUnit): UnitAnswer => {
    if (ask !== null && settling?.read(ask, entries, opened.parts)) return SETTLED;
    return answerOpened(scope, opened, factsOnly);
  };
  const isWorth =
    factsOnly || words === null
      ? undefined
      : (parts: OpenedUnit['parts']) => mayHold(words.filter, parts, () => scope.session.namesFor?.(unit.id) ?? []);
  const opened = openUnit(disk, scope, unit, buffer, isWorth);
  return opened instanceof Promise ? opened.then(answer) : answer(opened);
}

export function answerAbsent(scope: AnsweringScope, id: string): UnitAnswer {
  const none = { facts: undefined, parts: [], findings: [], passed: false };
  try {
    return answerOpened(scope, { ...none, document: scope.session.open({ id, parts: [] }) }, false);
  } catch (error) {
    return { bytes: 0, document: null, unread: [unreadFinding(id, [], error)] };
  }
}

const SETTLED: UnitAnswer = { settled: true, bytes: 0, document: null };

/** Nothing that is searched for can stand in the unit: it was not opened. */
const PASSED: DocumentAnswer = { conversations: 1 };

function answerOpened(scope: AnsweringScope, opened: OpenedUnit, factsOnly: boolean): UnitAnswer {
  const { document, facts, parts, findings, passed } = opened;
  const bytes = totalSize(parts);
  const plain = { bytes, document: passed ? PASSED : null };
  if (document === null) return findings.length === 0 ? plain : { ...plain, unread: findings };
  const known = facts === undefined ? { conversations: 0 } : { facts, conversations: 0 };
  if (factsOnly) return { bytes, document: known };
  const unit = { site: scope.site, scope: scope.name, session: scope.session, document, parts };
  const failed = showTo(scope, unit);
  const unread = failed === null ? findings : [...findings, failed];
  const answer = documentAnswer(scope, unit, findings, known);
  return unread.length === 0 ? { bytes, document: answer } : { bytes, document: answer, unread };
}

function showTo({ see }: AnsweringScope, unit: SeenUnit): Finding | null {
  try {
    see?.(unit);
    return null;
  } catch (error) {
    return unreadFinding(unit.document.id, unit.parts, error);
  }
}

function documentAnswer(
  scope: AnsweringScope,
  unit: SeenUnit,
  unread: readonly Finding[],
  known: DocumentAnswer,
): DocumentAnswer {
  let { conversations } = known;
  try {
    conversations = unit.document.conversations.length;
    return { ...known, conversations, ...wantedOf(scope, unit, unread) };
  } catch (error) {
    return { ...known, conversations, failed: unreadFinding(unit.document.id, unit.parts, error) };
  }
}

/** The members that are wanted. Throws what reading the document throws. */
function wantedOf(scope: AnsweringScope, unit: SeenUnit, unread: readonly Finding[]): Partial<DocumentAnswer> {
  const { words, want, change } = scope;
  const { document, parts } = unit;
  if (words !== null) return inWords(scope, unit, words.look);
  if (want.tally === true) {
    const tallied = inWords(scope, unit, (healed) => ({ tally: tallyUnit(document, parts, healed) }));
    return parts.length === 0 ? { ...tallied, tally: tallyUnit(document, parts) } : tallied;
  }
  if (want.views !== undefined) {
    const { states, whole } = want.views;
    const views = document.conversations.filter(({ state }) => states.includes(state));
    return { views: views.map((view) => plainView(view, whole)) };
  }
  if (want.change !== undefined) {
    const isRead = !unread.some(({ code }) => ruleOf(code).unjudged === true);
    const outcome = change?.decide(unit, isRead) ?? null;
    return outcome === null ? {} : { change: outcome };
  }
  const findings = want.findings === undefined ? [] : [...judgedUnit(document, parts, want.findings)];
  return findings.length === 0 ? {} : { findings };
}

function inWords(
  { kind }: AnsweringScope,
  unit: SeenUnit,
  look: (document: Document) => Partial<DocumentAnswer>,
): Partial<DocumentAnswer> {
  // Of one without files there is only the entry of an index.
  if (unit.parts.length === 0) return { whole: 0 };
  const { value, whole, gaps } = lookAsHealed(kind, unit, look);
  return whole === unit.document.conversations.length ? value : { ...value, whole, gaps };
}
