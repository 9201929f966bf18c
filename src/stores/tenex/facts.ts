/** What the session keeps of one unit: no document and no bytes. */
export interface UnitFacts extends Seen {
  readonly id: string;
  /** TENEX could load it, and the index does not name it. */
  readonly unnamed: boolean;
  /** Kept by a later TENEX, which has no index. */
  readonly later: boolean;
  /** Conversation files that other users can read. */
  readonly open: number;
}

/** Which files an id has. */
export interface Seen {
  readonly active: boolean;
  readonly archived: boolean;
}

/** What a scope keeps of all its units. */
export interface Facts {
  /** By id, in the order in which they came; units that are only a leftover are not among them. */
  readonly seen: Map<string, Seen>;
  readonly unnamed: Set<string>;
  later: number;
  open: number;
}

/** Of a scope of which nothing was seen yet. */
export function noFacts(): Facts {
  return { seen: new Map(), unnamed: new Set(), later: 0, open: 0 };
}

/** Takes in one more unit. */
export function noteUnit(facts: Facts, { id, active, archived, unnamed, later, open }: UnitFacts): void {
  if (!active && !archived) return;
  facts.seen.set(id, { active, archived });
  if (unnamed) facts.unnamed.add(id);
  if (later) facts.later++;
  facts.open += open;
}
