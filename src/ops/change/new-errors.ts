import { freeUnused } from '../../io/disk/memory-left.ts';
import type { Finding } from '../../model/finding.ts';
import { row } from '../../model/findings.ts';
import { LARGE_FILE } from '../../model/part.ts';
import { unitsAfter } from '../../stores/engine/after-steps.ts';
import type { Document, Kind, Part, Piece, Session, Site } from '../../stores/kind.ts';

/** A conversation that is to be changed alone, as it was read. */
export interface Subject {
  readonly site: Site;
  readonly session: Session;
  readonly document: Document;
  readonly parts: readonly Part[];
}

/** A unit as it would be: plain values, so that no document is held for them. */
export interface Foreseen {
  readonly findings: readonly Finding[];
  /** For a session of their scope. */
  readonly facts: readonly unknown[];
}

/** What there is to say of a document as it is. */
export function asItIs(document: Document): Foreseen {
  return { findings: [...document.findings()], facts: [document.facts()] };
}

/** A conversation as it is and as it would be. */
interface Outlook {
  readonly now: Foreseen;
  readonly after: Foreseen;
}

/** What there is to say of a conversation before and after its files are changed; null for steps that make a whole folder. */
export function outlook(
  { layout }: Pick<Kind, 'layout'>,
  { site, session, document, parts }: Subject,
  { steps }: Pick<Piece, 'steps'>,
): Outlook | null {
  // Before anything is edited: a large file is edited in its place.
  const now = asItIs(document);
  const after = unitsAfter(parts, steps, (path, type) => layout.place(site, path, type));
  if (after === null) return null;
  // What was made for one look at a large file is not needed for the next, nor while it is written.
  const free = parts.some(({ size }) => size > LARGE_FILE) ? freeUnused : () => {};
  try {
    free();
    const all = [...after.units].map(([id, files]) =>
      id === document.id && isSame(files, parts) ? now : asItIs(session.open({ id, parts: files })),
    );
    const findings = all.flatMap((each) => each.findings);
    return { now, after: { findings, facts: all.flatMap(({ facts }) => facts) } };
  } finally {
    after.giveBack();
    free();
  }
}

/** True where no file was changed, moved or removed. */
function isSame(files: readonly Part[], parts: readonly Part[]): boolean {
  const has = ({ path, print }: Part) => parts.some((part) => part.path === path && part.print === print);
  return files.length === parts.length && files.every(has);
}

/** Only what is written can bring an error: moving and removing whole files brings none that their bytes do not have. */
export function canBringErrors({ steps }: Pick<Piece, 'steps'>): boolean {
  return steps.some((step) => step.do === 'put');
}

/**
 * Errors that a conversation would have after its files are edited, and does not have now. What was behind an error that is
 * healed is uncovered, not new: only more errors than before count. A copy takes over the errors of its source.
 */
export function newErrorsIn({ now, after }: Outlook, { newId }: Pick<Piece, 'newId'>): readonly Finding[] {
  const before = errorsAmong(now.findings);
  if (newId !== null && before.length > 0) return [];
  const old = new Map<string, number>();
  for (const { code } of before) old.set(code, (old.get(code) ?? 0) + 1);
  const found = errorsAmong(after.findings);
  const added = found.filter(({ code }) => {
    const left = old.get(code) ?? 0;
    old.set(code, left - 1);
    return left <= 0;
  });
  return found.length > before.length ? added : [];
}

/** The errors of a conversation, without what is only odd. */
export function errorsIn(document: Document): Finding[] {
  return errorsAmong(document.findings());
}

function errorsAmong(findings: Iterable<Finding>): Finding[] {
  return [...findings].filter(({ code }) => row(code).severity === 'error');
}
