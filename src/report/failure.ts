import { addAll } from '../model/add-all.ts';
import type { Failure } from '../model/failure.ts';
import { documentJson } from './json-text.ts';
import { paint } from './paint.ts';
import { printable, printableLines } from './printable.ts';
import { fitted } from './wrap.ts';

/** A failure as people and programs are given it. */
export interface FailureWords extends Pick<Failure, 'code' | 'message'> {
  readonly hint: string | null;
}

/** Why there is no answer, and the way out, as lines of text at a width. */
export function errorText({ message, hint }: FailureWords, color: boolean, width: number): string {
  const head = fitted(`convo: ${printable(message)}`, width).join('\n');
  const lines = [head.replace(/^convo:/, (found) => paint(color).bad(found))];
  if (hint !== null)
    for (const line of printableLines(hint).split('\n')) addAll(lines, fitted(line === '' ? '' : `  ${line}`, width));
  return `${lines.join('\n')}\n`;
}

/** The error document of the JSON contract; `command` is null when none was recognised. */
export function errorJson(command: string | null, { code, message, hint }: FailureWords): string {
  return documentJson(command, { error: { code, message, hint } });
}
