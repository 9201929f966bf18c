import type { MessageType, Role } from './conversation.ts';

/** A search, as plain values. */
export interface SearchQuery {
  /** Any of them. */
  readonly patterns: readonly string[];
  readonly syntax: 'literal' | 'regex';
  readonly ignoreCase: boolean;
  /** Whole words only. */
  readonly words: boolean;
  /** Only messages of these roles; none for all. */
  readonly roles: readonly Role[];
  /** Only calls of these tools and what they answered; none for all. */
  readonly tools: readonly string[];
  /** Unix seconds, included; null for no limit. */
  readonly since: number | null;
  readonly until: number | null;
  /** Messages shown on each side of one that matches. */
  readonly context: number;
  /** Secrets are covered: not shown, and not found. */
  readonly redact?: boolean;
}

/** A message on one line: the end of a match, and the beginning of what follows it, cut to be read. */
export interface SearchLine {
  /** The number that `show` prints before it. */
  readonly index: number;
  /** The subagent in whose transcript it is. */
  readonly agent?: string;
  readonly role: Role | null;
  readonly type: MessageType;
  /** Of the tool. */
  readonly name?: string;
  /** Whole Unix seconds. */
  readonly time?: number;
  /** Not in the transcript but with --all. */
  readonly hidden: boolean;
  readonly before: string;
  /** Empty for a message that is shown because it is beside one that matches. */
  readonly match: string;
  readonly after: string;
}

/** The findings in one conversation. */
export interface SearchResult {
  /** The first ones, with what is beside them. */
  readonly lines: readonly SearchLine[];
  /** Messages that match. */
  readonly count: number;
}

/** Looks for a pattern in a text: where it is, in UTF-16 units; null for nowhere. */
export type Matcher = (text: string) => { readonly at: number; readonly length: number } | null;
