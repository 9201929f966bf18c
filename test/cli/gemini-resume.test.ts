import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { homeOf } from './home-of-all.ts';

const ID = '7c1d9e20';
const STRAY = '.gemini/tmp/pier/chats/session-2026-05-06T18-02-7c1d9e20.jsonl';
const INSIDE =
  'in it, type /resume and choose the session: `gemini --resume` leaves a file because of which the next start deletes the session (GM009)';

/** A session that the next start keeps, in a folder that is there. */
function pier() {
  const made = homeOf(['gemini']);
  rmSync(made.at(STRAY));
  writeFileSync(made.at('.gemini/settings.json'), '{"general":{"sessionRetention":{"enabled":false}}}');
  for (const name of ['projects.json', 'tmp/pier/.project_root']) {
    const path = made.at(`.gemini/${name}`);
    writeFileSync(path, readFileSync(path, 'utf8').replace('/srv/ada/pier', made.at('work')));
  }
  return made;
}

test('resume of a session of Gemini CLI starts the program, and says that its own flag ends in a deletion', async () => {
  const { convo, at } = pier();
  const line = `cd ${at('work')} && gemini`;
  expect(await convo(`resume ${ID}`)).toMatchObject({ exit: 0, stdout: `${line}\n`, stderr: `${INSIDE}\n` });
  expect(JSON.parse((await convo(`resume ${ID} --json`)).stdout).conversation.resume).toBe(line);
  expect((await convo(`show ${ID}`)).stdout).toContain(`go on with it: ${line}\n${INSIDE}\n`);
  expect((await convo(`show ${ID} --html`)).stdout).toContain(`gemini</code> ${INSIDE}`);
});

test('a redacted home is a folder that a shell finds, and a redacted finding names the file that it is about', async () => {
  const { convo, home, at } = pier();
  const vars = { HOME: home };
  const shown = await convo(`show ${ID} --redact-also home`, { vars });
  expect(shown.stdout).toContain('go on with it: cd ~/work && gemini\n');
  for (const name of ['projects.json', 'tmp/pier/.project_root'])
    writeFileSync(at(`.gemini/${name}`), readFileSync(at(`.gemini/${name}`), 'utf8').replace('/work', '/my work'));
  mkdirSync(at('my work'));
  expect((await convo(`show ${ID} --redact-also home`, { vars })).stdout).toContain("cd ~/'my work' && gemini\n");
  const demo = homeOf(['gemini']);
  const { stderr } = await demo.convo(`show ${ID} --redact`);
  expect(stderr).toContain('because session-2026-05-06T18-02-7c1d9e20.jsonl of the same eight characters');
});

test('resume --exec starts Gemini CLI without the id', async () => {
  const { home, at } = pier();
  const started: unknown[] = [];
  const launch = async (...all: unknown[]) => started.push(all) - 1;
  const over = { now: () => Date.now() + 3_600_000, launch };
  const world = { home, cwd: home, terminal: 200, vars: { NO_COLOR: '1' }, over };
  expect(await call(['resume', ID, '--exec'], world)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining(INSIDE),
  });
  expect(started).toEqual([['gemini', [], at('work')]]);
});

test('resume refuses a session that the start of the program deletes, and one that its list lacks', async () => {
  const { convo, at } = pier();
  rmSync(at('.gemini/settings.json'));
  const due = await convo(`resume ${ID}`);
  expect(due).toMatchObject({
    exit: 4,
    stdout: '',
    stderr: expect.stringContaining(`gemini deletes ${ID} at its next`),
  });
  expect(due.stderr).toContain('says why, and what can be done');
});

test('resume of a program that no command line opens a conversation in is refused, and names another way', async () => {
  const { convo } = homeOf(['fnord']);
  const [{ id }] = JSON.parse((await convo('list --json')).stdout).conversations;
  const refused = await convo(`resume ${id}`);
  expect(refused).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('fnord ask --follow ID') });
});

test.each([
  ['203d', 'the program deletes it in '],
  ['300d', null],
])('restore says what a retention of %s deletes within a week', async (maxAge, said) => {
  const { convo, at } = pier();
  expect((await convo(`archive ${ID} --yes`)).exit).toBe(0);
  writeFileSync(at('.gemini/settings.json'), JSON.stringify({ general: { sessionRetention: { maxAge } } }));
  const { exit, stdout } = await convo(`restore ${ID} --yes`);
  expect(exit).toBe(0);
  if (said === null) expect(stdout).not.toContain('deletes it');
  else expect(stdout).toContain(said);
  expect((await convo(`show ${ID}`)).stdout.includes('Gemini CLI deletes it in ')).toBe(said !== null);
});

test('restore of two sessions of the same eight characters says when the one of these that is due first is deleted', async () => {
  const noteOf = async (isAnother: boolean) => {
    const { convo, at } = pier();
    const chats = at('.gemini/tmp/pier/chats');
    const newer = readFileSync(join(chats, 'session-2026-05-04T09-30-7c1d9e20.jsonl'), 'utf8');
    if (isAnother)
      writeFileSync(join(chats, 'session-2026-05-03T09-30-7c1d9e20.jsonl'), newer.replaceAll('05-04T', '05-05T'));
    await convo(`archive ${ID} --yes`);
    const retention = { general: { sessionRetention: { maxAge: '203d' } } };
    writeFileSync(at('.gemini/settings.json'), JSON.stringify(retention));
    const { stdout } = await convo(`restore ${ID} --yes`);
    return /the program deletes it in \d+ days?/.exec(stdout)?.[0];
  };
  expect(await noteOf(true)).toMatch(/in \d/);
  expect(await noteOf(true)).toBe(await noteOf(false));
});
