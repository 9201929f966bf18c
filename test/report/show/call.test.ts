import { expect, test } from 'vitest';
import type { Message } from '../../../src/model/conversation.ts';
import { argumentsOf, callSummary, isKnownArgument } from '../../../src/report/show/call.ts';

test.each([
  [{ path: '/srv/ada/src', pattern: 'redirect', '-n': true }, 'redirect  path=src  -n=true'],
  [{ path: '/srv/ada/src' }, 'src'],
  [{ query: 'tide', url: 'https://example.org' }, 'tide  url=https://example.org'],
  [{ command: 'rg pump', pattern: 'pump' }, 'rg pump  pattern=pump'],
])('a search is headed by what was looked for: %j', (given, brief) => {
  const message = { type: 'tool_call', name: 'Grep', arguments: JSON.stringify(given) } as Message;
  expect(callSummary(message, argumentsOf(message), { cwd: '/srv/ada', isEdit: false })).toBe(brief);
});

test.each([
  [{ command: 'ls', workdir: '/srv/ada', timeout: 9 }, 'ls  timeout=9', 80],
  [{ command: 'ls', workdir: '/srv/ada/' }, 'ls', 80],
  [{ command: 'ls', workdir: '/srv/bea' }, 'ls  workdir=/srv/bea', 80],
  [{ file_path: '/srv/ada/a.ts', replace_all: false }, 'a.ts', 80],
  [{ file_path: '/srv/ada/a.ts', replace_all: true }, 'a.ts  replace_all=true', 80],
  [{ command: 'ls', description: 'List files' }, 'ls  description=List files', 60],
  [{ command: 'ls', description: 'List files' }, 'ls', 59],
  [{ description: 'Look around' }, 'Look around', 40],
  [{ cwd: '/srv/ada' }, '/srv/ada', 80],
])('the line of a call drops what the heading says, or a tool does by itself: %j', (given, brief, columns) => {
  const message = { type: 'tool_call', name: 'run', arguments: JSON.stringify(given) } as Message;
  const options = { cwd: '/srv/ada', isEdit: false, isKnown: isKnownArgument('/srv/ada', columns) };
  expect(callSummary(message, argumentsOf(message), options)).toBe(brief);
});
