import { addTo } from '../../../model/collections.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import { contentOf } from './content.ts';
import { sentMessages } from './sent-messages.ts';

/** Place of a block in a record. */
export interface BlockPlace {
  readonly n: number;
  readonly block: number;
}

/** Calls that the API executes itself without a result in their own answer: the program omits only these blocks. */
export function unansweredServerCalls(file: SessionFile): BlockPlace[] {
  const records = file.records();
  if (!records.mayCallServers()) return [];
  const answers = sentMessages(records, [...file.history().sent]).filter(({ isAnswer }) => isAnswer);
  return answers.flatMap((answer) => unansweredIn(file, answer.records));
}

function unansweredIn(file: SessionFile, answer: readonly number[]): BlockPlace[] {
  const calls = new Map<string | null, BlockPlace[]>();
  const answered = new Set<string | null>();
  for (const n of answer)
    for (const [block, value] of contentOf(lastValue(file.scan(n)?.record, 'message')).entries()) {
      const type = textAt(value, 'type');
      if (type === 'server_tool_use') addTo(calls, textAt(value, 'id'), { n, block });
      else if (type !== 'tool_result') answered.add(textAt(value, 'tool_use_id'));
    }
  return [...calls].flatMap(([id, places]) => (id !== null && answered.has(id) ? [] : places));
}
