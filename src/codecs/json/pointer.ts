import { FLAG, type Tape, TOKEN } from './tape.ts';
import { elements, isArray, member, members, nextOf, root, textOf, type Value } from './value.ts';

/** The pointer of a value (RFC 6901), from the document's root. A key has the pointer of its value. */
export function pointerOf(v: Value): string {
  let pointer = '';
  let at = root(v.tape);
  while (at !== null && at.at < v.at) {
    const into = isArray(at) ? intoArray(at, v.at) : intoObject(at, v.at);
    pointer += pointerStep(into.name);
    at = into.value;
  }
  return pointer;
}

/** The value at a pointer; null for none, and for text that is no pointer. */
export function resolve(v: Value, pointer: string, which: 'first' | 'last' = 'first'): Value | null {
  const [before, ...names] = pointer.split('/');
  if (before !== '') return null;
  let at: Value | null = v;
  for (const name of names) {
    if (at === null) return null;
    at = isArray(at) ? element(at, name) : member(at, name.replaceAll('~1', '/').replaceAll('~0', '~'), which);
  }
  return at;
}

export function resolveAll(v: Value, pointers: Iterable<string>): Map<string, Value> {
  const top: Fork = { pointer: null, steps: new Map() };
  for (const pointer of pointers) forkFor(top, pointer).pointer = pointer;
  const found = new Map<string, Value>();
  const open: (readonly [Value, Fork])[] = [[v, top]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, { pointer, steps }] = next;
    if (pointer !== null) found.set(pointer, value);
    if (steps.size > 0) for (const [name, inner] of childrenOf(value)) takeFork(steps, name, inner, open);
  }
  return found;
}

/** A node of the pointers' prefix tree: its steps, and the pointer that ends here. */
interface Fork {
  pointer: string | null;
  readonly steps: Map<string, Fork>;
}

function forkFor(top: Fork, pointer: string): Fork {
  let at = top;
  for (const step of pointer.split('/').slice(1)) {
    const next = at.steps.get(step) ?? { pointer: null, steps: new Map() };
    at.steps.set(step, next);
    at = next;
  }
  return at;
}

/** Opens the fork of a step; of equal keys the first one's value. */
function takeFork(steps: Fork['steps'], name: string, value: Value, open: (readonly [Value, Fork])[]): void {
  const fork = steps.get(name);
  if (fork === undefined) return;
  steps.delete(name);
  open.push([value, fork]);
}

function* childrenOf(value: Value): Generator<readonly [step: string, value: Value]> {
  for (const [index, each] of elements(value, { open: true }).entries()) yield [String(index), each];
  for (const { key, value: each } of members(value, { open: true })) yield [pointerStep(textOf(key)).slice(1), each];
}

export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((each) => pointerStep(String(each))).join('');
}

export function pointerStep(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

interface PointerStep {
  readonly name: string;
  readonly value: Value;
}

function intoArray({ tape, at }: Value, target: number): PointerStep {
  let value = { tape, at: at + 1 };
  let index = 0;
  for (; nextOf(value) <= target; index++) value = { tape, at: nextOf(value) };
  return { name: String(index), value };
}

function intoObject({ tape, at }: Value, target: number): PointerStep {
  let key = at + 1;
  let value = { tape, at: key + 1 };
  // The last key of a torn document has no value to skip.
  while (value.at < tape.count && nextOf(value) <= target) {
    key = nextOf(value);
    value = { tape, at: key + 1 };
  }
  return { name: textOf({ tape, at: key }), value };
}

function element(array: Value, name: string): Value | null {
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return null;
  return elements(array, { open: true })[Number(name)] ?? null;
}

/** Pointers of many values in one pass, by token. Single searches would each walk a list of 100,000 messages. */
export function pointersOf(values: readonly Value[]): ReadonlyMap<number, string> {
  const tape = values[0]?.tape;
  return tape === undefined ? new Map() : pointersIn(tape, values);
}

function pointersIn(tape: Tape, values: readonly Value[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const open: PathStep[] = [];
  let at = 0;
  for (const target of values.map((value) => value.at).sort((a, b) => a - b))
    while (at <= target) {
      const isValue = stepInto(tape, at, open);
      if (isValue && at === target) found.set(at, open.map((each) => nameIn(tape, each)).join(''));
      at = isValue ? tokenInto({ tape, at }, target, open) : at + 1;
    }
  return found;
}

/** The next token on the way to `target`; containers that do not include it are skipped. */
function tokenInto(value: Value, target: number, open: PathStep[]): number {
  const end = nextOf(value);
  if (target >= end) return end;
  open.push({ end, list: isArray(value), index: -1, key: -1 });
  return value.at + 1;
}

/** Records a token's place in its container. False for a key. */
function stepInto(tape: Tape, at: number, open: PathStep[]): boolean {
  while (open.length > 0 && at >= (open.at(-1)?.end ?? 0)) open.pop();
  const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
  const around = open.at(-1);
  if (around === undefined) return true;
  if (isKey) around.key = at;
  else around.index++;
  return !isKey;
}

interface PathStep {
  readonly end: number;
  readonly list: boolean;
  index: number;
  key: number;
}

function nameIn(tape: Tape, { list, index, key }: PathStep): string {
  if (list) return `/${index}`;
  return pointerStep(textOf({ tape, at: key }));
}
