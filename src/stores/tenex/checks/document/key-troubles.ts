import { pointersOf } from '../../../../codecs/json/pointer.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { doubledKeys } from '../../../engine/faults/duplicates.ts';
import { atValue, type FileFinding } from '../../../file-finding.ts';
import { short, some } from '../../../some.ts';
import type { DecodedTenex } from '../../read/decoded.ts';
import { LOST, unknownKeys } from '../../read/schema.ts';
import { last } from '../../read/sections.ts';

/** Repeated and unknown keys; `agentContexts` has a finding of its own. */
export function* tenexKeyTroubles(
  { tape, members: all, body, era: eraOf }: DecodedTenex,
  hasContexts: boolean,
): Generator<FileFinding> {
  yield* doubled(tape);
  if (body === null) return;
  const metadata = all.get('metadata');
  const lost = last(metadata, LOST);
  const era = eraOf();
  const age = era === null || CURRENT.has(era) ? '' : ` (its shape is that of ${era})`;
  yield* dropped('TX170', unknown(body, lost, hasContexts ? 'agentContexts' : null), age);
}

function* unknown(body: Value, lost: Value | null, but: string | null): ReturnType<typeof unknownKeys> {
  for (const each of unknownKeys(body, 'conversation')) if (each[0] !== but) yield each;
  if (lost !== null) yield [LOST, lost];
}

/** One finding for all keys that TENEX drops, at the first of them. */
export function* dropped(
  code: 'TX170' | 'TX315',
  all: ReturnType<typeof unknownKeys>,
  age = '',
): Generator<FileFinding> {
  let value: Value | null = null;
  const names = new Set<string>();
  for (const [name, each] of all) {
    value ??= each;
    names.add(name);
  }
  if (value === null) return;
  const at = pointersOf([value]).get(value.at) ?? '';
  yield atValue(code, value, at, `has keys that TENEX drops: ${some([...names])}${age}`);
}

/** Each repetition of a key. */
export function* doubled(tape: Tape): Generator<FileFinding> {
  for (const { key, at } of doubledKeys(tape)) {
    const detail = `has the key "${short(textOf(key))}" twice in one object`;
    yield { code: 'TX022', at, offset: spanOf(key).start, detail };
  }
}

/** Eras whose shape TENEX reads. */
const CURRENT: ReadonlySet<string> = new Set(['tenex-e2', 'tenex-e4', 'tenex-e5']);
