import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { lineFaults } from '../../../../src/stores/codex/checks/line-faults.ts';
import { openRollout, readsRollout } from '../../../../src/stores/codex/read/rollout-file.ts';
import { filePart } from '../../open-site.ts';
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

test.each([
  [true, 'CX003'],
  [false, 'CX002'],
])('that the database of the program has it: %s makes such a byte %s', (isIndexed, code) => {
  const bytes = Buffer.from([START, applied(SETTINGS, 2), bad(3)].join('').replaceAll('PLUM', '\xff'), 'latin1');
  const part = {
    ...filePart(fileOf(ID, '30'), null, { role: 'rollout', size: bytes.length }),
    source: bytesSource(bytes),
  };
  const file = openRollout(
    part,
    'home',
    () => 'not-zstd',
    () => isIndexed,
  );
  expect([[...lineFaults(file)].map((fault) => fault.code), readsRollout(file)]).toEqual([[code], isIndexed]);
});

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
