import { orNull } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { compareText } from '../../model/collections.ts';
import type { Site } from '../../stores/kind.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { locatePath } from '../survey/locate.ts';
import { withProjectNames } from '../survey/survey.ts';
import { isIdWanted, isScopeWanted, type SurveyOptions } from '../survey/survey-options.ts';
import { gather, walkSite } from '../survey/walk-site.ts';

/** The files of one id, in all sites and scopes. `time`: Unix seconds of the last write; 0 if unknown. */
export interface UnitOnDisk {
  readonly id: string;
  readonly bytes: number;
  readonly time: number;
}

/** Units in the selected projects, the last written first. Reads no conversation. */
export async function unitsOnDisk({ disk, kinds, sites }: ReadContext, options: SurveyOptions): Promise<UnitOnDisk[]> {
  const found = new Map<string, UnitOnDisk>();
  for (const site of sites) {
    const kind = kindOfSite(kinds, site);
    const gathering = gather();
    await walkSite(disk, kind, site, options, {
      take: (walked) => {
        if (walked.type === 'entry') gathering.add(walked.entry);
      },
    });
    const scopes = gathering.scopes();
    const select = await withProjectNames(disk, kind, site, scopes, options);
    for (const { name, units } of scopes)
      for (const [id, entries] of units) {
        if (!isScopeWanted(select, name) || !isIdWanted(select, id)) continue;
        found.set(id, joinedUnit(found.get(id), onDisk(disk, site, id, entries)));
      }
  }
  return [...found.values()].sort((a, b) => b.time - a.time || compareText(a.id, b.id));
}

function onDisk(disk: ReadDisk, site: Site, id: string, entries: readonly WalkEntry[]): UnitOnDisk {
  let bytes = 0;
  let time = 0;
  for (const { path } of entries) {
    const stat = orNull(() => disk.stat(locatePath(site, path)));
    if (stat === null) continue;
    if (stat.type === 'file') bytes += stat.size;
    time = Math.max(time, stat.mtimeMs / 1000);
  }
  return { id, bytes, time };
}

function joinedUnit(one: UnitOnDisk | undefined, other: UnitOnDisk): UnitOnDisk {
  return one === undefined
    ? other
    : { id: one.id, bytes: one.bytes + other.bytes, time: Math.max(one.time, other.time) };
}
