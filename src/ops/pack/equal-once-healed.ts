import { digestOf } from '../../io/disk/digest.ts';
import { digestSource } from '../../io/disk/file-source.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Part } from '../../model/part.ts';
import { unitsAfter } from '../../stores/engine/change/draft.ts';
import type { Site } from '../../stores/kind.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { HEAL_IN_MEMORY, isHealedToRead } from '../survey/readable.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { everythingAt, withSelection } from '../survey/survey-options.ts';
import type { PackedUnit } from './packed-stores.ts';
import { keyInStore } from './store-after.ts';

/** Packed conversations, by `keyInStore`, whose files here equal those of the pack once they are healed. */
export async function equalOnceHealed(
  disk: ReadDisk,
  kinds: ReadContext['kinds'],
  site: Site,
  { units, now }: { readonly units: readonly PackedUnit[]; readonly now: number },
): Promise<ReadonlySet<string>> {
  const equal = new Set<string>();
  const packed = new Map(units.map((unit) => [keyInStore(unit.scope, unit.id), unit]));
  if (packed.size === 0 || !isHealedToRead(kindOfSite(kinds, site))) return equal;
  const ids = new Set(units.map(({ id }) => id));
  const options = withSelection(everythingAt(now), { hasId: (id) => ids.has(id) });
  for await (const event of survey(disk, kinds, [site], options)) {
    if (event.type !== 'document') continue;
    const key = keyInStore(event.scope, event.document.id);
    const unit = packed.get(key);
    if (unit !== undefined && isEqualHealed(kinds, event, unit)) equal.add(key);
  }
  return equal;
}

function isEqualHealed(kinds: ReadContext['kinds'], event: EventOf<'document'>, unit: PackedUnit): boolean {
  const { site, opened, document } = event;
  const { layout } = kindOfSite(kinds, site);
  const { outcome } = opened.decide(document, HEAL_IN_MEMORY, []);
  if (outcome.state !== 'changed') return false;
  const after = unitsAfter(event.parts, outcome.steps, (path, type) => layout.place(site, path, type));
  const files = new Map(after?.units.get(document.id)?.map((part) => [part.path, part]));
  const isEqual = unit.files.every(([path, { was }]) => digestAfter(files.get(path)) === was);
  after?.release();
  return isEqual;
}

function digestAfter(part: Part | undefined): string | null {
  if (part === undefined) return null;
  if (part.bytes !== null) return digestOf(part.bytes);
  return part.source == null ? null : digestSource(part.source);
}
