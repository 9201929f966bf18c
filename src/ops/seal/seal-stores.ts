import type { PlacedFinding } from '../../model/finding.ts';
import { headOf, type Seal, type SealHead } from '../../model/seal.ts';
import type { Reading } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import { type SurveyOptions, survey } from '../survey/survey.ts';
import { baseOf, isUnread, namesBelow, sealing } from './sealing.ts';

export interface SealedStores {
  readonly made: Seal;
  readonly head: SealHead;
  /** Absolute. */
  readonly base: string;
  /** Findings of what could not be read: the manifest lacks it. */
  readonly unjudged: readonly PlacedFinding[];
}

/** Reads every file of the stores once and makes a manifest of them. Throws Failure `interrupted`. */
export async function sealStores(reading: Reading, options: SurveyOptions): Promise<SealedStores> {
  const { disk, kinds, sites } = reading;
  const base = baseOf(sites);
  const gathered = sealing(disk, namesBelow(base), null);
  const unjudged: PlacedFinding[] = [];
  for await (const event of survey(disk, kinds, sites, options)) {
    gathered.see(event);
    if (isUnread(event)) unjudged.push(locateFinding(event.site, event.scope, event.finding));
  }
  const made = gathered.seal();
  return { made, head: headOf(made), base, unjudged: [...unjudged, ...gathered.missed()] };
}
