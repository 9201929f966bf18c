import { digestOf } from '../../io/disk/digest.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { digestUnloaded } from '../../io/read.ts';
import type { Post } from '../../io/threads.ts';
import type { Part } from '../../model/part.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import type { OpenableScope, PlainScope } from '../survey/open-scope.ts';

/** A part of a scope without what only works in the thread that read it. */
export type PlainPart = Omit<Part, 'digest' | 'source'>;

/**
 * A scope as sent to a thread. Places of units are omitted for independent conversations: in every thread they would be
 * most of its memory.
 */
export interface SentScope extends Omit<OpenableScope, 'shared' | 'common' | 'alive'> {
  readonly shared: readonly PlainPart[];
  readonly common: readonly PlainPart[];
  /** Processes may be queried. */
  readonly processes: boolean;
}

export function sent(
  { coupling, refers }: Kind,
  { shared, common = [], alive, units, ...scope }: PlainScope,
): SentScope {
  const paths = () => new Map(Array.from(units, ([id, entries]) => [id, entries.map(({ path }) => ({ path }))]));
  const others = coupling === undefined && refers !== true ? {} : { units: paths() };
  const parts = { shared: shared.map(plainPart), common: common.map(plainPart) };
  return { ...scope, ...others, ...parts, processes: alive !== undefined };
}

function plainPart({ digest, source, ...part }: Part): PlainPart {
  return part;
}

export function received(
  disk: ReadDisk,
  { shared, common, processes, ...scope }: SentScope,
  post: Post,
): OpenableScope {
  const whole = (part: PlainPart): Part => ({ ...part, digest: () => digestIn(disk, scope.site, part) });
  const known = { ...scope, shared: shared.map(whole), common: common.map(whole) };
  return processes ? { ...known, alive: (pid) => post.ask(pid) } : known;
}

function digestIn(disk: ReadDisk, { root }: Site, { path, type, bytes }: PlainPart): string {
  return bytes === null ? digestUnloaded(disk, `${root}/${path}`, type) : digestOf(bytes);
}
