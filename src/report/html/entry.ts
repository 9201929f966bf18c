import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { isUnseen, type Message, type Picture } from '../../model/conversation.ts';
import {
  argumentsOf,
  callSummary,
  type DiffLine,
  editIn,
  pictureText,
  resultLines,
  resultSummary,
  textPassed,
} from '../show/call.ts';
import { outputName, resultPlace, type TranscriptView, type TurnEntry } from '../show/entries.ts';
import { isHealed, type MessageRule, type Remark, rulesAt, wordLines } from '../show/placed.ts';
import { isNewSpeaker, noteLine, rulesBefore, type SpeakerLine, setsApart, turnHeading } from '../show/speaker.ts';
import { printableLines } from '../text.ts';
import { escapeHtml } from './escape.ts';
import { detailsHtml, preTag } from './frame.ts';

export function* entryHtml(
  entry: TurnEntry,
  { spoken, found }: { readonly spoken: SpeakerLine; readonly found: readonly Remark[] },
  view: TranscriptView,
): Generator<string> {
  const { message } = entry;
  yield* rulesAt(message, found, rulesBefore(message, spoken)).map(ruleHtml);
  if (message.source === 'interruption') {
    spoken.speaker = '';
    return;
  }
  yield* heading(message, spoken, view);
  const remarks = setsApart(message);
  const kind = `said ${message.role ?? ''}${isUnseen(message) ? ' hidden' : ''}`;
  yield `<div class="${kind}" id="m${message.index}"><a class="number" href="#m${message.index}" aria-label="message ${message.index}">${message.index}</a>\n`;
  if (message.type === 'tool_call') yield callHtml(entry, view);
  else if (message.type === 'tool_output') yield detailsHtml(outputName(entry), resultHtml(message));
  else yield* saidHtml(message);
  if (remarks !== '') yield `<p class="remark">${escapeHtml(remarks)}</p>\n`;
  yield '</div>\n';
}

export function ruleHtml({ remark, text }: MessageRule): string {
  if (remark === null) return `<p class="rule">${escapeHtml(text)}</p>\n`;
  if (isHealed(remark)) return `<p class="finding healed">${escapeHtml(text)}</p>\n`;
  const { code, severity } = remark;
  const words = wordLines(remark).join('\n');
  const pre = words === '' ? '' : `${preTag(words, 'came')}${escapeHtml(words)}</pre>\n`;
  return `<p class="finding ${severity}"><strong>${severity} ${code}</strong> ${escapeHtml(text)}</p>\n${pre}`;
}

function* heading(message: Message, spoken: SpeakerLine, view: TranscriptView): Generator<string> {
  const isNew = isNewSpeaker(message, spoken);
  const { who, when } = isNew ? turnHeading(message, spoken, view) : { who: '', when: '' };
  noteLine(message, spoken, when);
  const time = when === '' ? '' : ` <time>${escapeHtml(when)}</time>`;
  if (isNew) yield `<p class="who">${escapeHtml(who)}${time}</p>\n`;
}

function* saidHtml(message: Message): Generator<string> {
  const { type, source, pictures = [] } = message;
  const text = resultLines(message).join('\n');
  yield* pictures.map(pictureHtml);
  if (type === 'text' && source === undefined) yield `${proseHtml(text)}\n`;
  else if (type === 'image') yield text === '' ? '' : `${proseHtml(text)}\n`;
  else if (text === '') yield `<p class="remark">${escapeHtml(nameOf(message))}, without a text</p>\n`;
  else yield detailsHtml(nameOf(message), proseHtml(text));
}

function nameOf({ type, source }: Message): string {
  return type === 'reasoning' ? 'thinking' : (source ?? type);
}

function callHtml({ message, result, apart }: TurnEntry, view: TranscriptView): string {
  const { lines } = editIn(message);
  const isEdit = lines.length > 0;
  const brief = callSummary(message, argumentsOf(message), { cwd: view.cwd, isEdit });
  const visible = result !== null && (view.all || !result.hidden) ? result : null;
  const head = `<strong>${escapeHtml(message.name || 'an unnamed tool')}</strong> <code>${escapeHtml(brief)}</code>${outcomeHtml(visible, apart)}`;
  const inside = `${isEdit ? diffHtml(lines) : passedHtml(message)}${visible === null ? '' : resultHtml(visible)}`;
  return `<details class="fold call"${isEdit ? ' open' : ''}><summary>${head}</summary>\n${inside}</details>\n`;
}

