import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { allCodes, type Code, type Finding, type Gap, ruleOf, withConsequencesApart } from '../../model/finding.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { type Part, partFinder } from '../../model/part.ts';
import { isOfConversation } from '../../model/path.ts';
import { isError } from '../../model/rules/row.ts';
import type { AskFor } from '../../stores/decision.ts';
import { unitsAfter } from '../../stores/engine/change/draft.ts';
import type { Document, Kind } from '../../stores/kind.ts';
import { mainPart, type UnitInStore } from '../reading.ts';

export interface ReadResult<T> {
  readonly value: T;
  readonly whole: number;
  readonly gaps: readonly Gap[];
}

/** Answers from a document, and again from the healed document if that shows more. The answer may not hold the document. */
export function readAsHealed<T>(
  kind: Pick<Kind, 'layout'>,
  unit: UnitInStore,
  answer: (document: Document, parts: readonly Part[]) => T,
): ReadResult<T> {
  // Asked first, because that shows whether everything was readable.
  const value = answer(unit.document, unit.parts);
  const { document, parts, whole, gaps, release } = readableDocument(kind, unit);
  try {
    return { value: document === unit.document ? value : answer(document, parts), whole, gaps };
  } finally {
    release();
  }
}

export interface ReadableDocument {
  readonly document: Document;
  /** The files as they are; of a file that is hidden as a whole, such as a compressed one, the healed one. */
  readonly parts: readonly Part[];
  readonly whole: number;
  readonly gaps: readonly Gap[];
  /** Frees memory: call it after the last use of the document. */
  release(): void;
}

const HEALED = allCodes().filter((code) => {
  const { hides, healing } = ruleOf(code);
  return hides !== undefined && (healing === 'safe' || keepsWords(code));
});

function keepsWords(code: Code): boolean {
  return ruleOf(code).keepsWords === true;
}

/** True if a heal may show more of a document: reading then needs the verbs. */
export function isHealedToRead({ name }: Pick<Kind, 'name'>): boolean {
  return HEALED.some((code) => code in KIND_TABLE[name].rules);
}

/** A safe heal in memory only: nothing is written, so a program may have the file open. */
export const HEAL_IN_MEMORY: AskFor<'heal'> = {
  verb: 'heal',
  now: 0,
  only: null,
  lossy: false,
  timestamp: null,
  cwd: '/',
  mapPhase: new Map(),
  isForReading: true,
};

/** A document as healed, with its remaining gaps. Findings of a sound document are not looked at. */
export function readableDocument({ layout }: Pick<Kind, 'layout'>, unit: UnitInStore): ReadableDocument {
  const { site, opened, parts } = unit;
  let { document } = unit;
  let now = parts;
  const releases: (() => void)[] = [];
  const release = () => {
    for (const each of releases) each();
  };
  let gaps = gapsIn(document, now);
  const lost = gaps.filter(({ finding }) => finding.isLost === true);
  const hidden = new Set(gaps.flatMap(({ finding }) => (ruleOf(finding.code).hides === 'all' ? finding.path : [])));
  // Each heal repairs one file of a unit.
  for (let rounds = parts.length; rounds > 0 && gaps.some(({ finding }) => HEALED.includes(finding.code)); rounds--) {
    const lossy = gaps.some(({ finding }) => keepsWords(finding.code));
    const { outcome } = opened.decide(document, { ...HEAL_IN_MEMORY, only: HEALED, lossy }, []);
    if (outcome.state !== 'changed') break;
    const after = unitsAfter(now, outcome.steps, (path, type) => layout.place(site, path, type));
    const healed = after?.units.get(document.id);
    if (after == null || healed === undefined) break;
    releases.push(() => after.release());
    now = healed;
    document = opened.open({ id: document.id, parts: now });
    gaps = [...lost, ...gapsIn(document, now).filter(({ finding }) => finding.isLost !== true)];
  }
  const searched = now === parts ? parts : textParts(parts, now, hidden);
  return { document, parts: searched, whole: wholeIn(document, now, gaps), gaps, release };
}

function textParts(parts: readonly Part[], healed: readonly Part[], hidden: ReadonlySet<string>): Part[] {
  const visible = parts.filter(({ path }) => !hidden.has(path));
  const known = new Set(visible.map(({ path }) => path));
  return [...visible, ...healed.filter(({ path }) => !known.has(path))];
}

function gapsIn(document: Document, parts: readonly Part[]): Gap[] {
  if (document.mayHide?.() === false) return [];
  if (document.mayHide === undefined && document.conversations.every((view) => view.readable)) return [];
  const found = document.findings().flatMap(withConsequencesApart);
  const partAt = partFinder(parts);
  const mtimeOf = (path: string) => partAt(path)?.mtime ?? 0;
  const gaps = found.flatMap((finding): Gap[] => {
    const hides = finding.isLost === true ? 'record' : ruleOf(finding.code).hides;
    const extent = hides === 'all' && isRead(document, finding.path) ? 'part' : hides;
    return extent === undefined ? [] : [{ finding, extent, mtime: mtimeOf(finding.path) }];
  });
  const sizeOf = (view: View) => mainPart(view, parts)?.size ?? view.bytes;
  const mute = document.conversations.filter(
    (view) => sizeOf(view) > 0 && !isHeard(view) && isMute(document, view.path),
  );
  const why = mute.flatMap((view): Gap[] => {
    const finding = reasonIn(found, view.main ?? view.path);
    return finding === null ? [] : [{ finding, extent: 'all', mtime: mtimeOf(finding.path) }];
  });
  const muted = new Set(why.map(({ finding }) => finding));
  const isMuted = ({ path, isLost }: Finding) => isLost === true && why.some(({ finding }) => finding.path === path);
  return [...why, ...gaps.filter(({ finding }) => !muted.has(finding) && !isMuted(finding))];
}

/** True if convo reads messages in a file that its program cannot read, such as a compressed one. */
function isRead({ conversations }: Document, path: string): boolean {
  return conversations.some((view) => view.path === path && isHeard(view));
}

/** True for a conversation with messages, known without its transcript. */
function isHeard({ readable, messages }: View): boolean {
  return readable && (messages ?? 0) > 0;
}

function isMute(document: Document, path: string): boolean {
  try {
    for (const { role } of document.transcript(path, { everything: true }).messages)
      if (role !== null && role !== 'system') return false;
    return true;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

/** The finding that explains why a file is not read. Failures of convo itself are reported elsewhere. */
function reasonIn(found: readonly Finding[], path: string): Finding | null {
  const own = found.filter((finding) => finding.path === path);
  return (
    own.find(({ code }) => ruleOf(code).hides !== undefined) ?? own.find(({ code }) => isError(ruleOf(code))) ?? null
  );
}

function wholeIn({ conversations }: Document, parts: readonly Part[], gaps: readonly Gap[]): number {
  const partAt = partFinder(parts);
  const isRead = (path: string) => {
    const part = partAt(path);
    return part === undefined || part.bytes !== null || part.source != null;
  };
  const damaged = new Set(
    gaps.map(({ finding: { path } }) =>
      Math.max(
        0,
        conversations.findIndex((view) => isOfConversation(path, view.path)),
      ),
    ),
  );
  return conversations.filter((view, n) => !damaged.has(n) && isRead(view.main ?? view.path)).length;
}
