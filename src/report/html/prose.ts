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
import { printableLines } from '../printable.ts';
import { escapeHtml, preTag } from './escape.ts';

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

/** Limits for highlighting and Markdown; longer texts stay plain. */
const [LONGEST_CODE, LONGEST_PROSE] = [50_000, 400_000];

/** Highlighted, or plain in an unknown language. */
function codeHtml(text: string, language: string): string {
  if (text.length > LONGEST_CODE || hljs.getLanguage(language) === undefined) return escapeHtml(text);
  return hljs.highlight(printableLines(text), { language, ignoreIllegals: true }).value;
}

const markdown = MarkdownIt({ html: false, breaks: true, highlight: codeHtml });
// Web and mail links only; pictures would be fetched.
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
  if (text.length > LONGEST_PROSE) return `${preTag(text)}${escapeHtml(text)}</pre>`;
  return markdown.render(printableLines(text)).trimEnd();
}
