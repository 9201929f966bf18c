import type { Conversation, MessageType, Role } from './conversation.ts';
import type { KnownSecret } from './secret.ts';

/** Inclusive limits in Unix seconds; null for none. */
export interface TimeRange {
  readonly since: number | null;
  readonly until: number | null;
}

export const ANY_TIME: TimeRange = { since: null, until: null };

/** True for a time in the range, and for a message without a time. */
export function isInRange(time: number | null | undefined, { since, until }: TimeRange): boolean {
  return time == null || ((since === null || time >= since) && (until === null || time <= until));
}

export function isUnlimited({ since, until }: Readonly<Record<keyof TimeRange, unknown>>): boolean {
  return since === null && until === null;
}

export interface FindQuery {
  /** Telling words of the question, in its order and form, in lower case. */
  readonly words: readonly string[];
  /** Only turns of this time, and no names. */
  readonly range?: TimeRange;
  /** Secrets are covered, so neither shown nor found. */
  readonly redact: boolean;
  /** Turns may be counted in bytes, undecoded. */
  readonly estimated: boolean;
}

/** Asks for words that are nearly those that nobody said. */
export interface NearQuery {
  /** In lower case. */
  readonly words: readonly string[];
  readonly states: readonly Conversation['state'][];
  readonly range: TimeRange;
}

export interface FoundTurn {
  /** The message's number in `show`. */
  readonly index: number;
  readonly agent?: string;
  /** Number of occurrences of each stem, in the question's order. */
  readonly times: readonly number[];
  /** Number of words. */
  readonly length: number;
  /** Words from the first to the last of the nearest different stems. 0 for a single stem. */
  readonly span: number;
  /** One line around the matches, shortened for reading. */
  readonly text: string;
  /** True for a title or another name, which nobody said. */
  readonly isName?: true;
  /** Time of the message, in Unix seconds. */
  readonly time?: number;
}

export interface FoundTurns extends WithLearnt {
  readonly turns: readonly FoundTurn[];
  readonly in: readonly number[];
  readonly count: number;
  readonly words: number;
  /** True if a name or the first question has the words of the question side by side; estimated, if any line may have them. */
  readonly hasPhrase?: true;
}

/** A line counted as a turn, without words to show. `isOfTool`: a call or an output, which is no turn. */
export interface EstimatedTurn extends FoundTurn {
  readonly isOfTool: boolean;
}

export interface EstimatedTurns extends FoundTurns {
  readonly turns: readonly EstimatedTurn[];
  /** Last change of its files, in Unix seconds. */
  readonly changed: number;
}

export interface MessagesAround {
  readonly before: number;
  readonly after: number;
}

/** Empty `roles` and `tools` mean all; `tools` selects calls of these tools and their outputs. */
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

/** Secrets of the conversation, which its title may contain; missing if nothing was covered. */
interface WithLearnt {
  readonly learnt?: readonly KnownSecret[];
}

export interface SearchResult extends WithLearnt {
  readonly lines: readonly SearchLine[];
  readonly count: number;
  /** Number of these in titles, other names and texts beside messages. */
  readonly beside: number;
  /** Number of these in each subagent. */
  readonly inAgents: ReadonlyMap<string, number>;
}

export interface SearchMatch {
  readonly conversation: Conversation;
  readonly result: SearchResult;
}

/** Finds a match, with its place in UTF-16 units; null without a match. */
export type Matcher = (text: string) => { readonly at: number; readonly length: number } | null;
