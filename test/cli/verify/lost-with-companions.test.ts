import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const IDS = ['11111111-2222-4333-8444-555555555501', '11111111-2222-4333-8444-555555555502'] as const;
const FOLDER = 'claude/projects/-srv-ada';

function record(sessionId: string, more: object) {
  const of = { parentUuid: null, uuid: sessionId, timestamp: '2026-11-01T10:00:00.000Z', sessionId, cwd: '/srv/ada' };
  return `${JSON.stringify({ ...of, type: 'user', message: { role: 'user', content: 'Dig.' }, ...more })}\n`;
}

/** A folder with a store of two sessions, each with a subagent. */
function checkout(): string {
  const cwd = emptyHome();
  for (const id of IDS) {
    const subagents = join(cwd, FOLDER, id, 'subagents');
    mkdirSync(subagents, { recursive: true });
    writeFileSync(join(cwd, FOLDER, `${id}.jsonl`), record(id, {}));
    writeFileSync(join(subagents, 'agent-a1.jsonl'), record(id, { isSidechain: true, agentId: 'a1' }));
  }
  return cwd;
}

test('a session of which only companions are left is none that a store holds: a baseline that counted it fails', async () => {
  const cwd = checkout();
  const verify = async (...words: string[]) => {
    const { stdout, exit } = await call(['verify', '--root', 'claude', '--json', ...words], { cwd });
    return { exit, ...JSON.parse(stdout) };
  };
  const baseline = ['--baseline', 'b.json'];
  expect(await verify(...baseline, '--update-baseline')).toMatchObject({ exit: 0, summary: { conversations: 2 } });
  expect(await verify(...baseline)).toMatchObject({ exit: 0, summary: { conversations: 2 } });
  rmSync(join(cwd, FOLDER, `${IDS[1]}.jsonl`));
  const lost = await verify(...baseline);
  expect(lost).toMatchObject({ exit: 1, summary: { conversations: 1 } });
  const found = lost.findings.find(({ code }: { code: string }) => code === 'ST508');
  expect(found.message).toContain('holds 1 conversation of claude:-srv-ada, where the baseline counted 2');
  rmSync(join(cwd, FOLDER, `${IDS[0]}.jsonl`));
  expect(await verify(IDS[0])).toMatchObject({ exit: 0, summary: { conversations: 0 } });
  expect(await verify(...baseline)).toMatchObject({ exit: 1, summary: { conversations: 0 } });
  expect(await verify(...baseline, '--update-baseline')).toMatchObject({ exit: 0 });
  expect(await verify(...baseline)).toMatchObject({ exit: 0, summary: { conversations: 0 } });
});

test('shards count it alike', async () => {
  const cwd = checkout();
  mkdirSync(join(cwd, 'blobs'));
  await call('verify --root claude --baseline b.json --update-baseline', { cwd });
  rmSync(join(cwd, FOLDER, `${IDS[1]}.jsonl`));
  for (const part of ['1/2', '2/2'])
    await call(`verify --root claude --exit-zero --shard ${part} --report blob=blobs/${part[0]}.blob`, { cwd });
  const merged = await call('merge-reports blobs --baseline b.json --report json', { cwd });
  expect(merged).toMatchObject({ exit: 1, stdout: expect.stringContaining('"ST508"') });
});
