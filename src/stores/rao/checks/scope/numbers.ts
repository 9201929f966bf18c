import type { Facts, FolderFact } from '../../facts.ts';

/** The result of Rao's numbering. */
export interface Numbers {
  readonly active: ReadonlyMap<number, FolderFact>;
  readonly archived: ReadonlyMap<number, FolderFact>;
  /** The folder of the highest number. */
  readonly top: FolderFact | null;
  /** What the next new conversation gets; null where Rao stops. */
  readonly next: number | null;
}

/** How Rao counts these folders (docs/formats/rao.md, "Numbers"). */
export function numbersOf({ folders }: Pick<Facts, 'folders'>): Numbers {
  const active = new Map<number, FolderFact>();
  const archived = new Map<number, FolderFact>();
  for (const fact of folders)
    if (fact.number !== null) (fact.state === 'active' ? active : archived).set(fact.number, fact);
  // R's `max` of numbers of which one is missing is missing.
  const isCounted = folders.every(({ state, number }) => state === 'archived' || number !== null);
  let highest = -1;
  for (const number of active.keys()) highest = Math.max(highest, number);
  const top = active.get(highest) ?? null;
  return { active, archived, top, next: isCounted ? nextOf(highest, top) : null };
}

/** The highest conversation is used again while it is empty. */
function nextOf(highest: number, top: FolderFact | null): number | null {
  if (top === null) return 1;
  if (top.empty === null) return null;
  return top.empty ? highest : highest + 1;
}
