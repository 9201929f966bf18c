import type { ReadDisk } from '../io/disk.ts';
import type { Walked } from '../io/walk.ts';
import { addAll } from '../model/add-all.ts';
import type { Kind, Site } from '../stores/kind.ts';
import type { Reading } from './reading.ts';
import { type Gathered, gather } from './survey/gather.ts';
import { kindOfSite } from './survey/kind-of.ts';
import { loadEntries } from './survey/open-scope.ts';
import type { SurveyOptions } from './survey/survey.ts';
import { walkSite } from './survey/walk-site.ts';

/** An id of a store, from file names or an index. */
export interface KnownId {
  readonly site: Site;
  readonly scope: string;
  readonly id: string;
  /** Relative to the site's root. */
  readonly paths: readonly string[];
}

/** Every id in the sites, in their order; no conversation is opened. */
export async function knownIds({ disk, kinds, sites }: Reading, options: SurveyOptions): Promise<KnownId[]> {
  const known: KnownId[] = [];
  for (const site of sites) {
    const kind = kindOfSite(kinds, site);
    const gathering = gather();
    const take = (walked: Walked) => {
      if (walked.type === 'entry') gathering.add(walked.entry);
    };
    await walkSite(disk, kind, site, options, { take });
    for (const gathered of gathering.scopes()) {
      const absent = await absentIds(disk, kind, site, gathered, options);
      for (const [id, entries] of gathered.units)
        known.push({ site, scope: gathered.name, id, paths: entries.map(({ path }) => path) });
      addAll(
        known,
        absent.map((id) => ({ site, scope: gathered.name, id, paths: [] })),
      );
    }
  }
  return known;
}

/** Ids that an index of the scope names, and of which nothing is on disk. */
async function absentIds(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  { name, shared, units }: Gathered,
  { now }: SurveyOptions,
): Promise<string[]> {
  if (shared.length === 0) return [];
  const { parts } = await loadEntries(disk, site, shared);
  const session = await kind.begin({ name, site, shared: parts, now, signatures: false }, false);
  return [...session.absent()].filter((id) => !units.has(id));
}
