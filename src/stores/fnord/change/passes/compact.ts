import { nextOf } from '../../../../codecs/json/cursor.ts';
import { FLAG, TOKEN } from '../../../../codecs/json/tape.ts';
import { isArray, isObject, lexemeOf, textOf, type Value } from '../../../../codecs/json/value.ts';

/**
 * A value as JSON text on one line, from its own source: numbers, escapes and the order of keys stay as they are written,
 * white space between tokens goes, and of equal keys the first stays. Never recurses on the depth of the value.
 */
export function compact(value: Value): string {
  const { tape } = value;
  const out: string[] = [];
  const open: Container[] = [];
  for (let at = value.at; at < nextOf(value); ) {
    closeBefore(at, open, out);
    const inside = open.at(-1);
    const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
    if (isKey && inside !== undefined && !isFirst(inside, textOf({ tape, at }))) {
      at = nextOf({ tape, at: at + 1 });
      continue;
    }
    if (inside?.filled && !inside.afterKey) out.push(',');
    if (inside !== undefined) Object.assign(inside, { filled: true, afterKey: isKey });
    write({ tape, at }, isKey, open, out);
    at++;
  }
  closeBefore(nextOf(value), open, out);
  return out.join('');
}

interface Container {
  readonly end: number;
  readonly bracket: string;
  readonly keys: Set<string>;
  filled: boolean;
  afterKey: boolean;
}

function closeBefore(at: number, open: Container[], out: string[]): void {
  for (let last = open.at(-1); last !== undefined && last.end <= at; last = open.at(-1)) {
    out.push(last.bracket);
    open.pop();
  }
}

function isFirst({ keys }: Container, name: string): boolean {
  if (keys.has(name)) return false;
  keys.add(name);
  return true;
}

function write(value: Value, isKey: boolean, open: Container[], out: string[]): void {
  if (!isObject(value) && !isArray(value)) {
    out.push(lexemeOf(value), isKey ? ':' : '');
    return;
  }
  out.push(isObject(value) ? '{' : '[');
  const bracket = isObject(value) ? '}' : ']';
  open.push({ end: nextOf(value), bracket, keys: new Set(), filled: false, afterKey: false });
}
