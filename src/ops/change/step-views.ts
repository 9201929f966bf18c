import type { EditView, StepView } from '../../model/change-report.ts';
import type { Content, Step } from '../../model/plan.ts';
import { type LineColumn, lineColumns } from '../survey/line-column.ts';

/** Edits shown of one file; the rest is counted. */
const SHOWN = 12;
/** Bytes shown of one edit on each side. */
const EXCERPT = 160;

/** Planned steps as a dry run shows them; paths stay relative to the root. `bytesOf` answers for files as they are. */
export function stepViews(steps: readonly Step[], bytesOf: (path: string) => Uint8Array | null): StepView[] {
  return steps.map((step) => view(step, bytesOf));
}

function view(step: Step, bytesOf: (path: string) => Uint8Array | null): StepView {
  if (step.do === 'move') return { do: 'move', path: step.from, to: step.to };
  if (step.do !== 'put' || step.content.from === 'bytes') return { do: step.do, path: step.path };
  const { content } = step;
  const source = content.from === 'copy' ? content.path : step.path;
  const bytes = bytesOf(source) ?? new Uint8Array();
  const sorted = [...content.edits].sort((a, b) => a.at - b.at);
  const position = lineColumns(bytes);
  const edits = sorted.slice(0, SHOWN).map((edit) => editView(edit, bytes, position(edit.at)));
  const copied = content.from === 'copy' ? { from: source } : {};
  return { do: 'put', path: step.path, ...copied, edits, more: sorted.length - edits.length };
}

type Edit = Extract<Content, { from: 'edits' }>['edits'][number];

function editView({ at, remove, insert }: Edit, bytes: Uint8Array, { line, column }: LineColumn): EditView {
  return { at, line, column, removed: excerpt(bytes.subarray(at, at + remove)), inserted: excerpt(insert) };
}

function excerpt(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, EXCERPT));
  return bytes.length > EXCERPT ? `${text}... (${bytes.length} bytes)` : text;
}
