import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { axeFinds, hasChromium, opened } from '../chromium.ts';
import { demoHome, emptyHome } from '../demo-home.ts';

const made = mkdtempSync(join(tmpdir(), 'convo-pages-'));
afterAll(() => rmSync(made, { recursive: true }));

const ID = '11111111-2222-4333-8444-555555555501';
/** Tries to run in every place of a page that a text may come to; what does run leaves its mark on the document. */
const HARM = `"'\`><img src=x onerror="document.documentElement.dataset.harm=1"><script>document.documentElement.dataset.harm=1</script><svg onload=document.documentElement.dataset.harm=1></details></main>`;
const LINKS =
  '[go](javascript:document.documentElement.dataset.harm=1) ![see](http://127.0.0.1:9/x.png) <a href="javascript:1">a</a> [data](data:text/html,<script>1</script>)\n\n```js" onload="1\n</script><script>document.documentElement.dataset.harm=1</script>\n```';

/** A home with one session in which every text is hostile. */
function hostileHome(): string {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const line = (n: number, role: string, content: unknown) =>
    JSON.stringify({
      type: role,
      uuid: `${ID.slice(0, -2)}a${n}`,
      parentUuid: n === 0 ? null : `${ID.slice(0, -2)}a${n - 1}`,
      sessionId: ID,
      timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
      cwd: `/srv/${HARM}`,
      gitBranch: HARM,
      message: { role, content, model: HARM },
    });
  const input = { file_path: HARM, old_string: HARM, new_string: `${HARM}!`, [HARM]: HARM };
  const source = { type: 'base64', media_type: `image/png${HARM}`, data: `iVBORw0KGgo=${HARM}` };
  const lines = [
    line(0, 'user', [
      { type: 'image', source },
      { type: 'text', text: `${HARM}\n\n${LINKS}` },
    ]),
    line(1, 'assistant', [
      { type: 'thinking', thinking: HARM, signature: 'x' },
      { type: 'tool_use', id: 'toolu_1', name: HARM, input },
    ]),
    line(2, 'user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: HARM, is_error: true }]),
    line(3, 'assistant', [{ type: 'text', text: `${HARM}\n\n${LINKS}\n\n| a | b |\n|--:|---|\n| 1 | ${HARM} |` }]),
    JSON.stringify({ type: 'custom-title', customTitle: HARM, sessionId: ID }),
    JSON.stringify({ type: 'tag', tag: HARM, sessionId: ID }),
  ];
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
  return root;
}

/** The page of a session with one answer of this content. */
async function sessionPage(content: readonly object[], change = (line: string) => line): Promise<{ page: string }> {
  const root = join(emptyHome(), '.claude');
  mkdirSync(join(root, 'projects/-srv-ada'), { recursive: true });
  const about = { sessionId: ID, cwd: '/srv/ada', timestamp: '2026-11-01T10:00:00.000Z' };
  const usage = { input_tokens: 7, output_tokens: 9 };
  const answer = { id: 'msg_1', role: 'assistant', model: 'invented-1', content, usage };
  const results = content.map((each) => ({
    type: 'tool_result',
    tool_use_id: 'id' in each ? each.id : '',
    content: 'Done.',
  }));
  const lines = [
    { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Do it.' }, ...about },
    { type: 'assistant', uuid: 'a1', parentUuid: 'u1', message: answer, ...about },
    { type: 'user', uuid: 'u2', parentUuid: 'a1', message: { role: 'user', content: results }, ...about },
  ];
  writeFileSync(
    join(root, `projects/-srv-ada/${ID}.jsonl`),
    `${lines.map((line) => change(JSON.stringify(line))).join('\n')}\n`,
  );
  return { page: (await call(['show', '--root', root, '--html'])).stdout };
}

function outputFolder(): string {
  return join(mkdtempSync(join(made, 'out-')), 'pages');
}

describe('convo export --to html', () => {
  test('writes a page for each conversation, and an index that leads to all of them', async () => {
    const home = demoHome();
    const folder = outputFolder();
    const { exit, stdout } = await call(['export', '--to', 'html', '--output', folder], { home });
    expect(exit).toBe(0);
    const files = readdirSync(folder);
    expect(stdout).toContain(`${files.length - 1} pages and index.html`);
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    for (const file of files) {
      const page = readFileSync(join(folder, file), 'utf8');
      expect(page, file).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'; `);
      expect(page, file).not.toMatch(/<(?:link|iframe|object)|\ssrc="(?!data:)|url\(/);
      if (file !== 'index.html') expect(index).toContain(`href="${file}"`);
    }
  });

  test('takes ids, and replaces its own pages and no other file', async () => {
    const home = demoHome();
    const folder = outputFolder();
    const one = ['export', 'c7a8', '--to', 'html', '--output', folder];
    expect((await call(one, { home })).exit).toBe(0);
    const [page = '', ...others] = readdirSync(folder).filter((file) => file !== 'index.html');
    expect([page.includes('c7a8'), others]).toEqual([true, []]);
    expect((await call(one, { home })).exit).toBe(0);
    writeFileSync(join(folder, page), 'my own notes');
    expect(await call(one, { home })).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('is not a page of convo'),
    });
    expect(readFileSync(join(folder, page), 'utf8')).toBe('my own notes');
    expect((await call([...one, '--force'], { home })).exit).toBe(0);
  });

  test('writes Markdown and lines in the same way, and says what has no lines', async () => {
    const home = demoHome();
    const [notes, lines] = [outputFolder(), outputFolder()];
    expect((await call(['export', '--to', 'markdown', '--output', notes], { home })).exit).toBe(0);
    const [first = ''] = readdirSync(notes);
    expect(readFileSync(join(notes, first), 'utf8')).toMatch(/^<!-- a page of convo -->\n\n# /);
    const { exit, stderr } = await call(['export', '--to', 'jsonl', '--output', lines], { home });
    expect(exit).toBe(3);
    expect(stderr).toContain(
      'convo: 10 conversations of fnord are not exported: fnord keeps no files of lines; every other format takes them\n',
    );
    expect(existsSync(lines)).toBe(false);
  });

  test('names a folder that cannot be written to, and leaves no page behind an interrupt without its index', async () => {
    const home = demoHome();
    const file = join(outputFolder(), '..', 'notes');
    writeFileSync(file, 'my own notes');
    const through = await call(['export', '--to', 'html', '--output', join(file, 'pages')], { home });
    expect(through).toMatchObject({ exit: expect.any(Number), stderr: expect.stringContaining('notes') });
    expect([2, 3, 4]).toContain(through.exit);
    expect(readFileSync(file, 'utf8')).toBe('my own notes');
    const folder = outputFolder();
    const cut = await call(['export', '--to', 'html', '--output', folder], { home, interrupted: true });
    expect(cut).toMatchObject({
      exit: 130,
      stderr: expect.stringMatching(/^convo: interrupted .*; nothing was written\n$/),
    });
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  test.each([
    ['html', '.html', /; \d+ pages? in \S+ (?:is|are) whole, and index\.html was not written\n/],
    ['markdown', '.md', /; \d+ files? in \S+ (?:is|are) whole\n/],
  ])('an export as %s that ends early says which files are whole', async (format, suffix, says) => {
    const [home, folder] = [demoHome(), outputFolder()];
    const words = ['export', '--to', format, '--output', folder];
    await call(words, { home });
    const names = readdirSync(folder).filter((name) => name.endsWith(suffix) && name !== 'index.html');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    symlinkSync('/nowhere', join(folder, names.sort().at(-1) ?? ''));
    const { exit, stderr } = await call(words, { home });
    expect([exit, stderr]).toEqual([4, expect.stringMatching(says)]);
    expect(Number(/(\d+) (?:page|file)s? in/.exec(stderr)?.[1])).toBe(readdirSync(folder).length - 1);
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  test('is refused below a store, and without a folder', async () => {
    const home = demoHome();
    const within = join(home, '.fnord', 'pages');
    expect((await call(['export', '--to', 'html', '--output', within], { home })).exit).toBe(4);
    expect((await call(['export', '--to', 'html'], { home })).exit).toBe(2);
    expect((await call(['export', 'a', 'b'], { home })).exit).toBe(2);
  });

  test('draws what is damaged where it is, and is what show --html prints', async () => {
    const { stdout } = await call(['show', 'c7a8', '--html'], { home: demoHome() });
    expect(stdout).toContain('<p class="finding error"><strong>error FN006</strong>');
    expect(stdout).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
  });

  test('says at the top whose it is, what it took, and shows what was passed to a tool as it reads', async () => {
    const { page } = await sessionPage([
      { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls -l\nwc -l *', timeout: 5 } },
    ]);
    expect(page).toContain('<dt>folder</dt><dd>/srv/ada</dd>');
    expect(page).toContain('<dd>invented-1: 1 answer, 7 in, 9 out, 0 from cache, 0 to cache</dd>');
    expect(page).toContain('<dt>command</dt><dd><pre>ls -l\nwc -l *</pre></dd>\n<dt>timeout</dt><dd><pre>5</pre></dd>');
  });

  test('says how to go on with a session, unless the folder that it needs is gone', async () => {
    const here = await sessionPage([], (line) => line.replace('/srv/ada', made));
    expect(here.page).toContain(`claude <span>--resume</span> ${ID}</code>`);
    const { page } = await sessionPage([], (line) => line.replace('/srv/ada', join(made, 'gone')));
    expect(page).toContain(`<dt>id</dt><dd><code>${ID}</code></dd>`);
    expect(page).not.toContain('--resume');
  });

  test('shows a single text that was passed to a tool without quotes and escapes', async () => {
    const { page } = await sessionPage([
      { type: 'tool_use', id: 'toolu_1', name: 'exec', input: 'say "plums"\nand pears' },
    ]);
    expect(page).toContain('<pre>say &quot;plums&quot;\nand pears</pre>');
  });

  test('a picture and a text that were sent together are one question', async () => {
    const root = join(emptyHome(), '.claude');
    mkdirSync(join(root, 'projects/-srv-ada'), { recursive: true });
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
    const asks = [
      [image, { type: 'text', text: 'What is this?' }],
      'And this?',
      [{ type: 'text', text: 'That?' }, image],
    ];
    const lines = asks.map((content, n) => ({
      type: 'user',
      uuid: `u${n}`,
      parentUuid: n === 0 ? null : `u${n - 1}`,
      sessionId: ID,
      cwd: '/srv/ada',
      timestamp: '2026-11-01T10:00:00.000Z',
      message: { role: 'user', content },
    }));
    writeFileSync(
      join(root, `projects/-srv-ada/${ID}.jsonl`),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const { stdout } = await call(['show', '--root', root, '--html']);
    expect(Array.from(stdout.matchAll(/<h2>(.*?)<\/h2>/g), ([, name]) => name)).toEqual(['Turn 1', 'Turn 2', 'Turn 3']);
    const listed = Array.from(stdout.matchAll(/<li><a href="#(turn-\d)">(.*?)</g), ([, turn, text]) => [turn, text]);
    expect(listed).toEqual([
      ['turn-1', 'What is this?'],
      ['turn-2', 'And this?'],
      ['turn-3', 'That?'],
    ]);
  });

  test('does not call what the program writes in the name of the person a question, also where it is shown', async () => {
    const root = fileURLToPath(new URL('../../../fixtures/codex/store', import.meta.url));
    const folder = join(emptyHome(), 'pages');
    await call(['export', '--to', 'html', '--all', '--root', root, '--output', folder]);
    const pages = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(pages.join('')).toContain('<p>&lt;environment_context&gt;');
    const questions = pages.flatMap((page) => page.match(/<li>.*$/gm) ?? []);
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.filter((each) => each.includes('environment_context'))).toEqual([]);
  });

  test('a picture that Rao keeps in its log is a picture, with the words beside it', async () => {
    const root = fileURLToPath(new URL('../../../fixtures/rao/recorded/store', import.meta.url));
    const { stdout } = await call(['show', '6', '--root', root, '--html', '--all']);
    expect(stdout).toMatch(
      /<img src="data:image\/png;base64,[\w+/]+={0,2}" alt="image, PNG 1 x 1, 70 bytes" loading="lazy">\n<p>Image: fig\.png<\/p>/,
    );
  });

  test('draws what is no message, such as a torn line, between the messages where it is in the file', async () => {
    const { page } = await sessionPage([{ type: 'text', text: 'Well.' }], (line) =>
      line.includes('"a1"') ? `{"torn":"here\n${line}` : line,
    );
    const [question, torn, answer] = ['Do it.</p>', '<p class="finding', 'Well.</p>'].map((text) => page.indexOf(text));
    expect(question).toBeGreaterThan(0);
    expect(torn).toBeGreaterThan(question ?? 0);
    expect(answer).toBeGreaterThan(torn ?? 0);
  });

  test('a number that JavaScript does not hold is shown as it stands in the file', async () => {
    const { page } = await sessionPage(
      [{ type: 'tool_use', id: 'toolu_1', name: 'Set', input: { id: 'LONG' } }],
      (line) => line.replace('"LONG"', '12345678901234567890'),
    );
    expect(page).toContain('<pre>{&quot;id&quot;:12345678901234567890}</pre>');
  });

  test('leads to each edit of a file in its order, those of a patch too', async () => {
    const edit = (n: number, input: object, name = 'Edit') => ({ type: 'tool_use', id: `toolu_${n}`, name, input });
    const patch =
      '*** Begin Patch\n*** Update File: lib/a.ts\n@@\n-old\n+new\n*** Add File: b.txt\n+one\n*** End Patch';
    const { page } = await sessionPage([
      edit(1, { file_path: '/srv/ada/lib/a.ts', old_string: 'a', new_string: 'b' }),
      edit(2, { file_path: '/srv/ada/lib/a.ts', old_string: 'b', new_string: 'c' }),
      edit(3, { command: ['apply_patch', patch] }, 'shell'),
    ]);
    const links = Array.from(
      page.matchAll(/<li><code>([^<]*)<\/code> <span class="edits">(.*?)<\/span>/g),
      ([, path, edits = '']) => [path, edits.match(/<a /g)?.length],
    );
    expect(links).toEqual([
      ['lib/a.ts', 3],
      ['b.txt', 1],
    ]);
    expect(page).toContain('<del>- old</del><ins>+ new</ins>');
    for (const [, id = ''] of page.matchAll(/href="#(m\d+)"/g)) expect(page).toContain(`id="${id}"`);
  });

  test('lets no text of a store become markup', async () => {
    const { stdout } = await call(['show', '--root', hostileHome(), '--html']);
    expect(stdout.match(/<script/g)).toHaveLength(1);
    expect(stdout).not.toMatch(/<(?:img|svg|a href="javascript)/);
    expect(stdout).not.toMatch(/<[a-z]+[^>]*\son[a-z]+=/);
  });
});

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  test('the script of a page runs, and nothing that a store holds', async () => {
    const { stdout } = await call(['show', '--root', hostileHome(), '--html']);
    const page = join(mkdtempSync(join(made, 'hostile-')), 'page.html');
    writeFileSync(page, stdout);
    const dom = opened(page);
    expect(dom).toContain('data-ready');
    expect(dom).not.toContain('data-harm');
  });

  test('axe finds nothing that keeps anyone from reading a page or the index', async () => {
    const home = demoHome();
    const folder = outputFolder();
    await call(['export', '--to', 'html', '--output', folder, '--all'], { home });
    const largest = readdirSync(folder).toSorted(
      (a, b) => readFileSync(join(folder, b)).length - readFileSync(join(folder, a)).length,
    );
    for (const file of ['index.html', ...largest.filter((each) => each !== 'index.html').slice(0, 2)]) {
      expect(axeFinds(join(folder, file)), file).toBe('none');
    }
  });

  test('nor on one with edits, results and code so long that they are scrolled', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `line ${n} of what is long`).join('\n');
    const input = { file_path: '/srv/ada/a.txt', old_string: 'a', new_string: long };
    const { page } = await sessionPage([
      { type: 'text', text: `\`\`\`js\n${long}\n\`\`\`\n\n    indented\n${long.replace(/^/gm, '    ')}` },
      { type: 'tool_use', id: 'toolu_1', name: 'Edit', input },
    ]);
    expect(page.match(/<pre[^>]* tabindex="0">/g)).toHaveLength(3);
    const file = join(outputFolder(), '..', 'long.html');
    writeFileSync(file, page);
    expect(axeFinds(file)).toBe('none');
  });
});
