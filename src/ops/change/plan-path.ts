import { dirname, resolve } from 'node:path';
import { readPlan } from '../../io/journal/plan-file.ts';
import { Failure } from '../../model/failure.ts';
import { existsAt } from '../sites/given.ts';
import type { World } from '../world.ts';

/** Where a plan is to be saved, absolute. Throws Failure when something lies there that is no plan: it is not ours to replace. */
export function planPath({ disk }: World, cwd: string, file: string): string {
  const path = resolve(cwd, file);
  if (!existsAt(disk, dirname(path))) throw new Failure('usage', `the folder ${dirname(path)} does not exist`);
  if (!existsAt(disk, path) || isPlan(disk, path)) return path;
  throw new Failure('usage', `${path} exists already and is no plan`, 'Give --plan-out another name.');
}

function isPlan(disk: World['disk'], path: string): boolean {
  try {
    return readPlan(disk, path).header.plan === 1;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
