import { addAll } from '../model/collections.ts';
import type { Failure } from '../model/failure.ts';
import { documentJson } from './json-text.ts';
import { paint } from './paint.ts';
import { fitted, printable, printableLines } from './text.ts';

export interface FailureWords extends Pick<Failure, 'code' | 'message'> {
  readonly hint: string | null;
}

export function errorText({ message, hint }: FailureWords, color: boolean, width: number): string {
  const head = fitted(`convo: ${printable(message)}`, width).join('\n');
  const lines = [head.replace(/^convo:/, (found) => paint(color).bad(found))];
  if (hint !== null)
    for (const line of printableLines(hint).split('\n')) addAll(lines, fitted(line === '' ? '' : `  ${line}`, width));
  return `${lines.join('\n')}\n`;
}

/** Error document of the JSON contract; `command` is null if unknown. */
export function errorJson(command: string | null, { code, message, hint }: FailureWords): string {
  return documentJson(command, { error: { code, message, hint } });
}
