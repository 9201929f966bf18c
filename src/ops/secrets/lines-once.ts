import { Failure } from '../../model/failure.ts';
import type { Part } from '../../model/part.ts';
import type { MarkedLine } from '../../model/secret.ts';
import type { LineFile } from '../reading.ts';
import type { SecretFinder } from './find-secrets.ts';
import { markedLines } from './redacted-lines.ts';

/** Marked lines of a part. `know` takes those that a thread found; `known` is null if they were not searched, or the search failed. */
export interface LinesOf {
  (part: Part, file: LineFile): Collected<MarkedLine>;
  know(part: Part, all: readonly MarkedLine[]): void;
  known(part: Part): readonly MarkedLine[] | null;
}

export interface Collected<T> {
  readonly all: readonly T[];
  readonly failure: Failure | null;
}

/** Marked lines of a part, looked for once, whether it is worth opening or opened. */
export function linesOnce({ marks }: SecretFinder): LinesOf {
  const linesByPart = new WeakMap<Part, Collected<MarkedLine>>();
  const linesOf = (part: Part, file: LineFile): Collected<MarkedLine> => {
    const lines = linesByPart.get(part) ?? collectAll(markedLines(marks, file));
    linesByPart.set(part, lines);
    return lines;
  };
  const know: LinesOf['know'] = (part, all) => {
    linesByPart.set(part, { all, failure: null });
  };
  const known: LinesOf['known'] = (part) => {
    const lines = linesByPart.get(part);
    return lines === undefined || lines.failure !== null ? null : lines.all;
  };
  return Object.assign(linesOf, { know, known });
}

export function collectAll<T>(some: Iterable<T>): Collected<T> {
  const all: T[] = [];
  try {
    for (const each of some) all.push(each);
    return { all, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { all, failure: error };
  }
}
