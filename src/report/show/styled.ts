import type { Paint } from '../paint.ts';
import { numberText, wrapLine } from '../text.ts';
import type { TranscriptView } from './entries.ts';

/** Wraps text. With `paint`, keeps lines of code whole and lightly styles Markdown; nothing is removed. */
export function* styled(lines: Iterable<string>, width: number, paint: Paint | null): Generator<string> {
  let fence: string | null = null;
  for (const line of lines) {
    const isEdge = isFence(line, fence);
    const style = styleOf(line, { isEdge, inside: fence !== null }, paint);
    const even = withoutTabs(line, width);
    const isCode = fence !== null && !isEdge;
    yield* (isCode && paint !== null ? [even] : wrapLine(even, width)).map(style);
    if (isEdge) fence = fence === null ? markOf(line) : null;
  }
}

function markOf(line: string): string {
  return /^\s*(```+|~~~+)/.exec(line)?.[1] ?? '';
}

function isFence(line: string, open: string | null): boolean {
  const mark = markOf(line);
  return mark !== '' && (open === null || (mark.startsWith(open) && line.trim() === mark));
}

function withoutTabs(line: string, width: number): string {
  return width === Number.POSITIVE_INFINITY ? line : line.replaceAll('\t', '    ');
}

function unstyled(line: string): string {
  return line;
}

function styleOf(
  line: string,
  { isEdge, inside }: { readonly isEdge: boolean; readonly inside: boolean },
  paint: Paint | null,
): (line: string) => string {
  if (paint === null) return unstyled;
  if (isEdge) return paint.faint;
  if (inside) return paint.tint;
  if (/^#{1,6} /.test(line)) return paint.strong;
  if (/^>/.test(line)) return paint.faint;
  return (each) => inline(each, paint);
}

function inline(line: string, paint: Paint): string {
  return line.replace(/`[^`]+`|\*\*[^*]+\*\*/g, (found) =>
    (found.startsWith('`') ? paint.accent : paint.strong)(found),
  );
}

const LINES = 8;
const CHARACTERS = 1200;

export function foldedLines(lines: readonly string[], whole: boolean, max = LINES): readonly string[] {
  if (whole) return lines;
  // A single line is never folded.
  if (lines.length <= max + 1) return lines.map(clipLine);
  return [...lines.slice(0, max).map(clipLine), `… ${numberText(lines.length - max)} more lines (--full)`];
}

function clipLine(line: string): string {
  if (line.length <= CHARACTERS) return line;
  const start = line.slice(0, CHARACTERS).replace(/\p{Surrogate}$/u, '');
  return `${start}… ${numberText(line.length - start.length)} more characters (--full)`;
}

/** Columns of indentation. */
export const INDENT = 2;
export const LABEL_INDENT = 6;

/** Lines shown of thinking, program texts and results. */
export const MAX_ASIDE_LINES = 4;

export function isFull({ all, full }: TranscriptView): boolean {
  return all || full;
}

export function* wrapped(
  lines: Iterable<string>,
  indent: number,
  { width }: TranscriptView,
  color: (text: string) => string,
): Generator<string> {
  for (const line of indentedLines(styled(lines, width - indent, null), indent))
    yield line === '' ? '' : ' '.repeat(indent) + color(line.slice(indent));
}

export function* indentedLines(lines: Iterable<string>, indent: number): Generator<string> {
  for (const line of lines) yield line === '' ? '' : ' '.repeat(indent) + line;
}
