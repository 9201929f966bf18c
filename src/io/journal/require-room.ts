import { join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import type { Change, Content, Step } from '../../model/plan.ts';
import { statOf } from '../disk/look.ts';
import type { WriteDisk } from '../disk/write-disk.ts';

/** Adds up what the Changes of a run will take on the disk: new files, since all originals are kept, and one copy on the way. */
export interface RoomCount {
  add(change: Change): void;
  /** Throws Failure 'refused' when the disk has less room. */
  require(): void;
}

/** A count for a root. A file system that compresses may need less; one that does not say how much room it has refuses nothing. */
export function roomCount(disk: WriteDisk, root: string): RoomCount {
  let need = 0;
  let largest = 0;
  const sizeAt = (path: string) => statOf(disk, join(root, path))?.size ?? 0;
  return {
    add: ({ steps, keep }) => {
      for (const step of steps) need += sizeOf(step, sizeAt);
      // An original that is copied is there twice until it is replaced.
      if (keep === 'copy') for (const step of steps) largest = Math.max(largest, replacedBy(step, sizeAt));
    },
    require: () => {
      const room = disk.room?.(root) ?? null;
      if (room === null || need + largest <= room) return;
      const message = `the disk of ${root} has room for ${megabytes(room)}, and this takes ${megabytes(need + largest)}`;
      throw new Failure('refused', message, 'Nothing was changed. Make room, or name fewer conversations.');
    },
  };
}

type SizeAt = (path: string) => number;

function sizeOf(step: Step, sizeAt: SizeAt): number {
  if (step.do === 'put') return contentSize(step.content, step.path, sizeAt);
  if (step.do !== 'plant') return 0;
  return step.files.reduce((size, { content }) => size + contentSize(content, '', sizeAt), 0);
}

function contentSize(content: Content, path: string, sizeAt: SizeAt): number {
  if (content.from === 'bytes') return content.bytes.length;
  const size = sizeAt(content.from === 'copy' ? content.path : path);
  return content.edits.reduce((sum, { insert, remove }) => sum + insert.length - remove, size);
}

function replacedBy(step: Step, sizeAt: SizeAt): number {
  return step.do === 'put' && step.was !== 'absent' ? sizeAt(step.path) : 0;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
