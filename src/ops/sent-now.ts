import { addToCount } from '../model/collections.ts';
import type { Message, Section, Transcript } from '../model/conversation.ts';
import { nullOnFailure } from '../model/failure.ts';
import { once } from '../model/once.ts';

/** Key of the section on the part of a conversation that its program goes on with. */
const REACH = 'reach';
const NOT_SENT = 'not sent';

/**
 * The transcript of a healed file, but with the reach of the unhealed file. With `marks`, messages that are sent only after the heal have a
 * mark. `now` returns the transcript of the unhealed file.
 */
export function withReachNow(healed: Transcript, now: () => Transcript, marks: boolean): Transcript {
  const found = once(() => nullOnFailure(now));
  return {
    ...healed,
    get metadata() {
      return healed.metadata;
    },
    get sections() {
      const reach = found()?.sections?.find(({ key }) => key === REACH);
      const sections = healed.sections ?? [];
      return reach === undefined ? sections : sections.map((each) => (each.key === REACH ? both(reach, each) : each));
    },
    messages: {
      *[Symbol.iterator]() {
        const read = marks ? found() : null;
        if (read === null) yield* healed.messages;
        else yield* markedUnsent(healed.messages, read.messages);
      },
    },
  };
}

function both(now: Section, healed: Section): Section {
  const [own, after] = [now, healed].map(({ value }): object => JSON.parse(value.source));
  const [counts, countsAfter] = [own, after].map((value) => JSON.stringify({ ...value, lines: 0 }));
  if (counts === countsAfter) return now;
  const value = { ...own, onceHealed: after };
  const lines = [...(now.lines ?? []), ...(healed.lines ?? []).map((line) => `once it is healed: ${line}`)];
  return { ...now, value: { source: JSON.stringify(value) }, lines };
}

function* markedUnsent(messages: Iterable<Message>, now: Iterable<Message>): Generator<Message> {
  const sent = new Map<string, number>();
  for (const message of now) if (isSent(message)) addToCount(sent, keyOf(message), 1);
  for (const message of messages) {
    if (!isSent(message)) {
      yield message;
      continue;
    }
    const key = keyOf(message);
    addToCount(sent, key, -1);
    const isSentNow = (sent.get(key) ?? 0) >= 0;
    yield isSentNow ? message : { ...message, marks: [NOT_SENT, ...(message.marks ?? [])] };
  }
}

function isSent({ hidden, marks = [] }: Message): boolean {
  return !hidden && !marks.includes(NOT_SENT);
}

/** Identifies a message without the line number in `at`, which a heal may change. */
function keyOf({ id, at, role, type, callId, time, text }: Message): string {
  return JSON.stringify([id, at.replace(/^\/\d+/, ''), role, type, callId, time, text?.length]);
}
