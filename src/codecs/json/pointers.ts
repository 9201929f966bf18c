import { nextOf } from './cursor.ts';
import { pointerStep } from './pointer.ts';
import { FLAG, type Tape, TOKEN } from './tape.ts';
import { isArray, isObject, textOf, type Value } from './value.ts';

/**
 * The JSON pointers of many values of one document, by their tokens. One pass over the tape, where looking each up by itself
 * would walk a list of 100,000 messages 100,000 times.
 */
export function pointersOf(values: readonly Value[]): ReadonlyMap<number, string> {
  const tape = values[0]?.tape;
  return tape === undefined ? new Map() : pointersIn(tape, values);
}

function pointersIn(tape: Tape, values: readonly Value[]): ReadonlyMap<number, string> {
  const wanted = new Set(values.map(({ at }) => at));
  const found = new Map<number, string>();
  const open: Container[] = [];
  for (let at = 0; at < tape.count && found.size < wanted.size; at++) {
    if (!step(tape, at, open)) continue;
    if (wanted.has(at)) found.set(at, open.map((each) => nameIn(tape, each)).join(''));
    const value = { tape, at };
    const list = isArray(value);
    if (list || isObject(value)) open.push({ end: nextOf(value), list, index: -1, key: -1 });
  }
  return found;
}

/** Notes where in its container a token stands; false for a key, which only names what follows. */
function step(tape: Tape, at: number, open: Container[]): boolean {
  while (open.length > 0 && at >= (open.at(-1)?.end ?? 0)) open.pop();
  const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
  const around = open.at(-1);
  if (around === undefined) return true;
  if (isKey) around.key = at;
  else around.index++;
  return !isKey;
}

/** A container that is being walked: which element, or the key of which member. */
interface Container {
  readonly end: number;
  readonly list: boolean;
  index: number;
  key: number;
}

function nameIn(tape: Tape, { list, index, key }: Container): string {
  if (list) return `/${index}`;
  return pointerStep(textOf({ tape, at: key }));
}
