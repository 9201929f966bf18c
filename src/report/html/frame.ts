import { escapeHtml } from './escape.ts';
import { SCRIPT, SCRIPT_HASH } from './script.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** Identifies our pages. */
const SIGN = '<!-- a page of convo -->';

/** A style sheet and its sha256 for the policy; a test compares them. */
export interface Sheet {
  readonly text: string;
  readonly hash: string;
}

/** Nothing is fetched, and only our script runs. */
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

/** Up to the body. `more`: additional style sheets. */
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

export function pageEnd(): string {
  return `<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/** Searches elements with `data-find`. */
export function searchField(label: string): string {
  return `<div class="search" role="search"><input type="search" name="search" aria-label="${escapeHtml(label)}" placeholder="${escapeHtml(label)}"><span data-count aria-live="polite"></span>`;
}
