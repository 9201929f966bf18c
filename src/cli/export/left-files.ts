import { Failure } from '../../model/failure.ts';
import { countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';

/** What an export had written when it ended. */
export interface LeftFiles {
  readonly made: number;
  /** As it was typed. */
  readonly folder: string;
  readonly format: string;
}

function wayOut(hint: Failure['hint'], commandPrefix: string): Failure['hint'] {
  return typeof hint === 'string' ? `${hint} ${commandPrefix}` : hint;
}

/** The failure that ended an export, with what is there now: whole files, and no index. */
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
