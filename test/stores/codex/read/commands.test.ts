import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';

test.each([
  [0, '✓ 1 line'],
  [2, '✗ exit 2, 1 line'],
])('a command that ended with %i is shown as a shell takes it, with %s', async (code, outcome) => {
  const command = ['/bin/bash', '-lc', 'ls plum'];
  const item = {
    type: 'CommandExecution',
    id: 'c',
    command,
    cwd: '/srv',
    parsed_cmd: [],
    source: 'agent',
    status: 'completed',
    aggregated_output: 'plum\n',
    exit_code: code,
  };
  const ran = line('event_msg', { type: 'item_completed', thread_id: ID, turn_id: 'List', item }, 2);
  const root = homeWith({ [fileOf(ID, '30')]: `${rollout(ID, 0, 'List')}${ran}` });
  const { stdout } = await call(['show', ID, '--root', root, '--no-config']);
  expect(stdout).toContain(`  command  /bin/bash -lc 'ls plum'   ${outcome}\n`);
});
