import { nextOf } from '../../../../codecs/json/cursor.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { pairsIn } from '../../../engine/pairs.ts';
import type { Log } from '../../read/log.ts';
import { isAmong, type Known, LogEntry, numberOfKey } from './entry.ts';
import { MessageLook } from './message-look.ts';

/**
 * Facts for companions of a log whose messages are all plain and fit those before: no check finds anything. Null for
 * other logs. `number` is that of the conversation.
 */
export function plainLog({ rootKind, error, length, file }: Log, number: number | null): Known | null {
  const tape = file?.tape;
  if (tape === undefined || length === null || error !== null || rootKind !== 'array') return null;
  const look = new MessageLook(tape);
  const seen = nothingSeen(tape, length);
  const end = nextOf({ tape, at: 0 });
  for (let at = 1; at < end; at = nextOf({ tape, at })) {
    if (!look.isPlain(at) || !fits(look, seen, number)) return null;
    note(look, seen);
    if (look.hasPlots) seen.plots.push(new LogEntry(seen.count - 1, { tape, at }));
  }
  const { ids, edits, calls, plots, questions, pending } = seen;
  if (calls.open() > 0 || pending > 1) return null;
  return {
    entries: plots,
    questions,
    hasId: (key) => isAmong(ids, ids.length, numberOfKey(key)),
    isEdit: (key) => isAmong(edits, edits.length, numberOfKey(key)),
  };
}

type Seen = ReturnType<typeof nothingSeen>;

function nothingSeen(tape: Tape, length: number) {
  return {
    /** Ascending. */
    ids: new Int32Array(length),
    count: 0,
    edits: [] as number[],
    calls: pairsIn(tape),
    questions: 0,
    /** Messages that wait for the person. */
    pending: 0,
    /** Messages that name a plots file. */
    plots: [] as LogEntry[],
  };
}

/** Its id is above all before, its reference among those, and its answer's call known. */
function fits(look: MessageLook, { ids, count, calls }: Seen, number: number | null): boolean {
  const { related, conversation } = look;
  if (count > 0 && look.id <= (ids[count - 1] as number)) return false;
  if (related !== null && !isAmong(ids, count, related)) return false;
  if (conversation !== null && conversation !== number) return false;
  return look.isCall ? calls.call(look.callId) : !look.isOutput || calls.answer(look.callId);
}

function note(look: MessageLook, seen: Seen): void {
  const { id } = look;
  seen.ids[seen.count++] = id;
  if (look.isEdit) seen.edits.push(id);
  if (look.isQuestion) seen.questions++;
  if (look.isPending) seen.pending++;
}
