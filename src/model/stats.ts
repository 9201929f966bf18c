import type { KindName, Message } from './conversation.ts';

/** Counts by a name, the most frequent first. */
export type Counted = Readonly<Record<string, number>>;

/** The numbers of one project of a store, or of a store without projects. Times are whole Unix seconds, sizes bytes. */
export interface StoreStats {
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  readonly project: string | null;
  readonly conversations: number;
  readonly active: number;
  readonly archived: number;
  /** Conversations that the program cannot read. */
  readonly unreadable: number;
  readonly bytes: number;
  readonly messages: number;
  readonly roles: Counted;
  readonly types: Counted;
  /** Tool calls by the name of the tool. */
  readonly tools: Counted;
  readonly formats: Counted;
  /** Conversations begun in each month, `2026-03`, in order. */
  readonly months: Counted;
  readonly oldest: number | null;
  readonly newest: number | null;
  /** The largest conversations, the largest first. */
  readonly largest: readonly LargeConversation[];
  /** The contents of their bytes, the most bytes first; none for kinds that do not tell. */
  readonly contents: readonly Weighed[];
  /** Tokens by model and month, in order; none for kinds whose files do not have them. */
  readonly tokens: readonly TokenCount[];
  /** Findings by code. */
  readonly findings: Counted;
  /** Findings by who may repair them: safe, lossy, manual. */
  readonly healing: Counted;
}

/** The contents that bytes of a conversation may have; `records` are counted by type too. */
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

/** Bytes that hold one thing. */
export interface Weighed {
  readonly what: (typeof CONTENTS)[number];
  /** Of `records`, as the file names it; null for all other types together, and for anything else. */
  readonly type: string | null;
  readonly bytes: number;
  /** How many there are: blocks, records, lines or files. */
  readonly count: number;
}

/** Types of records that are counted apart. */
const TYPES = 200;

/** Sums of contents as they are met. */
export class Weights {
  readonly #sums = new Map<string, { -readonly [Key in keyof Weighed]: Weighed[Key] }>();

  add(what: Weighed['what'], bytes: number, count = 1, type: string | null = null): void {
    const key = type === null ? what : `${what} ${type}`;
    const sum = this.#sums.get(key);
    if (sum !== undefined) {
      sum.bytes += bytes;
      sum.count += count;
    } else if (type !== null && this.#sums.size >= TYPES) this.add(what, bytes, count);
    else this.#sums.set(key, { what, type, bytes, count });
  }

  /** The most bytes first. */
  all(): Weighed[] {
    return [...this.#sums.values()].sort(
      (a, b) => b.bytes - a.bytes || CONTENTS.indexOf(a.what) - CONTENTS.indexOf(b.what),
    );
  }
}

/** Tokens of answers, as the model's service counted them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** The tokens of all answers of one model in one month; `month` is null where no time is known. */
export interface TokenCount extends Tokens {
  readonly model: string;
  readonly month: string | null;
  readonly answers: number;
}

/** One answer: `key` is the same wherever a record of it is, in forks and copies too. */
export interface Answered extends Tokens {
  readonly key: number;
  readonly model: string;
  readonly month: string | null;
}

/** Takes in what `stats` counts of one conversation. */
export interface StatsSink {
  readonly contents: Weights;
  said(message: Pick<Message, 'role' | 'type' | 'name'>): void;
  /** Of several records of one answer, each. */
  answered(answer: Answered): void;
}

/** One of the largest conversations. */
export interface LargeConversation {
  readonly id: string;
  readonly title: string | null;
  readonly bytes: number;
}
