import type { Edit } from '../../../codecs/edit.ts';
import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import type { Content, Step } from '../../../model/plan.ts';
import { isRefusal, type Refusal } from '../../decision.ts';

export type WholePart = Pick<Part, 'path' | 'type' | 'digest'>;

export function withEdits(
  { path, digest }: Pick<Part, 'path' | 'digest'>,
  edits: readonly Edit[],
): Step & { do: 'put' } {
  return { do: 'put', path, was: digest(), content: { from: 'edits', edits } };
}

export function copied(
  { path, digest }: Pick<Part, 'path' | 'digest'>,
  edits: readonly Edit[],
): Content & { from: 'copy' } {
  return { from: 'copy', path, was: digest(), edits };
}

export function copiedTo(part: Pick<Part, 'path' | 'digest'>, path: string, edits: readonly Edit[]) {
  return { do: 'put', path, was: 'absent', content: copied(part, edits) } as const satisfies Step;
}

export function editedAt(part: Part, to: string, edits: readonly Edit[], time: Time = { keepTime: true }): Step[] {
  if (to === part.path) return edits.length === 0 ? [] : [{ ...withEdits(part, edits), ...time }];
  if (edits.length === 0) return [moved(part, to)];
  return [{ ...copiedTo(part, to, edits), ...time }, removed(part)];
}

interface Time {
  readonly keepTime?: true;
}

export function moved({ path, type, digest }: WholePart, to: string): Step {
  return { do: 'move', what: type === 'folder' ? 'folder' : 'file', from: path, to, was: digest() };
}

export function removed({ path, type, digest }: WholePart): Step {
  return { do: 'remove', what: type === 'folder' ? 'folder' : 'file', path, was: digest() };
}

export interface UnitEdits {
  /** The path under which people know it; null if nothing is done. */
  readonly path: string | null;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
  readonly before: Counts;
  readonly after: Counts;
}

export const NO_EDITS: UnitEdits = {
  path: null,
  steps: [],
  codes: [],
  notes: [],
  before: NO_COUNTS,
  after: NO_COUNTS,
};

export function joinUnitEdits(all: readonly UnitEdits[]): UnitEdits {
  const [one] = all;
  if (one !== undefined && all.length === 1) return one;
  return {
    path: all.find(({ path }) => path !== null)?.path ?? null,
    steps: all.flatMap(({ steps }) => steps),
    codes: [...new Set(all.flatMap(({ codes }) => codes))],
    notes: all.flatMap(({ notes }) => notes),
    before: all.reduce((sum, { before }) => addCounts(sum, before), NO_COUNTS),
    after: all.reduce((sum, { after }) => addCounts(sum, after), NO_COUNTS),
  };
}

export function changeEach<T, E extends UnitEdits>(files: readonly T[], edit: (file: T) => E | Refusal): E[] | Refusal {
  const all: E[] = [];
  for (const file of files) {
    const one = edit(file);
    if (isRefusal(one)) return one;
    all.push(one);
  }
  return all;
}

/** Removes a leftover, which has nothing of a conversation. */
export function cleared(path: string, steps: readonly Step[], code: Code, note: string): UnitEdits {
  return { ...NO_EDITS, path, steps, codes: [code], notes: [note] };
}
