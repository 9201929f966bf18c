import type { WriteDisk } from '../../../src/io/disk/write-disk.ts';
import { FAULTS, faultyDisk } from '../../support/faulty-disk.ts';
import type { ModelDisk } from '../../support/model-disk.ts';
import { points } from '../../support/sampling.ts';
import { applySmall, freshStore } from '../../support/small-store.ts';
import { type Trees, treesOf, verdict, type Way } from './verdict.ts';

/** The small store before and after its plan, and what a person would see of either. */
export interface Start {
  readonly store: ModelDisk;
  readonly applied: ModelDisk;
  readonly trees: Trees;
}

/** Makes a start; nothing on it is to be changed, only on copies. `holds` as in `freshStore`. */
export async function newStart(holds?: number, apart?: (path: string) => boolean): Promise<Start> {
  const store = await freshStore(undefined, holds, apart);
  const applied = store.copy();
  await applySmall(applied);
  return { store, applied, trees: treesOf(store, applied) };
}

/** Waits for the end of work, however it ends. */
export async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

/** The calls that `work` makes on a disk, in order. */
export async function callsOf(
  disk: ModelDisk,
  work: (disk: WriteDisk) => Promise<unknown>,
): Promise<readonly string[]> {
  const counted = faultyDisk(disk.copy(), -1, 'halt');
  await work(counted.disk);
  return counted.names;
}

/**
 * Strikes `work` at each of the points, then asks for each way out. Answers how many were tried, and what went wrong. The points of
 * each kind of fault are others, so that a stride of 5 still strikes every call, each with one kind of fault or two.
 */
export async function strike(
  start: ModelDisk,
  trees: Trees,
  work: (disk: WriteDisk) => Promise<unknown>,
  stride: number,
  ways: readonly Way[],
): Promise<{ tried: number; wrong: string[] }> {
  const calls = await callsOf(start, work);
  const wrong: string[] = [];
  let tried = 0;
  for (const [offset, kind] of FAULTS.entries()) {
    for (const at of points(calls.length, stride, { offset })) {
      if (kind === 'short' && !calls[at]?.startsWith('write ')) continue;
      const struck = start.copy();
      const faulty = faultyDisk(struck, at, kind);
      await quietly(work(faulty.disk));
      for (const found of await verdict(struck, trees, ways))
        wrong.push(`${kind} at call ${at} (${faulty.names.join()}): ${found}`);
      tried += ways.length;
    }
  }
  return { tried, wrong };
}
