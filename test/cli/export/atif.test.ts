import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { atifSteps } from '../../../src/report/atif/trajectory.ts';
import { bareHome, homeOf } from '../home-of-all.ts';

const text = z.string();
const extra = z.record(text, z.unknown()).optional();
const call = z.strictObject({
  tool_call_id: text.min(1),
  function_name: text.min(1),
  arguments: z.record(text, z.unknown()),
  extra,
});
const result = z.strictObject({ source_call_id: text.optional(), content: text, extra });
const said = { step_id: z.int().positive(), timestamp: z.iso.datetime().optional(), message: text, extra };
const step = z.discriminatedUnion('source', [
  z.strictObject({ ...said, source: z.literal('user') }),
  z.strictObject({ ...said, source: z.literal('system') }),
  z.strictObject({
    ...said,
    source: z.literal('agent'),
    model_name: text.optional(),
    reasoning_content: text.optional(),
    tool_calls: z.array(call).min(1).optional(),
    observation: z.strictObject({ results: z.array(result).min(1) }).optional(),
  }),
]);

/** What we write of ATIF 1.7, and the rules between its parts. */
const trajectory = z
  .strictObject({
    schema_version: z.literal('ATIF-v1.7'),
    session_id: text.min(1),
    agent: z.strictObject({ name: text.min(1), version: text.min(1) }),
    steps: z.array(step).min(1),
    notes: text.min(1),
    final_metrics: z.strictObject({
      total_steps: z.int().positive(),
      total_prompt_tokens: z.int().nonnegative().optional(),
      total_completion_tokens: z.int().nonnegative().optional(),
      total_cached_tokens: z.int().nonnegative().optional(),
    }),
    extra,
  })
  .refine(({ steps }) => steps.every(({ step_id }, n) => step_id === n + 1), 'steps are numbered from 1')
  .refine(({ steps, final_metrics }) => steps.length === final_metrics.total_steps, 'steps are counted')
  .refine(
    ({ steps }) =>
      steps.every((each) => {
        if (each.source !== 'agent') return true;
        const ids = (each.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id);
        const named = (each.observation?.results ?? []).flatMap(({ source_call_id }) => source_call_id ?? []);
        return new Set(ids).size === ids.length && named.every((id) => ids.includes(id));
      }),
    'a result names a call of its own step',
  );

/** The trajectories of a home, each held to the format. */
async function trajectories(home: ReturnType<typeof bareHome>, flags = '') {
  const answer = await home.convo(`export --to atif --output ${home.at('out')}${flags}`);
  const files = readdirSync(home.at('out')).map((name) => JSON.parse(readFileSync(join(home.at('out'), name), 'utf8')));
  return { answer, all: files.map((each) => trajectory.parse(each)) };
}

