import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWith } from '../../stores/codex/home.ts';
import { fileOf, line, rollout } from '../../stores/codex/paginated.ts';
import { tree } from '../../support/real-tree.ts';
import { call } from '../call.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const FORK = '019a4e33-e458-7610-88eb-000000000002';
const asked = (id: string, ordinal: number, text: string) => rollout(id, ordinal - 1, text).split('\n')[1];
const SOURCE = `${rollout(ID, 0, 'How deep?')}${asked(ID, 2, 'When?')}\n${asked(ID, 3, 'Why?')}\n`;
const OWN = `${rollout(FORK, 4, 'How far apart?', [ID, SOURCE.length])}${asked(FORK, 6, 'And then?')}\n`;

const shown = async (own: string, ...words: readonly string[]) => {
  const root = homeWith({ [fileOf(ID, '30')]: SOURCE, [fileOf(FORK, '40')]: own });
  return (await call(['show', FORK, '--root', root, '--no-config', ...words])).stdout;
};
const times = (text: string, part: string) => text.split(part).length - 1;

/** What is said of it, in the order in which a reader meets it. */
const inOrder = (text: string) =>
  [...text.matchAll(/inherited from|from here on its own|How deep\?|When\?|Why\?|How far apart\?|And then\?/g)].map(
    ([word]) => word,
  );
const ORDER = [
  ...['inherited from', 'How deep?', 'When?', 'Why?', 'from here on its own', 'How far apart?', 'And then?'],
];

test('inherited messages of a fork are marked where they begin and where they end', async () => {
  const text = await shown(OWN);
  expect(inOrder(text.slice(text.indexOf('inherited')))).toEqual(ORDER);
  expect(text).toContain(`inherited from ${ID}`);
});

test.each(['html', 'markdown'])('so is it in %s', async (format) => {
  const root = homeWith({ [fileOf(ID, '30')]: SOURCE, [fileOf(FORK, '40')]: OWN });
  const output = join(tree(), 'pages');
  await call(['export', FORK, '--to', format, '--output', output, '--root', root, '--no-config']);
  const [page = ''] = readdirSync(output).filter((name) => name.includes(FORK));
  const text = readFileSync(join(output, page), 'utf8');
  // A page names each question once more, in the link from the turn before it.
  expect(inOrder(text.slice(text.indexOf('inherited'))).filter((word) => !word.endsWith('?'))).toEqual([
    'inherited from',
    'from here on its own',
  ]);
  expect(text.indexOf('from here on its own')).toBeGreaterThan(text.lastIndexOf('Why?'));
});

test('JSON says of each message that it is inherited, and from which thread', async () => {
  const { messages } = JSON.parse(await shown(OWN, '--json')).conversation;
  const from = [`inherited from ${ID}`];
  expect(messages.map(({ marks, inherited }: { marks?: string[]; inherited?: boolean }) => [marks, inherited])).toEqual(
    [...Array(3).fill([from, true]), ...Array(2).fill([undefined, undefined])],
  );
});

test('a finding about a record of the fork is not drawn among the records that it inherits', async () => {
  const [first, question] = OWN.split('\n');
  const text = await shown(
    `${first}\n${question}\n{"timestamp":"torn\n${line('event_msg', { type: 'token_count' }, 7)}`,
  );
  const parts = text.slice(text.indexOf('inherited from')).split('from here on its own');
  expect(parts.map((part) => times(part, 'CX008'))).toEqual([0, 1]);
});

test('inherited messages are counted, and searched for secrets, where they were said; with the fork alone in the fork', async () => {
  const token = 'ghp_R7kQ2mX9vL4tB8nW1cY6hJ3pS5dF0gZ7aK2e';
  const source = SOURCE.replaceAll('When?', `When? ${token}`);
  const own = `${rollout(FORK, 4, 'How far apart?', [ID, source.length])}`;
  const root = homeWith({ [fileOf(ID, '30')]: source, [fileOf(FORK, '40')]: own });
  const json = async (...words: readonly string[]) =>
    JSON.parse((await call([...words, '--root', root, '--no-config', '--json'])).stdout);
  const holders = async (...ids: readonly string[]) => {
    const { secrets } = await json('secrets', ...ids);
    return secrets.map(({ id }: { id: string }) => id);
  };
  expect(await holders()).toEqual([ID]);
  expect(await holders(FORK)).toEqual([FORK]);
  const { stores } = await json('stats');
  expect(stores.map(({ messages }: { messages: number }) => messages)).toEqual([4]);
});
