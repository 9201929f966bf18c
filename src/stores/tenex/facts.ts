/** What a scope keeps of each of its units once it is closed: no document and no bytes. */
export interface Facts {
  /** By id, in the order in which they came; units that are only a leftover are not among them. */
  readonly seen: Map<string, Seen>;
  /** Ids of conversations that TENEX could load and the index does not name; known once their findings were asked for. */
  readonly unnamed: Set<string>;
  /** Conversations in the keeping of a later TENEX, which has no index. */
  later: number;
  /** Conversation files that others than their owner can read. */
  open: number;
}

/** Where the files of one id lie. */
export interface Seen {
  readonly active: boolean;
  readonly archived: boolean;
}

/** Of a scope of which nothing was seen yet. */
export function noFacts(): Facts {
  return { seen: new Map(), unnamed: new Set(), later: 0, open: 0 };
}
