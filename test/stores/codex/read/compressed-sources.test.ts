import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compressed } from '../compressed.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const FORK = '019a4e33-e458-7610-88eb-000000000002';
const SOURCE = rollout(ID, 0, 'How deep?');
const AT = `${fileOf(ID, '30')}.zst`;
const OWN = rollout(FORK, 2, 'How far apart?', [ID, SOURCE.length]);

const zst = (text: string) => compressed(Buffer.from(text));
const home = (source: Uint8Array, own = OWN) => homeWith({ [AT]: source, [fileOf(FORK, '40')]: own });

const asked = async (root: string, id: string) =>
  (await convo(root, `show ${id}`)).conversation.messages.map(({ text }: { text: string }) => text);

test('a fork of a compressed thread is sound, and has what it inherits, as in the program', async () => {
  const root = home(zst(SOURCE));
  expect((await convo(root, 'verify')).findings).toEqual([]);
  expect(await asked(root, FORK)).toEqual(['How deep?', 'How far apart?']);
  const { conversations } = await convo(root, 'list');
  expect(conversations.map(({ readable }: { readable: boolean }) => readable)).toEqual([true, true]);
});

test('the plain file of a thread counts before the compressed one beside it', async () => {
  const root = homeWith({
    [AT]: zst(SOURCE.replace('How deep?', 'Old words')),
    [fileOf(ID, '30')]: SOURCE,
    [fileOf(FORK, '40')]: OWN,
  });
  expect(await asked(root, FORK)).toEqual(['How deep?', 'How far apart?']);
});

test('a first record of any length is found in a compressed thread', async () => {
  const long = SOURCE.replace('/srv/ada', `/srv/${'a'.repeat(100_000)}`);
  const root = home(zst(long), rollout(FORK, 2, 'How far apart?', [ID, long.length]));
  expect(await asked(root, FORK)).toEqual(['How deep?', 'How far apart?']);
});

test.each([
  ['is cut', zst(SOURCE).subarray(0, 40), ['CX016', 'CX208']],
  ['is shorter than it was', zst(SOURCE.slice(0, SOURCE.indexOf('\n') + 1)), ['CX205']],
])('a fork is damaged where its compressed source %s', async (_, source, codes) => {
  const { findings } = await convo(home(source), 'verify');
  const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error');
  expect(errors.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test('a thread is not deleted while a compressed fork goes on from it', async () => {
  const root = homeWith({ [fileOf(ID, '30')]: SOURCE, [`${fileOf(FORK, '40')}.zst`]: zst(OWN) });
  const { refused, items } = await convo(root, `delete ${ID} --yes`);
  expect([refused, items[0].reason]).toEqual([1, expect.stringContaining(`is what ${FORK} goes on from`)]);
  expect(existsSync(join(root, fileOf(ID, '30')))).toBe(true);
});

test('a source is not healed where that would damage a compressed fork, whose end cannot be moved', async () => {
  const root = homeWith({
    [fileOf(ID, '30')]: `\ufeff${SOURCE}`,
    [`${fileOf(FORK, '40')}.zst`]: zst(rollout(FORK, 2, 'How far apart?', [ID, SOURCE.length + 3])),
  });
  const { items } = await convo(root, `heal ${ID} --yes`);
  expect(items[0].reason).toContain(`is what ${FORK} goes on from`);
  expect(readFileSync(join(root, fileOf(ID, '30')), 'utf8')).toBe(`\ufeff${SOURCE}`);
});

test('a compressed thread is forked by reference, and is not copied', async () => {
  const root = home(zst(SOURCE));
  const { items, after } = await convo(root, `fork ${ID}`);
  const { newId } = items.find((item: { newId?: string }) => item.newId !== undefined);
  expect(await asked(root, newId)).toEqual(['How deep?']);
  expect([after.conversations, after.messages]).toEqual([2, 2]);
  const files = readdirSync(root, { recursive: true }).length;
  const { refused, items: left } = await convo(root, `fork ${ID} --independent`);
  expect([refused, left[0].reason]).toEqual([1, expect.stringContaining('is compressed')]);
  expect(readdirSync(root, { recursive: true })).toHaveLength(files);
});

const FIRST = Buffer.from(SOURCE.slice(0, 300));
const REST = Buffer.from(SOURCE.slice(300));
const OTHER = Buffer.from(`${REST}`.replace('How deep?', 'How dear?'));
/** Zstandard's frame for other things, which a reader passes over (RFC 8878, 3.1.2). */
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]);

test('frames with the checksum of what is in them are read, wherever they are', async () => {
  const source = Buffer.concat([SKIPPED, compressed(FIRST, FIRST), compressed(REST, REST), SKIPPED]);
  const root = home(source);
  expect((await convo(root, 'verify')).findings).toEqual([]);
  expect(await asked(root, FORK)).toEqual(['How deep?', 'How far apart?']);
});

test.each([
  ['the only frame', compressed(Buffer.from(`${FIRST}${OTHER}`), Buffer.from(SOURCE))],
  ['the last of two frames', Buffer.concat([compressed(FIRST), compressed(OTHER, REST)])],
  ['a frame before a skipped one', Buffer.concat([compressed(FIRST, REST), compressed(REST), SKIPPED])],
])('a rollout of which bytes were changed is damaged, as in the program: %s', async (_, source) => {
  const { findings } = await convo(home(source), 'verify');
  const codes = findings.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
  expect(codes).toContainEqual(expect.stringMatching(/^CX016 .*bytes of it were changed, as its checksum says/));
  expect(await convo(home(source), 'grep dear')).toMatchObject({ matches: [] });
});
