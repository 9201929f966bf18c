import { freeUnused } from '../../io/tuning.ts';
import { addToCount } from '../../model/collections.ts';
import { apart, type Finding, standsFor } from '../../model/finding.ts';
import { type Code, ruleOf } from '../../model/findings.ts';
import { LARGE_FILE } from '../../model/part.ts';
import { unitsAfter } from '../../stores/engine/after-steps.ts';
import type { Document, Kind, Part, Session, Site, UnitChange } from '../../stores/kind.ts';

/** A conversation that is to be changed alone, as it was read. */
export interface Subject {
  readonly site: Site;
  readonly session: Session;
  readonly document: Document;
  readonly parts: readonly Part[];
}

/** A unit as it would be: plain values, so that no document is held for them. */
export interface Inspection {
  readonly findings: readonly Finding[];
  readonly facts: readonly unknown[];
}

export function inspect(document: Document): Inspection {
  return { findings: [...document.findings()], facts: [document.facts()] };
}

/**
 * The findings of a conversation after its files are changed, as `say` puts it, for each unit that it has become; null for
 * steps that make a whole folder. Nothing that holds a document may be in the answer.
 */
export function inspectAfter<T>(
  { layout }: Pick<Kind, 'layout'>,
  { site, session, document, parts }: Subject,
  { steps }: Pick<UnitChange, 'steps'>,
  say: (document: Document) => T,
): T[] | null {
  const after = unitsAfter(parts, steps, (path, type) => layout.place(site, path, type));
  if (after === null) return null;
  // Bytes that were made for one look at a large file are not needed for the next, nor while it is written.
  const free = parts.some(({ size }) => size > LARGE_FILE) ? freeUnused : () => {};
  try {
    free();
    return [...after.units].map(([id, files]) =>
      say(id === document.id && isSame(files, parts) ? document : session.open({ id, parts: files })),
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
 * Errors that a conversation would gain by its edits. Healing one error can uncover others: only a higher count is new.
 * A copy inherits its source's errors.
 */
export function newErrors(
  now: Pick<Document, 'findings'>,
  after: readonly Finding[],
  { newId }: Pick<UnitChange, 'newId'>,
): readonly Finding[] {
  const found = errorsAmong(after);
  if (found.length === 0) return [];
  const before = errorsAmong(now.findings());
  if (newId !== null && before.length > 0) return [];
  const old = new Map<Code, number>();
  for (const each of before) addToCount(old, each.code, standsFor(each));
  const added = found.filter((each) => {
    const left = (old.get(each.code) ?? 0) - standsFor(each);
    old.set(each.code, left);
    return left < 0;
  });
  if (sumOf(found) <= sumOf(before)) return [];
  return after.flatMap((each) => (added.includes(each) ? each : apart(each).filter((one) => added.includes(one))));
}

function sumOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, each) => sum + standsFor(each), 0);
}

export function errorsIn(document: Document): Finding[] {
  return errorsAmong(document.findings());
}

// A remaining consequence of a healed error is not new.
function errorsAmong(findings: Iterable<Finding>): Finding[] {
  return [...findings].flatMap(apart).filter(({ code }) => ruleOf(code).severity === 'error');
}
