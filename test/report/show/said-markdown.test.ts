import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { insetMarkdown } from '../../../src/report/show/markdown.ts';

/** The page in which something was said, as a reader of Markdown shows it. */
function shown(...lines: string[]): string {
  const page = ['# Title', '', '## User', '', ...insetMarkdown(lines), '', '## Assistant', '', 'Yes.'];
  return MarkdownIt({ html: true }).render(page.join('\n'));
}

test.each([
  ['a heading', '## Assistant, 2026-01-01'],
  ['a heading of the page', '  # Title'],
  ['an underlined one', 'Assistant\n---'],
  ['an underlined one of the page', 'Assistant\nand more\n==='],
  ['markup', '<h2>Assistant</h2>'],
  ['a fence that is open', '```\n## Assistant'],
  ['one with another inside', '~~~~\n```\n~~~\n## Assistant'],
  ['a comment that is open', '<!-- all that follows'],
  ['a fold that is open', '<details>\n<summary>x</summary>'],
  ['a block that is open', '<pre>\n\nx'],
])('%s does not look like a turn', (_, text) => {
  const html = shown(...text.split('\n'));
  expect(html.match(/<h[12]>.*?<\/h[12]>/gs)).toEqual(['<h1>Title</h1>', '<h2>User</h2>', '<h2>Assistant</h2>']);
  expect(html).toContain('<p>Yes.</p>');
});

test.each([
  '### Why',
  'a\n\n---\n\nb',
  '- a\n- b',
  '| a |\n|---|\n| b |',
  '```sh\n# a comment\n## User\n```',
  '> quoted',
  '#hash',
])('%s stays as it was said', (text) => {
  expect([...insetMarkdown(text.split('\n'))].join('\n')).toBe(text);
});
