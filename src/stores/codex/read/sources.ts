import type { Source } from '../../../codecs/lines/source.ts';
import { heldSource } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import type { OtherRollouts } from './lineage.ts';
import type { Inflate } from './rollout-file.ts';

/** Rollouts by path, compressed ones inflated. */
export interface Sources extends Pick<OtherRollouts, 'sourceAt'> {
  /** As `sourceAt`, or the beginning of it; null for what cannot be read. */
  readonly beginningAt: (path: string) => Source | null;
}

/** Reads rollouts that others go on from; the last one that was inflated is kept, because forks of one thread come together. */
export function sourcesIn({ sourceAt }: Pick<Scope, 'sourceAt'>, inflate: Inflate): Sources {
  let last: { readonly path: string; readonly source: Source | 'torn' } | null = null;
  const at = (path: string) => sourceAt?.(path) ?? null;
  return {
    sourceAt: (path) => {
      const source = at(path);
      if (source === null || !isCompressed(path)) return source;
      if (last?.path !== path) last = { path, source: inflated(source, inflate) ?? 'torn' };
      return last.source;
    },
    beginningAt: (path) => {
      const source = path.endsWith('.json') ? null : at(path);
      return source === null || !isCompressed(path) ? source : inflated(source, inflate, BEGINNING);
    },
  };
}

export function isCompressed(path: string): boolean {
  return path.endsWith('.zst');
}

/** Bytes in which a first record ends, nearly always. */
const BEGINNING = 1 << 16;

function inflated(source: Source, inflate: Inflate, wanted?: number): Source | null {
  const bytes = inflate(source.slice(0, Math.min(source.size, (wanted ?? source.size) * 2)), wanted);
  return bytes instanceof Uint8Array ? heldSource(bytes) : null;
}
