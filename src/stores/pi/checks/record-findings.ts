import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';
import { backward, isSameRecord, sharing } from '../../engine/record-order.ts';
import { type FileFinding, findingAbout } from '../../file-finding.ts';
import { count } from '../../words.ts';
import { isKnown, type Ref } from '../read/record.ts';
import { type Header, isOld, type SessionRead } from '../read/session.ts';
import { flowOf, pointerOf } from '../read/transcript.ts';

/** Which records the program does not send, or joins, and why. */
export function* recordFindings(read: SessionRead, source: Source): Generator<FileFinding> {
  const { refs, header, untimed, chain, others } = read;
  const isUnlinked = header !== null && isOld(header) && refs.every(({ uuid }) => uuid === '');
  if (!isUnlinked) yield* linkFindings(read, source);
  for (const ref of refs) {
    if (ref.type === null) yield found('PI203', ref, 'has no type: it is not sent');
    if (ref.fault === 'member') yield found('PI215', ref, 'lacks what the program needs of it');
    else if (ref.fault !== null) yield found('PI205', ref, 'has a content that is no list of parts');
  }
  yield* first(
    'PI204',
    refs.filter((ref) => !isKnown(ref)),
    'a type or role that is not known',
  );
  yield* first('PI214', untimed, 'no time');
  for (const { code, ref, detail } of pairsIn(read)) yield found(code, ref, detail);
  const uuids = new Set(chain.map(({ uuid }) => uuid));
  const aside = others.filter(({ type, uuid }) => type === 'message' && !uuids.has(uuid));
  const [one] = aside;
  if (one !== undefined)
    yield found('PI210', one, `is one of ${count(aside.length, 'message')} that the last record does not go on from`);
}

function* first(code: Code, refs: readonly Ref[], what: string): Generator<FileFinding> {
  const [ref, ...more] = refs;
  if (ref !== undefined)
    yield found(
      code,
      ref,
      more.length === 0 ? `has ${what}` : `is the first of ${count(refs.length, 'record')} with ${what}`,
    );
}

function* linkFindings(read: SessionRead, source: Source): Generator<FileFinding> {
  const { refs, headers, troubles } = read;
  // A missing record may be on a line that was not looked at.
  const orphans = troubles.some(({ type }) => type === 'too-long') ? [] : read.orphans;
  for (const each of orphans) yield* lost(each, read);
  for (const ref of refs) if (ref.uuid === '') yield found('PI202', ref, 'has no id');
  yield* again(headers, source);
  const isLost = new Set(orphans);
  const early = backward(refs).find((ref) => !isLost.has(ref));
  if (early !== undefined) yield found('PI209', early, 'stands before the record that it goes on from');
  for (const [kept, ...more] of sharing(refs)) if (kept?.uuid) yield* doubles(kept, more, source);
}

function* lost(ref: Ref, { refs, closing }: SessionRead): Generator<FileFinding> {
  const isFirst = ref === refs[0] && !closing.has(ref);
  if (!isFirst) yield found('PI201', ref, `${whyLost(ref, closing.has(ref))}: nothing before it is sent`);
  else if (ref.parent !== null) yield found('PI211', ref, 'begins with a record that goes on from one that is nowhere');
}

function whyLost({ isLinked }: Ref, isClosing: boolean): string {
  if (!isLinked) return 'does not say which record it goes on from';
  return `goes on from one that ${isClosing ? 'goes on from it' : 'is nowhere'}`;
}

function* again([begin, ...more]: readonly Header[], source: Source): Generator<FileFinding> {
  for (const each of more) {
    const isCopy = begin !== undefined && isSameRecord(source, begin, each);
    yield { ...findingAbout(isCopy ? 'PI212' : 'PI110', 'begins a session again'), offset: each.at };
  }
}

function* doubles(kept: Ref, more: readonly Ref[], source: Source): Generator<FileFinding> {
  for (const each of more)
    yield isSameRecord(source, kept, each)
      ? found('PI212', each, `is the record at ${pointerOf(kept)} again`)
      : found('PI213', each, `has the id of the record at ${pointerOf(kept)}`);
}

/** A call or a result without the other. `last`: the record behind which a result belongs. */
export interface Unpaired {
  readonly code: 'PI206' | 'PI207' | 'PI208';
  readonly ref: Ref;
  readonly detail: string;
  readonly id: string;
  readonly last: Ref;
}

/** Calls and results as they are sent: a result belongs directly behind its call. */
export function* pairsIn(read: SessionRead): Generator<Unpaired> {
  const called = new Set<string>();
  let open = new Map<string, Ref>();
  let last: Ref | null = null;
  for (const [ref, { deed, calls, target: id }] of flowOf(read)) {
    if (deed !== 'returns') {
      yield* unanswered(open, last);
      open = new Map(calls.map((call) => [call, ref]));
      addEach(called, calls);
    } else if (!open.delete(id)) yield extra(ref, id, called.has(id));
    last = ref;
  }
  yield* unanswered(open, last);
  // Records that are not sent now are sent once links are mended.
  const all = new Set(read.refs.flatMap(({ calls }) => calls));
  for (const ref of read.others)
    if (ref.deed === 'returns' && !all.has(ref.target)) yield extra(ref, ref.target, false);
}

function addEach(into: Set<string>, all: readonly string[]): void {
  for (const each of all) into.add(each);
}

function* unanswered(open: ReadonlyMap<string, Ref>, last: Ref | null): Generator<Unpaired> {
  const detail = 'has a call without a result: the program makes one up';
  for (const [id, ref] of open) yield { code: 'PI207', ref, id, last: last ?? ref, detail };
}

function extra(ref: Ref, id: string, isSecond: boolean): Unpaired {
  const common = { ref, id, last: ref };
  return isSecond
    ? { code: 'PI206', ...common, detail: 'has a second result of a call, which is sent too' }
    : { code: 'PI208', ...common, detail: 'has a result without a call, which is sent where it is reached' };
}

function found(code: Code, ref: Pick<Ref, 'line' | 'at'>, detail: string): FileFinding {
  return { code, at: pointerOf(ref), offset: ref.at, detail };
}
