import { spanOf, type Value } from '../codecs/json/value.ts';
import type { Finding } from '../model/finding.ts';
import type { Code } from '../model/findings.ts';

/** Something in one file that becomes a finding, before it is placed in a store. */
export type FileFinding = Omit<Finding, 'id' | 'path'>;

/** About a file as a whole. */
export function about(code: Code, detail: string): FileFinding {
  return { code, at: null, offset: null, detail };
}

/** About a byte of a file, where there is no value to point at. */
export function atByte(code: Code, offset: number, detail: string): FileFinding {
  return { code, at: null, offset, detail };
}

/** About a fault of the bytes of a file. */
export function atFault(
  code: Code,
  { offset, detail, expected }: { readonly offset: number; readonly detail: string; readonly expected?: string },
): FileFinding {
  const found = atByte(code, offset, detail);
  return expected === undefined ? found : expecting(found, expected);
}

/** About a value of a JSON document; `at` is its pointer. */
export function atValue(code: Code, value: Value, at: string, detail: string): FileFinding {
  return { code, at, offset: spanOf(value).start, detail };
}

/** A finding with the value that the program expects, and the actual one where the bytes do not show it. */
export function expecting<T extends FileFinding>(trouble: T, expected: string, actual?: string): T {
  return actual === undefined ? { ...trouble, expected } : { ...trouble, expected, actual };
}

/** Troubles as findings of one file. */
export function* placed(id: string | null, path: string, troubles: Iterable<FileFinding>): Generator<Finding> {
  for (const trouble of troubles) yield { id, path, ...trouble };
}