/** A home with one session of Claude Code. */
function decidingScope(contents: readonly (readonly [role: string, content: unknown])[], usage?: object) {
  const home = bareHome();
  const id = '11111111-2222-4333-8444-555555555501';
  const folder = home.at('.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const lines = contents.map(([role, content], n) =>
    JSON.stringify({
      type: role,
      uuid: `${id.slice(0, -2)}a${n}`,
      parentUuid: n === 0 ? null : `${id.slice(0, -2)}a${n - 1}`,
      sessionId: id,
      timestamp: `2026-11-01T10:00:0${n}.000Z`,
      cwd: '/srv/ada',
      message: { role, content, model: 'claude-invented-1', id: `msg_${n}`, usage },
    }),
  );
  writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`);
  return home;
}

test('conversations of every kind become trajectories that keep to the format', async () => {
  const { answer, all } = await trajectories(homeOf(), ' --all');
  expect(answer.stdout).toMatch(/^\d+ files in /);
  expect(answer.stderr).toContain('nothing was redacted');
  const agents = new Set(all.map(({ agent }) => agent.name));
  expect(agents).toEqual(
    new Set(['fnord', 'tenex', 'rao', 'claude-code', 'codex', 'gemini-cli', 'qwen-code', 'copilot', 'pi']),
  );
});

test('an answer is one step with its thoughts, its calls and what came back, and the next answer another', async () => {
  const { all } = await trajectories(
    decidingScope([
      ['user', 'Fix the lamp.'],
      [
        'assistant',
        [
          { type: 'thinking', thinking: 'Look first.', signature: 'x' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/lamp' } },
        ],
      ],
      ['user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'dark', is_error: true }]],
      ['assistant', [{ type: 'text', text: 'It is dark.' }]],
    ]),
  );
  expect(all[0]?.steps.map(({ timestamp: _, ...each }) => each)).toEqual([
    { step_id: 1, source: 'user', message: 'Fix the lamp.' },
    {
      step_id: 2,
      source: 'agent',
      model_name: 'claude-invented-1',
      message: 'I look.',
      reasoning_content: 'Look first.',
      tool_calls: [{ tool_call_id: 'toolu_1', function_name: 'Read', arguments: { file_path: '/lamp' } }],
      observation: { results: [{ source_call_id: 'toolu_1', content: 'dark', extra: { failed: true } }] },
    },
    { step_id: 3, source: 'agent', model_name: 'claude-invented-1', message: 'It is dark.' },
  ]);
});

test('data that the format does not hold is in the notes of a trajectory', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const png = { type: 'base64', media_type: 'image/png', data: dot };
  const { all } = await trajectories(
    decidingScope([
      [
        'user',
        [
          { type: 'image', source: png },
          { type: 'text', text: 'What is this?' },
        ],
      ],
      ['assistant', [{ type: 'text', text: 'A lamp.' }]],
      ['assistant', [{ type: 'tool_use', id: 'toolu_1', name: 'Run', input: 'now' }]],
    ]),
  );
  expect(all[0]?.notes).toMatch(/Not in this file: 1 picture, the tokens of single steps/);
  expect(JSON.stringify(all[0])).not.toContain('iVBORw0KGgo');
});

test('tokens are summed, those of a cache as read too', async () => {
  const usage = { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 200 };
  const { all } = await trajectories(
    decidingScope(
      [
        ['user', 'Hi.'],
        ['assistant', [{ type: 'text', text: 'Hello.' }]],
      ],
      usage,
    ),
  );
  const tokens = { total_prompt_tokens: 273, total_completion_tokens: 5, total_cached_tokens: 70 };
  expect(all[0]?.final_metrics).toEqual({ total_steps: 2, ...tokens });
});

test('a conversation in which nothing is said is named, and no file is made of it', async () => {
  const home = decidingScope([]);
  const answer = await home.convo(`export --to atif --output ${home.at('out')}`);
  expect(answer).toMatchObject({ exit: 3, stderr: expect.stringMatching(/is not exported: .*holds nothing said/) });
});

test('beside others, a conversation in which nothing is said is named, and the export has not failed', async () => {
  const home = decidingScope([['user', 'Hi.']]);
  const silent = `${JSON.stringify({ type: 'custom-title', customTitle: 'Nothing', sessionId: SILENT })}\n`;
  const file = join(home.at('.claude/projects/-srv-ada'), `${SILENT}.jsonl`);
  writeFileSync(file, silent);
  const answer = await home.convo(`export --to atif --output ${home.at('out')}`);
  expect(answer).toMatchObject({ exit: 0, stderr: expect.stringMatching(/is not exported: .*holds nothing said/) });
  const named = await home.convo(`export ${SILENT} --to atif --output ${home.at('other')}`);
  expect(named.exit).toBe(3);
  writeFileSync(file, `${silent}{"type":"user","mess\n${silent}`);
  expect((await home.convo(`export --to atif --force --output ${home.at('out')}`)).exit).toBe(3);
});

const SILENT = '5a000000-0000-4000-8000-000000000001';

test('a file that is no trajectory is not replaced, and one of ours is', async () => {
  const home = decidingScope([
    ['user', 'Hi.'],
    ['assistant', [{ type: 'text', text: 'Hello.' }]],
  ]);
  const { all } = await trajectories(home);
  expect(all).toHaveLength(1);
  expect((await home.convo(`export --to atif --output ${home.at('out')}`)).exit).toBe(0);
  const [name = ''] = readdirSync(home.at('out'));
  writeFileSync(join(home.at('out'), name), 'mine');
  expect((await home.convo(`export --to atif --output ${home.at('out')}`)).exit).toBe(4);
  expect(readFileSync(join(home.at('out'), name), 'utf8')).toBe('mine');
});

test('a result without its call stands alone, and arguments that are no object are a text', () => {
  const notHeld = { hidden: 0, pictures: 0, subagents: 0, arguments: 0, results: 0, silent: 0 };
  const message = { at: '', role: 'assistant', text: null, hidden: false } as const;
  const steps = [
    ...atifSteps(
      [
        { ...message, index: 0, type: 'tool_call', name: 'Run', callId: 'c1', arguments: '[1]' },
        { ...message, index: 1, role: 'tool', type: 'tool_output', callId: 'c9', text: 'late' },
      ],
      notHeld,
    ),
  ];
  expect(steps).toEqual([
    {
      source: 'agent',
      message: '',
      tool_calls: [{ tool_call_id: 'c1', function_name: 'Run', arguments: { input: '[1]' } }],
      observation: { results: [{ content: 'late', extra: { call_id: 'c9' } }] },
    },
  ]);
  expect(notHeld).toMatchObject({ arguments: 1, results: 1 });
});

test('half a surrogate pair becomes a character that strict readers take', async () => {
  const input = { '\ud83d': 'C:\\\\ud83d', whole: '\u{1f4a1}' };
  const use = { type: 'tool_use', id: 'toolu_1', name: 'Read', input };
  const { all } = await trajectories(
    decidingScope([
      ['user', 'A torn lamp: \ud83d, a whole one: \u{1f4a1}'],
      ['assistant', [use]],
    ]),
  );
  expect(all[0]?.steps[0]?.message).toBe('A torn lamp: \ufffd, a whole one: \u{1f4a1}');
  expect(all[0]?.steps[1]).toMatchObject({
    tool_calls: [{ arguments: { '\ufffd': 'C:\\\\ud83d', whole: '\u{1f4a1}' } }],
  });
});
