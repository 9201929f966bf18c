import { quote } from '../../../../codecs/json/quote.ts';
import { isObject } from '../../../../codecs/json/value.ts';
import type { IndexEntry } from '../../read/index-entry.ts';
import type { IndexFile } from '../../read/index-file.ts';
import type { HealFact } from '../healing/heal-fact.ts';
import { type Correction, corrected, corrections, type IndexRepair, type Reach } from './corrections.ts';

/** Entries without an id are given that of the one conversation of their title that has no entry; else they go. */
export function nameless(
  { entries }: IndexFile,
  fresh: readonly HealFact[],
  wants: Reach['wants'],
): { readonly found: readonly IndexRepair[]; readonly taken: ReadonlySet<string> } {
  const lost = entries.filter(({ id }) => id === null);
  const byTitle = lost.length === 0 ? new Map<string, HealFact[]>() : titled(fresh);
  const taken = new Set<string>();
  const found = lost.map((entry): IndexRepair => {
    const [fact, ...others] = byTitle.get(entry.title ?? '') ?? [];
    if (fact === undefined || others.length > 0 || !isObject(entry.value)) return gone(entry);
    byTitle.delete(entry.title ?? '');
    taken.add(fact.id);
    return claimed(entry, fact, wants);
  });
  return { found, taken };
}

/** The title that an entry of this conversation has; null for one that TENEX cannot read. */
export function titleOf({ entry }: HealFact): string | null {
  const json = entry?.find(({ key }) => key === 'title')?.json;
  return json === undefined ? null : JSON.parse(String(json));
}

function titled(facts: readonly HealFact[]): Map<string, HealFact[]> {
  const found = new Map<string, HealFact[]>();
  for (const fact of facts) {
    const title = titleOf(fact);
    if (title !== null) found.set(title, [...(found.get(title) ?? []), fact]);
  }
  return found;
}

function gone({ place }: IndexEntry): IndexRepair {
  const note = 'leaves out an entry that names no conversation';
  return { code: 'TX303', wishes: [{ do: 'remove', of: place }], note };
}

function claimed(entry: IndexEntry, fact: HealFact, wants: Reach['wants']): IndexRepair {
  const id: Correction = { code: 'TX303', key: 'id', json: quote(fact.id) };
  const members = corrected(entry, [id, ...corrections(entry, fact, wants)]);
  const note = `gives the entry of ${quote(titleOf(fact) ?? '')} its id again`;
  return { code: 'TX303', wishes: [{ do: 'put', of: entry.place, members }], note };
}
