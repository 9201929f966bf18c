import { printableLines } from '../printable.ts';

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text from a store inside an element or an attribute: nothing of it acts. */
export function escapeHtml(text: string): string {
  return printableLines(text).replace(/[&<>"']/g, (character) => MARKUP[character] ?? character);
}

/** A command to copy; no line ends behind the dashes of a flag. */
export function commandHtml(command: string): string {
  const words = escapeHtml(command).replace(/(?<=^| )--?[a-z-]+/g, '<span>$&</span>');
  return `<code class="command">${words}</code>`;
}
