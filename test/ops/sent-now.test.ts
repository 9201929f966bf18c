import { expect, test } from 'vitest';
import type { Message, Transcript } from '../../src/model/conversation.ts';
import { withReachNow } from '../../src/ops/sent-now.ts';

const message = (line: number, more: Partial<Message> = {}): Message => ({
  index: line,
  at: `/${line}/payload`,
  role: 'user',
  type: 'text',
  text: 'here',
  hidden: false,
  ...more,
});

const transcript = (...messages: Message[]): Transcript => ({ metadata: [], messages }) as unknown as Transcript;

const marksOf = (healed: Message[], now: Message[]) =>
  Array.from(withReachNow(transcript(...healed), () => transcript(...now), true).messages, ({ marks }) => marks);

test('a message that is sent only after a heal has a mark, and a hidden one like it takes no place of a sent one', () => {
  const hidden = message(0, { hidden: true });
  expect(marksOf([hidden, message(1)], [hidden, message(1)])).toEqual([undefined, undefined]);
  expect(marksOf([hidden, message(1), message(2)], [hidden, message(1)])).toEqual([undefined, undefined, ['not sent']]);
});
