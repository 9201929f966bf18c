import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readOnce } from '../../io/read.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { LazyView, View } from '../../model/conversation.ts';
import type { Finding } from '../../model/finding.ts';
import { type Part, totalSize } from '../../model/part.ts';
import { mayHold } from '../../stores/engine/search/byte-filter.ts';
import type { DecidingScope, Kind, Site, Unit } from '../../stores/kind.ts';
import type { Estimate } from '../search/estimate.ts';
import { answerWant, estimateIn, namesFor, type PreparedWant, type ReadBefore } from './answer-want.ts';
import { unreadFinding } from './judge-unit.ts';
import { type OpenedUnit, openUnit, readUnitIn, versionOf } from './open-scope.ts';
import { type DocumentAnswer, readsEndsOnly, type SeenUnit, type UnitAnswer } from './want.ts';
import type { WordSearch } from './word-search.ts';

export interface AnsweringScope {
  readonly disk: ReadDisk;
  readonly kind: Pick<Kind, 'layout' | 'listed' | 'conversationsIn'>;
  readonly site: Site;
  readonly name: string;
  readonly opened: DecidingScope;
  readonly want: PreparedWant;
  /** Buffer for the bytes of units; null if answers may hold these. */
  readonly buffer: ReadBuffer | null;
  /** Gets each document before its answer. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

export interface UnitRequest {
  readonly id: string;
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

/** Reads and answers a unit; synchronous unless a file changes, like `openUnit`. */
export function answerUnit(scope: AnsweringScope, unit: UnitRequest): UnitAnswer | Promise<UnitAnswer> {
  const { want, opened } = scope;
  const { row } = opened;
  const isOfRows = row !== undefined && readsEndsOnly(want) && !unit.factsOnly;
  const part = isOfRows ? soleFile(scope, unit) : null;
  const answered = part === null ? null : answerRow(want, part, () => row?.(unit.id, part));
  return answered ?? answerByOpening(scope, unit, part);
}

/** `sole`: the only file, from `soleFile`, still in the buffer. */
export function answerByOpening(
  scope: AnsweringScope,
  unit: UnitRequest,
  sole: Part | null = null,
): UnitAnswer | Promise<UnitAnswer> {
  const { disk, want, buffer } = scope;
  const { factsOnly, entries } = unit;
  const change = !factsOnly && want.type === 'change' ? want : null;
  const words = !factsOnly && want.type === 'words' ? want.words : null;
  if (change?.settling.isSettledOnDisk(change.ask, entries)) return SETTLED_ANSWER;
  let early: EarlyAnswer = NOTHING_EARLY;
  const answer = (read: OpenedUnit): UnitAnswer => {
    if (change?.settling.isSettledIn(change.ask, entries, read.parts)) return SETTLED_ANSWER;
    return answerOpened(scope, read, { factsOnly, ...early });
  };
  const isWorth =
    words === null
      ? undefined
      : (parts: OpenedUnit['parts']) => {
          early = earlyAnswer(scope, words, { id: unit.id, parts });
          return early.isWorthOpening;
        };
  const read = sole !== null && entries.length + unit.elsewhere.length === 1 ? sole : null;
  const openedUnit = openUnit(disk, scope, read === null ? unit : { ...unit, read }, buffer, isWorth);
  return openedUnit instanceof Promise ? openedUnit.then(answer) : answer(openedUnit);
}

/** The answer about a unit before it is opened, and whether it must be opened. */
interface EarlyAnswer {
  readonly isWorthOpening: boolean;
  readonly estimate: Estimate | null;
  readonly readDepth?: DocumentAnswer['readDepth'];
}

const NOTHING_EARLY: EarlyAnswer = { isWorthOpening: true, estimate: null };

function earlyAnswer(
  scope: AnsweringScope,
  { filter, estimate, depthOf }: WordSearch,
  { id, parts }: Pick<Unit, 'id' | 'parts'>,
): EarlyAnswer {
  const none = { isWorthOpening: false, estimate: null };
  if (depthOf !== undefined)
    return { ...none, readDepth: { of: versionOf(parts), ...depthOf(readUnitIn(scope, id, parts)) } };
  const names = namesFor(scope, id);
  if (!mayHold(filter, parts, { names })) return none;
  const estimated = estimate?.(parts, names()) ?? null;
  return { isWorthOpening: estimated?.isDamaged !== false, estimate: estimated };
}

/** The only listed file of a unit. Null for several, or if it changed meanwhile or cannot be read. */
export function soleFile(
  { disk, kind, site, buffer }: Pick<AnsweringScope, 'disk' | 'kind' | 'site' | 'buffer'>,
  { entries }: Pick<UnitRequest, 'entries'>,
): Part | null {
  let listed: WalkEntry | null = null;
  for (const entry of entries) {
    if (kind.listed?.includes(entry.place.role) !== true) continue;
    if (listed !== null) return null;
    listed = entry;
  }
  if (listed === null) return null;
  buffer?.clear();
  const { part = null, finding } = readOnce(disk, site.root, listed, buffer) ?? {};
  return finding === null && part?.source !== undefined ? part : null;
}

/** An answer to a list, from a row. Null without a row, or if the file changed: opening says why. */
export function answerRow(want: PreparedWant, part: Part, row: () => LazyView | null | undefined): UnitAnswer | null {
  try {
    const view = row() ?? null;
    if (view === null || want.type !== 'views') return null;
    const { states, withLarge } = want.views;
    const answer = (views: readonly View[]) => ({ bytes: part.size, document: { conversations: 1, views } });
    // Views in other states are not read.
    if (!states.includes(view.state)) return answer([]);
    // Such a view needs the document: its title may be the first question, and the program may refuse a record.
    if (view.slow !== true && view.bytes > 0) return null;
    return answer([view.plain(withLarge)]);
  } catch {
    return null;
  }
}

export function answerAbsent(scope: AnsweringScope, id: string): UnitAnswer {
  const none = { facts: undefined, parts: [], findings: [], passed: false };
  try {
    const document = scope.opened.open({ id, parts: [] });
    return answerOpened(scope, { ...none, document }, { factsOnly: false, estimate: null });
  } catch (error) {
    return { bytes: 0, document: null, unreadFindings: [unreadFinding(id, [], error)] };
  }
}

const SETTLED_ANSWER: UnitAnswer = { settled: true, bytes: 0, document: null };

function unopenedAnswer(
  { listed, conversationsIn }: AnsweringScope['kind'],
  parts: OpenedUnit['parts'],
): DocumentAnswer {
  const atLeastOne = () => Math.max(1, parts.filter(({ role }) => listed?.includes(role) === true).length);
  return { conversations: conversationsIn?.(parts) ?? atLeastOne() };
}

interface AnswerOptions extends Pick<EarlyAnswer, 'estimate' | 'readDepth'> {
  readonly factsOnly: boolean;
}

function answerOpened(
  scope: AnsweringScope,
  { document, facts, parts, findings, passed }: OpenedUnit,
  { factsOnly, estimate, readDepth }: AnswerOptions,
): UnitAnswer {
  const bytes = totalSize(parts);
  const early = readDepth === undefined ? estimateIn(estimate) : { readDepth };
  const plain = { bytes, document: passed ? { ...unopenedAnswer(scope.kind, parts), ...early } : null };
  if (document === null) return findings.length === 0 ? plain : { ...plain, unreadFindings: findings };
  const known = facts === undefined ? { conversations: 0 } : { facts, conversations: 0 };
  if (factsOnly) return { bytes, document: known };
  const unit = { site: scope.site, scope: scope.name, opened: scope.opened, document, parts };
  const failed = showTo(scope, unit);
  const unreadFindings = failed === null ? findings : [...findings, failed];
  const answer = documentAnswer(scope, unit, { unreadFindings: findings, estimate }, known);
  return unreadFindings.length === 0 ? { bytes, document: answer } : { bytes, document: answer, unreadFindings };
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
  before: ReadBefore,
  known: DocumentAnswer,
): DocumentAnswer {
  let counts: Pick<DocumentAnswer, 'conversations' | 'storedCount'> = known;
  try {
    const { conversations: all, storedCount = all.length } = unit.document;
    counts = storedCount === all.length ? { conversations: storedCount } : { conversations: all.length, storedCount };
    return { ...known, ...counts, ...answerWant(scope.kind, scope.want, unit, before) };
  } catch (error) {
    return { ...known, ...counts, failed: unreadFinding(unit.document.id, unit.parts, error) };
  }
}
