import { Failure } from '../../model/failure.ts';
import { countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';

/** Files left by an interrupted export. */
export interface LeftFiles {
  readonly made: number;
  /** As typed. */
  readonly folder: string;
  readonly format: string;
}

function wayOut(hint: Failure['hint'], commandPrefix: string): Failure['hint'] {
  return typeof hint === 'string' ? `${hint} ${commandPrefix}` : hint;
}

/** Adds the complete files, and the missing index, to a failure. */
export function withLeftFiles(error: unknown, { made, folder, format }: LeftFiles): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message, hint, cause } = error;
  if (made === 0) return code === 'interrupted' ? new Failure(code, `${message}; nothing was written`, hint) : error;
  const hasIndex = format === 'html';
  const files = countText(made, hasIndex ? 'page' : 'file');
  const left = `${files} in ${printable(folder)} ${made === 1 ? 'is' : 'are'} whole${hasIndex ? ', and index.html was not written' : ''}`;
  const commandPrefix = `Run it again: it ${format === 'jsonl' ? 'leaves them as they are' : 'replaces them'}.`;
  return new Failure(
    code,
    `${message}; ${left}`,
    code === 'interrupted' ? commandPrefix : wayOut(hint, commandPrefix),
    { cause },
  );
}
