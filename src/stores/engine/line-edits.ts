import { LF, LF_BYTES } from '../../codecs/bytes.ts';
import type { Edit } from '../../codecs/edit.ts';
import type { ObjectSpan } from '../../codecs/lines/shape.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { bytesAt, replacing } from './range-edits.ts';

export interface DamagedLine {
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  readonly pieces?: readonly ObjectSpan[];
}

function keeping({ at, length, isEnded }: DamagedLine, kept: Uint8Array): Edit {
  return replacing(at, length + (kept.length === 0 && isEnded ? 1 : 0), kept);
}

export function withoutNuls(source: Source, line: DamagedLine): Edit {
  return keeping(line, Buffer.from(bytesAt(source, line.at, line.length).filter((byte) => byte !== 0)));
}

/** Removes torn bytes, and keeps whole records on lines of their own. */
export function withoutTorn(source: Source, line: DamagedLine): Edit {
  const bytes = bytesAt(source, line.at, line.length);
  const whole = (line.pieces ?? []).map(({ start, end }) => bytes.toString('latin1', start, end)).join('\n');
  return keeping(line, Buffer.from(whole, 'latin1'));
}

/** Gives each whole record a line of its own; torn bytes keep theirs. */
export function recordsApart(source: Source, { at, length, pieces = [] }: DamagedLine): Edit {
  const bytes = bytesAt(source, at, length);
  const parts: Buffer[] = [];
  let from = 0;
  const take = (to: number) => {
    const part = bytes.subarray(from, to);
    from = to;
    // A comma between two records is not torn.
    if (!/^[\s,]*$/.test(part.toString('latin1'))) parts.push(part);
  };
  for (const { start, end } of pieces) {
    take(start);
    take(end);
  }
  take(bytes.length);
  return replacing(at, length, Buffer.concat(parts.flatMap((part, n) => (n === 0 ? [part] : [LF_BYTES, part]))));
}

export function withoutRecord(source: Source, { at, length }: { readonly at: number; readonly length: number }): Edit {
  const isEnded = source.slice(at + length, 1)[0] === LF;
  const isAlone = at === 0 || source.slice(at - 1, 1)[0] === LF;
  return replacing(at, length + (isEnded && isAlone ? 1 : 0), '');
}
