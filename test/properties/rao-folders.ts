import fc from 'fast-check';

/** One message as it may stand in a log: its members' source, in order. */
export type Source = readonly (readonly [key: string, json: string])[];

/** JSON text with the forms that jsonlite writes, and numbers, escapes and white space that only an edit keeps. */
const odd = fc.constantFrom('{}', '[]', '"NA"', '1e+15', '1.0', '-0', '"\\u00e9\\/"', ' null', '[1]', '{"b" : [ ] }');

/** Letters, what is special to JSON, CSV and R, and characters of several bytes. */
export const words = fc
  .array(fc.constantFrom('a', 'B', '7', ' ', '"', "'", '\\', ',', '#', '\n', '\t', 'é', '漢', '😀', ']', '{'), {
    maxLength: 12,
  })
  .map((letters) => letters.join(''));

/** A question and its answers, of which some are calls with their outputs; ids count from 1 and have gaps. */
const turn = fc.record({
  content: words,
  answers: fc.array(
    fc.record({ content: words, isCall: fc.boolean(), extra: odd, gap: fc.integer({ min: 0, max: 2 }) }),
    {
      maxLength: 4,
    },
  ),
});

/** One session: all messages since Rao was started. */
export const session = fc.array(turn, { minLength: 1, maxLength: 4 }).map((turns) => {
  const messages: Source[] = [];
  let id = 0;
  for (const { content, answers } of turns) {
    const question = ++id;
    messages.push(text(question, 'user', content, [['original_query', 'true']]));
    for (const { content: said, isCall, extra, gap } of answers) {
      id += 1 + gap;
      const related: Source = [['related_to', String(question)]];
      if (!isCall) messages.push(text(id, 'assistant', said, [...related, ['extra', extra]]));
      else {
        messages.push(call(id, said, related), output(id + 1, id, said));
        id++;
      }
    }
  }
  return messages;
});

function text(id: number, role: string, content: string, more: Source): Source {
  return [['id', String(id)], ['role', JSON.stringify(role)], ['content', JSON.stringify(content)], ...more];
}

function call(id: number, said: string, more: Source): Source {
  const args = JSON.stringify(JSON.stringify({ command: said, explanation: '' }));
  const made = `{"name":"run_console_cmd","arguments":${args},"call_id":"call_${id}_${said.length}","msg_id":${id}}`;
  return [['id', String(id)], ['role', '"assistant"'], ['function_call', made], ...more];
}

function output(id: number, to: number, said: string): Source {
  const callId = JSON.stringify(`call_${to}_${said.length}`);
  return [
    ['id', String(id)],
    ['type', '"function_call_output"'],
    ['call_id', callId],
    ['output', JSON.stringify(said)],
    ['related_to', String(to)],
  ];
}

/** A log of these messages. */
export function logOf(messages: readonly Source[]): string {
  const source = (members: Source) => `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`;
  return `[${messages.map(source).join(',')}]\n`;
}
