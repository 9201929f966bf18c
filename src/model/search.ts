import type { Conversation, MessageType, Role } from './conversation.ts';
import type { KnownSecret } from './secret.ts';

/** Unix seconds, included; null for no limit. */
export interface TimeRange {
  readonly since: number | null;
  readonly until: number | null;
}

export const ANY_TIME: TimeRange = { since: null, until: null };

/** A message without a time is in each. */
export function isInRange(time: number | null | undefined, { since, until }: TimeRange): boolean {
  return time == null || ((since === null || time >= since) && (until === null || time <= until));
}

export function isUnlimited({ since, until }: TimeRange): boolean {
  return since === null && until === null;
}

/**
 * `range`: only turns of this time, and no names. `redact`: secrets are covered, so neither shown nor found.
 * `estimated`: turns may be counted in bytes, undecoded.
 */
export interface FindQuery {
  readonly stems: readonly string[];
  readonly range?: TimeRange;
  readonly redact: boolean;
  readonly estimated: boolean;
}

export interface FoundTurn {
  /** Its number in `show`. */
  readonly index: number;
  readonly agent?: string;
  /** Number of occurrences of each stem, in the question's order. */
  readonly times: readonly number[];
  /** In words. */
  readonly length: number;
  /** Words from the first to the last of the nearest different stems. 0 for a single stem. */
  readonly span: number;
  /** One line around them, cut for reading. */
  readonly text: string;
  /** A title or another name, which nobody said. */
  readonly isName?: true;
  /** When it was said, in Unix seconds. */
  readonly time?: number;
}

export interface FoundTurns extends WithLearnt {
  readonly turns: readonly FoundTurn[];
  readonly in: readonly number[];
  readonly count: number;
  readonly words: number;
}

/** Lines as turns, without words to show. `isOfTool`: a call of a tool or its output, which is not among the turns. */
export interface EstimatedTurn extends FoundTurn {
  readonly isOfTool: boolean;
}

export interface EstimatedTurns extends FoundTurns {
  readonly turns: readonly EstimatedTurn[];
  /** When its files were written last, in Unix seconds. */
  readonly changed: number;
}

export interface MessagesAround {
  readonly before: number;
  readonly after: number;
}

/** `roles` and `tools` are empty for all; `tools` means calls of these and their outputs. */
export interface SearchQuery extends TimeRange {
  readonly patterns: readonly string[];
  readonly syntax: 'literal' | 'regex';
  readonly ignoreCase: boolean;
  readonly words: boolean;
  readonly roles: readonly Role[];
  readonly tools: readonly string[];
  readonly context: MessagesAround;
  readonly redact?: boolean;
  readonly isFirstEnough?: boolean;
}

/** `time` is in whole Unix seconds; `match` is empty for context around a match. */
export interface SearchLine {
  readonly index: number;
  readonly agent?: string;
  readonly role: Role | null;
  readonly type: MessageType;
  readonly name?: string;
  readonly time?: number;
  readonly hidden: boolean;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Secrets of its conversation, which its title may contain; missing if nothing was covered. */
interface WithLearnt {
  readonly learnt?: readonly KnownSecret[];
}

export interface SearchResult extends WithLearnt {
  readonly lines: readonly SearchLine[];
  readonly count: number;
  /** Of these, titles, other names and texts beside messages. */
  readonly beside: number;
}

export interface SearchMatch {
  readonly conversation: Conversation;
  readonly result: SearchResult;
}

/** Position in UTF-16 units; null without a match. */
export type Matcher = (text: string) => { readonly at: number; readonly length: number } | null;
