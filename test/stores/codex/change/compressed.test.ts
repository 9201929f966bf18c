import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { compressed } from '../compressed.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const AT = `${fileOf(ID, '30')}.zst`;
const WHOLE = rollout(ID, 0, 'How deep?');
/** Its last line is cut, which only a lossy heal takes out. */
const TORN = WHOLE.slice(0, -9);
/** A byte-order mark, which every heal takes out. */
const MARKED = `\ufeff${WHOLE}`;

const home = (text: string) => homeWith({ [AT]: compressed(Buffer.from(text)) });
const onScreen = async (root: string, words: readonly string[]) =>
  (await call([...words, '--root', root, '--no-config'], { terminal: 300 })).stdout;
const wayIn = (root: string) => `zstd -d --rm ${root}/${AT}`;

test.each([
  ['CX007', TORN],
  ['CX004', MARKED],
])('%s in a compressed rollout is for a person, who is told to inflate it', async (code, text) => {
  const root = home(text);
  const { findings } = await convo(root, 'verify');
  expect(findings.map((each: { code: string; healing: string }) => [each.code, each.healing])).toEqual([
    [code, 'manual'],
  ]);
  const shown = await onScreen(root, ['verify']);
  expect(shown).toContain(`help: ${wayIn(root)}`);
  expect(shown).not.toMatch(/heal .*--dry-run/);
  const overview = await onScreen(root, []);
  expect(overview).toContain('verify');
  expect(overview).not.toMatch(/heal .*--dry-run/);
});

test.each([
  ['heal --yes', 'unchanged', TORN],
  ['heal --lossy --yes', 'unchanged', TORN],
  ['heal --lossy --only CX007 --yes', 'refused', TORN],
  ['heal --yes', 'refused', MARKED],
])('%s names no other heal of a compressed rollout: %s', async (words, state, text) => {
  const root = home(text);
  const { items } = await convo(root, words);
  expect(items).toMatchObject([{ state, next: expect.stringMatching(`^convo .*verify ${ID}$`) }]);
  expect(JSON.stringify(items)).toContain('; a heal writes no compressed file, so inflate it first');
});

test('why names the way to inflate a rollout that a heal would bring back to the list', async () => {
  const root = home(MARKED);
  const { reasons } = await convo(root, `why ${ID}`);
  expect(reasons[0].remedy).toBe(wayIn(root));
});

test('what a person mends in any rollout keeps its own next command in a compressed one', async () => {
  const root = home(WHOLE.replace('\n', '\n[]\n'));
  const { findings } = await convo(root, 'verify');
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['CX014']);
  const shown = await onScreen(root, ['verify', '--all']);
  expect(shown).toContain('--everything');
  expect(shown).not.toContain('zstd -d');
});

test('a torn rollout that is not compressed is still healed', async () => {
  const root = homeWith({ [fileOf(ID, '30')]: TORN });
  const { findings } = await convo(root, 'verify');
  expect(findings).toMatchObject([{ code: 'CX007', healing: 'lossy' }]);
  expect((await convo(root, 'heal --lossy --yes')).changed).toBe(1);
});

test('what is wrong in a compressed rollout is shown where it is, as in one that is not', async () => {
  const [first = '', second = ''] = WHOLE.split('\n');
  const text = `${first}\n${second.slice(0, 40)}\n${second}\n`;
  const shown = async (path: string, bytes: string | Uint8Array) => {
    const root = homeWith({ [path]: bytes });
    const { stdout } = await call(['show', ID, '--root', root, '--no-config'], { terminal: 100 });
    return stdout.slice(stdout.indexOf('CX008'));
  };
  const plain = await shown(fileOf(ID, '30'), text);
  expect(plain).toMatch(/^CX008[\s\S]+How deep/);
  expect(await shown(AT, compressed(Buffer.from(text)))).toBe(plain);
});
