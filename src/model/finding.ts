import type { KindName } from './conversation.ts';
import type { Code } from './findings.ts';
import type { Healing, Owner, Severity } from './rules/row.ts';
import type { Sentence } from './sentence.ts';

/** One observed defect. Severity, healing and what the program does are in the table, under its code. */
export interface Finding {
  readonly code: Code;
  /** The conversation it concerns; null for a scope or a leftover of none. */
  readonly id: string | null;
  /** Relative to the site's root. */
  readonly path: string;
  /** JSON pointer into the file's document; null for other files. */
  readonly at: string | null;
  /** Bytes from the start of the file. */
  readonly offset: number | null;
  /** The defect of this file, to be read after its name: `has a byte-order mark before the document`. */
  readonly detail: string;
  /** How to go on, where its row does not say that: it is said after the detail and a colon. */
  readonly wayOn?: Sentence;
  /** The value that the program would have taken, and the one that is there, where the check knows more than its code says. */
  readonly expected?: string;
  readonly actual?: string;
  /** Its consequences, which go when it is healed: reported with it, and counted nowhere. */
  readonly consequences?: readonly Finding[];
  /** What ties it to findings elsewhere that have the same cause, as its kind has it. */
  readonly tie?: string;
  /** Its scope reports it too, once it is whole: of both, the one that is a consequence is reported. */
  readonly ofScope?: true;
  /** Among the consequences of a finding: it brought that about, which is worse. */
  readonly isCause?: true;
  /** Where in convo an error arose, for one that is its own. */
  readonly trace?: string;
  /** Of how many further findings of its code in its file this one says that they are there. */
  readonly count?: number;
  readonly concerns?: Concerns;
}

/** The conversations that a finding without an id is about, where those are not all of its scope. */
export type Concerns = {
  /** Only those that are listed. */
  readonly state?: 'active';
  /** Only those of this project. */
  readonly project?: string;
  /** Only those that were held in one of these folders: absolute, as sessions name them. */
  readonly folders?: readonly string[];
};

/** A finding about a file or folder as a whole, of a conversation or of none. */
export function aboutFile(code: Code, id: string | null, path: string, detail: string): Finding {
  return { code, id, path, at: null, offset: null, detail };
}

/** The folder that a finding concerns, where it concerns one. */
export function onlyFolder(finding: Pick<Finding, 'concerns'> | undefined): string | null {
  const [first = null, ...others] = finding?.concerns?.folders ?? [];
  return others.length === 0 ? first : null;
}

/** What each severity is called where findings are counted. */
export const COUNTED_AS = { error: 'errors', warning: 'warnings', info: 'infos' } as const;

/** How many findings one represents. */
export function standsFor({ count = 1 }: Pick<Finding, 'count'>): number {
  return count;
}

/** Says of findings of one code in one file how many more there are than are held, from the first of those. */
export function further<T extends Pick<Finding, 'code'>>(first: T, count: number) {
  return { ...first, at: null, offset: null, detail: furtherDetail(count), count };
}

/** A finding that represents fewer. */
export function fewer(finding: PlacedFinding, count: number): PlacedFinding {
  return { ...finding, message: furtherDetail(count), count };
}

function furtherDetail(count: number): string {
  return `has ${count} more of these, which are counted and not shown`;
}

/** One finding as every command prints it: `F` of the JSON contract. */
export interface PlacedFinding {
  readonly code: Code;
  readonly severity: Severity;
  readonly healing: Healing;
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  readonly project: string | null;
  readonly id: string | null;
  /** Absolute, below `root`. */
  readonly path: string;
  readonly at: string | null;
  readonly offset: number | null;
  /** From 1; null without an offset. */
  readonly line: number | null;
  /** From 1, in UTF-16 units, as editors count; null without an offset. */
  readonly column: number | null;
  readonly owner: Owner;
  /** To be read after the file's name. */
  readonly message: string;
  /** The value that the program expects there, and the one that is there, cut to be read; null where that cannot be said. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** 32 hex digits: the same on every machine and after edits elsewhere; differs from those of all other findings of its file. */
  readonly fingerprint: string;
  /** Its consequences, which go with it. */
  readonly consequences?: readonly PlacedFinding[];
  /** Where in convo an error arose. */
  readonly trace?: string;
  readonly count?: number;
  /** Not in the JSON. */
  readonly ofScope?: true;
  /** Not in the JSON. */
  readonly isCause?: true;
  /** Not in the JSON. */
  readonly concerns?: Concerns;
}

/** A finding and what follows from it, each as one of its own; without what the scope reports too. */
export function apart<T extends { readonly consequences?: readonly T[]; readonly ofScope?: true }>(
  found: T,
): readonly T[] {
  if (found.consequences === undefined) return [found];
  return [found, ...found.consequences.filter(({ ofScope }) => ofScope !== true)];
}

const SEVERITIES = { error: 2, warning: 1, info: 0 } as const;

/** The worst of the severities of some findings: a cause is as severe as what follows from it. */
export function worstSeverity(first: Severity, others: Iterable<Severity>): Severity {
  let worst = first;
  for (const each of others) if (SEVERITIES[each] > SEVERITIES[worst]) worst = each;
  return worst;
}

/** Is something out of the program's sight by it, or will be: any error, and a warning about what the program drops or overwrites. */
export function isLoss({ severity, owner }: Pick<PlacedFinding, 'severity' | 'owner'>): boolean {
  return severity === 'error' || (severity === 'warning' && (owner === 'drops' || owner === 'overwrites'));
}

/** A finding with what a report for people shows beside it. */
export interface Found {
  readonly finding: PlacedFinding;
  /** The title of the conversation it concerns; null where it has none, or none was asked for. */
  readonly title: string | null;
  /** The bytes around its place; null where it has no place, or none were asked for. */
  readonly around: Excerpt | null;
  readonly wayOn?: Sentence | undefined;
}

/** Bytes on both sides of a place in a file. */
export interface Excerpt {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Does `before` begin at the first byte of the file, and does `after` end at the last. */
  readonly starts: boolean;
  readonly ends: boolean;
}

/** The bytes around an offset, at most `reach` on each side. */
export function aroundOf(bytes: Uint8Array, offset: number, reach: number): Excerpt {
  const from = Math.max(0, offset - reach);
  const to = Math.min(bytes.length, offset + reach);
  return {
    // Copies: what is read next may take the place of these bytes.
    before: Uint8Array.from(bytes.subarray(from, offset)),
    after: Uint8Array.from(bytes.subarray(offset, to)),
    starts: from === 0,
    ends: to === bytes.length,
  };
}

/** The counts of a verify: `summary` of the JSON contract. */
export interface VerifySummary {
  readonly stores: number;
  readonly conversations: number;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that say what could not be judged; counted under their severity too. */
  readonly unjudged: number;
  /** Findings that the baseline accepts: not reported, and in no other count. */
  readonly known?: number;
  /** Findings that config files leave out: not reported, and in no other count. */
  readonly ignored?: number;
}
