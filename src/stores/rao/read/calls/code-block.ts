import { trimmed } from './command.ts';

/** The code of an edit without its fences, as Rao puts it into the widget. */
export function codeBlock(content: string, fileName: string): string {
  if (content === '') return content;
  if (content.includes('````') || content.includes('```rmd')) return trimmed(outerFence(content));
  return trimmed(content.includes('```') ? withoutFences(content, fileName) : content);
}

/** Of R Markdown, which has fences of its own, the first block between fences of four. */
function outerFence(content: string): string {
  return blockIn(content, '````', null, 0)?.inside ?? content;
}

function withoutFences(content: string, fileName: string): string {
  const language = languageOf(fileName);
  const own = language === null ? content : insides(content, language);
  return own === content ? insides(content, null) : own;
}

/** The text with the inside of each block in its place. */
function insides(content: string, language: string | null): string {
  let [text, from] = ['', 0];
  for (
    let block = blockIn(content, '```', language, 0);
    block !== null;
    block = blockIn(content, '```', language, from)
  ) {
    text += content.slice(from, block.start) + block.inside;
    from = block.end;
  }
  return text + content.slice(from);
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly inside: string;
}

/** The first block from an offset on: a fence with a language (null for any), the rest of the line blank, and the next fence. */
function blockIn(text: string, fence: string, language: string | null, from: number): Block | null {
  for (let start = text.indexOf(fence, from); start >= 0; start = text.indexOf(fence, start + 1)) {
    const inside = afterHead(text, start + fence.length, language);
    if (inside < 0) continue;
    const close = text.indexOf(fence, inside);
    return close < 0 ? null : { start, end: close + fence.length, inside: text.slice(inside, close) };
  }
  return null;
}

const LETTERS = /[a-zA-Z]*/y;
const LINES = /\s*\n/y;

/** Where the inside of a block begins, behind the blank lines after the name of its language; -1 where there is no such name. */
function afterHead(text: string, at: number, language: string | null): number {
  LETTERS.lastIndex = at;
  const name = LETTERS.exec(text)?.[0] ?? '';
  if (language !== null && name.toLowerCase() !== language) return -1;
  LINES.lastIndex = at + name.length;
  return LINES.test(text) ? LINES.lastIndex : -1;
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.r$/, 'r'],
  [/\.py$/, 'python'],
  [/\.js$/, 'javascript'],
  [/\.java$/, 'java'],
  [/\.(?:cpp|c)$/, 'cpp'],
  [/\.(?:sh|bash)$/, 'bash'],
  [/\.sql$/, 'sql'],
  [/\.html$/, 'html'],
  [/\.css$/, 'css'],
  [/\.json$/, 'json'],
  [/\.rmd$/, 'rmd'],
];

function languageOf(fileName: string): string | null {
  const name = fileName.toLowerCase();
  return LANGUAGES.find(([ending]) => ending.test(name))?.[1] ?? null;
}
