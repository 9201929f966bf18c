import { digestOf } from '../../io/disk/digest.ts';
import type { Message } from '../../model/conversation.ts';
import { addTo } from '../../model/grouped.ts';
import type { MessageDiff } from '../../model/message-diff.ts';

/**
 * Matches messages by content: the nth of equal ones with the nth. Ids, times and places differ between copies and do not
 * count. Linear, unlike a shortest edit script.
 */
export function matchMessages(first: Iterable<Message>, second: Iterable<Message>, all: boolean): MessageDiff {
  const known = new Map<string, number[]>();
  const onlyInSecond = new Set<number>();
  let hidden = 0;
  const compared = function* (messages: Iterable<Message>) {
    for (const message of messages)
      if (all || !message.hidden) yield message;
      else hidden++;
  };
  for (const message of compared(second)) {
    addTo(known, contentKey(message), message.index);
    onlyInSecond.add(message.index);
  }
  // A queue by position: `shift` would be quadratic for many equal messages.
  const taken = new Map<string, number>();
  const matches = new Map<number, number>();
  const onlyInFirst = new Set<number>();
  let last = -1;
  let isReordered = false;
  for (const message of compared(first)) {
    const key = contentKey(message);
    const nth = taken.get(key) ?? 0;
    const match = known.get(key)?.[nth];
    if (match === undefined) {
      onlyInFirst.add(message.index);
      continue;
    }
    taken.set(key, nth + 1);
    matches.set(message.index, match);
    onlyInSecond.delete(match);
    isReordered ||= match < last;
    last = match;
  }
  return { matches, onlyInFirst, onlyInSecond, isReordered, hidden };
}

/** Equal for messages that say the same. */
export function contentKey({ role, type, text, name, arguments: passed, pictures }: Message): string {
  const content = JSON.stringify([role, type, text, name ?? null, passed ?? null, pictures ?? null]);
  return digestOf(new TextEncoder().encode(content)).slice(0, 32);
}
