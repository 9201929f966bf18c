import type { Source } from '../../codecs/lines/source.ts';
import type { FileRange } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { fileSource } from './file-source.ts';
import { NotAsPlanned } from './not-as-planned.ts';

/** Throws NotAsPlanned once the file was replaced. */
export function rangeSource(disk: ReadDisk, { file, at, size }: FileRange, was: Stat): Source {
  const whole = fileSource(disk, file, was, () => new NotAsPlanned(`cannot be copied: ${file} was changed meanwhile`));
  return {
    size,
    slice: (from, length) => whole.slice(at + from, Math.max(Math.min(length, size - from), 0)),
  };
}
