import type { NextCommand, Sentence } from './command.ts';
import { KIND_TABLE, type KindName } from './kinds.ts';
import {
  bySeverity,
  type Extent,
  type FindingRow,
  type Healing,
  isDamage,
  isError,
  type ProgramAction,
  type Severity,
} from './rules/row.ts';
import { storeRules } from './rules/store.ts';

/**
 * One observed defect. `model/rules` has its severity, healing and owner by code.
 * `path` is relative to the site's root. `at` is a JSON pointer into the file's document, null for other files.
 * `offset` is in bytes from the start of the file.
 */
export interface Finding {
  readonly code: Code;
  /** Null for a scope, or a leftover that belongs to no conversation. */
  readonly id: string | null;
  readonly path: string;
  readonly at: string | null;
  readonly offset: number | null;
  /** A predicate for the file's name: `has a byte-order mark before the document`. */
  readonly detail: string;
  /** Next command, if the rule has none. Printed after the detail and a colon. */
  readonly next?: Sentence;
  /** Next command for a person, for a file that no heal writes; replaces the rule's. */
  readonly remedy?: NextCommand;
  /** Expected and actual value, if the check knows more than the rule. */
  readonly expected?: string;
  readonly actual?: string;
  /** Consequences, which are healed with it and counted nowhere. */
  readonly consequences?: readonly Finding[];
  /** True if its heal leaves words lost that no other finding reports. */
  readonly isLost?: true;
  /** Joins findings with a common cause elsewhere; its kind chooses the value. */
  readonly tie?: string;
  /** True if its scope reports it too. If one of both is a consequence, that one is reported. */
  readonly ofScope?: true | undefined;
  /** True for a consequence that is really the cause, below a graver finding. */
  readonly isCause?: true;
  /** Stack trace, for an error in convo. */
  readonly trace?: string;
  /** Number of findings of this code and file that it represents; missing for one. */
  readonly count?: number | undefined;
  readonly concerns?: FindingTargets | undefined;
}

/**
 * Conversations that a finding without an id is about, if not its whole scope. `folders`: absolute working directories,
 * as sessions name them.
 */
export type FindingTargets = {
  readonly state?: 'active';
  readonly project?: string;
  readonly folders?: readonly string[];
};

export function fileFinding(code: Code, id: string | null, path: string, detail: string): Finding {
  return { code, id, path, at: null, offset: null, detail };
}

export function codesOf(found: readonly Pick<Finding, 'code'>[]): Code[] {
  return [...new Set(found.map(({ code }) => code))];
}

export function onlyFolder(finding: Pick<Finding, 'concerns'> | undefined): string | null {
  const [first = null, ...others] = finding?.concerns?.folders ?? [];
  return others.length === 0 ? first : null;
}

export const COUNTED_AS = { error: 'errors', warning: 'warnings', info: 'infos' } as const;

export function findingCount({ count = 1 }: Pick<Finding, 'count'>): number {
  return count;
}

/** The first finding as the sum of the `count` others of its code and file. */
export function countedFinding<T extends Pick<Finding, 'code'>>(first: T, count: number) {
  return { ...first, at: null, offset: null, detail: furtherDetail(count), count };
}

export function withFewer(finding: PlacedFinding, count: number): PlacedFinding {
  return changedFinding(finding, { message: furtherDetail(count), count });
}

function furtherDetail(count: number): string {
  return `has ${count} more of these, which are counted and not shown`;
}

/**
 * One finding in every command's output: `F` of the JSON contract. `root` (as typed) and `path` are absolute. `line`
 * and `column` (in UTF-16 units) count from 1, and are null without an offset.
 */
