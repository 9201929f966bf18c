import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Person, personWith } from './person.ts';
import { snapshot } from './snapshot.ts';

const HORN = '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604';
const PAINT = 'ac779673d82514f63ea517f53e7c9cd8b89197fb54ffdd543a901cf559bc0374';
const TO = 'migrate --to tenex-e12';

/** Someone at home, with the project of the demo below it; one of its five conversations is torn. */
const keeper = (): Person => personWith('../demo/tenex', 'lighthouse/.tenex', 1_754_600_000);
const AT = '--root lighthouse';

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name !== '.convo');

describe('a migration to a folder of its own', () => {
  test('writes what can be read, active and archived alike, and leaves the store as it is', async () => {
    const { home, store, convo, json } = keeper();
    const before = snapshot(store);
    const { exit, document } = await json(`${TO} ${AT} --output out --yes`);
    expect(exit).toBe(1);
    expect(document).toMatchObject({ command: 'migrate', changed: 4, refused: 1, failed: 0 });
    expect(document.before).toMatchObject({ conversations: 4, messages: 11 });
    expect(document.after).toMatchObject({ conversations: 4, messages: 11 });
    expect(filesIn(join(home, 'out'))).toHaveLength(4);
    expect(filesIn(join(home, 'out'))).toContain(`${PAINT}.json`);
    expect(snapshot(store)).toEqual(before);
    expect(existsSync(join(store, '.convo'))).toBe(false);
    expect((await convo('verify --root out')).exit).toBe(0);
  });

  test('tells every loss, where it wrote, and how to take it back', async () => {
    const { home, convo } = keeper();
    const { stdout, stderr } = await convo([...`${TO} ${HORN} ${AT} --output`.split(' '), 'the out']);
    expect(stdout).toContain(
      `${home}/the out\n  migrated  ${HORN}.json\n      5 events become messages: no kind is kept`,
    );
    expect(stdout).toContain('no place for: agentStates (2), phaseTransitions (3), orchestratorTurns (1)');
    expect(stdout).toContain(`\`convo --root '${home}/the out' undo `);
    expect(stderr).toContain('cannot become events again; the store stays as it is');
  });

  test('shows the same conversation', async () => {
    const { json, convo } = keeper();
    await convo(`${TO} ${AT} --output out --yes`);
    const shown = async (root: string) => {
      const { document } = await json(`show ${HORN} --root ${root}`);
      const said = document.conversation.messages.map(({ text, author, time }: Record<string, unknown>) => ({
        text,
        author,
        time,
      }));
      return { title: document.conversation.title, said };
    };
    expect(await shown('out')).toEqual(await shown('lighthouse'));
  });

  test('is listed and taken back as a run of that folder, and can be made again', async () => {
    const { home, json, convo } = keeper();
    await convo(`${TO} ${AT} --output out --yes`);
    const made = snapshot(join(home, 'out'));
    expect((await json('runs --root out')).document.runs).toMatchObject([{ command: 'migrate', changed: 4 }]);
    const { exit, document } = await json('undo --root out --yes');
    expect(exit).toBe(0);
    expect(document).toMatchObject({ changed: 4, before: { conversations: 4 }, after: { conversations: 0 } });
    expect(filesIn(join(home, 'out'))).toEqual([]);
    expect((await convo(`${TO} ${AT} --output out --yes`)).exit).toBe(1);
    expect(Object.keys(snapshot(join(home, 'out')))).toEqual(Object.keys(made));
  });

  test('lets nobody else read what it writes', async () => {
    const { home, convo } = keeper();
    await convo(`${TO} ${AT} --output out --yes`);
    expect(statSync(join(home, 'out')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'out', `${HORN}.json`)).mode & 0o777).toBe(0o600);
  });

  test('takes an empty folder that is there', async () => {
    const { home, convo } = keeper();
    mkdirSync(join(home, 'out'));
    symlinkSync('out', join(home, 'link'));
    expect((await convo(`${TO} ${HORN} ${AT} --output link`)).exit).toBe(0);
    expect(filesIn(join(home, 'out'))).toEqual([`${HORN}.json`]);
  });

  test('writes nothing on a dry run, and shows what it would write', async () => {
    const { home, convo } = keeper();
    const before = snapshot(home);
    const { exit, stdout } = await convo(`${TO} ${HORN} ${AT} --output out --dry-run`);
    expect(exit).toBe(0);
    expect(stdout).toContain(`${home}/out\n  would migrate  ${HORN}.json`);
    expect(stdout).toContain(`write ${HORN}.json`);
    expect(snapshot(home)).toEqual(before);
  });

  test('is asked about, and a folder that was declined is not made', async () => {
    const { home, convo } = keeper();
    const before = snapshot(home);
    const keys = (async function* () {
      yield 'n\n';
    })();
    const at = { terminal: 100, over: { stdin: Object.assign(keys, { isTTY: true }) } };
    const { exit, stderr } = await convo(`${TO} ${AT} --output out`, at);
    expect(exit).toBe(2);
    expect(stderr).toContain('Make these 4 changes? [y/N/d] ');
    expect(snapshot(home)).toEqual(before);
    expect((await convo(`${TO} ${AT} --output out`)).exit).toBe(2);
    expect(snapshot(home)).toEqual(before);
  });

  test('can be planned, and carried out where nothing is in the way', async () => {
    const { home, convo } = keeper();
    await convo(`${TO} ${AT} --output out --plan-out plan`);
    expect(existsSync(join(home, 'out'))).toBe(false);
    expect((await convo('apply plan --dry-run')).stdout).toContain('4 to change');
    expect(existsSync(join(home, 'out'))).toBe(false);
    expect((await convo('apply plan --yes')).exit).toBe(0);
    expect(filesIn(join(home, 'out'))).toHaveLength(4);
    expect(await convo('apply plan')).toMatchObject({ exit: 4, stderr: expect.stringContaining('exists already') });
    await convo(`${TO} ${AT} --output other --plan-out plan2`);
    mkdirSync(join(home, 'other'));
    writeFileSync(join(home, 'other', `${HORN}.json`), 'mine');
    expect((await convo('apply plan2')).exit).toBe(4);
    expect(readFileSync(join(home, 'other', `${HORN}.json`), 'utf8')).toBe('mine');
  });

  test('that was cut off is to be finished or taken back first', async () => {
    const { home, convo } = keeper();
    await convo(`${TO} ${AT} --output out --yes`);
    const runs = join(home, 'out/.convo/runs');
    rmSync(join(runs, readdirSync(runs)[0] ?? '', 'is-done'));
    const again = await convo(`${TO} ${AT} --output out --yes`);
    expect(again).toMatchObject({ exit: 4, stderr: expect.stringContaining('was cut off') });
    expect((await convo('resume --root out')).exit).toBe(0);
  });

  test('of nothing that can be read makes no folder', async () => {
    const { home, convo } = keeper();
    const { exit, stdout } = await convo(`${TO} 0c79 ${AT} --output out`);
    expect(exit).toBe(1);
    expect(stdout).toContain('is torn');
    expect(existsSync(join(home, 'out'))).toBe(false);
  });
});

