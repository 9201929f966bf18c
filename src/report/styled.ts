import type { Paint } from './paint.ts';
import { wrapLine } from './wrap.ts';

/** Lines of somebody's text at a width; with a paint, Markdown is lightly set: headings, code, strong words. Nothing is left out. */
export function* styled(lines: Iterable<string>, width: number, paint: Paint | null): Generator<string> {
  let fence: string | null = null;
  for (const line of lines) {
    const isEdge = isFence(line, fence);
    const style = paint === null ? plain : styleOf(line, { isEdge, inside: fence !== null }, paint);
    for (const each of wrapLine(line, width)) yield style(each);
    if (isEdge) fence = fence === null ? markOf(line) : null;
  }
}

function markOf(line: string): string {
  return /^\s*(```+|~~~+)/.exec(line)?.[1] ?? '';
}

/** Does a line open a block of code, or close the one that `open` began. */
function isFence(line: string, open: string | null): boolean {
  const mark = markOf(line);
  return mark !== '' && (open === null || (mark.startsWith(open) && line.trim() === mark));
}

function plain(line: string): string {
  return line;
}

function styleOf(
  line: string,
  { isEdge, inside }: { readonly isEdge: boolean; readonly inside: boolean },
  paint: Paint,
): (line: string) => string {
  if (isEdge) return paint.faint;
  if (inside) return paint.accent;
  if (/^#{1,6} /.test(line)) return paint.strong;
  if (/^>/.test(line)) return paint.faint;
  return (each) => inline(each, paint);
}

function inline(line: string, paint: Paint): string {
  return line.replace(/`[^`]+`|\*\*[^*]+\*\*/g, (found) =>
    (found.startsWith('`') ? paint.accent : paint.strong)(found),
  );
}
