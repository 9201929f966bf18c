import { digestOf } from '../../io/disk/digest.ts';
import { unless } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { cmd } from '../../model/command.ts';
import { grouped } from '../../model/grouped.ts';
import type { Step } from '../../model/plan.ts';
import { type Sentence, sentence } from '../../model/sentence.ts';
import type { SharedEntries } from '../../stores/kind.ts';
import { locatePath } from '../survey/locate.ts';
import type { PackedShared, PackedUnit } from './packed-units.ts';
import type { Target } from './unpack-target.ts';

/** A shared file of a store, and that of the pack that is to go into it. */
export interface SharedPair {
  readonly packed: PackedShared;
  readonly from: Uint8Array;
  /** Null where the store has none. */
  readonly into: Uint8Array | null;
}

/** The shared files of a pack with those of a store that they go into. */
export function sharedPairs(disk: ReadDisk, { site }: Target, shared: readonly PackedShared[]): SharedPair[] {
  return shared.map((packed) => {
    const { range, path } = packed;
    const into = unless(['ENOENT', 'ENOTDIR'], () => disk.read(locatePath(site, path)));
    return { packed, from: Buffer.from(disk.read(range.file, range.size, range.at)), into: into && Buffer.from(into) };
  });
}

/** Why conversations cannot be entered in the shared files of their scope, by scope and id; each file is looked at once. */
export function notEntered(
  { entries, site }: Entering,
  units: readonly PackedUnit[],
  pairs: readonly SharedPair[],
): (unit: PackedUnit) => Sentence | null {
  const idsIn = grouped(units.map(({ scope, id }) => [scope, id]));
  const seen = pairs.flatMap(({ packed: { scope, role, path }, into, from }) => {
    const ids = new Set(idsIn.get(scope));
    const taken = into && entries.taken(role, into, ids);
    const ours = taken !== null && taken.size > 0 ? entries.taken(role, from, ids) : null;
    return into === null ? [] : [{ scope, taken, ours, path: locatePath(site, path) }];
  });
  return ({ scope, id }) => {
    for (const { taken, ours, path } of seen.filter((each) => each.scope === scope)) {
      if (taken === null)
        return sentence`is not unpacked: ${path} cannot be understood (${cmd`heal`} first, or --output DIR)`;
      // The packed entry of a lost conversation: the file returns to it.
      if (taken.has(id) && taken.get(id) !== ours?.get(id))
        return `is not unpacked: ${path} has another entry of it already (--output DIR puts it elsewhere)`;
    }
    return null;
  };
}

/** What shared files are entered with, and where they are. */
export interface Entering {
  readonly entries: SharedEntries;
  readonly site: Target['site'];
}

/** The step that enters conversations in a shared file of their scope; null where it says nothing of them. `all`: the pack has no others there. */
export function enteringStep(
  { entries }: Entering,
  { packed, from, into }: SharedPair,
  { ids, all }: { readonly ids: ReadonlySet<string>; readonly all: boolean },
): Step | null {
  const { path, role, range } = packed;
  if (into === null) {
    if (all) {
      const content = { from: 'range', ...range, edits: [] } as const;
      return { do: 'put', path, was: 'absent', content, keepTime: true };
    }
    const mine = entries.only(role, from, ids);
    if (mine === null || mine.length === 0) return null;
    return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: mine }, isPrivate: true };
  }
  const there = entries.taken(role, into, ids);
  const missing = new Set([...ids].filter((id) => there?.has(id) !== true));
  const edits = missing.size === 0 ? [] : (entries.takeIn(role, { into, from }, missing) ?? []);
  return edits.length === 0 ? null : { do: 'put', path, was: digestOf(into), content: { from: 'edits', edits } };
}
