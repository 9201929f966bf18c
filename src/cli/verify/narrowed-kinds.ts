import { type Job, typedRoots } from '../command.ts';
import type { Selection } from '../scope.ts';

/** Kinds that flags narrow a verify to. */
export interface NarrowedKinds {
  readonly kinds: readonly string[];
  /** A sentence on the way to the others. */
  readonly wider: string;
}

/** Null for all kinds: below a folder that --root names, the stores of a kind may be gone. */
export function narrowedKinds({ options }: Job, { reading: { sites }, named }: Selection): NarrowedKinds | null {
  const { kind } = options;
  const isNamed = typedRoots(options.roots).length > 0 && sites.every((site) => named.includes(site));
  if (kind.length === 0 && !isNamed) return null;
  const kinds = isNamed ? [...new Set(sites.map((site) => site.kind))] : kind;
  const wider = kind.length > 0 ? 'Leave out --kind.' : 'Name its store with --root too.';
  return { kinds, wider };
}
