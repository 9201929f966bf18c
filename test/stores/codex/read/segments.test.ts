import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from '../../../support/real-tree.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout, TIME } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const WINDOW = '019a4e33-e458-7610-88eb-0000000000aa';
const EARLY = '019a4e33-e458-7610-88eb-000000000002';
const LATE = '019a4e33-e458-7610-88eb-000000000003';

const WHOLE = `${rollout(ID, 0, 'How deep?')}${rollout(ID, 2, 'When?').split('\n')[1]}\n`;
const KEPT = rollout(ID, 0, 'How deep?');
/** A thread that was reverted to its first question, a fork from before that, and one from after it. */
const SEGMENT = rollout(ID, 2, 'How far apart?', [ID, KEPT.length]);
const HOME = {
  [fileOf(ID, '30')]: WHOLE,
  [fileOf(`${ID}_${WINDOW}`, '40')]: SEGMENT,
  [fileOf(EARLY, '35')]: rollout(EARLY, 4, 'Early', [ID, WHOLE.length]),
  [fileOf(LATE, '45')]: rollout(LATE, 4, 'Late', [WINDOW, SEGMENT.length]),
};

const asked = async (root: string, id: string) =>
  (await convo(root, `show ${id}`)).conversation.messages.map(({ text }: { text: string }) => text);

test('forks from before and after a revert go on from the rollout that they name, as in the program', async () => {
  const root = homeWith(HOME);
  const { findings } = await convo(root, 'verify');
  expect(findings.map(({ code }: { code: string }) => code)).not.toContain('CX204');
  expect(findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
  expect(await asked(root, EARLY)).toEqual(['How deep?', 'When?', 'Early']);
  expect(await asked(root, LATE)).toEqual(['How deep?', 'How far apart?', 'Late']);
});

test.each(['why', 'fork --dry-run', 'resume'])('%s of a thread as it was before a rewind says so', async (words) => {
  const { error } = await convo(
    homeWith(HOME),
    words.replace(/^\w+/, (verb) => `${verb} ${ID}~1`),
  );
  expect(error.message).toContain(`${ID}~1`);
  if (words !== 'resume') expect(error.hint).toContain(`show ${ID}~1`);
});

test('a thread is not deleted while a fork goes on from a segment of it', async () => {
  const root = homeWith(HOME);
  await convo(root, `delete ${EARLY} --yes`);
  const { refused, items } = await convo(root, `delete ${ID} --yes`);
  expect([refused, items[0].reason]).toEqual([1, expect.stringContaining(`is what ${LATE} goes on from`)]);
});

test('a fork of a reverted thread goes on from its last segment', async () => {
  const root = homeWith(HOME);
  const { items } = await convo(root, `fork ${ID}`);
  const { newId } = items.find((item: { newId?: string }) => item.newId !== undefined);
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.includes(newId)) ?? '';
  const [first = ''] = readFileSync(join(root, path), 'utf8').split('\n');
  expect(JSON.parse(first).payload.history_base).toMatchObject({
    thread_id: WINDOW,
    end_byte_offset: SEGMENT.length,
  });
  expect(await asked(root, newId)).toEqual(['How deep?', 'How far apart?']);
});

