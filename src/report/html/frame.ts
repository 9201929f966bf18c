import { type Asset, PAGE_SCRIPT, PAGE_STYLE } from './assets.ts';
import { escapeHtml } from './escape.ts';

/** Identifies our pages. */
const SIGN = '<!-- a page of convo -->';

/** Nothing is fetched, and only our script runs. */
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

/** Up to the body. `more`: additional style sheets. */
export function pageHead(title: string, more: readonly Asset[] = []): string {
  const sheets = [PAGE_STYLE, ...more];
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
  return `<script>${PAGE_SCRIPT.text}</script>\n</body>\n</html>\n`;
}

/** Searches elements with `data-find`. */
export function searchField(label: string): string {
  return `<div class="search" role="search"><input type="search" name="search" aria-label="${escapeHtml(label)}" placeholder="${escapeHtml(label)}"><span data-count aria-live="polite"></span>`;
}
