import { join } from 'node:path';
import { sizeChange } from '../../codecs/edit.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, Content, Step } from '../../model/plan.ts';
import { statOf } from '../disk/seen-file.ts';
import type { WriteDisk } from '../disk/write-disk.ts';

interface RoomCount {
  add(change: Change): void;
  /** Throws Failure 'refused' if space is short. */
  require(): void;
}

/** Ignores compression. Without a known free space it refuses nothing. */
export function roomCount(disk: WriteDisk, root: string): RoomCount {
  let need = 0;
  let largest = 0;
  const sizeAt = (path: string) => statOf(disk, join(root, path))?.size ?? 0;
  return {
    add: ({ steps, keep }) => {
      for (const step of steps) need += sizeOf(step, sizeAt);
      // A copied original exists twice until it is replaced.
      if (keep === 'copy') for (const step of steps) largest = Math.max(largest, replacedBy(step, sizeAt));
    },
    require: () => {
      const freeSpace = disk.freeSpace?.(root) ?? null;
      if (freeSpace === null || need + largest <= freeSpace) return;
      const message = `the disk of ${root} has room for ${sizeText(freeSpace)}, and this takes ${sizeText(need + largest)}`;
      throw new Failure('refused', message, 'Nothing was changed. Make room, or name fewer conversations.');
    },
  };
}

type SizeOfPath = (path: string) => number;

function sizeOf(step: Step, sizeAt: SizeOfPath): number {
  if (step.do === 'put') return inBlocks(contentSize(step.content, step.path, sizeAt));
  if (step.do !== 'plant') return 0;
  return step.files.reduce((size, { content }) => size + inBlocks(contentSize(content, '', sizeAt)), 0);
}

/** A small file's space is mostly the rest of its block. */
function inBlocks(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** The usual block size. Larger ones mostly store small files more tightly. */
const BLOCK = 4096;

function contentSize(content: Content, path: string, sizeAt: SizeOfPath): number {
  if (content.from === 'bytes') return content.bytes.length;
  const size = content.from === 'range' ? content.size : sizeAt(content.from === 'copy' ? content.path : path);
  return size + sizeChange(content.edits);
}

function replacedBy(step: Step, sizeAt: SizeOfPath): number {
  return step.do === 'put' && step.was !== 'absent' ? sizeAt(step.path) : 0;
}

// To a tenth of a megabyte: two compared sizes must not read alike.
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
