import type { Source } from '../../../codecs/lines/source.ts';
import { grouped } from '../../../model/collections.ts';
import { bytesSource, isRefusedBySystem } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { rolloutNameOf } from '../layout/layout.ts';
import type { HistoryBase, Meta } from './meta.ts';
import type { Inflate } from './rollout-file.ts';

export interface InheritedPart {
  readonly thread: string;
  readonly path: string;
  readonly source: Source;
  /** Bytes of the source that the fork inherits. */
  readonly bytes: number;
}

export interface Lineage {
  readonly parts: readonly InheritedPart[];
  readonly fault: LineageFault | null;
}

export type LineageFault =
  | { readonly shape: 'missing' | 'ring' | 'long' | 'unread' | 'legacy' | 'torn'; readonly thread: string }
  | {
      readonly shape: 'short';
      readonly thread: string;
      readonly path: string;
      readonly size: number;
      readonly bytes: number;
    };

/** Finds rollouts by a fork's name for them, as paths below the root. */
export interface OtherRollouts {
  pathsOf(id: string): readonly string[];
  /** The inflated lines of one; `torn` if it cannot be inflated. */
  sourceAt(path: string): Source | 'torn' | null;
  /** Its first record, read once. */
  metaAt(path: string): KnownMeta;
}

export interface KnownMeta {
  readonly meta: Meta | null;
  /** Base in the rollout's head, even after a byte-order mark: the source of a damaged fork must not change either. */
  readonly base: HistoryBase | null;
  readonly isRefused: () => boolean;
}

export interface RolloutFacts {
  readonly name: string;
  readonly path: string;
  readonly meta: Meta | null;
  /** True if the program refuses to read the rollout, by its beginning. */
  readonly isRefused: boolean;
}

export const MAX_FORKS = 256;

export function lineageOf(path: string, { base, id, mode }: Meta, others: OtherRollouts): Lineage {
  const parts: InheritedPart[] = [];
  const met = new Set([path]);
  let [wanted, from, thread]: [HistoryBase | null, string, string] = [base, path, id];
  while (wanted !== null) {
    const found = sourceOf(wanted, from, thread, others);
    if (typeof found === 'string') return { parts, fault: { shape: found, thread: wanted.thread } };
    if (met.has(found.path)) return { parts, fault: { shape: 'ring', thread: wanted.thread } };
    if (parts.length === MAX_FORKS) return { parts, fault: { shape: 'long', thread: wanted.thread } };
    met.add(found.path);
    const known = others.metaAt(found.path);
    const fault = inheritanceFault(wanted, found, known, mode);
    if (fault !== null) return { parts, fault };
    const { meta } = known;
    const { source, path: at } = found;
    parts.unshift({ thread: meta?.id ?? wanted.thread, path: at, source, bytes: wanted.bytes });
    [wanted, from, thread] = [meta?.base ?? null, found.path, meta?.id ?? wanted.thread];
  }
  return { parts, fault: null };
}

/** True if a rollout's source is among `rollouts`. Sizes are ignored: a heal of one moves the ends that others name. */
export function sourcesAmong(rollouts: readonly RolloutFacts[]): (path: string) => boolean {
  const byPath = new Map(rollouts.map((each) => [each.path, each] as const));
  const byName = grouped(rollouts.map(({ name, path }) => [name, path] as const));
  const others: OtherRollouts = {
    pathsOf: (id) => byName.get(id) ?? [],
    sourceAt: () => ENDLESS_SOURCE,
    metaAt: (at) => {
      const { meta: named = null, isRefused = true } = byPath.get(at) ?? {};
      return { meta: named, base: named?.base ?? null, isRefused: () => isRefused };
    },
  };
  return (path) => {
    const meta = byPath.get(path)?.meta ?? null;
    return meta !== null && lineageOf(path, meta, others).fault === null;
  };
}

const ENDLESS_SOURCE: Source = { size: Number.POSITIVE_INFINITY, slice: () => new Uint8Array() };

function inheritanceFault(
  { thread, bytes }: HistoryBase,
  { path, source: { size } }: Pick<InheritedPart, 'path' | 'source'>,
  { meta, isRefused }: KnownMeta,
  mode: string | null,
): LineageFault | null {
  if (size < bytes) return { shape: 'short', thread, path, size, bytes };
  if (isRefused()) return { shape: 'unread', thread };
  return mode === 'paginated' && meta?.mode === 'legacy' ? { shape: 'legacy', thread } : null;
}

/** Path of the rollout that another one continues; null for none, and for a torn one. */
export function sourcePath(from: string, thread: string, others: OtherRollouts): string | null {
  const { meta, base } = others.metaAt(from);
  const found = base === null ? 'missing' : sourceOf(base, from, meta?.id ?? thread, others);
  return typeof found === 'string' ? null : found.path;
}

/** Finds the newest file of a thread; a segment continues the segment before it. */
function sourceOf(
  base: HistoryBase,
  from: string,
  thread: string,
  others: OtherRollouts,
): Pick<InheritedPart, 'path' | 'source'> | 'missing' | 'torn' {
  const own = segmentKeyOf(from);
  const paths = others
    .pathsOf(base.thread)
    .filter((path) => path !== from && (base.thread !== thread || segmentKeyOf(path) < own))
    .toSorted(byTime);
  for (const path of paths) {
    const source = others.sourceAt(path);
    if (source !== null) return source === 'torn' ? source : { path, source };
  }
  return 'missing';
}

/** Sorts the newest first; of two with one name, the uncompressed one first. */
function byTime(a: string, b: string): number {
  const one = segmentKeyOf(a);
  const other = segmentKeyOf(b);
  return one === other ? a.length - b.length : one < other ? 1 : -1;
}

function segmentKeyOf(path: string): string {
  const name = rolloutNameOf(path.slice(path.lastIndexOf('/') + 1));
  return name === null ? '' : `${name.time} ${name.window ?? ''}`;
}

export interface Sources extends Pick<OtherRollouts, 'sourceAt'> {
  /** The source or its beginning; null if it cannot be read. */
  readonly beginningAt: (path: string) => Source | null;
}

/** Reads the sources of forks. The last inflated one is kept, because forks of one thread come together. */
export function sourcesIn({ sourceAt }: Pick<Scope, 'sourceAt'>, inflate: Inflate): Sources {
  let last: { readonly path: string; readonly source: Source | 'torn' } | null = null;
  const at = (path: string) => sourceAt?.(path) ?? null;
  return {
    sourceAt: (path) => {
      const source = at(path);
      if (source === null || !isCompressed(path)) return source;
      if (last?.path !== path) last = { path, source: inflatedOrTorn(source, inflate) };
      return last.source;
    },
    beginningAt: (path) => {
      const source = path.endsWith('.json') ? null : at(path);
      return source === null || !isCompressed(path) ? source : inflated(source, inflate, FIRST_RECORD_BYTES);
    },
  };
}

function inflatedOrTorn(source: Source, inflate: Inflate): Source | 'torn' {
  try {
    return inflated(source, inflate) ?? 'torn';
  } catch (error) {
    if (!isRefusedBySystem(error)) throw error;
    return 'torn';
  }
}

export function isCompressed(path: string): boolean {
  return path.endsWith('.zst');
}

/** First records nearly always end within these bytes. */
const FIRST_RECORD_BYTES = 1 << 16;

function inflated(source: Source, inflate: Inflate, wanted?: number): Source | null {
  const bytes = inflate(source.slice(0, Math.min(source.size, (wanted ?? source.size) * 2)), wanted);
  return bytes instanceof Uint8Array ? bytesSource(bytes) : null;
}