export interface PlacedFinding {
  readonly code: Code;
  readonly severity: Severity;
  readonly healing: Healing;
  readonly kind: KindName;
  readonly root: string;
  readonly project: string | null;
  readonly id: string | null;
  readonly path: string;
  readonly at: string | null;
  readonly offset: number | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly owner: ProgramAction;
  readonly message: string;
  /** Expected and actual value, cut for reading. Null if unknown. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** 32 hex digits. Stable across machines and edits elsewhere; unique within the file. */
  readonly fingerprint: string;
  readonly consequences?: readonly PlacedFinding[] | undefined;
  readonly trace?: string | undefined;
  readonly count?: number | undefined;
  /** Texts that can be read in a damaged line, and that its program ignores. */
  readonly words?: readonly string[] | undefined;
  /** Not in the JSON, like all members below. */
  readonly ofScope?: true | undefined;
  readonly isCause?: true | undefined;
  readonly concerns?: FindingTargets | undefined;
  readonly title?: string | undefined;
  readonly folder?: string | undefined;
  readonly excerpt?: Excerpt | undefined;
  readonly next?: Sentence | undefined;
  readonly remedy?: NextCommand | undefined;
}

/** Null removes a member. */
interface FindingChange extends Partial<Pick<PlacedFinding, 'severity' | 'message' | 'count' | 'words'>> {
  readonly consequences?: readonly PlacedFinding[] | null;
  readonly next?: null;
}

/** A changed copy. Written out: a spread is slow, and computes the fingerprint, which few reports show. */
export function changedFinding(finding: PlacedFinding, change: FindingChange): PlacedFinding {
  const { consequences = finding.consequences, next = finding.next } = change;
  return {
    code: finding.code,
    severity: change.severity ?? finding.severity,
    healing: finding.healing,
    kind: finding.kind,
    root: finding.root,
    project: finding.project,
    id: finding.id,
    path: finding.path,
    at: finding.at,
    offset: finding.offset,
    line: finding.line,
    column: finding.column,
    owner: finding.owner,
    message: change.message ?? finding.message,
    expected: finding.expected,
    actual: finding.actual,
    get fingerprint() {
      return finding.fingerprint;
    },
    consequences: consequences ?? undefined,
    trace: finding.trace,
    count: change.count ?? finding.count,
    words: change.words ?? finding.words,
    ofScope: finding.ofScope,
    isCause: finding.isCause,
    concerns: finding.concerns,
    title: finding.title,
    folder: finding.folder,
    excerpt: finding.excerpt,
    next: next ?? undefined,
    remedy: finding.remedy,
  } satisfies Record<keyof PlacedFinding, unknown>;
}

export function nextCommandOf({ code, remedy }: Pick<PlacedFinding, 'code' | 'remedy'>): Sentence {
  return remedy ?? ruleOf(code).next;
}

export function healingOf({ code, remedy }: Pick<Finding, 'code'> & { remedy?: NextCommand | undefined }): Healing {
  return remedy === undefined ? ruleOf(code).healing : 'manual';
}

/** False for codes of later versions, which are unknown here. */
export function isLossy(code: string): boolean {
  return isCode(code) && ruleOf(code).healing === 'lossy';
}

/** A finding and its consequences, as separate findings. Omits those that the scope reports. */
export function withConsequencesApart<
  T extends { readonly consequences?: readonly T[] | undefined; readonly ofScope?: true | undefined },
>(found: T): readonly T[] {
  if (found.consequences === undefined) return [found];
  return [found, ...found.consequences.filter(({ ofScope }) => ofScope !== true)];
}

/** The worst of these severities: a cause is as severe as its consequences. */
export function worstSeverity(first: Severity, others: Iterable<Severity>): Severity {
  let worst = first;
  for (const each of others) if (bySeverity(each, worst) < 0) worst = each;
  return worst;
}

export function severityWithConsequences(
  { code, consequences = [] }: Pick<Finding, 'code' | 'consequences'>,
  severities: ReadonlyMap<Code, Severity> = NO_SEVERITIES,
): Severity {
  const own = severities.get(code) ?? ruleOf(code).severity;
  return worstSeverity(
    own,
    consequences.map((each) => severityWithConsequences(each, severities)),
  );
}

