import { lexemeOf, member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { ruleOf } from '../../../model/finding.ts';
import { type AskFor, isRefusal, lossRefused, type Refusal } from '../../decision.ts';
import { countOf } from '../../words.ts';
import type { LinkedRecord } from '../record-order.ts';
import { valueAt } from '../records.ts';
import type { PassResult } from './passes.ts';

type SentRecord = Pick<LinkedRecord, 'uuid' | 'at' | 'length'>;

/** A session, and the records of which the program sends something when it goes on with it. */
interface Sending {
  readonly source: Source;
  readonly sent: readonly SentRecord[];
}

/** Passes after which something is not sent any more, as where a compaction takes its place, need `--lossy`. */
export function sendingAll<Draft, Doc>(
  passed: PassResult<Draft, Doc> | Refusal,
  before: Doc,
  sendingOf: (doc: Doc) => Sending,
  { lossy }: Pick<AskFor<'heal'>, 'lossy'>,
): PassResult<Draft, Doc> | Refusal {
  // What a lossy heal no longer sends is in its notes.
  if (isRefusal(passed) || passed.codes.every((code) => ruleOf(code).healing === 'lossy')) return passed;
  const lost = unsentNow(sendingOf(before), sendingOf(passed.doc));
  if (lost === 0) return passed;
  const are = lost === 1 ? 'is' : 'are';
  const words = `${countOf(lost, 'record')} that ${are} sent as the session is, and not once it is healed`;
  return lossy ? { ...passed, notes: [...passed.notes, words] } : lossRefused(passed.codes, `has ${words}`);
}

function unsentNow(before: Sending, after: Sending): number {
  const uuids = new Set(after.sent.map(({ uuid }) => uuid));
  const gone = before.sent.filter(({ uuid }) => !uuids.has(uuid));
  // A heal may give a record another id.
  const said = new Set(gone.length === 0 ? [] : after.sent.map((record) => saidAt(after.source, record)));
  const lost = gone.filter((record) => !said.has(saidAt(before.source, record)));
  return new Set(lost.map(({ uuid }) => uuid)).size;
}

/** All that a record says, as JSON. */
function saidAt(source: Source, record: SentRecord): string {
  const value = valueAt(source, record);
  const said = ['message', 'content', 'data'].flatMap((key) => member(value, key, 'last') ?? []);
  return lexemeOf(said[0] ?? value);
}
