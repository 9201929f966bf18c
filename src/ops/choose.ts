import { changedFiles } from '../io/changed-files.ts';
import type { Reading } from './reading.ts';
import * as choice from './survey/choice.ts';

/** Which part of the stores is asked for. */
export interface PartAsked {
  /** Changed since a time in Unix seconds, or since a commit of the repository that each store is in. */
  readonly since: { readonly time: number } | { readonly ref: string } | null;
  readonly share: number | null;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** The choice of a part of the stores; null for all of them. Throws Failure for a commit that cannot be compared with. */
export async function choose(
  { disk, sites }: Reading,
  { since, share, shard }: PartAsked,
): Promise<choice.Choice | null> {
  const all: choice.Choice[] = [];
  if (share !== null) all.push(choice.sampleOf(share));
  if (shard !== null) all.push(choice.shardOf(shard));
  if (since !== null && 'time' in since) all.push(choice.changedSince(disk, since.time));
  if (since !== null && 'ref' in since) {
    const paths = new Set<string>();
    for (const { root } of sites)
      for (const path of await changedFiles(disk.realpath(root), since.ref)) paths.add(path);
    all.push(choice.ofChangedFiles(disk, paths));
  }
  return choice.inAll(all);
}
