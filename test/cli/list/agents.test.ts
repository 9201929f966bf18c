import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '23eddb93-7ba1-4440-93fa-da8fc6ead064';
const AGENT = 'a1b2c3d4e5f607180';

/** A session with one subagent, and beside it one that has none. */
function homeWithAgent() {
  const root = join(emptyHome(), '.claude');
  cpSync('fixtures/claude/cases/subagent/input', root, { recursive: true });
  const folder = join(root, 'projects/-srv-ada-choir');
  const session = join(folder, `${ID}.jsonl`);
  utimesSync(session, 1_777_982_044, 1_777_982_044);
  const other = ID.replace('23eddb93', '99999999');
  cpSync(session, join(folder, `${other}.jsonl`));
  const convo = (...words: string[]) => call(['list', '--agents', ...words, '--root', root]);
  const ids = async (...words: string[]) =>
    JSON.parse((await convo('--json', ...words)).stdout).conversations.map(({ id }: { id: string }) => id);
  return { root, session, agents: join(folder, ID, 'subagents'), convo, ids };
}

describe('list --agents', () => {
  test('names the sessions that have subagents, and what each was asked', async () => {
    const { convo } = homeWithAgent();
    const { exit, stdout } = await convo();
    const [heading, agent, , total] = stdout.split('\n');
    expect({ exit, heading, agent }).toEqual({
      exit: 0,
      heading: expect.stringMatching(`^${ID}  .*  Sort the scores by voice\\.$`),
      agent: `  ${AGENT}  4 messages  Find the files`,
    });
    expect(total).toContain('1 conversation has subagents');
    expect(total).toContain('show ID --agent AGENT` reads one');
  });

  test('answers in JSON with the ids that show takes', async () => {
    const { convo, root } = homeWithAgent();
    const { conversations } = JSON.parse((await convo('--json')).stdout);
    expect(conversations).toMatchObject([{ id: ID, subagents: [{ id: AGENT, asked: 'Find the files', messages: 4 }] }]);
    const shown = await call(['show', ID, '--agent', AGENT, '--root', root]);
    expect(shown.stdout).toContain('Find the files');
    const session = await call(['show', ID, '--root', root]);
    expect(session.stdout).toMatch(/\n {2}`convo .*show 23eddb93 --agent NAME` reads one\n/);
    expect(session.stdout).toContain('claude goes on with it in ');
    const [title, head, blank] = shown.stdout.split('\n');
    expect([title, head, blank]).toEqual([
      'Find the files',
      expect.stringMatching(`^subagent ${AGENT} of a conversation: \`convo .*show 23eddb93\`$`),
      '',
    ]);
    expect(shown.stdout).not.toMatch(/sidechain|goes on with it/);
  });

  test('is narrowed by time and title, and says where none is left', async () => {
    const { convo, ids } = homeWithAgent();
    expect(await ids('--title', 'SCORES')).toEqual([ID]);
    expect(await ids('--title', 'pears')).toEqual([]);
    expect(await ids('--archived')).toEqual([]);
    expect((await convo('--title', 'pears')).stdout).toBe('no conversation has subagents\n');
  });

  test('shows the time by which it is narrowed: when something was said last', async () => {
    const { session, convo, ids } = homeWithAgent();
    const { stdout } = await convo();
    utimesSync(session, 1_794_000_000, 1_794_000_000);
    expect((await convo()).stdout).toBe(stdout);
    expect(await ids('--since', '2026-05-05')).toEqual([ID]);
    expect(await ids('--since', '2026-06-01')).toEqual([]);
  });

  test('names subagents whose session is gone, and those to whom nothing was said', async () => {
    const { session, agents, convo } = homeWithAgent();
    rmSync(session);
    writeFileSync(join(agents, 'agent-empty.jsonl'), '');
    const { exit, stdout } = await convo();
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining(ID) });
    expect(stdout).toContain('  empty  0 messages  (nothing asked)\n');
  });

  test('takes no flag that it would pass over', async () => {
    const { convo } = homeWithAgent();
    const { exit, stderr } = await convo('--sort', 'title');
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('--agents cannot be given with --sort'),
    });
  });

  test('is refused for programs that keep none', async () => {
    const { exit, stderr } = await call(['list', '--agents', '--root', resolve('fixtures/demo/fnord')]);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: 'convo: --agents is for Claude Code, Gemini CLI, Qwen Code: fnord stores no subagents\n',
    });
  });

  test('says of a home without sessions that there is nothing', async () => {
    const root = join(emptyHome(), '.claude');
    mkdirSync(join(root, 'projects'), { recursive: true });
    expect(await call(['list', '--agents', '--root', root])).toMatchObject({
      exit: 0,
      stdout: 'no conversation has subagents\n',
    });
  });
});
