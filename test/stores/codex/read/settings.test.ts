import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const SETTINGS = {
  model: 'gpt-5.5',
  model_provider_id: 'openai',
  approval_policy: 'never',
  approvals_reviewer: 'user',
  requested_approvals_reviewer: 'user',
  permission_profile: { type: 'disabled' },
  cwd: '/srv/ada',
  runtime_workspace_roots: ['/srv/ada'],
  collaboration_mode: { mode: 'default', settings: {} },
};
const applied = (settings: object, ordinal: number) =>
  line('event_msg', { type: 'thread_settings_applied', thread_id: ID, thread_settings: settings }, ordinal);
const bad = (ordinal: number) => line('event_msg', { type: 'token_count', note: 'PLUM' }, ordinal);
const START = rollout(ID, 0, 'How deep?');

function homeOf(...lines: readonly string[]): string {
  return homeWith({ [fileOf(ID, '30')]: Buffer.from(lines.join('').replaceAll('PLUM', '\xff'), 'latin1') });
}

async function judged(root: string) {
  const { findings } = await convo(root, 'verify');
  const [{ readable, resume }] = (await convo(root, 'list --all')).conversations;
  return [findings.map(({ code }: { code: string }) => code), readable, resume];
}

test.each([
  ['before it', [START, applied(SETTINGS, 2), bad(3)]],
  ['behind it', [START, bad(2), applied(SETTINGS, 3)]],
])(
  'a paginated thread with its settings is refused for a byte that is not UTF-8, with the record of settings %s',
  async (_, lines) => {
    expect(await judged(homeOf(...lines))).toEqual([['CX002'], false, null]);
  },
);

test('a byte beside a whole record of such a thread', async () => {
  const beside = bad(3).replace('PLUM', '').replace('\n', 'PLUM\n');
  expect(await judged(homeOf(START, applied(SETTINGS, 2), beside))).toEqual([['CX021'], false, null]);
});

test('a heal with --lossy makes it readable', async () => {
  const root = homeOf(START, bad(2), applied(SETTINGS, 3));
  await convo(root, 'heal --lossy --yes');
  expect(await judged(root)).toEqual([[], true, `codex resume ${ID}`]);
});

test.each([
  ['no settings', [START, bad(2)]],
  ['settings that lack a member', [START, applied({ ...SETTINGS, cwd: undefined }, 2), bad(3)]],
  ['settings of an older version', [START, applied({}, 2), bad(3)]],
])('it is gone on with where it has %s, without the record', async (_, lines) => {
  expect(await judged(homeOf(...lines))).toEqual([['CX003'], true, `codex resume ${ID}`]);
});