function outcomeHtml(result: Message | null, apart: TurnEntry['apart']): string {
  if (result === null && apart === null) return '';
  const { isGood, text } = result === null ? { isGood: true, text: resultPlace(apart) } : resultSummary(result);
  return ` <span class="${isGood ? 'good' : 'bad'}">${escapeHtml(text)}</span>`;
}

function diffHtml(lines: readonly DiffLine[]): string {
  const tags = { '-': 'del', '+': 'ins', ' ': 'span' } as const;
  // CSS puts each on a line, so a line feed would add an empty one.
  const set = lines.map(({ sign, text }) => `<${tags[sign]}>${sign} ${escapeHtml(text)}</${tags[sign]}>`);
  return `${preTag(lines.map(({ text }) => text).join('\n'), 'diff')}${set.join('')}</pre>\n`;
}

function resultHtml(result: Message): string {
  const { pictures = [] } = result;
  const text = resultLines(result).join('\n');
  const pre = preTag(text, result.failed === true ? 'came failed' : 'came');
  return `${pictures.map(pictureHtml).join('')}${text === '' ? '' : `${pre}${escapeHtml(text)}</pre>\n`}`;
}

/** The picture if its type is safe, else a description. */
function pictureHtml(picture: Picture): string {
  const { base64, type } = picture;
  const about = escapeHtml(pictureText(picture));
  if (base64 === undefined || type === null || !/^[A-Za-z\d+/]+={0,2}$/.test(base64))
    return `<p class="remark">${about}</p>\n`;
  return `<img src="data:${escapeHtml(type)};base64,${base64}" alt="${about}" loading="lazy">\n`;
}

/** A number that exceeds JavaScript's precision. */
const LONG_NUMBER = /\d{16}/;

function passedHtml(message: Message): string {
  const source = message.arguments ?? message.text ?? '';
  const args = LONG_NUMBER.test(source) ? null : argumentsOf(message);
  if (source === '' || source === '{}') return '';
  if (args === null) {
    const text = textPassed(message);
    return `${preTag(text)}${escapeHtml(text)}</pre>\n`;
  }
  const items = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return `<dt>${escapeHtml(name)}</dt><dd>${preTag(text)}${escapeHtml(text)}</pre></dd>\n`;
  });
  return `<dl class="passed">\n${items.join('')}</dl>\n`;
}

const LANGUAGES = {
  bash,
  c,
  css,
  diff,
  elixir,
  go,
  ini,
  java,
  javascript,
  json,
  python,
  r,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Longest texts for highlighting and Markdown; longer ones stay plain. */
const MAX_CODE_LENGTH = 50_000;
const MAX_PROSE_LENGTH = 400_000;

function codeHtml(text: string, language: string): string {
  if (text.length > MAX_CODE_LENGTH || hljs.getLanguage(language) === undefined) return escapeHtml(text);
  return hljs.highlight(printableLines(text), { language, ignoreIllegals: true }).value;
}

const markdown = MarkdownIt({ html: false, breaks: true, highlight: codeHtml });
// Only web and mail links; pictures would be fetched.
markdown.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url);
markdown.disable(['image']);
markdown.renderer.rules['link_open'] = (tokens, at) => {
  const href = tokens[at]?.attrGet('href') ?? '';
  return `<a href="${escapeHtml(String(href))}" rel="noreferrer noopener" target="_blank">`;
};
// The policy forbids style attributes.
for (const rule of ['th_open', 'td_open'] as const)
  markdown.renderer.rules[rule] = (tokens, at) => {
    const align = /text-align:(left|center|right)/.exec(String(tokens[at]?.attrGet('style') ?? ''))?.[1];
    return `<${rule.slice(0, 2)}${align === undefined ? '' : ` class="${align}"`}>`;
  };

for (const rule of ['fence', 'code_block'] as const) {
  const set = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (tokens, at, options, env, self) =>
    (set?.(tokens, at, options, env, self) ?? '').replace(/^<pre>/, () => preTag(tokens[at]?.content ?? ''));
}

/** Rendered Markdown that can neither run nor fetch anything. */
export function proseHtml(text: string): string {
  if (text.length > MAX_PROSE_LENGTH) return `${preTag(text)}${escapeHtml(text)}</pre>`;
  return markdown.render(printableLines(text)).trimEnd();
}
