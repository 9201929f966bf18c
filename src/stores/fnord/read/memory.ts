import {
  elements,
  isArray,
  isObject,
  isString,
  kindOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { kindName, some } from '../../words.ts';
import type { DecodedFnord } from './decode.ts';
import { type FnordFinding, refusal, remark } from './fnord-finding.ts';
import { keysOf } from './keys.ts';

/** In the order fnord writes them. */
export const MEMORY_KEYS = [
  'scope',
  'title',
  'slug',
  'content',
  'topics',
  'embeddings',
  'inserted_at',
  'updated_at',
  'index_status',
] as const;

const SCOPES = new Set(['global', 'project', 'session']);
const STATUSES = new Set(['new', 'analyzed', 'rejected', 'incorporated', 'merged', 'ignore']);

/** fnord takes unknown scopes for global. */
export function scopeOf(memory: Value): string {
  const scope = member(memory, 'scope');
  const name = isString(scope) ? textOf(scope).toLowerCase() : '';
  return SCOPES.has(name) ? name : 'global';
}

/** Null for a status that fnord does not know. */
export function indexStatusOf(memory: Value): string | null {
  const status = member(memory, 'index_status');
  const name = isString(status) ? textOf(status) : '';
  return STATUSES.has(name) ? name : null;
}

/** See docs/formats/fnord.md, "Memory". */
export function* memoryTroubles({ body }: Pick<DecodedFnord, 'body'>): Generator<FnordFinding> {
  const memory = member(body, 'memory');
  if (memory === null) return;
  if (kindOf(memory) === 'null') yield refusal('FN118', memory, 'has null in place of its memory');
  else if (isArray(memory)) for (const each of elements(memory)) yield* memoryTrouble(each);
  else if (!isObject(memory) || keysOf(memory).length > 0)
    yield refusal('FN150', memory, `has ${kindName(memory)} in place of its memory`);
}

function* memoryTrouble(memory: Value): Generator<FnordFinding> {
  if (!isObject(memory)) {
    yield refusal('FN151', memory, `has ${kindName(memory)} as a memory`);
    return;
  }
  const scope = member(memory, 'scope');
  if (given(scope) && !(isString(scope) && SCOPES.has(textOf(scope).toLowerCase())))
    yield remark('FN152', scope, 'has a memory of a scope that fnord does not know');
  const status = member(memory, 'index_status');
  if (given(status) && indexStatusOf(memory) === null)
    yield remark('FN152', status, 'has a memory with an index status that fnord does not know');
  const known: readonly string[] = MEMORY_KEYS;
  const extra = keysOf(memory).filter((name) => !known.includes(name));
  if (extra.length > 0) yield remark('FN142', memory, `has a memory with further keys: ${some(extra)}`);
}

function given(value: Value | null): value is Value {
  return value !== null && kindOf(value) !== 'null';
}
