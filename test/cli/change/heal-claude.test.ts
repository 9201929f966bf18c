import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixture = fileURLToPath(new URL('../../../fixtures/claude/CL425-question-is-blank/before', import.meta.url));
const COMPACTED = fileURLToPath(
  new URL('../../../fixtures/claude/CL108-compaction-no-metadata/before', import.meta.url),
);
const ID = '4a1b0425-0000-4000-8000-000000000000';

/** A store of Claude Code with one session that the program cannot go on with, written a while ago. */
function stuck(amend: (root: string) => void = () => {}) {
  const root = join(emptyHome(), 'claude');
  cpSync(fixture, root, { recursive: true });
  amend(root);
  utimesSync(join(root, 'projects', '-srv-ada-lighthouse', `${ID}.jsonl`), 1_790_000_000, 1_790_000_000);
  const world = worldOf();
  return (...words: string[]) => call([...words, '--root', root], world);
}

test('a heal that is refused names what else the file has', async () => {
  const root = join(emptyHome(), 'claude');
  cpSync(COMPACTED, root, { recursive: true });
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  const lines = readFileSync(join(root, path), 'latin1').split('\n');
  const middle = lines.length >> 1;
  writeFileSync(join(root, path), lines.with(middle, `${'\0'.repeat(64)}${lines[middle]}`).join('\n'), 'latin1');
  utimesSync(join(root, path), 1_790_000_000, 1_790_000_000);
  const { exit, stdout } = await call(['heal', '--yes', '--root', root], worldOf());
  expect(exit).toBe(1);
  expect(stdout).toMatch(/would take 2 messages from what the program sends, with CL108 left in the file \[CL008\]/);
});

test('heal of one session names the command that says how to go on with it', async () => {
  let gone = '';
  const convo = stuck((root) => {
    gone = join(root, 'gone');
    const path = join(root, 'projects', '-srv-ada-lighthouse', `${ID}.jsonl`);
    writeFileSync(path, readFileSync(path, 'latin1').replaceAll('/srv/ada/lighthouse', gone), 'latin1');
  });
  const { exit, stdout } = await convo('heal', ID);
  expect(exit).toBe(0);
  expect(stdout).toMatch(new RegExp(`\`convo --root \\S+ resume ${ID}\` says how to go on with it\n`));
  expect(await convo('resume', ID)).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining(`${gone}, which is gone`),
  });
  expect((await convo('undo', '--dry-run')).stdout).not.toContain('how to go on');
});

test('resume of a session that the program cannot go on with says so, and names the command that says why', async () => {
  const convo = stuck();
  const { exit, stderr } = await convo('resume', ID);
  expect(exit).toBe(4);
  expect(stderr).toMatch(new RegExp(`claude cannot go on with ${ID}.*\n.*convo --root \\S+ verify ${ID}.*says why`));
  await convo('archive', ID);
  expect((await convo('resume', ID)).stderr).toMatch(
    new RegExp(`${ID} is archived.*\n.*convo --root \\S+ restore ${ID}.*brings it back`),
  );
});

test.each([
  ['heal', [ID]],
  ['rename', [ID, 'Another title']],
])('%s of an archived session is refused, and names the command that brings it back', async (verb, words) => {
  const convo = stuck();
  expect((await convo('archive', ID)).exit).toBe(0);
  const { exit, stdout } = await convo(verb, ...words);
  expect(exit).toBe(1);
  expect(stdout).toMatch(new RegExp(`is archived: \`convo --root \\S+ restore ${ID}\` brings it back first`));
});

test.each(['heal', 'rename'])(
  '%s of a session that is a link within the store is refused, by a dry run too',
  async (verb) => {
    const convo = stuck((root) => {
      const file = join(root, 'projects', '-srv-ada-lighthouse', `${ID}.jsonl`);
      renameSync(file, join(root, 'elsewhere'));
      symlinkSync('../../elsewhere', file);
    });
    const words = verb === 'rename' ? [ID, 'Another title'] : [ID];
    for (const more of [['--dry-run'], []]) {
      const { exit, stdout } = await convo(verb, ...words, ...more);
      expect({ more, exit }).toEqual({ more, exit: 4 });
      expect(stdout).toContain('is a link, and nothing is changed through a link');
    }
  },
);

test('a retention of more days than a number holds is said as the most that it holds', async () => {
  const convo = stuck((root) =>
    writeFileSync(join(root, 'settings.json'), '{"cleanupPeriodDays":12345678901234567000}'),
  );
  const { conversations } = JSON.parse((await convo('list', '--json')).stdout);
  expect(conversations[0].daysLeft).toBe(Number.MAX_SAFE_INTEGER);
});
