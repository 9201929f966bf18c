import { Failure } from '../model/failure.ts';
import { hasSameBytes, type OutputFile, type Outputs, outputsOf, userFile } from '../ops/outputs.ts';
import type { ReadContext } from '../ops/reading.ts';
import type { Job } from './command.ts';
import { toggle } from './flag.ts';
import { sitesOptions } from './scope.ts';

export const REPLACE = { force: toggle('--force', 'replace a named file even if convo did not write it') };

export function outputsFor(job: Job, reading: ReadContext, { force }: { readonly force: boolean }): Outputs {
  const { cwd, vars } = job.env;
  return outputsOf(reading, {
    cwd,
    around: sitesOptions(job).around,
    force,
    added: vars['GITHUB_STEP_SUMMARY'] ?? null,
  });
}

/** Written whole or not at all. Answers the bytes. */
export async function writeInPieces(place: OutputFile, chunks: Iterable<string | Uint8Array>): Promise<number> {
  if (place.isKept === true) return sameAs(place, chunks);
  const file = userFile(place);
  try {
    for (const chunk of chunks) file.write(chunk);
    return await file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function sameAs(place: OutputFile, chunks: Iterable<string | Uint8Array>): number {
  if (hasSameBytes(place, chunks)) return place.was?.size ?? 0;
  const message = `${place.name} exists already, and is not what would be written now`;
  throw new Failure('refused', message, 'Name another folder, or --force.');
}
