import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const TWICE = '11111111-2222-4333-8444-555555555501';
const GONE = '22222222-2222-4333-8444-555555555502';
const ONCE = '33333333-2222-4333-8444-555555555503';

function record(sessionId: string, cwd: string, more: object = {}): string {
  const of = { parentUuid: null, uuid: sessionId, timestamp: '2026-11-01T10:00:00.000Z', sessionId, cwd };
  return `${JSON.stringify({ ...of, type: 'user', message: { role: 'user', content: 'Dig leeks.' }, ...more })}\n`;
}

/** The folder of `shop` holds a copy of a session of `tool`, a session of its own, and the subagent of one that is gone. */
function shopAndTool() {
  const home = emptyHome();
  const at = (name: string) => join(home, '.claude/projects', name);
  const [shop, tool] = [join(home, 'shop'), join(home, 'tool')];
  const [ofShop, ofTool] = [shop, tool].map((folder) => at(folder.replace(/[^A-Za-z0-9]/g, '-'))) as [string, string];
  const write = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  for (const folder of [shop, tool]) mkdirSync(folder);
  write(join(ofTool, `${TWICE}.jsonl`), record(TWICE, tool));
  write(join(ofShop, `${TWICE}.jsonl`), record(TWICE, tool));
  write(join(ofShop, `${ONCE}.jsonl`), record(ONCE, shop));
  write(join(ofShop, GONE, 'subagents/agent-a1.jsonl'), record(GONE, shop, { isSidechain: true, agentId: 'a1' }));
  const convo = (...words: string[]) => call(words, { home, cwd: home });
  const pathOf = (id: string, folder = ofShop) => join(folder, `${id}.jsonl`);
  return { convo, home, shop, tool, ofShop, ofTool, pathOf };
}

async function whyOf({ convo }: ReturnType<typeof shopAndTool>, ...words: string[]) {
  const { stdout } = await convo('why', ...words, '--json');
  const { reasons } = JSON.parse(stdout) as { reasons: { reason: string; remedy: string | null }[] };
  return reasons;
}

describe('where one id is in two folders', () => {
  test('each next command of why works as it is printed, and is about that copy', async () => {
    const stores = shopAndTool();
    for (const folder of [stores.ofShop, stores.ofTool]) {
      const path = stores.pathOf(TWICE, folder);
      const found = (await whyOf(stores, path)).find(({ reason }) => reason === 'in-two-projects');
      expect(found?.remedy).toBe(`convo show ${path}`);
      const shown = await stores.convo(...(found?.remedy ?? '').split(' ').slice(1), '--json');
      expect([shown.exit, JSON.parse(shown.stdout).conversation.path]).toEqual([0, path]);
    }
  });

  test('the command for a session of which there is one names it by its id', async () => {
    const stores = shopAndTool();
    writeFileSync(stores.pathOf(ONCE), `${record(ONCE, stores.shop)}{"type":"user","mess`);
    expect((await whyOf(stores, ONCE)).map(({ remedy }) => remedy)).toContain(`convo heal ${ONCE} --lossy --dry-run`);
  });

  test('why says the folder of another name of the copy alone, not of others in its folder', async () => {
    const stores = shopAndTool();
    const wordsOf = async (word: string) => (await whyOf(stores, word)).map(({ reason }) => reason);
    expect(await wordsOf(stores.pathOf(TWICE))).toContain('folder-of-another-name');
    expect(await wordsOf(GONE)).toEqual(['companion-without-session']);
    expect(await wordsOf(ONCE)).toEqual([]);
  });
});

describe('resume with a path', () => {
  test('prints the line of the conversation in this file, from any folder', async () => {
    const { convo, shop, home, pathOf } = shopAndTool();
    const line = `cd ${shop} && claude --resume ${ONCE}\n`;
    const path = pathOf(ONCE);
    for (const word of [path, path.slice(home.length + 1)])
      expect(await convo('resume', word)).toMatchObject({ exit: 0, stdout: line });
    const elsewhere = await call(['resume', path], { home: emptyHome() });
    expect(elsewhere).toMatchObject({ exit: 0, stdout: line });
    expect(JSON.parse((await convo('resume', path, '--json')).stdout).conversation).toMatchObject({ path });
  });

  test('of one that has a copy is answered for the file that its program goes on with, and refused for the other', async () => {
    const { convo, tool, ofTool, pathOf } = shopAndTool();
    const path = pathOf(TWICE, ofTool);
    const { stdout } = await convo('resume', path, '--json');
    expect(JSON.parse(stdout).conversation).toMatchObject({ id: TWICE, path });
    const other = await convo('resume', pathOf(TWICE));
    expect(other).toMatchObject({ exit: 4, stdout: '' });
    expect(other.stderr).toContain(`in the folder of ${TWICE} claude goes on with another session of that id`);
    expect((await convo('show', pathOf(TWICE))).stderr).not.toContain('go on with it');
    const listed: { path: string; resume: string | null; isShadowed?: boolean }[] = JSON.parse(
      (await convo('list', '--json')).stdout,
    ).conversations;
    const rowOf = (of: string) => listed.find((each) => each.path === of);
    expect(rowOf(pathOf(TWICE))).toMatchObject({ resume: null, isShadowed: true });
    expect(rowOf(path)).toMatchObject({ resume: `cd ${tool} && claude --resume ${TWICE}` });
    expect(rowOf(path)).not.toHaveProperty('isShadowed');
  });

  test('of a file that is not there, or that holds many, is refused', async () => {
    const { convo, ofShop, pathOf } = shopAndTool();
    const gone = await convo('resume', pathOf(ONCE).replace('3333', '4444'));
    expect(gone).toMatchObject({ exit: 2, stderr: expect.stringContaining('there is no file ') });
    expect(await convo('resume', ofShop)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('conversations\n'),
    });
    expect((await convo('resume', 'nothing')).stderr).toContain('is neither a run nor a conversation');
  });
});

test('diff of the two names them by their files, and counts by first and second', async () => {
  const { convo, tool, ofShop, ofTool, pathOf } = shopAndTool();
  writeFileSync(pathOf(TWICE), record(TWICE, tool) + record(TWICE, tool, { uuid: ONCE, parentUuid: TWICE }));
  const { stdout } = await convo('diff', pathOf(TWICE, ofTool), pathOf(TWICE), '--stat');
  expect(stdout).toContain(pathOf(TWICE, ofTool).slice(-40));
  expect(stdout).toContain(pathOf(TWICE, ofShop).slice(-40));
  expect(stdout).toContain('nothing in the first that the second lacks\n1 text in the second that the first lacks\n');
  expect(stdout).not.toContain(`${TWICE} lacks`);
});

test('with a project given, resume names the diff of both and an archive that both work as they are printed', async () => {
  const { convo, pathOf, ofShop } = shopAndTool();
  const project = ofShop.slice(ofShop.lastIndexOf('/') + 1);
  const { exit, stderr } = await convo('resume', TWICE, '--project', project);
  expect(exit).toBe(4);
  const [, diff = '', archive = ''] = /`convo (.+ diff .+)` compares both; `convo (.+)` takes one/.exec(stderr) ?? [];
  expect((await convo(...diff.split(' '))).stdout).toContain('in both');
  expect(archive).toBe(`archive ${TWICE} --project NAME`);
  const away = await convo(...archive.replace('NAME', project).split(' '));
  expect(away.exit).toBe(0);
  expect(existsSync(pathOf(TWICE))).toBe(false);
});
