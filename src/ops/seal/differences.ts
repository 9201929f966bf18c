import { join, relative } from 'node:path';
import type { PlacedFinding } from '../../model/finding.ts';
import type { Reading } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import { compareSeal } from './compare-seal.ts';
import type { ReadSeal } from './read-seal.ts';
import { baseOf, type Sealing } from './sealing.ts';

/** The differences from a manifest as findings, each below the store that its path is in. */
export function* sealDifferences({ sites }: Reading, was: ReadSeal, now: Sealing): Generator<PlacedFinding> {
  const base = baseOf(sites);
  for (const { code, project, id, path, detail } of compareSeal(was, now)) {
    const absolute = join(base, path);
    const site = sites.find(({ root }) => absolute === root || absolute.startsWith(`${root}/`)) ?? sites[0];
    if (site === undefined) continue;
    const finding = {
      code,
      id,
      path: relative(site.root, absolute),
      at: null,
      offset: null,
      owner: 'reads',
      detail,
    } as const;
    yield locateFinding(site, project, finding, null);
  }
}
