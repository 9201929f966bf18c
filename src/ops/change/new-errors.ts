import { freeUnused } from '../../io/tuning.ts';
import { addToCount, countBefore, grouped } from '../../model/collections.ts';
import { type Finding, findingCount, ruleOf, withConsequencesApart } from '../../model/finding.ts';
import { LARGE_FILE, LF, type Part, sourceOfPart } from '../../model/part.ts';
import { foldersAbove } from '../../model/path.ts';
import type { Step } from '../../model/plan.ts';
import { isError } from '../../model/rules/row.ts';
import type { UnitChange } from '../../stores/decision.ts';
import { unitsAfter } from '../../stores/engine/change/draft.ts';
import { movedPlaces, placesBefore, type SizedEdit } from '../../stores/engine/change/moved-places.ts';
import type { Document, Kind } from '../../stores/kind.ts';
import type { UnitInStore } from '../reading.ts';

/** A unit after a change, as plain values, so that no document is held. */
export interface Inspection {
  readonly findings: readonly Finding[];
  readonly facts: readonly unknown[];
  /** True if the program can go on with each of its conversations. */
  readonly isReadable: boolean;
}

export function inspect(document: Document): Inspection {
  return { findings: document.findings(), facts: [document.facts()], isReadable: isReadable(document) };
}

export function isReadable({ conversations }: Document): boolean {
  return conversations.every(({ readable }) => readable);
}

/** The result of `say` for each unit that changed files make; null for steps that make a whole folder. It must not keep a document. */
export function inspectAfter<T>(
  { layout }: Pick<Kind, 'layout'>,
  { site, opened, document, parts }: UnitInStore,
  { steps }: Pick<UnitChange, 'steps'>,
  say: (document: Document) => T,
): T[] | null {
  const after = unitsAfter(parts, steps, (path, type) => layout.place(site, path, type));
  if (after === null) return null;
  // Bytes made to inspect a large file are freed before the next one, and before writing.
  const free = parts.some(({ size }) => size > LARGE_FILE) ? freeUnused : () => {};
  try {
    free();
    return [...after.units].map(([id, files]) =>
      say(id === document.id && isSame(files, parts) ? document : opened.open({ id, parts: files })),
    );
  } finally {
    after.release();
    free();
  }
}

function isSame(files: readonly Part[], parts: readonly Part[]): boolean {
  const digests = new Map(parts.map(({ path, digest }) => [path, digest]));
  return files.length === parts.length && files.every(({ path, digest }) => digests.get(path) === digest);
}

/** Only written bytes can bring an error: moved and removed files keep theirs. */
export function canBringErrors({ steps }: Pick<UnitChange, 'steps'>): boolean {
  return steps.some((step) => step.do === 'put');
}

/**
 * Errors that edits add to a conversation. Copies inherit their source's errors. Errors that a heal uncovers in old bytes are not new,
 * unless the program can no longer go on. In a wholly unreadable file no error with a place is new.
 */
export function errorsAddedBy(
  { document, parts }: Pick<UnitInStore, 'document' | 'parts'>,
  { findings: after, isReadable: isStillReadable }: Pick<Inspection, 'findings' | 'isReadable'>,
  { isCopy, steps }: Pick<UnitChange, 'steps'> & { readonly isCopy: boolean },
): readonly Finding[] {
  const found = errorsAmong(after);
  if (!isStillReadable && !isCopy && isReadable(document)) return found;
  if (found.length === 0) return [];
  const before = errorsAmong(document.findings());
  if (isCopy && before.length > 0) return [];
  const views = document.conversations;
  const isHidden = views.length > 0 && views.every(({ readable }) => !readable);
  const added = new Set(addedErrors(before, found, steps, parts).filter(({ offset }) => !isHidden || offset === null));
  if (added.size === 0) return [];
  return after.flatMap((each) =>
    added.has(each) ? each : withConsequencesApart(each).filter((one) => added.has(one)),
  );
}

/** Errors of `after` whose code and place are not in `before`. Nothing counts as uncovered without `parts`. */
export function addedErrors(
  before: readonly Finding[],
  after: readonly Finding[],
  steps: readonly Step[],
  parts: readonly Part[] = [],
): readonly Finding[] {
  const old = errorsMoved(before, steps, parts);
  const known = grouped(old.filter(({ offset }) => offset !== null).map((each) => [offsetKey(each), each] as const));
  const unmatched = new Set(old);
  const unknown = after.filter((each) => {
    const same = known.get(offsetKey(each))?.pop();
    if (same !== undefined) unmatched.delete(same);
    return same === undefined;
  });
  // Errors without a place are only counted.
  const spare = new Map<string, number>();
  for (const each of unmatched) if (each.offset === null) addToCount(spare, pathKeyOf(each), findingCount(each));
  const unplaced = unknown.filter((each) => {
    const more = (spare.get(pathKeyOf(each)) ?? 0) - findingCount(each);
    if (more >= 0) spare.set(pathKeyOf(each), more);
    return more < 0;
  });
  if (unplaced.length === 0 || parts.length === 0) return unplaced;
  const healed = healedPlaces([...unmatched], parts, steps);
  const grows = sumOf(after) > sumOf(before);
  return unplaced.filter(({ path, offset }) => {
    const places = healed.get(path);
    return places === undefined || !isUncovered(offset, grows, places);
  });
}

function sumOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, each) => sum + findingCount(each), 0);
}

function partAt(parts: readonly Part[], path: string | undefined): Part | undefined {
  return parts.find((each) => each.path === path);
}

function pathKeyOf({ code, path }: Pick<Finding, 'code' | 'path'>): string {
  return `${code}\0${path}`;
}

function offsetKey(found: Pick<Finding, 'code' | 'path' | 'offset'>): string {
  return `${pathKeyOf(found)}\0${found.offset}`;
}

/** An error before a change, at its file and byte after it. */
interface MovedError extends Pick<Finding, 'code' | 'path' | 'count'> {
  readonly from: string;
  /** Its byte before. */
  readonly was: number | null;
  /** Null without a place, or in replaced bytes. */
  readonly offset: number | null;
}

function errorsMoved(before: readonly Finding[], steps: readonly Step[], parts: readonly Part[]): MovedError[] {
  const gone = new Set(steps.flatMap((step) => (step.do === 'remove' ? [step.path] : [])));
  const moves = new Map(steps.flatMap((step) => movedBy(step, gone)));
  return [...grouped(before.map((each) => [each.path, each] as const))].flatMap(([from, errors]) => {
    const moved = [from, ...foldersAbove(from)].find((each) => moves.has(each));
    const path = moved === undefined ? from : `${moves.get(moved)}${from.slice(moved.length)}`;
    const sorted = errors.toSorted((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
    const edits = editsOf(steps, path, partAt(parts, from));
    const offsets =
      edits === null
        ? []
        : movedPlaces(
            sorted.map(({ offset }) => offset ?? 0),
            edits,
            'starts',
          );
    return sorted.map(({ code, count = 1, offset: was }, n) => {
      return { code, count, path, from, was, offset: was === null ? null : (offsets[n] ?? null) };
    });
  });
}

/** Moves of a step. A file that is copied with edits and removed counts as moved. */
function movedBy(step: Step, gone: ReadonlySet<string>): (readonly [from: string, to: string])[] {
  if (step.do === 'move') return [[step.from, step.to]];
  if (step.do !== 'put' || step.content.from !== 'copy') return [];
  return gone.has(step.content.path) ? [[step.content.path, step.path]] : [];
}

/** Edits of a file; empty if it stays, null if it is rewritten. Omits bytes that an edit leaves equal. */
function editsOf(steps: readonly Step[], path: string, part?: Part): readonly SizedEdit[] | null {
  const step = steps.find((each) => each.do === 'put' && each.path === path);
  if (step?.do !== 'put') return [];
  if (step.content.from !== 'edits' && step.content.from !== 'copy') return null;
  return step.content.edits.map(({ at, remove, insert }) => {
    const removed = part === undefined || remove > LINE_END_SEARCH_BYTES ? NO_BYTES : bytesOf(part, at, remove);
    const same = sharedStart(removed, insert);
    return { at: at + same, remove: remove - same, insert: insert.length - same };
  });
}

const NO_BYTES = new Uint8Array();

function bytesOf(part: Part, at: number, length: number): Uint8Array {
  return sourceOfPart(part)?.slice(at, length) ?? NO_BYTES;
}

function sharedStart(one: Uint8Array, other: Uint8Array): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same;
}

/** Places of healed errors, ascending, and their bytes before; null for new bytes. */
interface HealedPlaces {
  readonly part: Part;
  readonly before: (place: number) => number | null;
  readonly gone: readonly { readonly at: number }[];
}

function healedPlaces(
  gone: readonly MovedError[],
  parts: readonly Part[],
  steps: readonly Step[],
): ReadonlyMap<string, HealedPlaces> {
  const placed = gone.flatMap(({ path, from, was: at }) => (at === null ? [] : [[path, { from, at }] as const]));
  return new Map(
    [...grouped(placed)].flatMap(([path, errors]) => {
      const part = partAt(parts, errors[0]?.from);
      const edits = editsOf(steps, path, part);
      const before = edits === null ? () => null : placesBefore(edits);
      return part === undefined ? [] : [[path, { part, before, gone: errors.sort((a, b) => a.at - b.at) }] as const];
    }),
  );
}

/**
 * True if an error was there before: in unchanged bytes if the number of errors does not grow, or on a line with a healed one. An error
 * without a place is of something beside the file, which is checked once the file is readable.
 */
function isUncovered(offset: number | null, grows: boolean, { part, before, gone }: HealedPlaces): boolean {
  if (offset === null) return true;
  const place = before(offset);
  if (place === null) return false;
  if (!grows) return true;
  const next = countBefore(gone, place);
  return gone.slice(Math.max(next - 1, 0), next + 1).some(({ at }) => isOneLine(part, at, place));
}

function isOneLine(part: Part, one: number, other: number): boolean {
  const [from, to] = one < other ? [one, other] : [other, one];
  if (to - from > LINE_END_SEARCH_BYTES) return false;
  return !bytesOf(part, from, to - from).includes(LF);
}

const LINE_END_SEARCH_BYTES = 1 << 24;

export function errorsIn(document: Document): Finding[] {
  return errorsAmong(document.findings());
}

/** Errors of findings, without remaining consequences of a healed error, which are not new. */
function errorsAmong(findings: Iterable<Finding>): Finding[] {
  return [...findings].flatMap(withConsequencesApart).filter(({ code }) => isError(ruleOf(code)));
}
