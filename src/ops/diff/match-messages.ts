import { digestOf } from '../../io/disk/digest.ts';
import { lineWindows } from '../../io/disk/file-source.ts';
import { addTo, addToCount } from '../../model/collections.ts';
import type { Conversation, Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isNameOfCopy, originalOf } from '../../model/id-word.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { MessageDiff } from '../../model/message-diff.ts';
import { LF, type Source } from '../../model/part.ts';
import type { ReadContext } from '../reading.ts';
import { type ShownConversation, showEach } from '../show.ts';
import type { SurveyOptions } from '../survey/survey.ts';

/**
 * Matches messages by content: the nth of equal ones with the nth. Ids, times and places differ between copies and do not
 * count. Linear, unlike a shortest edit script.
 */
export function matchMessages(first: Iterable<Message>, second: Iterable<Message>, all: boolean): MessageDiff {
  const known = new Map<string, number[]>();
  const onlyInSecond = new Set<number>();
  const [ofFirst, ofSecond] = [new HiddenMessages(), new HiddenMessages()];
  const compared = function* (messages: Iterable<Message>, concealed: HiddenMessages) {
    for (const message of messages)
      if (all || !message.hidden) yield message;
      else concealed.add(message);
  };
  for (const message of compared(second, ofSecond)) {
    addTo(known, contentKey(message), message.index);
    onlyInSecond.add(message.index);
  }
  // A queue by position: `shift` would be quadratic for many equal messages.
  const taken = new Map<string, number>();
  const matches = new Map<number, number>();
  const onlyInFirst = new Set<number>();
  let last = -1;
  let isReordered = false;
  let hiddenInSecond = 0;
  for (const message of compared(first, ofFirst)) {
    const key = contentKey(message);
    const nth = taken.get(key) ?? 0;
    const match = known.get(key)?.[nth];
    if (match === undefined) {
      onlyInFirst.add(message.index);
      if (ofSecond.take(key)) hiddenInSecond++;
      continue;
    }
    taken.set(key, nth + 1);
    matches.set(message.index, match);
    onlyInSecond.delete(match);
    isReordered ||= match < last;
    last = match;
  }
  const hiddenInFirst = [...known].flatMap(([key, indices]) =>
    indices.filter((index) => onlyInSecond.has(index) && ofFirst.take(key)),
  ).length;
  const hidden = ofFirst.count + ofSecond.count;
  return { matches, onlyInFirst, onlyInSecond, isReordered, hidden, hiddenInFirst, hiddenInSecond };
}

/** Messages that are not compared, by their content. */
class HiddenMessages {
  count = 0;
  readonly #left = new Map<string, number>();

  add(message: Message): void {
    this.count++;
    addToCount(this.#left, contentKey(message), 1);
  }

  take(key: string): boolean {
    const left = this.#left.get(key) ?? 0;
    if (left > 0) this.#left.set(key, left - 1);
    return left > 0;
  }
}

function contentKey({ role, type, text, name, arguments: passed, pictures }: Message): string {
  const content = JSON.stringify([role, type, text, name ?? null, passed ?? null, pictures ?? null]);
  return digestOf(new TextEncoder().encode(content)).slice(0, 32);
}

/** A tool's copy of a conversation, with nothing that the conversation lacks. */
export interface NeedlessCopy {
  readonly copy: Conversation;
  readonly original: Conversation;
}

export async function needlessCopies(
  reading: ReadContext,
  survey: SurveyOptions,
  copies: ReadonlySet<string>,
): Promise<NeedlessCopy[]> {
  if (copies.size === 0) return [];
  const wanted = new Set([...copies].flatMap((id) => [id, originalOf(id)]));
  const read: ReadWhole[] = [];
  for await (const shown of showEach(reading, { ...survey, projects: [], wants: (id) => wanted.has(id) })) {
    const counts = shown.conversation.state === 'active' ? contentCounts(shown) : null;
    if (counts !== null) read.push({ conversation: shown.conversation, counts });
  }
  const originals = new Map(read.map((each) => [keyOf(each.conversation, each.conversation.id), each]));
  return read.flatMap(({ conversation: copy, counts }) => {
    const original = isNameOfCopy(copy.id) ? originals.get(keyOf(copy, originalOf(copy.id))) : undefined;
    const isNeedless =
      original !== undefined && [...counts].every(([key, count]) => (original.counts.get(key) ?? 0) >= count);
    return isNeedless ? [{ copy, original: original.conversation }] : [];
  });
}

interface ReadWhole {
  readonly conversation: Conversation;
  readonly counts: ReadonlyMap<string, number>;
}

function keyOf({ root }: Conversation, id: string): string {
  return `${root}\0${id}`;
}

/** Counts of a file's lines, else of its messages, hidden ones included; null if a part is unreadable. */
function contentCounts(shown: ShownConversation): ReadonlyMap<string, number> | null {
  if (shown.gaps.length > 0) return null;
  const counts = new Map<string, number>();
  try {
    for (const key of contentKeys(shown)) addToCount(counts, key, 1);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
  return counts;
}

function* contentKeys({ conversation, lines: source, transcript }: ShownConversation): Generator<string> {
  if (source !== null && KIND_TABLE[conversation.kind].appendsOnly) yield* lineKeys(source);
  else for (const message of transcript({ everything: true }).messages) yield contentKey(message);
}

function* lineKeys(source: Source): Generator<string> {
  for (const { bytes } of lineWindows(source))
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(LF, at);
      yield digestOf(bytes.subarray(at, end < 0 ? bytes.length : end));
      at = end < 0 ? bytes.length : end + 1;
    }
}
