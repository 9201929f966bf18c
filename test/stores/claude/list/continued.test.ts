import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderName } from '../../../../src/stores/claude/layout/layout.ts';
import { call } from '../../../cli/call.ts';
import { emptyHome } from '../../../cli/demo-home.ts';

/** Sessions of one folder, as fixtures/claude/picker/README.md says. */
interface Recorded {
  readonly case: string;
  readonly sessions: readonly Session[];
}

interface Session {
  readonly id: string;
  readonly title: string;
  readonly listed: boolean;
  readonly text: string;
}

/** The working folder of the recorded sessions. */
const GARDEN = '/home/ada/cc/garden';

const FILE = fileURLToPath(new URL('../../../../fixtures/claude/picker/continued.jsonl', import.meta.url));
const recorded = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Recorded => JSON.parse(line));

test('of sessions that go on in another one those are listed that the picker lists, whatever thread looks', async () => {
  const home = homeWith(recorded.flatMap(({ sessions }) => sessions));
  for (const jobs of ['1', '2']) {
    const { stdout } = await call(['list', '--kind', 'claude', '--limit', 'all', '--jobs', jobs], { home });
    // Behind a title is the id of where a session came from.
    const rows = new Set(Array.from(stdout.matchAll(/^([0-9a-f-]{36})\t/gm), ([, id]) => id));
    const told = recorded.map(({ case: name, sessions }) => [name, ...sessions.map(({ id }) => rows.has(id))]);
    expect(told).toEqual(recorded.map(({ case: name, sessions }) => [name, ...sessions.map(({ listed }) => listed)]));
  }
});

test('both ends of a link are named by show, why, resume and list', async () => {
  const { home, from, to } = pair('E00 plain');
  const json = JSON.parse((await call(['list', '--json', '--kind', 'claude'], { home })).stdout);
  const linked = json.conversations.map(({ id, hidden, goesOnIn = null, cameFrom = null }: Record<string, unknown>) => [
    ...[id, hidden, goesOnIn, cameFrom],
  ]);
  expect(linked.sort()).toEqual(
    [
      [from, 'continued', to, null],
      [to, null, null, [from]],
    ].sort(),
  );
  for (const verb of ['show', 'why']) {
    expect((await call([verb, from], { home })).stdout).toContain(`goes on in ${to}: convo show ${to}\n`);
    expect((await call([verb, to], { home })).stdout).toContain(`came from ${from}: convo show ${from}\n`);
  }
  const resumed = await call(['resume', from], { home });
  expect([resumed.exit, resumed.stdout]).toEqual([0, expect.stringContaining(`claude --resume ${from}`)]);
  expect(resumed.stderr).toContain(`goes on in ${to}`);
});

test('a session in the archive is neither end of a link in the list', async () => {
  for (const end of ['from', 'to'] as const) {
    const made = pair('E00 plain');
    await call(['archive', made[end], '--yes'], { home: made.home });
    const words = ['list', '--all', '--json', '--kind', 'claude'];
    const { conversations } = JSON.parse((await call(words, { home: made.home })).stdout);
    const states = conversations.map(({ id, state, cameFrom = null }: Record<string, unknown>) => [
      ...[id, state, cameFrom],
    ]);
    expect(states.sort()).toEqual(
      [
        [made.from, end === 'from' ? 'archived' : 'active', null],
        [made.to, end === 'to' ? 'archived' : 'active', null],
      ].sort(),
    );
  }
});

test.each([
  ['E17 new stub titled', 'in which nothing was said'],
  ['E16 new empty', 'which is not in its project folder'],
])('a successor without a talk is reported: %s', async (name, words) => {
  const { home, from } = pair(name);
  expect((await call(['verify', from, '--all'], { home })).stdout).toContain('CL311');
  expect((await call(['verify', from, '--all'], { home })).stdout).toContain(words);
});

test('a successor without a file is named, and no command that would not find it', async () => {
  const { home, from } = pair('E16 new empty');
  for (const verb of ['show', 'why', 'resume']) {
    const { stdout, stderr } = await call([verb, from], { home });
    expect(stdout + stderr).toMatch(/goes on in \S+, which has no file in its project folder\n/);
  }
  const { stdout } = await call(['list', '--json', '--kind', 'claude'], { home });
  const [lacking, ...more] = JSON.parse(stdout).conversations.filter(
    ({ lacksSuccessor }: Record<string, unknown>) => lacksSuccessor,
  );
  expect([lacking.id, more]).toEqual([from, []]);
});

test('a stub says where the talk is, and a session of the cloud that it has one', async () => {
  const { home, from, to } = pair('E17 new stub titled');
  const resumed = await call(['resume', to], { home });
  expect([resumed.exit, resumed.stderr]).toEqual([4, expect.stringContaining(`\`convo resume ${from}\``)]);
  const cloud = pair('J00 bridge');
  expect((await call(['show', cloud.from], { home: cloud.home })).stdout).toContain('went on in the cloud, as cse_');
});

test('--everything shows every record, with what it says', async () => {
  const { home, from, to } = pair('E00 plain');
  const json = JSON.parse((await call(['show', from, '--everything', '--json'], { home })).stdout);
  const said = json.conversation.messages.map(({ text }: { readonly text: string }) => text);
  expect(said).toEqual([
    'custom-title customTitle=E00 plain old',
    'plant beans',
    'Planted.',
    `continued-in continuedInSessionId=${to}`,
  ]);
});

function pair(name: string) {
  const sessions = recorded.find((each) => each.case === name)?.sessions ?? [];
  const idOf = (end: string) => sessions.find(({ title }) => title.endsWith(end))?.id ?? '';
  return { home: homeWith(sessions, true), from: idOf(' old'), to: idOf(' new') };
}

/** A home with these sessions; `isThere`: their working folder is in it, and not gone. */
function homeWith(sessions: readonly Session[], isThere = false): string {
  const home = emptyHome();
  const cwd = isThere ? join(home, 'garden') : GARDEN;
  if (isThere) mkdirSync(cwd);
  for (const { id, text } of sessions) {
    const path = join(home, '.claude/projects', folderName(cwd), `${id}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text
        .replace(/([xz])\{(\d+)\}/g, (_, letter: string, times: string) => letter.repeat(Number(times)))
        .replaceAll(GARDEN, cwd),
    );
  }
  return home;
}
