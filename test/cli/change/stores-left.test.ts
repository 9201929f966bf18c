import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import type { KindName } from '../../../src/model/kinds.ts';
import { copyTree } from '../../support/folders.ts';
import { NOW } from '../call.ts';
import { bareHome, PLACES } from '../home-of-all.ts';

const FIXTURES = {
  gemini: 'GM103-several-records-are-on-one-line',
  qwen: 'QW103-several-records-are-on-one-line',
  copilot: 'CP103-several-records-are-on-one-line',
} as const satisfies Partial<Record<KindName, string>>;

/** A home with a damaged session of each of these programs; its disk is full for one, and fills up in another. */
function fullHome() {
  const made = bareHome();
  for (const [kind, name] of Object.entries(FIXTURES) as [keyof typeof FIXTURES, string][]) {
    const to = made.at(PLACES[kind]);
    mkdirSync(dirname(to), { recursive: true });
    copyTree(`fixtures/${kind}/${name}/before`, to, { times: true });
  }
  const { create } = nodeWriteDisk;
  const room = vi
    .spyOn(nodeWriteDisk, 'freeSpace')
    .mockImplementation((path) => (path.includes('.copilot') ? 1 : null));
  const write = vi.spyOn(nodeWriteDisk, 'create').mockImplementation((path, mode) => {
    if (path.includes('.gemini/tmp/')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    return create(path, mode);
  });
  const makeRoom = () => {
    room.mockRestore();
    write.mockRestore();
  };
  onTestFinished(makeRoom);
  return { ...made, makeRoom };
}

test('a store that a run could not begin with is named as unchanged alone, and resume names it until it is healed', async () => {
  const { convo, at, makeRoom } = fullHome();
  const healed = JSON.parse((await convo('heal --yes --lossy --json')).stdout);
  expect(healed).toMatchObject({ changed: 1, failed: 1, notReached: 1, stopped: { cut: true } });
  expect(healed.stopped.hint).toContain(`Nothing was changed in ${at('.copilot')}. Make room`);
  makeRoom();
  const shown = await convo('resume --dry-run');
  const resumed = await convo('resume');
  for (const { exit, stdout } of [shown, resumed]) {
    expect(exit).toBe(4);
    expect(stdout).toContain(`the run had not begun with the copilot store ${at('.copilot')}`);
    expect(stdout).toContain('`convo heal --lossy` does it.');
    expect(stdout).toContain('1 not reached');
  }
  expect(resumed.stdout).toContain('1 changed, 0 unchanged, 0 refused, 0 failed');
  expect((await convo('heal --yes --lossy')).stdout).toContain('1 changed');
  expect((await convo('verify')).exit).toBe(0);
});

/** A home as a kill leaves it where the first of two stores was healed, and the run had not begun with the second. */
async function killedBetween() {
  const made = fullHome();
  made.makeRoom();
  const before = bareHome().at('between');
  const look = vi.spyOn(nodeWriteDisk, 'freeSpace').mockImplementation((path) => {
    if (path.includes('.qwen') && !existsSync(before)) copyTree(made.home, before, { times: true });
    return null;
  });
  onTestFinished(() => look.mockRestore());
  expect((await made.convo('--kind gemini --kind qwen heal --yes')).stdout).toContain('2 changed');
  look.mockRestore();
  for (const store of ['.gemini', '.qwen']) {
    rmSync(made.at(store), { recursive: true });
    copyTree(join(before, store), made.at(store), { times: true });
  }
  rmSync(made.at('.qwen/.convo'), { recursive: true, force: true });
  return made;
}

test('a run that was killed between two stores is told by runs, and resume names the second until it is healed', async () => {
  const { convo, at } = await killedBetween();
  const [{ id }] = JSON.parse((await convo('runs --json')).stdout).runs;
  const name = id.slice(-4);
  const told = `run ${name} is at work, or was cut off between two stores: \`convo resume ${name}\` names what it had not begun with`;
  expect((await convo('runs')).stdout).toContain(told);
  expect(JSON.parse((await convo('--json')).stdout).isCut).toBe(true);
  for (const words of ['resume --dry-run', 'resume', `resume ${name}`]) {
    const { exit, stdout, stderr } = await convo(words);
    expect([exit, stderr], words).toEqual([4, '']);
    expect(stdout).toContain(`the run had not begun with the qwen store ${at('.qwen')}`);
    expect(stdout).toContain('`convo heal` does it.');
  }
  const later = { over: { now: () => NOW + 60_000, newId: () => '11111111-1111-4111-8111-111111111111' } };
  expect((await convo('--kind qwen heal --yes', later)).exit).toBe(0);
  // Whoever typed the command again went on.
  expect((await convo('runs')).stdout).not.toContain('cut off');
  expect(await convo(`resume ${name}`)).toMatchObject({ exit: 0, stderr: '' });
  expect((await convo(`resume ${name}`)).stderr).toContain('was not cut off');
});

test('a run that was killed between two stores is undone as any other', async () => {
  const { convo } = await killedBetween();
  expect((await convo('undo')).stdout).toContain('1 changed');
  expect((await convo('runs')).stdout).not.toContain('cut off');
  expect(JSON.parse((await convo('--json')).stdout).isCut).toBe(false);
  expect((await convo('resume')).stderr).toContain('no run was cut off');
});

test('a run that came to the end of its stores is told by nobody', async () => {
  const { convo, makeRoom, at } = fullHome();
  makeRoom();
  expect((await convo('heal --yes --lossy')).stdout).toContain('3 changed');
  expect((await convo('runs')).stdout).not.toContain('cut off');
  expect((await convo('resume')).stderr).toContain('no run was cut off');
  const left = readdirSync(at('.gemini'), { recursive: true, encoding: 'utf8' });
  expect(left.filter((path) => path.includes('goes-on'))).toEqual([]);
});

test('resume of a cut run counts each conversation once, before and after', async () => {
  const { convo, makeRoom } = fullHome();
  await convo('--kind gemini --kind qwen heal --yes');
  makeRoom();
  const { changed, before, after } = JSON.parse((await convo('resume --json')).stdout);
  expect([changed, before.conversations, after.conversations]).toEqual([1, 1, 1]);
});

test('resume names no store that the run was not for, and none where nothing is to be changed', async () => {
  const { convo, makeRoom } = fullHome();
  expect(JSON.parse((await convo('--kind gemini --kind qwen heal --yes --json')).stdout)).toMatchObject({
    changed: 1,
    failed: 1,
  });
  makeRoom();
  const { exit, stdout } = await convo('resume --json');
  expect([exit, JSON.parse(stdout).stopped, JSON.parse(stdout).notReached]).toEqual([0, undefined, undefined]);
});

test('a run of which a store healed meanwhile is finished whole', async () => {
  const { convo, makeRoom } = fullHome();
  await convo('heal --yes');
  makeRoom();
  expect((await convo('--kind copilot heal --yes')).exit).toBe(0);
  expect((await convo('resume')).exit).toBe(0);
});

test('resume of a run for some ids names no heal of all', async () => {
  const { convo, makeRoom } = fullHome();
  await convo('--kind gemini --kind copilot heal 1a2b3c4d 1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d --lossy --yes');
  makeRoom();
  expect((await convo('resume')).stdout).toContain('`convo heal` with the ids and flags of then does it.');
});

test.each([
  ['the folder', [], ''],
  ['what makes it one in the folder', [], 'session-state'],
  ['the file that was named', ['session-state'], 'session-state'],
])('a store that is gone is not named by resume: %s', async (_, file, gone) => {
  const { convo, at, makeRoom } = fullHome();
  const root = at('.copilot');
  const [session = ''] = readdirSync(join(root, 'session-state'));
  const named = file.length === 0 ? root : join(root, 'session-state', session, 'events.jsonl');
  expect((await convo(`--root ${at('.gemini')} --root ${named} heal --yes --lossy --json`)).stdout).toContain(
    '"cut":true',
  );
  makeRoom();
  rmSync(join(root, gone), { recursive: true });
  const { exit, stdout, stderr } = await convo('resume');
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout).toContain('1 changed');
  expect(stdout).not.toContain('had not begun');
});
