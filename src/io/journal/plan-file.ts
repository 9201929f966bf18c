import writeFileAtomic from 'write-file-atomic';
import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { reasonOf } from '../disk/reason-of.ts';
import type { ReadDisk } from '../disk.ts';
import { decodeChange, decodeHeader, encodeChange } from './plan-json.ts';

/** A plan that was saved: what it is for, and its Changes, decoded one by one. */
export interface SavedPlan {
  readonly header: PlanHeader;
  changes(): Iterable<Change>;
}

/** Saves a plan as lines of JSON, all of it or nothing, readable by its user alone; answers how many Changes it has. Throws Failure 'failed'. */
export async function savePlan(
  file: string,
  header: PlanHeader,
  changes: Iterable<Change> | AsyncIterable<Change>,
): Promise<number> {
  const lines = [Buffer.from(`${JSON.stringify(header)}\n`)];
  for await (const change of changes) lines.push(Buffer.from(`${encodeChange(change)}\n`));
  try {
    await writeFileAtomic(file, Buffer.concat(lines), { mode: 0o600 });
  } catch (error) {
    throw new Failure('failed', `${file} ${reasonOf(error)}`, null, { cause: error });
  }
  return lines.length - 1;
}

/**
 * A saved plan, each line of it checked: its shape, its paths, its rules. Throws Failure 'usage' for a file that is not a plan, and from
 * `changes` for a line that is none, by its number.
 */
export function readPlan(disk: ReadDisk, file: string): SavedPlan {
  const lines = linesIn(disk, file);
  const line = (n: number) => lines[n] ?? '';
  return {
    header: sure(file, 1, () => decodeHeader(line(0))),
    *changes() {
      for (let n = 1; n < lines.length; n++) yield sure(file, n + 1, () => decodeChange(line(n)));
    },
  };
}

function linesIn(disk: ReadDisk, file: string): string[] {
  try {
    const text = Buffer.from(disk.read(file)).toString();
    if (!text.endsWith('\n')) throw new Failure('usage', `${file} is not a plan, or is cut off`);
    return text.slice(0, -1).split('\n');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('usage', `${file} ${reasonOf(error)}`, null, { cause: error });
  }
}

function sure<T>(file: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const hint = 'Only files that `--plan-out` has written can be applied.';
    throw new Failure('usage', `${file} is not a plan: line ${line} cannot be understood`, hint, { cause: error });
  }
}
