import { spanOf, type Value } from './cursor.ts';
import { FLAG, TOKEN } from './tape.ts';

/** A string or key decoded; ill-formed UTF-8 becomes U+FFFD, an unpaired surrogate escape stays one. */
export function textOf(v: Value): string {
  const head = v.tape.words[v.at * TOKEN] ?? 0;
  const { start, end } = spanOf(v);
  const encoding = (head & FLAG.wide) === 0 ? 'latin1' : 'utf8';
  if ((head & FLAG.escaped) === 0) return buffer(v).toString(encoding, start + 1, end - 1);
  return String(JSON.parse(buffer(v).toString(encoding, start, end)));
}

/** A value's source text; what a number or literal is spelled like. */
export function lexemeOf(v: Value): string {
  const { start, end } = spanOf(v);
  return buffer(v).toString('utf8', start, end);
}

function buffer({ tape: { bytes } }: Value): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
