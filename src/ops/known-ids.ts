import type { Site } from '../stores/kind.ts';
import type { Reading } from './reading.ts';
import { gather } from './survey/gather.ts';
import { kindOf } from './survey/kind-of.ts';
import { type SurveyOptions, walkSite } from './survey/survey.ts';

/** An id of a store, told from names alone. */
export interface KnownId {
  readonly site: Site;
  readonly scope: string;
  readonly id: string;
}

/** Every id in the sites, in their order; no file is opened. */
export async function knownIds({ disk, kinds, sites }: Reading, options: SurveyOptions): Promise<KnownId[]> {
  const known: KnownId[] = [];
  for (const site of sites) {
    const gathering = gather();
    for await (const walked of walkSite(disk, kindOf(kinds, site), site, options))
      if (walked.is === 'entry') gathering.add(walked.entry);
    for (const { name, units } of gathering.scopes())
      known.push(...Array.from(units.keys(), (id) => ({ site, scope: name, id })));
  }
  return known;
}
