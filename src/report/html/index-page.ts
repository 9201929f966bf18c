import { type Conversation, sortTime } from '../../model/conversation.ts';
import { bytesText, countText } from '../numbers.ts';
import { firstLine } from '../printable.ts';
import { timeText } from '../time.ts';
import { escapeHtml } from './escape.ts';
import { pageEnd, pageHead, searchField } from './frame.ts';

/** A page and a summary of its conversation. */
export interface PageEntry {
  /** File name beside the index. */
  readonly file: string;
  readonly conversation: Conversation;
  readonly title: string;
  /** One line each. */
  readonly questions: readonly string[];
  readonly errors: number;
}

/** Newest first. Searches titles, projects and questions. */
export function* indexPage(entries: readonly PageEntry[]): Generator<string> {
  const title = countText(entries.length, 'conversation');
  yield pageHead(title);
  yield `<div>\n<header>\n<h1>${title}</h1>\n${searchField('search in titles and questions')}</div>\n</header>\n<main>\n`;
  for (const entry of [...entries].sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0)))
    yield entryHtml(entry);
  yield `</main>\n</div>\n${pageEnd()}`;
}

function entryHtml({ file, conversation, title, questions, errors }: PageEntry): string {
  const { kind, project, cwd, messages, bytes } = conversation;
  const time = sortTime(conversation) ?? 0;
  const facts = [
    cwd || project ? `${kind} ${cwd || project}` : kind,
    time === 0 ? '' : `${timeText(time)} UTC`,
    messages === null ? '' : countText(messages, 'message'),
    bytesText(bytes),
  ].filter((fact) => fact !== '');
  const asked = questions.map((question) => `<li>${escapeHtml(firstLine(question, 160))}</li>`).join('\n');
  const harm = errors === 0 ? '' : `<p class="finding">${countText(errors, 'error')}: the page says where</p>\n`;
  const all =
    questions.length < 2
      ? ''
      : `<details class="fold"><summary>${countText(questions.length, 'question')}</summary>\n<ol>\n${asked}\n</ol>\n</details>\n`;
  return `<article data-find>\n<h2><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(title)}</a></h2>\n<p class="facts">${escapeHtml(facts.join(' · '))}</p>\n${harm}${all}</article>\n`;
}
