import type { FirstOf } from './collections.ts';
import type { Conversation, Message } from './conversation.ts';
import type { PlacedFinding, VerifySummary } from './finding.ts';
import type { KindName } from './kinds.ts';

export interface CodeFindings extends FirstOf<PlacedFinding> {
  /** Number of findings reported with others, as causes or consequences; not in `count`. */
  readonly beside: number;
}

/** `folder` and `isArchived`: of the first finding. */
export interface LocatedFindings extends CodeFindings {
  readonly folder: string | null;
  readonly isArchived: boolean;
}

export interface HomeReport {
  /** Unix seconds. */
  readonly now: number;
  /** Every store, empty ones too. */
  readonly roots: readonly { readonly kind: KindName; readonly root: string }[];
  readonly stores: readonly StoreStats[];
  readonly summary: VerifySummary;
  /** The gravest first, then the most frequent. */
  readonly findings: readonly CodeFindings[];
  /** Conversations that are deleted within `DUE_WITHIN_DAYS` days, the earliest first. */
  readonly due: readonly Conversation[];
}

/** In the order in which they are shown. An object would put names that are whole numbers first. */
export type CountsByName = readonly (readonly [name: string, count: number])[];

/** Numbers of one project, or of a store without projects. Times are whole Unix seconds, sizes bytes. */
export interface StoreStats {
  readonly kind: KindName;
  /** Absolute, as typed. */
  readonly root: string;
  readonly project: string | null;
  /** The topmost folder of its conversations; null if none has one. */
  readonly cwd?: string | null;
  readonly conversations: number;
  readonly active: number;
  readonly archived: number;
  readonly unreadable: number;
  /** Number of active conversations that the program's list omits. */
  readonly hidden?: number;
  readonly bytes: number;
  readonly messages: number;
  readonly roles: CountsByName;
  readonly types: CountsByName;
  /** Calls of the tools with the most; `otherCalls` has the rest. */
  readonly tools: CountsByName;
  readonly otherCalls: number;
  readonly formats: CountsByName;
  /** Conversations by month of creation, `2026-03`, in order. */
  readonly months: CountsByName;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly largest: readonly LargeConversation[];
  /** Most bytes first. Empty for kinds that do not report it. */
  readonly contents: readonly ContentSize[];
  /** The branch, if stores are divided by it; null for conversations without one. */
  readonly branch?: string | null;
  /** Id of a conversation, set where stores are divided by it. Null for findings of none. */
  readonly session?: string | null;
  /** Conversations by day of creation, `2026-03-14`, in order. Not in the JSON. */
  readonly days?: CountsByName;
  /** Tokens by day, in order. Not in the JSON. */
  readonly daily?: readonly DayTokens[];
  /** Ordered by model and month. Empty for kinds without token counts. */
  readonly tokens: readonly TokenCount[];
  readonly findings: CountsByName;
  /** Findings by code and severity, with that of their consequences: `CX013 error`. Not in the JSON. */
  readonly graded?: CountsByName;
  readonly healing: CountsByName;
}

/** Contents of a conversation's bytes. `records` are counted by type too. */
export const CONTENTS = [
  'text',
  'thinking',
  'tool-calls',
  'tool-results',
  'images',
  'other-blocks',
  'message-fields',
  'result-copies',
  'request-copies',
  'attachments',
  'records',
  'no-record',
  'subagents',
  'companions',
] as const;

export interface ContentSize {
  readonly what: (typeof CONTENTS)[number];
  /** Type of `records`, as the file names it. Null for rarer types together, and for other contents. */
  readonly type: string | null;
  readonly bytes: number;
  readonly count: number;
}

const TYPES = 200;

export class Weights {
  readonly #sums = new Map<string, { -readonly [Key in keyof ContentSize]: ContentSize[Key] }>();

  add(what: ContentSize['what'], bytes: number, count = 1, type: string | null = null): void {
    const key = type === null ? what : `${what} ${type}`;
    const sum = this.#sums.get(key);
    if (sum !== undefined) {
      sum.bytes += bytes;
      sum.count += count;
    } else if (type !== null && this.#sums.size >= TYPES) this.add(what, bytes, count);
    else this.#sums.set(key, { what, type, bytes, count });
  }

  /** Most bytes first. */
  all(): ContentSize[] {
    return [...this.#sums.values()].sort(
      (a, b) => b.bytes - a.bytes || CONTENTS.indexOf(a.what) - CONTENTS.indexOf(b.what),
    );
  }
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export const NO_TOKENS: Tokens & Pick<TokenCount, 'answers'> = {
  answers: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
};

/** Tokens of one model in one month; `month` is null if unknown. */
export interface TokenCount extends Tokens, Cost {
  readonly model: string;
  readonly month: string | null;
  readonly answers: number;
}

/** Cost by the person's own prices; missing without any. `unpriced`: number of answers by models without a price, which are not included. */
export interface Cost {
  readonly cost?: number;
  readonly unpriced?: number;
}

/** Tokens of one model on one day; `day` is null if unknown. */
export interface DayTokens extends Tokens, Cost {
  readonly model: string;
  readonly day: string | null;
  readonly answers: number;
}

/** One answer. `key` is equal in all forks and copies; `time` in Unix seconds, null if unknown. */
export interface AnswerUsage extends Tokens {
  readonly key: number;
  readonly model: string;
  readonly time: number | null;
  /** Missing for the conversation's branch. */
  readonly branch?: string | undefined;
}

/** An answer with the day of its time, such as `2026-03-14`. */
export interface DatedAnswer extends Omit<AnswerUsage, 'time'> {
  readonly day: string | null;
}

export interface StatsSink {
  /** Set if counts are divided by branch. Called with a record's branch before the record is counted; with null at the end. */
  onBranch?: ((branch: string | null) => void) | undefined;
  readonly contents: Weights;
  said(message: Pick<Message, 'role' | 'type' | 'name'>, times?: number): void;
  /** True if the answer was counted already, with at least as many output tokens. */
  knows(key: number, output: number): boolean;
  answered(answer: AnswerUsage): void;
}

export interface LargeConversation {
  readonly id: string;
  readonly title: string | null;
  /** The first question, if the title is something else. */
  readonly asked?: string;
  readonly bytes: number;
}

export const STATS_BY = ['project', 'model', 'month', 'week', 'day', 'tool', 'branch', 'session', 'kind'] as const;

export type StatsGrouping = (typeof STATS_BY)[number];

/** Sizes in bytes. */
export interface StoreCount {
  readonly kind: KindName;
  readonly root: string;
  readonly projects: number;
  readonly conversations: number;
  readonly bytes: number;
  /** Number of archived conversations, which the counts above omit. */
  readonly archived: number;
}

export interface DeletionCount {
  readonly kind: KindName;
  readonly due: number;
  readonly soon: number;
  /** Whole days until the first of `soon`; null without any. */
  readonly firstIn: number | null;
  /** Number of both that have a copy by `keep`; `keptIn`: the folder of one. */
  readonly kept: number;
  readonly keptIn: string | null;
}

/** Conversations without their folder that their program resumes in any. */
export interface RoamingCount {
  readonly kind: KindName;
  readonly conversations: number;
}

export interface LeftFolder {
  readonly kind: KindName;
  readonly folder: string;
  readonly conversations: number;
}
