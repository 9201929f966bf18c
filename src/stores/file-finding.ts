import { spanOf, type Value } from '../codecs/json/value.ts';
import { type Code, countedFinding, type Finding, findingCount } from '../model/finding.ts';
import { isNameOfCopy, originalOf } from '../model/ids.ts';
import type { Scope } from './kind.ts';

/** A fault in one file, before it is placed in a store. */
export type FileFinding = Omit<Finding, 'id' | 'path'>;

export function findingAbout(code: Code, detail: string): FileFinding {
  return { code, at: null, offset: null, detail };
}

export function atByte(code: Code, offset: number, detail: string): FileFinding {
  return { code, at: null, offset, detail };
}

export function atFault(
  code: Code,
  { offset, detail, expected }: { readonly offset: number; readonly detail: string; readonly expected?: string },
): FileFinding {
  const found = atByte(code, offset, detail);
  return expected === undefined ? found : withExpected(found, expected);
}

export function withLoss<T extends FileFinding>(found: T, isLost: boolean): T {
  return isLost ? { ...found, isLost } : found;
}

export function atValue(code: Code, value: Value, at: string, detail: string): FileFinding {
  return { code, at, offset: spanOf(value).start, detail };
}

export function recordFindingMaker<Place>(pointerOf: (record: Place) => string) {
  return (code: Code, record: Place & { readonly at: number }, detail: string): FileFinding => ({
    code,
    at: pointerOf(record),
    offset: record.at,
    detail,
  });
}

/** Adds the expected value, and the actual one if the bytes do not show it. */
export function withExpected<T extends FileFinding>(finding: T, expected: string, actual?: string): T {
  return actual === undefined ? { ...finding, expected } : { ...finding, expected, actual };
}

export function* placedFindings(id: string | null, path: string, findings: Iterable<FileFinding>): Generator<Finding> {
  for (const finding of findings) yield { id, path, ...finding };
}

/** Most findings of one code in one file that are listed: a small file may have a million; others are only counted. */
export const MAX_FINDINGS_LISTED = 1000;

interface PlacedInFile extends Pick<FileFinding, 'code' | 'count'> {
  readonly path?: string;
}

interface BoundedList<T> {
  admits(found: T): boolean;
  /** One finding for each code and file with findings that were only counted. */
  rest(): T[];
}

/** An empty list. `sum` makes the finding for those only counted, from the first of them. */
export function boundedList<T extends PlacedInFile>(sum: (first: T, count: number) => T): BoundedList<T> {
  const admitted = new Map<string, number>();
  const rest = new Map<string, { readonly first: T; count: number }>();
  return {
    admits: (found) => {
      const key = `${found.code} ${found.path ?? ''}`;
      const before = admitted.get(key) ?? 0;
      if (before < MAX_FINDINGS_LISTED && found.count === undefined) admitted.set(key, before + 1);
      else {
        const more = rest.get(key) ?? { first: found, count: 0 };
        more.count += findingCount(found);
        rest.set(key, more);
      }
      return before < MAX_FINDINGS_LISTED && found.count === undefined;
    },
    rest: () => Array.from(rest.values(), ({ first, count }) => sum(first, count)),
  };
}

/** The first thousand findings of each code and file, then one with the number of all others. */
export function* boundedFindings<T extends FileFinding>(found: Iterable<T>): Generator<T> {
  const all = boundedList<T>(countedFinding);
  for (const each of found) if (all.admits(each)) yield each;
  yield* all.rest();
}

/** True for a copy, such as a tool for syncing makes, of a conversation in its scope. */
export function isCopyBeside(id: string, units: Scope['units']): boolean {
  return isNameOfCopy(id) && units?.has(originalOf(id)) === true;
}

/** A finding on a copy; nothing is wrong with the conversation itself. */
export function copyFinding(code: Code, id: string): FileFinding {
  return findingAbout(code, `is a copy of ${originalOf(id)}, which is here too`);
}