test('after two reverts the thread is listed once, and show has what is left of it, as in the program', async () => {
  const root = tree();
  const next = (n: number) => rollout(ID, n, `Question ${n}`).split('\n')[1];
  const all = `${rollout(ID, 0, 'How deep?')}${next(2)}\n${next(4)}\n`;
  const ends = [...all.matchAll(/\n/g)].map(({ index }) => index + 1);
  const left = (n: number) => rollout(ID, n, '', [ID, ends[n - 1] ?? 0]).split('\n')[0];
  const files = {
    [fileOf(ID, '30')]: all,
    [fileOf(`${ID}_${WINDOW}`, '40')]: `${left(3)}\n`,
    [fileOf(`${ID}_${WINDOW.replace('aa', 'ab')}`, '45')]: `${left(2)}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(await asked(root, ID)).toEqual(['How deep?']);
  const { conversations } = await convo(root, 'list');
  const byPath = conversations.map(({ path, hidden }: { path: string; hidden: string | null }) => [
    path.slice(root.length + 1),
    hidden,
  ]);
  expect(byPath).toEqual([
    [fileOf(`${ID}_${WINDOW.replace('aa', 'ab')}`, '45'), 'reverted'],
    [fileOf(`${ID}_${WINDOW}`, '40'), 'reverted'],
    [fileOf(ID, '30'), null],
  ]);
});

test.each([
  ['cannot be read for how it begins', (text: string) => text.replace('"cwd"', '"cwt"'), 'for how it begins'],
  ['is a legacy thread', (text: string) => text.replace('"paginated"', '"legacy"   '), 'which is no paginated thread'],
])('a fork is listed and not read, as in the program, where its source %s', async (_, harmed, words) => {
  const root = homeWith({ ...HOME, [fileOf(ID, '30')]: harmed(WHOLE) });
  const { findings } = await convo(root, `verify ${EARLY}`);
  expect(findings.map(({ code, message }: { code: string; message: string }) => [code, message])).toEqual([
    ['CX208', expect.stringContaining(words)],
  ]);
  const { conversations } = await convo(root, 'list');
  const [early] = conversations.filter(({ id }: { id: string }) => id === EARLY);
  expect([early.hidden, early.readable]).toEqual([null, false]);
});

/** As bytes, so that a mark before the first record is kept. */
const bytesIn = (root: string, path: string) => readFileSync(join(root, path));

test('the source of a segment and a fork is healed, and they go on from the same records; undo takes both back', async () => {
  const mark = '\ufeff';
  const segment = rollout(ID, 2, 'How far apart?', [ID, KEPT.length + 3]);
  const early = rollout(EARLY, 4, 'Early', [ID, WHOLE.length + 3]);
  const home = {
    [fileOf(ID, '30')]: mark + WHOLE,
    [fileOf(`${ID}_${WINDOW}`, '40')]: segment,
    [fileOf(EARLY, '35')]: early,
  };
  const root = homeWith(home);
  const { changed } = await convo(root, 'heal --yes');
  expect(changed).toBe(1);
  const { findings } = await convo(root, 'verify');
  expect(findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
  expect(await asked(root, EARLY)).toEqual(['How deep?', 'When?', 'Early']);
  // As long as they were, so that nothing that goes on from them has to follow.
  expect(bytesIn(root, fileOf(EARLY, '35')).length).toBe(early.length);
  await convo(root, 'undo --yes');
  for (const [path, text] of Object.entries(home)) expect(bytesIn(root, path).toString()).toBe(text);
});

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['a byte-order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['NUL bytes', (text: string) => Buffer.from(`\0\0\0${text}`)],
])('a source that was damaged after a revert and a fork is searched and healed for both: %s', async (_, harmed) => {
  const root = homeWith(HOME);
  writeFileSync(join(root, fileOf(ID, '30')), harmed(WHOLE));
  const { matches } = await convo(root, 'grep When? --all');
  expect(matches.map(({ conversation }: { conversation: { earlier?: number } }) => conversation.earlier)).toContain(1);
  expect((await convo(root, 'heal --yes')).changed).toBe(1);
  for (const [path, text] of Object.entries(HOME)) expect(bytesIn(root, path).toString()).toBe(text);
});

test.each([
  ['NUL bytes', (early: string) => `${early}\0\0`],
  ['a byte-order mark', (early: string) => `\ufeff${early}`],
  [
    'no usable time',
    (early: string) => early.replace(`"payload":{"id":"${EARLY}","timestamp":`, `"payload":{"id":"${EARLY}","time":`),
  ],
])('a source is not healed before a fork that is to be healed too, for %s, and after it', async (_, harmed) => {
  const early = harmed(rollout(EARLY, 4, 'Early', [ID, WHOLE.length + 3]));
  const root = homeWith({ [fileOf(ID, '30')]: `\ufeff${WHOLE}`, [fileOf(EARLY, '35')]: early });
  const { items, changed } = await convo(root, 'heal --yes');
  expect([changed, items.find(({ id }: { id: string }) => id === ID).reason]).toEqual([
    1,
    `is what ${EARLY} goes on from, up to byte ${WHOLE.length + 3}: it has to be healed first, and a run writes a file once: heal this one in the next run`,
  ]);
  const fork = items.find(({ id }: { id: string }) => id === EARLY);
  expect([fork.notes.at(-1), fork.next]).toEqual([
    `CX208 stays: goes on from ${ID}, which the program cannot read for how it begins; a heal of that one may end it`,
    `convo --root ${root} heal --dry-run`,
  ]);
  await convo(root, 'heal --yes');
  expect(await asked(root, EARLY)).toEqual(['How deep?', 'When?', 'Early']);
});

test.each([
  ['begins with a byte-order mark', `\ufeff${WHOLE}`, fileOf(ID, '30')],
  ['has the id of another thread in its name', WHOLE, fileOf(ID.replace('88eb', '99eb'), '30')],
  ['has no usable time', WHOLE.replace('"timestamp":', '"time":'), fileOf(ID, '30')],
])('a fork is not called damaged any more by the heal of its source, which %s', async (_, source, path) => {
  const early = rollout(EARLY, 4, 'Early', [ID, Buffer.byteLength(source)]);
  const root = homeWith({ [path]: source, [fileOf(EARLY, '35')]: early });
  const errors = async () =>
    (await convo(root, 'verify')).findings.filter(({ severity }: { severity: string }) => severity === 'error');
  expect((await errors()).map(({ code }: { code: string }) => code)).toContain(
    path === fileOf(ID, '30') ? 'CX208' : 'CX204',
  );
  const { changed, refused, items } = await convo(root, 'heal --yes');
  const states = items.map(({ state }: { state: string }) => state).sort();
  expect([changed, refused, states]).toEqual([1, 0, ['changed', 'unchanged']]);
  expect(await errors()).toEqual([]);
  expect(await asked(root, EARLY)).toEqual(['How deep?', 'When?', 'Early']);
});

test('a source that a heal would make a legacy thread is left as it is, because the fork could not go on from it', async () => {
  const [named] = WHOLE.split('\n');
  const source = `${named}\n${line('event_msg', { type: 'user_message', message: 'How deep?' }, 1)}`;
  const home = { [fileOf(ID, '30')]: source, [fileOf(EARLY, '35')]: rollout(EARLY, 2, 'Early', [ID, source.length]) };
  const root = homeWith(home);
  const { changed, items } = await convo(root, `heal ${ID} --yes`);
  expect([changed, items[0].reason]).toEqual([0, expect.stringContaining('none goes on from one')]);
  for (const [path, text] of Object.entries(home)) expect(bytesIn(root, path).toString()).toBe(text);
});

test('a source whose last inherited record would go is left as it is', async () => {
  const torn = `${WHOLE.slice(0, -20)}\n`;
  const root = homeWith({
    [fileOf(ID, '30')]: `${torn}${rollout(ID, 4, 'Then?').split('\n')[1]}\n`,
    [fileOf(EARLY, '35')]: rollout(EARLY, 4, 'Early', [ID, torn.length - 40]),
  });
  const { items } = await convo(root, `heal ${ID} --lossy --yes`);
  expect(items[0].reason).toContain('a change before that would damage it');
  expect(bytesIn(root, fileOf(ID, '30')).includes(torn)).toBe(true);
});

test('of a thread of two rollouts each is healed as far as it can be, whatever the other has', async () => {
  const torn = `${WHOLE.split('\n')[0]}\n{"timestamp":"${TIME}","ordinal":1,"type":"ev\n${WHOLE.split('\n').slice(1).join('\n')}`;
  // No question among its items, which no heal makes of what is sent.
  const asked = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And then?' }] };
  const [named] = rollout(ID, 4, '', [ID, torn.length]).split('\n');
  const segment = `${named}\n${line('response_item', asked, 5)}`;
  const root = homeWith({ [fileOf(ID, '30')]: torn, [fileOf(`${ID}_${WINDOW}`, '40')]: segment });
  const { changed } = await convo(root, `heal ${ID} --lossy --yes`);
  expect(changed).toBe(1);
  expect(bytesIn(root, fileOf(ID, '30')).toString()).toBe(WHOLE);
  const [first = ''] = bytesIn(root, fileOf(`${ID}_${WINDOW}`, '40'))
    .toString()
    .split('\n');
  expect(JSON.parse(first).payload.history_base.end_byte_offset).toBe(WHOLE.length);
});

test('of two rollouts of one name a fork goes on from the newest, and it alone is followed when both are healed', async () => {
  const home = {
    [fileOf(ID, '30')]: `\ufeff${WHOLE}`,
    [fileOf(ID, '31')]: `\ufeff${WHOLE}`,
    [fileOf(EARLY, '35')]: rollout(EARLY, 4, 'Early', [ID, WHOLE.length + 3]),
  };
  const root = homeWith(home);
  expect((await convo(root, 'heal --yes')).changed).toBe(1);
  for (const minute of ['30', '31']) expect(bytesIn(root, fileOf(ID, minute)).toString()).toBe(WHOLE);
  expect(await asked(root, EARLY)).toEqual(['How deep?', 'When?', 'Early']);
  await convo(root, 'undo --yes');
  for (const [path, text] of Object.entries(home)) expect(bytesIn(root, path).toString()).toBe(text);
});

test('an older rollout of the same name is healed, and a fork that goes on from the newer one stays as it is', async () => {
  const fork = rollout(EARLY, 4, 'Early', [ID, WHOLE.length]);
  const home = {
    [fileOf(ID, '30')]: `\ufeff${WHOLE}`,
    [fileOf(ID, '31')]: WHOLE,
    [fileOf(EARLY, '35')]: fork,
  };
  const root = homeWith(home);
  expect((await convo(root, 'heal --yes')).changed).toBe(1);
  expect(bytesIn(root, fileOf(ID, '30')).toString()).toBe(WHOLE);
  expect(bytesIn(root, fileOf(EARLY, '35')).toString()).toBe(fork);
});

test('a rollout whose right place is taken is healed where it is, and undo takes that back', async () => {
  const home = {
    [fileOf(EARLY, '30')]: `\ufeff${WHOLE}`,
    [fileOf(ID, '30')]: rollout(ID, 0, 'How deep?'),
  };
  const root = homeWith(home);
  const { changed, items } = await convo(root, 'heal --yes');
  expect([changed, items.find(({ codes }: { codes: readonly string[] }) => codes.includes('CX004'))]).toMatchObject([
    1,
    { codes: ['CX004'], notes: [expect.stringContaining('CX301 stays')] },
  ]);
  expect(bytesIn(root, fileOf(EARLY, '30')).toString()).toBe(WHOLE);
  expect(await convo(root, 'heal --yes')).toMatchObject({ changed: 0, refused: 1 });
  await convo(root, 'undo --yes');
  for (const [path, text] of Object.entries(home)) expect(bytesIn(root, path).toString()).toBe(text);
});
