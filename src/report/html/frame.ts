import { escapeHtml } from './escape.ts';
import { SCRIPT, SCRIPT_HASH } from './script.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** By this a page is known for one of ours. */
const SIGN = '<!-- a page of convo -->';

/** A style sheet, and by what the policy of a page knows it: its sha256, which a test compares. */
export interface Sheet {
  readonly text: string;
  readonly hash: string;
}

/** Nothing is fetched, and nothing runs but what is in this program. */
function policyFor(sheets: readonly Sheet[]): string {
  return [
    "default-src 'none'",
    `style-src ${sheets.map(({ hash }) => `'${hash}'`).join(' ')}`,
    `script-src '${SCRIPT_HASH}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The beginning of a page, up to what is in its body; `more` is the look of what other pages do not have. */
export function pageHead(title: string, more: readonly Sheet[] = []): string {
  const sheets = [{ text: STYLE, hash: STYLE_HASH }, ...more];
  return `<!doctype html>
${SIGN}
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

/** The end of a page. */
export function pageEnd(): string {
  return `<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** A field to search in what has `data-find`. */
export function searchField(label: string): string {
  return `<div class="search" role="search"><input type="search" name="search" aria-label="${escapeHtml(label)}" placeholder="${escapeHtml(label)}"><span data-count aria-live="polite"></span>`;
}
