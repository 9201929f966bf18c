import { nodeDisk, type ReadDisk } from '../io/disk.ts';
import type { Kind, Site } from '../stores/kind.ts';
import { KINDS } from '../stores/registry.ts';

/** The disk, kinds and sites of a reading verb. */
export interface Reading {
  readonly disk: ReadDisk;
  readonly kinds: readonly Kind[];
  readonly sites: readonly Site[];
}

export function realDisk(): Omit<Reading, 'sites'> {
  return { disk: nodeDisk(), kinds: KINDS };
}
