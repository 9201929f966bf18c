import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import type { Source } from '../../src/codecs/lines/source.ts';
import type { KindName } from '../../src/model/kinds.ts';
import { pathsBelow } from '../support/folders.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

interface LineFile {
  /** Its name without `.jsonl`. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** All files of lines among the fixtures of a kind. */
export function lineFiles(kind: KindName): LineFile[] {
  const folder = join(fixtures, kind);
  return pathsBelow(folder)
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({ id: basename(path, '.jsonl'), bytes: readFileSync(join(folder, path)) }));
}

/** Their lines, without those that are nearly empty; each character is a byte. */
export function linesOf(files: readonly LineFile[]): string[] {
  return files.flatMap(({ bytes }) => bytes.toString('latin1').split('\n')).filter(({ length }) => length > 2);
}

/** A source that copies what it answers, as that of a file does. */
export function copyingSource(bytes: Uint8Array, longest?: number): Source {
  const slice = (at: number, length: number) => Uint8Array.from(bytes.subarray(at, at + length));
  return { size: bytes.length, slice, ...(longest === undefined ? {} : { longest }) };
}

/** Files of some of these lines, with pieces put in or in the place of bytes, and with bytes taken out. */
export function changedLines(lines: readonly string[], pieces: readonly string[]): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...pieces));
  const line = fc.tuple(fc.nat(lines.length - 1), fc.array(change, { maxLength: 2 }));
  const end = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '\r', '');
  return fc
    .array(fc.tuple(line, end), { minLength: 1, maxLength: 6 })
    .map((some) => some.map(([[n, changes], ends]) => changes.reduce(changed, lines[n] as string) + ends).join(''))
    .map((text) => Buffer.from(text, 'latin1'));
}

function changed(line: string, [where, how, piece]: readonly [number, number, string]): string {
  const at = where % (line.length + 1);
  return line.slice(0, at) + (how === 2 ? '' : piece) + line.slice(how === 0 ? at : at + 1);
}
