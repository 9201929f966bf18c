import { printableLines } from '../text.ts';

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
