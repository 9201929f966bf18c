import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { hasChromium, opened, openedWith } from '../chromium.ts';

const made = mkdtempSync(join(tmpdir(), 'convo-long-'));
afterAll(() => rmSync(made, { recursive: true }));

const ID = '11111111-2222-4333-8444-555555555502';
const ROUNDS = 40;
/** What would end a text that waits to be made, and run. */
const HARM =
  '</noscript></div></details><script>document.documentElement.dataset.harm=1</script><img src=x onerror="document.documentElement.dataset.harm=1">';

/** A session whose page is larger than what a page has at once: questions, with long answers. */
function longHome(): string {
  const root = join(made, 'home', '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: ROUNDS }, (_, round) => [
    recordOf(2 * round, 'user', `Question ${round}: what of ${HARM}?`),
    recordOf(
      2 * round + 1,
      'assistant',
      `${'It is so, and < & > too. '.repeat(1500)} The word is pear&${round}. ${HARM}`,
    ),
  ]).flat();
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
  return root;
}

function recordOf(n: number, role: string, text: string): string {
  return JSON.stringify({
    type: role,
    uuid: uuidOf(n),
    parentUuid: n === 0 ? null : uuidOf(n - 1),
    sessionId: ID,
    timestamp: new Date(Date.UTC(2026, 10, 1, 10, n)).toISOString(),
    cwd: '/srv/ada',
    message: { role, content: [{ type: 'text', text }] },
  });
}

function uuidOf(n: number): string {
  return `${ID.slice(0, -4)}${String(n).padStart(4, '0')}`;
}

let page = '';
let source = '';
beforeAll(async () => {
  const pages = join(made, 'pages');
  const { exit } = await call(['export', '--to', 'html', '--output', pages, '--root', longHome()]);
  expect(exit).toBe(0);
  page = join(pages, readdirSync(pages).find((name) => name.startsWith('claude-')) ?? '');
  source = readFileSync(page, 'utf8');
});

test('a long page has each message once: those past the beginning for a browser that runs no script too', () => {
  const later = source.split('data-later><noscript>').length - 1;
  expect(later).toBeGreaterThan(5);
  expect(source.split('</noscript>').length - 1).toBe(later);
  for (let n = 0; n < 2 * ROUNDS; n++) expect(source.split(`id="m${n}"`)).toHaveLength(2);
  expect(source.indexOf('data-later')).toBeGreaterThan(1_000_000);
});

test('of a list of many questions the first are there at once, and the others go on with their numbers', async () => {
  const folder = join(made, 'many', '.claude', 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: 600 }, (_, n) => recordOf(n, 'user', `Question ${n + 1}?`));
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
  const { stdout } = await call(['show', ID, '--html', '--root', join(made, 'many', '.claude')]);
  const lists = [...stdout.matchAll(/(<noscript>\n)?<ol(?: start="(\d+)")?>\n(.*?)<\/ol>/gs)];
  expect(
    lists.map(([, later, start, items = '']) => [later !== undefined, start, items.split('<li>').length - 1]),
  ).toEqual([
    [false, undefined, 256],
    [true, '257', 256],
    [true, '513', 88],
  ]);
  expect(lists[2]?.[3]).toContain('<li><a href="#turn-513">Question 513?</a></li>');
});

describe.skipIf(!hasChromium)('a long page in Chromium, where it is installed', () => {
  test('is whole in the end, and nothing of the store has run', () => {
    const dom = opened(page);
    expect(dom).toContain('data-ready');
    expect(dom).not.toContain('data-harm');
    expect(dom).not.toContain('data-later=""');
    expect(dom.split('<div class="said ').length - 1).toBe(2 * ROUNDS);
  });

  /** One visit, of which each test reads its own mark: to start a browser takes far longer than any of it. */
  let visited = '';
  beforeAll(() => {
    const ask = `setTimeout(() => {
      const marks = document.body.dataset;
      const waiting = () => document.querySelectorAll('[data-later]').length;
      marks.there = [document.querySelector(':target')?.id, waiting() > 0].join();
      const box = document.querySelector('input[type=search]');
      box.value = 'PEAR&38';
      box.dispatchEvent(new Event('input'));
      const counted = () => document.querySelector('[data-count]').textContent;
      setTimeout(() => {
        const shown = [...document.querySelectorAll('.exchange')].filter((each) => !each.hidden).map(({ id }) => id);
        const first = counted();
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        marks.found = [first, shown, CSS.highlights.get('found').size, counted()].join('; ');
        marks.between = waiting();
        dispatchEvent(new Event('beforeprint'));
        marks.left = waiting();
      }, 400);
    }, 400);`;
    visited = openedWith(page, ask, '#m61');
  });

  test('makes at once what its address leads to', () => {
    expect(visited).toContain('data-there="m61,true"');
  });

  test('finds a word in what is not made yet, and makes it to mark it', () => {
    expect(visited).toContain(`data-found="1 of ${ROUNDS}; turn-39; 1; match 1 of 1"`);
  });

  test('makes all of it to be printed', () => {
    expect(visited).toMatch(/data-between="[1-9]/);
    expect(visited).toContain('data-left="0"');
  });
});
