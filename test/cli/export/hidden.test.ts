import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWith } from '../../stores/codex/home.ts';
import { fileOf, line, rollout } from '../../stores/codex/paginated.ts';
import { tree } from '../../support/real-tree.ts';
import { call } from '../call.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const [named, question] = rollout(ID, 0, 'How deep?').split('\n');
const told = { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are a gardener.' }] };
const HOME = {
  [fileOf(ID, '30')]: `${named}\n${line('response_item', told, 1)}${question?.replace('"ordinal":1', '"ordinal":2')}\n`,
};

test('text that the program put before the first question is folded on a page that has it', async () => {
  const [root, output] = [homeWith(HOME), join(tree(), 'pages')];
  await call(['export', '--to', 'html', '--all', '--output', output, '--root', root, '--no-config']);
  const [name = ''] = readdirSync(output).filter((each) => each.includes(ID));
  const page = readFileSync(join(output, name), 'utf8');
  const heads = [...page.matchAll(/<details class="exchange"( open)?[^>]*>\n<summary><h2>([^<]*)/g)];
  expect(heads.map(([, open, title]) => [title, open === ' open'])).toEqual([
    ['Before the first question', false],
    ['Turn 1', true],
  ]);
  expect(page).toContain('You are a gardener.');
});

test.each(['html', 'markdown', 'atif'])('%s says how many hidden messages it leaves out, if any', async (format) => {
  const root = homeWith(HOME);
  const exported = (...flags: string[]) =>
    call(['export', '--to', format, '--output', join(tree(), 'out'), '--root', root, '--no-config', ...flags]);
  const said = '1 hidden message left out, as from before a compaction: --all has such\n';
  expect((await exported()).stderr).toContain(said);
  expect((await exported('--all')).stderr).not.toContain('hidden message');
});

test('the notes of a trajectory say how many hidden messages it leaves out', async () => {
  const output = join(tree(), 'one.json');
  await call(['export', ID, '--to', 'atif', '--output', output, '--root', homeWith(HOME), '--no-config']);
  expect(JSON.parse(readFileSync(output, 'utf8')).notes).toContain('1 hidden message, as from before a compaction');
});
