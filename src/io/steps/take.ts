import { statOf } from '../disk/look.ts';
import { printOf } from '../disk/print.ts';
import { freeName, keep } from '../journal/keep.ts';
import type { Job, RunContext } from './work.ts';

/** Keeps in the journal what an undo is about to replace at `path`; durable once that folder of the journal is synced. */
export async function take({ disk }: RunContext, job: Job, path: string, bytes: Uint8Array): Promise<void> {
  const print = statOf(disk, job.taken) === null ? '' : printOf(bytes);
  await keep(disk, path, { bytes, print }, freeName(disk, job.taken, print), job.keep);
}
