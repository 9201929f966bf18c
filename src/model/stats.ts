import type { FirstOf } from './collections.ts';
import type { Conversation, Message } from './conversation.ts';
import type { PlacedFinding, VerifySummary } from './finding.ts';
import type { KindName } from './kinds.ts';

export interface CodeFindings extends FirstOf<PlacedFinding> {
  /** Told with others, because they explain them or follow from them; not in `count`. */
  readonly beside: number;
}

/** `folder` and `isArchived` are of the first. */
export interface LocatedFindings extends CodeFindings {
  readonly folder: string | null;
  readonly isArchived: boolean;
}

/**
 * `now` is the time of its making, in Unix seconds. `roots` has every store, empty ones too. `findings` are the gravest
 * first, then the most frequent. `due` are conversations deleted within `DUE_WITHIN_DAYS` days, the earliest first.
 */
export interface HomeReport {
  readonly now: number;
  readonly roots: readonly { readonly kind: KindName; readonly root: string }[];
  readonly stores: readonly StoreStats[];
  readonly summary: VerifySummary;
  readonly findings: readonly CodeFindings[];
  readonly due: readonly Conversation[];
}

export type CountsByName = Readonly<Record<string, number>>;

/** Numbers of one project, or of a store without projects. Times are whole Unix seconds, sizes bytes. */
export interface StoreStats {
  readonly kind: KindName;
  /** Absolute, as typed. */
  readonly root: string;
  readonly project: string | null;
  /** The topmost folder of its conversations; null where none says it. */
  readonly cwd?: string | null;
  readonly conversations: number;
  readonly active: number;
  readonly archived: number;
  readonly unreadable: number;
  /** Active ones that the list of their program leaves out. */
  readonly hidden?: number;
  readonly bytes: number;
  readonly messages: number;
  readonly roles: CountsByName;
  readonly types: CountsByName;
  readonly tools: CountsByName;
  readonly formats: CountsByName;
  /** Conversations by month of creation, `2026-03`, in order. */
  readonly months: CountsByName;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly largest: readonly LargeConversation[];
  /** Most bytes first. Empty for kinds that do not report it. */
  readonly contents: readonly ContentSize[];
  /** Set where stores are divided by it. Null for conversations without one. */
  readonly branch?: string | null;
  /** Id of a conversation, set where stores are divided by it. Null for findings of none. */
  readonly session?: string | null;
  /** Conversations by day of creation, `2026-03-14`, in order. Not in the JSON. */
  readonly days?: CountsByName;
  /** In order. Not in the JSON. */
  readonly daily?: readonly DayTokens[];
  /** Ordered by model and month. Empty for kinds without token counts. */
  readonly tokens: readonly TokenCount[];
  readonly findings: CountsByName;
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

/** One model in one month; `month` is null if unknown. */
export interface TokenCount extends Tokens, Cost {
  readonly model: string;
  readonly month: string | null;
  readonly answers: number;
}

/**
 * By the person's own prices; missing without any. `unpriced`: answers of models without a price, which are not in it.
 */
export interface Cost {
  readonly cost?: number;
  readonly unpriced?: number;
}

/** One model on one day; `day` is null if unknown. */
export interface DayTokens extends Tokens, Cost {
  readonly model: string;
  readonly day: string | null;
  readonly answers: number;
}

/** One answer. `key` is equal in all forks and copies; `day` is like `2026-03-14`. */
export interface AnswerUsage extends Tokens {
  readonly key: number;
  readonly model: string;
  readonly day: string | null;
  /** Missing for that of its conversation. */
  readonly branch?: string | undefined;
}

export interface StatsSink {
  /** Set where counts are divided by branch. Records that name theirs tell it before they are counted; null at the end. */
  onBranch?: ((branch: string | null) => void) | undefined;
  readonly contents: Weights;
  said(message: Pick<Message, 'role' | 'type' | 'name'>, times?: number): void;
  /** True for an answer counted already, with at least so many tokens of output. */
  knows(key: number, output: number): boolean;
  answered(answer: AnswerUsage): void;
}

export interface LargeConversation {
  readonly id: string;
  readonly title: string | null;
  /** The first question, where the title is something else. */
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
  /** Conversations that are not counted above. */
  readonly archived: number;
}

export interface DeletionCount {
  readonly kind: KindName;
  readonly due: number;
  readonly soon: number;
  /** How many of both have a copy that `keep` made, and the folder of one. */
  readonly kept: number;
  readonly keptIn: string | null;
}

/** Conversations whose folder is gone, and that their program resumes in any. */
export interface RoamingCount {
  readonly kind: KindName;
  readonly conversations: number;
}

export interface LeftFolder {
  readonly kind: KindName;
  readonly folder: string;
  readonly conversations: number;
}
