import { spanOf, type Value } from '../codecs/json/value.ts';
import type { Finding } from '../model/finding.ts';
import type { Code } from '../model/findings.ts';

/** A fault in one file, before it is placed in a store. */
export type FileFinding = Omit<Finding, 'id' | 'path'>;

export function about(code: Code, detail: string): FileFinding {
  return { code, at: null, offset: null, detail };
}

/** For a byte without a value to point at. */
export function atByte(code: Code, offset: number, detail: string): FileFinding {
  return { code, at: null, offset, detail };
}

export function atFault(
  code: Code,
  { offset, detail, expected }: { readonly offset: number; readonly detail: string; readonly expected?: string },
): FileFinding {
  const found = atByte(code, offset, detail);
  return expected === undefined ? found : expecting(found, expected);
}

/** `at` is the value's pointer. */
export function atValue(code: Code, value: Value, at: string, detail: string): FileFinding {
  return { code, at, offset: spanOf(value).start, detail };
}

/** Adds the expected value, and the actual one where the bytes do not show it. */
export function expecting<T extends FileFinding>(trouble: T, expected: string, actual?: string): T {
  return actual === undefined ? { ...trouble, expected } : { ...trouble, expected, actual };
}

export function* placed(id: string | null, path: string, troubles: Iterable<FileFinding>): Generator<Finding> {
  for (const trouble of troubles) yield { id, path, ...trouble };
}
