import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';
import { backward, isSameRecord, sharing } from '../../engine/record-order.ts';
import type { FileFinding } from '../../file-finding.ts';
import { count } from '../../words.ts';
import { isNobodys, type Ref, type SessionRead, sentIn } from '../read/session.ts';
import { pointerOf } from '../read/transcript.ts';

/** Which records the program does not send, or joins, and why. */
export function* recordFindings(read: SessionRead, source: Source | null): Generator<FileFinding> {
  const { chain, others, troubles } = read;
  // A missing record may be on a line that was not looked at.
  const orphans = troubles.some(({ type }) => type === 'too-long') ? [] : read.orphans;
  const all = [...chain, ...others].sort((a, b) => a.at - b.at);
  const [first] = all;
  for (const each of orphans)
    yield each === first
      ? found('QW211', each, 'begins with a record that goes on from one that is nowhere')
      : found('QW201', each, 'goes on from a record that is nowhere');
  const root = chain[0];
  if (root !== undefined && root !== first && root.parent === null && root.uuid !== first?.uuid)
    yield found('QW204', root, 'goes on from nothing, and others stand before it');
  yield* doubles(all, source);
  const early = backward(all)[0];
  if (early !== undefined) yield found('QW209', early, 'stands before the record that it goes on from');
  yield* messageFindings(sentIn(chain));
  const aside = others.filter(isMessage);
  const [one] = aside;
  if (one !== undefined)
    yield found('QW210', one, `is one of ${count(aside.length, 'message')} that the last record does not go on from`);
}

/** Fragments of one record go on from the same; copies have the same bytes, too. */
function* doubles(all: readonly Ref[], source: Source | null): Generator<FileFinding> {
  for (const [first, ...more] of sharing(all))
    for (const each of more) {
      if (first === undefined) continue;
      if (each.parent !== first.parent) yield found('QW213', each, `has the uuid of the record at ${pointerOf(first)}`);
      else if (isSameRecord(source, first, each))
        yield found('QW212', each, `is the record at ${pointerOf(first)} again`);
    }
}

function isMessage({ type, isSaid }: Ref): boolean {
  return type !== 'system' && isSaid;
}

function* messageFindings(sent: readonly Ref[]): Generator<FileFinding> {
  const called = new Set<string>();
  const results = new Set(sent.flatMap(({ answers }) => answers));
  for (const ref of sent) {
    yield* ownFindings(ref);
    for (const id of ref.calls) {
      const code = codeOfCall(id, called, results);
      if (code !== null) yield found(code, ref, CALLS[code]);
      called.add(id);
    }
    if (ref.answers.some((id) => !called.has(id)))
      yield found('QW208', ref, 'has a result without a call: it is not sent');
  }
}

function* ownFindings(ref: Ref): Generator<FileFinding> {
  const role = codeOfRole(ref);
  if (role !== null) yield found(role, ref, ROLES[role]);
  if (ref.type !== 'system' && !ref.isSaid) yield found('QW205', ref, 'has a message without parts: it is not sent');
}

const ROLES = {
  QW214: 'has a message without a role that the program knows',
  QW215: 'has a call or a result under the wrong role: it is not sent',
} as const;

/** The code for a wrong role of a message; null for a sound one. */
export function codeOfRole(ref: Ref): keyof typeof ROLES | null {
  if (isNobodys(ref)) return 'QW214';
  const lost = ref.role === 'model' ? ref.answers : ref.calls;
  return ref.type === 'system' || lost.length === 0 ? null : 'QW215';
}

const CALLS = {
  QW206: 'has a call with the id of an earlier one: it is not sent',
  QW207: 'has a call without a result: the program makes one up',
} as const;

function codeOfCall(id: string, called: ReadonlySet<string>, results: ReadonlySet<string>): keyof typeof CALLS | null {
  if (called.has(id)) return 'QW206';
  return results.has(id) ? null : 'QW207';
}

function found(code: Code, ref: Ref, detail: string): FileFinding {
  return { code, at: pointerOf(ref), offset: ref.at, detail };
}
