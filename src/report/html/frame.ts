import { type Conversation, sortTime } from '../../model/conversation.ts';
import { PAGE_SIGN } from '../../model/convo-output.ts';
import { bytesText, countText, firstLine } from '../text.ts';
import { timeText } from '../time.ts';
import { type Asset, PAGE_SCRIPT, PAGE_STYLE } from './assets.ts';
import { escapeHtml } from './escape.ts';

/** A policy by which nothing is fetched, and only convo's script runs. */
function policyFor(sheets: readonly Asset[]): string {
  return [
    "default-src 'none'",
    `style-src ${sheets.map(({ hash }) => `'${hash}'`).join(' ')}`,
    `script-src '${PAGE_SCRIPT.hash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export function pageHead(title: string, more: readonly Asset[] = []): string {
  const sheets = [PAGE_STYLE, ...more];
  return `<!doctype html>
${PAGE_SIGN}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(sheets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
${sheets.map(({ text }) => `<style>${text}</style>`).join('\n')}
</head>
<body>
`;
}

export function pageEnd(): string {
  return `<script>${PAGE_SCRIPT.text}</script>\n</body>\n</html>\n`;
}

export function searchField(label: string): string {
  return `<div class="search" role="search"><input type="search" name="search" aria-label="${escapeHtml(label)}" placeholder="${escapeHtml(label)}"><span data-count aria-live="polite"></span>`;
}

export function detailsHtml(title: string, inside: string): string {
  return `<details class="fold"><summary>${escapeHtml(title)}</summary>\n${inside}</details>\n`;
}

/** A command that never breaks after a flag's dashes. */
export function commandHtml(command: string): string {
  const words = escapeHtml(command).replace(/(?<=^| )--?[a-z-]+/g, '<span>$&</span>');
  return `<code class="command">${words}</code>`;
}

/** Conservative limits of visible rows, and of columns on a narrow screen. */
const ROWS = 24;
const WIDTH = 28;

/** Opening tag of a preformatted block, reachable by keyboard if it may scroll. */
export function preTag(text: string, name = ''): string {
  const mayScroll = text.length > ROWS * WIDTH || text.split('\n').length + text.length / WIDTH > ROWS;
  return `<pre${name === '' ? '' : ` class="${name}"`}${mayScroll ? ' tabindex="0"' : ''}>`;
}

export interface PageEntry {
  readonly file: string;
  readonly conversation: Conversation;
  readonly title: string;
  readonly questions: readonly string[];
  readonly errors: number;
}

/** The index of pages, newest first. Its search covers titles, projects, tags and questions. */
export function* indexPage(entries: readonly PageEntry[]): Generator<string> {
  const title = countText(entries.length, 'conversation');
  yield pageHead(title);
  yield `<div>\n<header>\n<h1>${title}</h1>\n${searchField('search in titles and questions')}</div>\n</header>\n<main>\n`;
  for (const entry of [...entries].sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0)))
    yield entryHtml(entry);
  yield `</main>\n</div>\n${pageEnd()}`;
}

function entryHtml({ file, conversation, title, questions, errors }: PageEntry): string {
  const { kind, project, cwd, tag, messages, bytes } = conversation;
  const time = sortTime(conversation) ?? 0;
  const facts = [
    cwd || project ? `${kind} ${cwd || project}` : kind,
    time === 0 ? '' : `${timeText(time)} UTC`,
    messages === null ? '' : countText(messages, 'message'),
    bytesText(bytes),
    tag ? `#${tag}` : '',
  ].filter((fact) => fact !== '');
  const items = questions.map((question) => `<li>${escapeHtml(firstLine(question, 160))}</li>`).join('\n');
  const harm = errors === 0 ? '' : `<p class="finding">${countText(errors, 'error')}: the page says where</p>\n`;
  const all =
    questions.length < 2
      ? ''
      : `<details class="fold"><summary>${countText(questions.length, 'question')}</summary>\n<ol>\n${items}\n</ol>\n</details>\n`;
  return `<article data-find>\n<h2><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(title)}</a></h2>\n<p class="facts">${escapeHtml(facts.join(' · '))}</p>\n${harm}${all}</article>\n`;
}
