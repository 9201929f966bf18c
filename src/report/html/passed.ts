import type { Message } from '../../model/conversation.ts';
import { givenTo } from '../show/call.ts';
import { escapeHtml } from './escape.ts';
import { preTag } from './pre.ts';

/** Exceeds JavaScript's precision. */
const LONG_NUMBER = /\d{16}/;

/** Arguments of a call by name, texts as they read; other JSON verbatim. */
export function passedHtml(message: Message): string {
  const source = message.arguments ?? message.text ?? '';
  const given = LONG_NUMBER.test(source) ? null : givenTo(message);
  if (source === '' || source === '{}') return '';
  if (given === null) return `${preTag(source)}${escapeHtml(source)}</pre>\n`;
  const items = Object.entries(given).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return `<dt>${escapeHtml(name)}</dt><dd>${preTag(text)}${escapeHtml(text)}</pre></dd>\n`;
  });
  return `<dl class="passed">\n${items.join('')}</dl>\n`;
}
