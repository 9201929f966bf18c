import type { Failure } from '../model/failure.ts';
import { documentJson } from './json-text.ts';
import { paint } from './paint.ts';
import { printable, printableLines } from './printable.ts';

/** Why there is no answer, and the way out, as lines of text. */
export function errorText({ message, hint }: Failure, color: boolean): string {
  const head = `${paint(color).bad('convo:')} ${printable(message)}\n`;
  return hint === null ? head : `${head}${indent(printableLines(hint))}\n`;
}

/** The same as the error document of the JSON contract; `command` is null when none was recognised. */
export function errorJson(command: string | null, { code, message, hint }: Failure): string {
  return documentJson(command, { error: { code, message, hint } });
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
