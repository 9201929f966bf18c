import { pointersOf } from '../../../../codecs/json/pointer.ts';
import { scan } from '../../../../codecs/json/scan.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { isObject, member, root, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { type Code, ruleOf } from '../../../../model/finding.ts';
import {
  type ByteFault,
  type DocumentReader,
  doubledKeys,
  grammarFault,
  leftFrom,
  textFaults,
} from '../../../engine/faults/document.ts';
import { lastValue } from '../../../engine/text-at.ts';
import { atByte, atFault, atValue, type FileFinding } from '../../../file-finding.ts';
import { firstNames, kindName, shortened } from '../../../words.ts';
import type { DecodedTenex } from '../../read/decoded.ts';
import { keepsHistory, tenexTruncation } from '../../read/members.ts';
import { DROPPED_KEY, unknownKeys } from '../../read/schema.ts';

/** Reasons why the bytes are no conversation, and differences in TENEX's reading of them, in file order. */
export function* tenexFaults({
  bytes,
  tape,
  lead,
}: Pick<DecodedTenex, 'bytes' | 'tape' | 'lead'>): Generator<FileFinding> {
  if (lead > 0) yield atByte('TX003', 0, 'has a byte-order mark before the document');
  const top = root(tape);
  if (top === null) yield unrecognisedFault(bytes, lead, tape.fault?.offset ?? lead);
  else if (tape.fault !== null) yield asFinding(tornEarly(top, grammarFault(tape, tape.fault, TENEX_READER)));
  else if (!isObject(top)) yield atByte('TX020', lead, `has ${kindName(top)} as its document`);
  yield* textFindings(tape);
}

/** Turns TX006 into TX023 if no whole event precedes the tear: then there is nothing to close a document around. */
function tornEarly(top: Value, found: ByteFault<Code>): ByteFault<Code> {
  if (found.type !== 'TX006' || (isObject(top) && keepsHistory(tenexTruncation(top)))) return found;
  return { ...found, type: 'TX023' };
}

function unrecognisedFault(bytes: Uint8Array, lead: number, offset: number): FileFinding {
  if (bytes.length === 0) return atByte('TX001', 0, 'is empty');
  if (offset >= bytes.length) return atByte('TX001', lead, 'holds white space only');
  if (leftFrom(bytes, lead) === 'nuls') return atByte('TX002', lead, 'holds NUL bytes only');
  const first = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return atByte('TX002', offset, `does not begin as JSON, but with the byte ${first}`);
}

const TENEX_READER: DocumentReader<Code> = {
  torn: 'TX006',
  tail: 'TX007',
  nuls: 'TX008',
  second: 'TX009',
  control: 'TX011',
  grammar: 'TX010',
  isDocument: (bytes, from) => {
    const second = root(scan(bytes, from));
    return second !== null && (member(second, 'history') ?? member(second, 'id')) !== null;
  },
};

/** Findings on values that TENEX reads otherwise than written; also used for the index. */
export function textFindings(tape: Tape): FileFinding[] {
  return textFaults<Code>(tape, 'TX012', 'TX013').map(asFinding);
}

function asFinding(found: ByteFault<Code>): FileFinding {
  return atFault(found.type, found);
}

export function tenexFault(document: DecodedTenex): FileFinding | null {
  for (const fault of tenexFaults(document)) if (ruleOf(fault.code).owner === 'refuses') return fault;
  return null;
}

/** Findings on repeated and unknown keys; `agentContexts` has one of its own. */
export function* tenexKeyFindings(
  { tape, members: all, body, era: eraOf }: DecodedTenex,
  hasContexts: boolean,
): Generator<FileFinding> {
  yield* doubledKeyFindings(tape);
  if (body === null) return;
  const metadata = all.get('metadata');
  const lost = lastValue(metadata, DROPPED_KEY);
  const era = eraOf();
  const age = era === null || CURRENT.has(era) ? '' : ` (its shape is that of ${era})`;
  yield* droppedKeys('TX170', droppedKeysOf(body, lost, hasContexts ? 'agentContexts' : null), age);
}

function* droppedKeysOf(body: Value, lost: Value | null, but: string | null): ReturnType<typeof unknownKeys> {
  for (const each of unknownKeys(body, 'conversation')) if (each[0] !== but) yield each;
  if (lost !== null) yield [DROPPED_KEY, lost];
}

/** One finding for all keys that TENEX drops, at the first of them. */
export function* droppedKeys(
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
  yield atValue(code, value, at, `has keys that TENEX drops: ${firstNames([...names])}${age}`);
}

export function* doubledKeyFindings(tape: Tape): Generator<FileFinding> {
  for (const { key, at } of doubledKeys(tape)) {
    const detail = `has the key "${shortened(textOf(key))}" twice in one object`;
    yield { code: 'TX022', at, offset: spanOf(key).start, detail };
  }
}

/** Eras with a shape that TENEX reads. */
const CURRENT: ReadonlySet<string> = new Set(['tenex-e2', 'tenex-e4', 'tenex-e5']);
