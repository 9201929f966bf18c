import { expect, test } from 'vitest';
import type { Message } from '../../../src/model/conversation.ts';
import { argumentsOf, callSummary } from '../../../src/report/show/call.ts';

test.each([
  [{ path: '/srv/ada/src', pattern: 'redirect', '-n': true }, 'redirect  path=src  -n=true'],
  [{ path: '/srv/ada/src' }, 'src'],
  [{ query: 'tide', url: 'https://example.org' }, 'tide  url=https://example.org'],
  [{ command: 'rg pump', pattern: 'pump' }, 'rg pump  pattern=pump'],
])('a search is headed by what was looked for: %j', (given, brief) => {
  const message = { type: 'tool_call', name: 'Grep', arguments: JSON.stringify(given) } as Message;
  expect(callSummary(message, argumentsOf(message), { cwd: '/srv/ada', isEdit: false })).toBe(brief);
});
