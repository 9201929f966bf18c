import { printableLines } from '../printable.ts';

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return printableLines(text).replace(/[&<>"']/g, (character) => MARKUP[character] ?? character);
}

/** Never breaks behind a flag's dashes. */
export function commandHtml(command: string): string {
  const words = escapeHtml(command).replace(/(?<=^| )--?[a-z-]+/g, '<span>$&</span>');
  return `<code class="command">${words}</code>`;
}

/** Visible rows, and columns on a narrow screen: conservative. */
const [ROWS, WIDTH] = [24, 28];

/** Opening tag of a preformatted block. Keyboard-reachable if it may scroll. */
export function preTag(text: string, name = ''): string {
  const mayScroll = text.length > ROWS * WIDTH || text.split('\n').length + text.length / WIDTH > ROWS;
  return `<pre${name === '' ? '' : ` class="${name}"`}${mayScroll ? ' tabindex="0"' : ''}>`;
}