describe('a folder to write to', () => {
  test('may be called as a store would be, where there is none yet', async () => {
    const { home, convo } = keeper();
    mkdirSync(join(home, 'moved'));
    expect((await convo(`${TO} ${AT} --output moved/conversations --yes`)).exit).toBe(1);
    expect(filesIn(join(home, 'moved/conversations'))).toHaveLength(4);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['is missing', `${TO} ${AT}`, '--to tenex-e12 writes to a folder of its own: name it with --output DIR'],
    ['is for another format', `migrate --to tenex-e5 ${AT} --output out`, 'that is written to a folder of its own'],
    ['is for no format', `migrate ${AT} --output out`, 'That is --to tenex-e12.'],
    ['holds something', `${TO} ${AT} --output lighthouse`, 'lighthouse exists already and is not an empty folder'],
    ['is a file', `${TO} ${AT} --output file`, 'file exists already and is not an empty folder'],
    ['has no folder above it', `${TO} ${AT} --output a/b`, 'a does not exist'],
    ['lies below a file', `${TO} ${AT} --output file/b`, 'file is not a folder'],
    ['lies in the store', `${TO} ${AT} --output lighthouse/.tenex/out`, 'is in the tenex store'],
    ['lies deep in it', `${TO} ${AT} --output lighthouse/.tenex/conversations/out`, 'is in the tenex store'],
    ['lies in it through a link', `${TO} ${AT} --output link/out`, 'is in the tenex store'],
    ['is where a store would be', `${TO} ${AT} --output .tenex`, 'is where tenex keeps its own'],
    ['lies in a store of another kind', `${TO} ${AT} --output .fnord/projects/out`, 'is in the fnord store'],
    ['is to take several stores', `${TO} ${AT} --root other --output out`, '--output is for one store'],
  ];

  test.each(refused)('that %s is refused, and nothing is written', async (_, line, sentence) => {
    const { home, store, convo } = keeper();
    writeFileSync(join(home, 'file'), '');
    mkdirSync(join(home, '.fnord/projects'), { recursive: true });
    mkdirSync(join(home, 'other/.tenex/conversations'), { recursive: true });
    symlinkSync(store, join(home, 'link'));
    const before = snapshot(home);
    const { exit, stdout, stderr } = await convo(`${line} --yes`);
    expect({ exit, stdout }).toEqual({ exit: sentence.startsWith('is ') ? 4 : 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(snapshot(home)).toEqual(before);
  });

  test.each(['.tenex/projects/lighthouse/conversations', 'base/projects/lighthouse'])(
    'that is where the later TENEX looks is refused: %s',
    async (output) => {
      const { home, convo } = keeper();
      mkdirSync(dirname(join(home, output)), { recursive: true });
      const { exit, stderr } = await convo(`${TO} ${AT} --output ${output} --yes`, {
        vars: { TENEX_BASE_DIR: output.startsWith('base') ? join(home, 'base') : '' },
      });
      expect({ exit, stderr }).toMatchObject({ exit: 4, stderr: expect.stringContaining('move the files there') });
      expect(existsSync(join(home, output))).toBe(false);
    },
  );
});

test('a folder of such files is read, and left alone by whatever would change it', async () => {
  const { home, json, convo } = keeper();
  await convo(`${TO} ${AT} --output out --yes`);
  const before = snapshot(join(home, 'out'));
  expect((await json('list --root out')).document.conversations[0]).toMatchObject({
    readable: true,
    format: 'tenex-e12',
  });
  expect((await json('heal --root out --yes')).document).toMatchObject({ changed: 0, unchanged: 4 });
  for (const verb of ['migrate', 'archive --all', 'delete --all'])
    expect((await json(`${verb} --root out --yes`)).document).toMatchObject({ changed: 0, refused: 4 });
  expect(snapshot(join(home, 'out'))).toEqual(before);
});
