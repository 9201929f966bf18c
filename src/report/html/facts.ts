import type { Conversation } from '../../model/conversation.ts';
import { resumeLine } from '../../model/resume-line.ts';
import type { TokenCount } from '../../model/stats.ts';
import { bytesText, countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { manyText, tokensBy } from '../stats-by.ts';
import { timeText } from '../time.ts';
import { commandHtml, escapeHtml } from './escape.ts';

/** Facts at the top of a page. */
export function factsHtml(conversation: Conversation, tokens: readonly TokenCount[]): string {
  const { id } = conversation;
  const resume = resumeLine(conversation);
  const rows: readonly (readonly [string, string])[] = [
    ...textFacts(conversation).map(([name, text]) => [name, escapeHtml(text)] as const),
    ...[...tokensBy(tokens, ({ model }) => model)].map(
      ([model, { answers, input, output, cacheRead, cacheWrite }]) =>
        [
          'tokens',
          escapeHtml(
            `${printable(model)}: ${countText(answers, 'answer')}, ${manyText(input)} in, ${manyText(output)} out, ${manyText(cacheRead)} from cache, ${manyText(cacheWrite)} to cache`,
          ),
        ] as const,
    ),
    ['id', `<code>${escapeHtml(id)}</code>`],
    ...(resume === null ? [] : [['go on', commandHtml(resume)] as const]),
  ];
  return `<dl class="about">\n${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>\n`).join('')}</dl>\n`;
}

function textFacts(conversation: Conversation): (readonly [string, string])[] {
  const { kind, cwd, branch, project, format, state, messages, bytes } = conversation;
  const begun = conversation.createdAt ?? conversation.timestamp;
  const saved = conversation.updatedAt;
  const where = cwd || project;
  const all = [
    ['program', format === null || format === kind ? kind : `${kind}, ${format}`],
    [cwd ? 'folder' : 'project', where ? printable(where) : ''],
    ['branch', printable(branch ?? '')],
    ['begun', begun === null ? '' : `${timeText(begun)} UTC`],
    ['saved', saved === null || saved === begun ? '' : `${timeText(saved)} UTC`],
    ['state', state === 'active' ? '' : state],
    ['size', [...(messages === null ? [] : [countText(messages, 'message')]), bytesText(bytes)].join(', ')],
  ] as const;
  return all.filter(([, text]) => text !== '');
}
