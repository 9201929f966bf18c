import { apply, finish } from '../../src/io/apply.ts';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import type { ChangeResult, RunResult } from '../../src/io/run/result.ts';
import { undo } from '../../src/io/undo.ts';
import type { World } from '../../src/io/world.ts';
import type { Run } from '../../src/model/run.ts';
import { headerOf } from './changes.ts';
import { type Deaf, ModelDisk } from './model-disk.ts';
import { smallPlan, writeSmallStore } from './small-plan.ts';

/** The root of the small store on a model disk. */
export const ROOT = '/r';
export const RUN = '20261121T051137Z-4f2a';

let time = 1_790_000_000_000;

/** A clock that goes on by a millisecond at each look, and by what is slept. */
export const clock = (): number => ++time;

/** Long enough for every lock to be stale. */
export const LONG = 200_000;

/** A world around a disk. Each `pid` is a process; only this one is alive. All but the first begin after a pause. */
export function worldOf(disk: WriteDisk, pid: number, pauseMs = pid > 1 ? LONG : 0): World {
  time += pauseMs;
  const sleep = async (ms: number) => {
    time += ms;
  };
  const self = { pid, host: 'here', alive: (other: number) => other === pid };
  return { disk, self, now: clock, sleep, interrupted: () => false };
}

/** The small store on a model disk, all of it on the device; files larger than `holds` bytes are not held when they are changed. */
export async function freshStore(deaf?: Deaf, holds?: number, apart?: (path: string) => boolean): Promise<ModelDisk> {
  const disk = new ModelDisk(clock, deaf);
  if (apart !== undefined) disk.apart = apart;
  if (holds !== undefined) disk.holds = holds;
  disk.mkdir(ROOT, 0o755);
  await writeSmallStore(disk, ROOT);
  disk.settle();
  return disk;
}

/** The small plan. */
export const CHANGES = smallPlan(await freshStore(), ROOT);

/** Applies the small plan as process 1. */
export function applySmall(disk: WriteDisk, report?: (result: ChangeResult) => void): Promise<RunResult | null> {
  const order = { run: RUN, header: headerOf(ROOT), changes: CHANGES };
  return apply(worldOf(disk, 1), report === undefined ? order : { ...order, report });
}

let lastPid = 1;

/** Undoes or resumes the run as another process: at once, when no lock is stale yet, or after a pause. */
export function recover(how: 'undo' | 'resume', disk: WriteDisk, pauseMs = 0): Promise<RunResult> {
  return (how === 'undo' ? undo : finish)(worldOf(disk, ++lastPid, pauseMs), { root: ROOT, run: RUN });
}

/** What `runs` says of the run; undefined when it does not know it. */
export function runOf(disk: WriteDisk): Run | undefined {
  return runs(disk, ROOT).find(({ id }) => id === RUN);
}
