import { Failure } from '../model/failure.ts';
import { holdsAlready, type OutputFile, userFile } from '../ops/outputs.ts';

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

/** Accepts an existing file of equal bytes, and changes none. */
function sameAs(place: OutputFile, chunks: Iterable<string | Uint8Array>): number {
  if (holdsAlready(place, chunks)) return place.was?.size ?? 0;
  const message = `${place.name} exists already, and is not what would be written now`;
  throw new Failure('refused', message, 'Name another folder, or --force.');
}
