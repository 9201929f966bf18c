import { lexemeOf, type Value } from '../../codecs/json/value.ts';
import type { Answered, StatsSink } from '../../model/stats.ts';
import { lastText, lastValue } from './python/get.ts';
import { hashText } from './read/hash.ts';
import { readRecords } from './read/records.ts';
import type { SessionFile } from './session-file.ts';

/** The tokens of the answers in a transcript beside the session. */
export function tallyAnswers({ source }: SessionFile, into: StatsSink): void {
  if (source === null) return;
  readRecords(source, ({ record }) => {
    const answer = record === null ? null : answerIn(record);
    if (answer !== null) into.answered(answer);
  });
}

/** What a record says of the tokens of the answer that it is a part of; null where it says nothing, or the program wrote it itself. */
export function answerIn(record: Value): Answered | null {
  if (lastText(record, 'type') !== 'assistant') return null;
  const message = lastValue(record, 'message');
  const usage = lastValue(message, 'usage');
  const id = lastText(message, 'id') ?? lastText(record, 'uuid');
  const model = lastText(message, 'model') ?? 'unknown';
  if (usage === null || id === null || model === '<synthetic>') return null;
  const count = (name: string) => wholeOf(lastValue(usage, name));
  return {
    key: keyOf(id),
    model,
    month: /^\d{4}-\d\d(?=-)/.exec(lastText(record, 'timestamp') ?? '')?.[0] ?? null,
    input: count('input_tokens'),
    output: count('output_tokens'),
    cacheRead: count('cache_read_input_tokens'),
    cacheWrite: count('cache_creation_input_tokens'),
  };
}

function wholeOf(value: Value | null): number {
  const number = value === null ? 0 : Number(lexemeOf(value));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

const words = new Int32Array(2);

/** 52 bits of a hash: a whole number that a set holds in a few bytes. */
function keyOf(id: string): number {
  hashText(id, words, 0);
  return ((words[0] ?? 0) >>> 0) * 2 ** 20 + ((words[1] ?? 0) >>> 12);
}