const NO_SEVERITIES: ReadonlyMap<Code, Severity> = new Map();

/** True if the program does not see something, or soon will not: any error, and a warning about dropped or overwritten data. */
export function isLoss({ severity, owner }: Pick<PlacedFinding, 'severity' | 'owner'>): boolean {
  return isError({ severity }) || (isDamage({ severity }) && (owner === 'drops' || owner === 'overwrites'));
}

/** True for an error, or a loss of words that a program does not send when it goes on. */
export function isKeptFromModel(finding: Pick<PlacedFinding, 'severity' | 'owner' | 'code'>): boolean {
  const { hides, isUnsent = false } = ruleOf(finding.code);
  return isError(finding) || (isLoss(finding) && (hides !== undefined || isUnsent));
}

/** True if the program does not go on with the conversation. */
export function isRefused({ severity, owner }: Pick<PlacedFinding, 'severity' | 'owner'>): boolean {
  return isError({ severity }) && owner === 'refuses';
}

export interface Excerpt {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** True if `before` begins the file; `ends`: `after` ends it. */
  readonly starts: boolean;
  readonly ends: boolean;
}

/** `excerptBytes`: bytes on each side. */
export function aroundOf(bytes: Uint8Array, offset: number, excerptBytes: number): Excerpt {
  const from = Math.max(0, offset - excerptBytes);
  const to = Math.min(bytes.length, offset + excerptBytes);
  return {
    // Copies: the next read may reuse the buffer.
    before: Uint8Array.from(bytes.subarray(from, offset)),
    after: Uint8Array.from(bytes.subarray(offset, to)),
    starts: from === 0,
    ends: to === bytes.length,
  };
}

export interface VerifySummary {
  readonly stores: number;
  readonly conversations: number;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Number of findings that something could not be judged. Their severity counts them too. */
  readonly unjudged: number;
  /** Number accepted by the baseline: not reported, in no other count. */
  readonly known?: number;
  /** Number ignored by a configuration: not reported, in no other count. */
  readonly ignored?: number;
}

export type Code = keyof typeof storeRules | { [K in KindName]: keyof (typeof KIND_TABLE)[K]['rules'] }[KindName];

type Rows = Readonly<Partial<Record<string, FindingRow>>>;

// Tables by the prefix of their codes. Joining them would slow every start.
const TABLES: Readonly<Partial<Record<string, Rows>>> = {
  ST: storeRules,
  ...Object.fromEntries(Object.values(KIND_TABLE).map(({ letters, rules }) => [letters, rules])),
};

/** All codes; a code is never renamed or reused. */
export function allCodes(): Code[] {
  return Object.values(TABLES).flatMap((rows = {}) => Object.keys(rows).filter(isCode));
}

export function ruleOf(code: Code): FindingRow {
  const found = rowsLike(code)[code];
  if (found === undefined) throw new Error(`there is no finding ${code}`);
  return found;
}

export function isCode(text: string): text is Code {
  return Object.hasOwn(rowsLike(text), text);
}

function rowsLike(code: string): Rows {
  return TABLES[code.slice(0, 2)] ?? {};
}

/** A conversation that even its heal would leave partly unreadable. `mtime`: Unix seconds of the last write. */
export interface Gap {
  readonly finding: Finding;
  readonly extent: Extent;
  readonly mtime: number;
  /** True if a search looked at all bytes that are there. */
  readonly isSearched?: boolean;
}

export interface PlacedGap extends Pick<Gap, 'extent' | 'isSearched'> {
  readonly finding: PlacedFinding;
  /** A program may still be writing the file. */
  readonly isYoung: boolean;
}

export interface Covered {
  readonly conversations: number;
  readonly unjudged: readonly PlacedFinding[];
  readonly gaps: readonly PlacedGap[];
}
