import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesBelow } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

/** In pieces, so that no scanner takes it for a leak. */
const BODY = ['A1b2C3d4E5f6G7h8', 'I9j0K1l2M3n4O5p6Q7r8'].join('');
const TOKEN = ['ghp', BODY].join('_');
const ID = '11111111-2222-4333-8444-555555555501';
const THREAD = '019a4e33-e458-76ad-87c0-bbbd24ab36b2';
const cwd = `/srv/${TOKEN}/app`;
const timestamp = '2026-11-20T10:00:00.000Z';

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const record = (n: number, rest: object) => ({
  parentUuid: n === 1 ? null : uuid(n - 1),
  isSidechain: false,
  uuid: uuid(n),
  sessionId: ID,
  cwd,
  gitBranch: `fix/${TOKEN}`,
  timestamp,
  version: '2.1.0',
  ...rest,
});
const text = (records: readonly object[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Homes in which a token is the name of everything that has one. */
function home(): string {
  const top = emptyHome();
  const project = `.claude/projects/${cwd.replace(/[^A-Za-z\d]/g, '-')}`;
  const call = { type: 'tool_use', id: 't1', name: `mcp__${TOKEN}__read`, input: { path: '/x' } };
  const files = {
    [`${project}/${ID}.jsonl`]: text([
      record(1, { type: 'user', message: { role: 'user', content: 'Look at it' } }),
      record(2, { type: 'assistant', message: { role: 'assistant', model: `m-${TOKEN}`, content: [call] } }),
      record(3, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
      }),
      record(4, { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done' }] } }),
      { type: 'custom-title', customTitle: `Title ${TOKEN}`, sessionId: ID },
      { type: 'tag', tag: `tag-${TOKEN}`, sessionId: ID },
    ]),
    [`${project}/${ID}/subagents/agent-${TOKEN}.jsonl`]: text([
      { ...record(1, { type: 'user', message: { role: 'user', content: 'Go' } }), isSidechain: true, agentId: TOKEN },
    ]),
    [`${project}/${ID}/tool-results/${TOKEN}.txt`]: 'x',
    [`.codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-${THREAD}.jsonl`]: text([
      {
        timestamp,
        type: 'session_meta',
        payload: {
          id: THREAD,
          timestamp,
          cwd,
          originator: 'codex_cli_rs',
          cli_version: '0.50.0',
          source: 'cli',
          git: { branch: `b/${TOKEN}` },
        },
      },
      { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'Look at it' } },
      {
        timestamp,
        type: 'response_item',
        payload: { type: 'function_call', name: `srv__${TOKEN}`, arguments: '{}', call_id: 'c1' },
      },
      { timestamp, type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output: 'ok' } },
    ]),
    '.codex/session_index.jsonl': text([{ id: THREAD, thread_name: `Name ${TOKEN}`, updated_at: timestamp }]),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), content);
  }
  return top;
}

const roots = (top: string) => ['--root', join(top, '.claude'), '--root', join(top, '.codex')];

test.each(
  oneIn(2, [
    ...[[], ['--all'], ['--everything'], ['--json'], ['--markdown'], ['--companions']].flatMap((flags) =>
      [ID, THREAD].map((id) => ['show', id, '--redact', ...flags]),
    ),
    ['grep', 'Look', '--redact'],
    ['grep', 'Look', '--redact', '--json'],
    ['find', 'look', '--redact', '--json'],
    ['report', '--redact'],
    ['report', '--redact', '--json'],
    ['secrets'],
    ['secrets', '--json'],
    ...['sarif', 'junit', 'github', 'ndjson'].map((format) => ['secrets', '--report', format]),
  ]),
)('%s %s %s %s: no name is left that is a secret, nor as the name of a folder', async (...words) => {
  const { stdout, stderr } = await call([...words.filter((word) => word !== undefined), ...roots(home())]);
  expect(stdout).not.toBe('');
  expect(stdout + stderr).not.toContain(BODY);
});

test.each(oneIn(2, ['markdown', 'html', 'jsonl', 'atif', 'parquet'], 1))(
  'export --to %s leaves none, in files and their names',
  async (format) => {
    const output = join(emptyHome(), 'out');
    const { stdout, stderr } = await call(['export', '--to', format, '--output', output, '--redact', ...roots(home())]);
    expect(stdout + stderr).not.toContain(BODY);
    const files = bytesBelow(output);
    expect(files.size).toBeGreaterThan(1);
    for (const [path, bytes] of files) {
      expect(path).not.toContain(BODY);
      expect(bytes.toString('latin1')).not.toContain(BODY);
    }
  },
);
