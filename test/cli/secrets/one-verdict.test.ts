import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '0a1b2c3d-0000-4000-8000-000000000001';
/** Put together here, so that no scanner takes it for a leak. */
const PASSWORD = 'abcDEF'.concat('123456');
const ASKED = `Set DB_PASS=${PASSWORD}\n\nThe next paragraph explains it all.`;
const RUN = `printf 'DB_PASS=${PASSWORD}\\nDB_HOST=quayhost\\n' > .env\nDB_PASS=${PASSWORD}\npsql quay`;
const ANSWERED = `export DB_PASS=${PASSWORD}\n{"log":"DB_PASS=${PASSWORD}\\n\\tquay is up"}\n\nThen lanterns`;
const LOST = `DB_PASS=${PASSWORD}\r\nBobstay=1`;

/** A home of Claude Code with a secret in a question, in a call, in its result and in an answer. */
function homeWithSecrets() {
  const home = emptyHome();
  const cwd = join(home, 'app');
  const folder = join(home, '.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(cwd);
  mkdirSync(folder, { recursive: true });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: RUN } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: ANSWERED };
  const said = [
    ['user', ASKED],
    ['assistant', [call]],
    ['user', [result]],
    ['assistant', [{ type: 'text', text: LOST }]],
  ] as const;
  const lines = said.map(([role, content], n) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : uuid(n - 1),
      isSidechain: false,
      type: role,
      message: { role, content },
      uuid: uuid(n),
      sessionId: ID,
      cwd,
      timestamp: `2026-11-04T09:30:0${n}.000Z`,
    }),
  );
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
  return { home, cwd };
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

const WORD = '[secret 1: config-password]';
const bare = (text: string) => text.replaceAll(PASSWORD, WORD);

/** What a view has to say of each text, line by line. */
function linesOf(...texts: readonly string[]): string[] {
  return texts.flatMap((text) => bare(text).split(/\s*[\r\n]+\s*/)).filter((line) => line !== '');
}

test.each([
  ['show', ['show', ID, '--all']],
  ['Markdown', ['export', ID, '--to', 'markdown', '--output', 'page.md']],
  ['a page', ['export', ID, '--to', 'html', '--output', 'page.html']],
] as const)('%s covers the value alone', async (_, words) => {
  const where = homeWithSecrets();
  const { stdout } = await call([...words, '--redact'], where);
  const file = words.at(-1) ?? '';
  const shown = (file.startsWith('page') ? readFileSync(join(where.cwd, file), 'utf8') : stdout)
    .replace(/&#39;|&#x27;|&apos;/g, "'")
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&gt;/g, '>')
    .replace(/<\/?[a-z][^<>]*>/g, '');
  expect(shown).not.toContain(PASSWORD);
  for (const line of linesOf(ASKED, RUN, ANSWERED, LOST)) expect(shown).toContain(line);
});

test('lines and trajectories keep every other character', async () => {
  const where = homeWithSecrets();
  await call(['export', ID, '--to', 'jsonl', '--output', 'page.jsonl', '--redact'], where);
  const [asked, called, answered, lost] = readFileSync(join(where.cwd, 'page.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message.content);
  expect([asked, called[0].input.command, answered[0].content, lost[0].text]).toEqual(
    [ASKED, RUN, ANSWERED, LOST].map(bare),
  );
  await call(['export', ID, '--to', 'atif', '--output', 'page.json', '--redact'], where);
  const trajectory = readFileSync(join(where.cwd, 'page.json'), 'utf8');
  for (const text of [ASKED, RUN, ANSWERED]) expect(trajectory).toContain(JSON.stringify(bare(text)).slice(1, -1));
});

test.each([
  ['grep', ['grep', 'quayhost', '--redact'], 'DB_HOST=quayhost'],
  ['grep, of a result', ['grep', 'quay is up', '--redact'], 'quay is up'],
  ['grep, of a title', ['grep', 'explains', '--redact'], 'The next paragraph explains it all.'],
  ['find', ['find', 'next', 'paragraph', 'explains', '--redact'], 'The next paragraph explains it all.'],
  ['list', ['list', '--redact'], 'The next paragraph explains it all.'],
] as const)('%s finds and shows what is behind a secret', async (_, words, behind) => {
  const { exit, stdout } = await call([...words], homeWithSecrets());
  expect([exit, stdout]).toEqual([0, expect.stringContaining(behind)]);
  expect(stdout).not.toContain(PASSWORD);
});

test('secrets names what --redact covers, by rule and length, once for a message and its title', async () => {
  const { stdout } = await call(['secrets'], homeWithSecrets());
  const found = `config-password, ${PASSWORD.length} characters`;
  expect(stdout.trim().split('\n')).toEqual([
    `${ID}:0:user: ${found}, in title and metadata too`,
    `${ID}:1:Bash: ${found}, at 2 places`,
    `${ID}:2:tool: ${found}, at 2 places`,
    `${ID}:3:assistant: ${found}`,
  ]);
});
