import type { EditView, StepView } from '../../model/change-report.ts';
import type { Sentence } from '../../model/command.ts';
import { bytesSource, type Part, type Source } from '../../model/part.ts';
import { isFileOfRecords } from '../../model/path.ts';
import type { Content, Step } from '../../model/plan.ts';
import { spelledCharacters } from '../../model/spelled.ts';
import { isGzip } from '../../stores/engine/faults/other-format.ts';
import { wordsGone } from '../search/torn-lines.ts';
import { type LineColumn, lineColumns } from '../survey/line-columns.ts';

const MAX_EDITS_SHOWN = 12;
const EXCERPT_SIDE_BYTES = 160;

export type TextOf = (path: string) => Uint8Array | Source | null;

/** The steps for a report; paths stay relative to the root. */
export function stepViews(steps: readonly Step[], textOf: TextOf): StepView[] {
  return steps.map((step) => stepView(step, textOf));
}

function stepView(step: Step, textOf: TextOf): StepView {
  if (step.do === 'move') return { do: 'move', path: step.from, to: step.to };
  if (step.do !== 'put' || step.content.from === 'bytes' || step.content.from === 'range')
    return { do: step.do, path: step.path };
  const { content } = step;
  const source = content.from === 'copy' ? content.path : step.path;
  const text = textOf(source) ?? new Uint8Array();
  const sorted = [...content.edits].sort((a, b) => a.at - b.at);
  const position = lineColumns(text);
  const isOfLines = isFileOfRecords(step.path);
  const edits = sorted.slice(0, MAX_EDITS_SHOWN).map((edit) => {
    const words = isOfLines ? wordsOf(edit, text) : [];
    return { ...editView(edit, text, position(edit.at)), ...(words.length === 0 ? {} : { words }) };
  });
  const copied = content.from === 'copy' ? { from: source } : {};
  return { do: 'put', path: step.path, ...copied, edits, more: sorted.length - edits.length };
}

type Edit = Extract<Content, { from: 'edits' }>['edits'][number];

function editView(edit: Edit, text: Uint8Array | Source, { line, column }: LineColumn): EditView {
  const { at, remove, insert } = edit;
  const length = Math.min(remove, EXCERPT_SIDE_BYTES);
  const removed = text instanceof Uint8Array ? text.subarray(at, at + length) : text.slice(at, length);
  return { at, line, column, removed: excerptOf(removed, remove), inserted: excerptOf(insert, insert.length) };
}

/** Texts that can be read in lines that the edits remove. */
export function wordsInSteps(steps: readonly Step[], textOf: TextOf): string[] {
  return steps.flatMap((step) => {
    if (step.do !== 'put' || step.content.from !== 'edits' || !isFileOfRecords(step.path)) return [];
    const text = textOf(step.path);
    return text === null ? [] : step.content.edits.flatMap((edit) => wordsOf(edit, text));
  });
}

const MAX_WORDS = 600;

/** A clause on these texts. Each is a separate part, redacted separately, because it may be cut. */
export function goneText(words: readonly string[]): Sentence {
  const parts: string[] = ['words that go: '];
  let rest = MAX_WORDS;
  for (const word of new Set(words)) {
    const text = word.replace(/\s+/g, ' ');
    if (rest > 0 && parts.length > 1) parts.push(' · ');
    if (rest > 0) parts.push(text.length > rest ? `${text.slice(0, rest)}…` : text);
    rest -= text.length;
  }
  return rest < 0 ? [...parts, ' (--dry-run --json has all)'] : parts;
}

const MAX_BYTES_READ = 1 << 22;

function wordsOf({ at, remove, insert }: Edit, text: Uint8Array | Source): string[] {
  const length = Math.min(remove, MAX_BYTES_READ);
  const removed = text instanceof Uint8Array ? text.subarray(at, at + length) : text.slice(at, length);
  // Unpacking a gzip file loses nothing.
  return isGzip(bytesSource(removed)) ? [] : wordsGone(removed, insert);
}

function excerptOf(bytes: Uint8Array, length: number): string {
  const text = spelledCharacters(bytes.subarray(0, EXCERPT_SIDE_BYTES), {
    starts: true,
    ends: length <= EXCERPT_SIDE_BYTES,
  }).join('');
  return length > EXCERPT_SIDE_BYTES ? `${text}... (${length} bytes)` : text;
}

export function readText(parts: readonly Part[], path: string): ReturnType<TextOf> {
  const { bytes = null, source } = parts.find((part) => part.path === path) ?? {};
  return bytes ?? source ?? null;
}
