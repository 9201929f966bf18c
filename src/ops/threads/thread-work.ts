import { digestOf } from '../../io/disk/digest.ts';
import { LeftForLater, newReadBuffer, sharedReadBuffer } from '../../io/disk/read-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { digestUnloaded } from '../../io/read.ts';
import type { ThreadPort, Workers } from '../../io/threads.ts';
import type { Part } from '../../model/part.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import type { DecideUnit } from '../change/decide-unit.ts';
import { kindOfSite } from '../reading.ts';
import {
  type AnsweringScope,
  answerUnit,
  type DecideRead,
  preparedWant,
  type UnitRequest,
} from '../survey/answer-unit.ts';
import { type OpenableScope, openScope, type PlainScope } from '../survey/open-scope.ts';
import { purposeOf, type UnitAnswer, type Want } from '../survey/want.ts';

export type ThreadTask =
  | { readonly do: 'begin'; readonly scope: SentScope; readonly want: Want }
  | { readonly do: 'open'; readonly of: string; readonly units: readonly UnitRequest[]; readonly alone: boolean };

export interface Threads {
  /** Absolute path of the threads' program. */
  readonly program: string;
  readonly jobs: number;
  /** Bytes below which no thread starts; by default as measured. */
  readonly min?: number;
}

export type SurveyWorkers = Workers<ThreadTask, readonly UnitAnswer[]>;

export interface WantedOfThreads {
  readonly workers: SurveyWorkers;
  readonly want: Want;
}

/** Performs tasks in order; `unitDecider` decides for changing verbs. */
export function threadWork(
  disk: ReadDisk,
  kinds: readonly Kind[],
  unitDecider: (disk: ReadDisk, kind: Kind, site: Site) => DecideUnit,
) {
  const buffer = newReadBuffer();
  const scopes = new Map<string, AnsweringScope>();
  return async (task: ThreadTask, post: ThreadPort): Promise<readonly UnitAnswer[]> => {
    if (task.do === 'begin') {
      const { scope, want } = task;
      const { name, site } = scope;
      const kind = kindOfSite(kinds, site);
      const opened = await openScope(disk, kind, scopeFromMessage(disk, scope, post), purposeOf(want));
      const [oldest = name] = scopes.keys();
      // A large unit of the previous scope may still come.
      if (scopes.size > 1 || oldest === name) scopes.delete(oldest);
      const decide = decideIn(want, unitDecider(disk, kind, site));
      const prepared = await preparedWant(want, { disk, kind, site, words: null, decide });
      scopes.set(name, { disk, kind, site, name, opened, want: prepared, buffer });
      return [];
    }
    const open = scopes.get(task.of);
    if (open === undefined) return [];
    return answersOf(task.alone ? open : { ...open, buffer: sharedReadBuffer(buffer) }, task.units, post);
  };
}

/** Decides on single units, independent of earlier decisions, as threads must. */
function decideIn(want: Want, decide: DecideUnit): DecideRead {
  return (unit, isRead) => (isRead && want.type === 'change' ? decide(unit, want.options, []) : null);
}

/** Answers about units in order. Stops at an interruption, or at a unit left for later. */
export async function answersOf(
  scope: AnsweringScope,
  units: readonly UnitRequest[],
  post: Pick<ThreadPort, 'reportPlace' | 'stopped'>,
): Promise<readonly UnitAnswer[]> {
  const answers: UnitAnswer[] = [];
  for (const [n, unit] of units.entries()) {
    if (post.stopped()) break;
    post.reportPlace(n);
    try {
      const answer = answerUnit(scope, unit);
      answers.push(answer instanceof Promise ? await answer : answer);
    } catch (error) {
      if (error instanceof LeftForLater) break;
      throw error;
    }
  }
  return answers;
}

type PlainPart = Omit<Part, 'digest' | 'source'>;

/** A scope as sent to a thread. If conversations are independent, it omits the places of units, which every thread would hold. */
interface SentScope extends Omit<OpenableScope, 'shared' | 'common' | 'alive'> {
  readonly shared: readonly PlainPart[];
  readonly common: readonly PlainPart[];
  readonly processes: boolean;
}

export function scopeMessage(
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

function scopeFromMessage(
  disk: ReadDisk,
  { shared, common, processes, ...scope }: SentScope,
  post: ThreadPort,
): OpenableScope {
  const whole = (part: PlainPart): Part => ({ ...part, digest: () => digestIn(disk, scope.site, part) });
  const known = { ...scope, shared: shared.map(whole), common: common.map(whole) };
  return processes ? { ...known, alive: (pid) => post.ask(pid) } : known;
}

function digestIn(disk: ReadDisk, { root }: Site, { path, type, bytes }: PlainPart): string {
  return bytes === null ? digestUnloaded(disk, `${root}/${path}`, type) : digestOf(bytes);
}
