import type { Edit } from '../../../../codecs/edit.ts';

/** What a repair makes of one file. */
export interface FileRepair {
  readonly edits: readonly Edit[];
  /** What a person should know: each loss, and each choice made for them. */
  readonly notes: readonly string[];
}

/** Nothing to repair. */
export const NO_REPAIR: FileRepair = { edits: [], notes: [] };

/** Several repairs of one file that touch different bytes. */
export function together(repairs: readonly FileRepair[]): FileRepair {
  return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.flatMap(({ notes }) => notes) };
}

/** The first of many notes, and how many more there are. */
export function limited(notes: readonly string[]): string[] {
  return notes.length <= MOST ? [...notes] : [...notes.slice(0, MOST), `and ${notes.length - MOST} more of this kind`];
}

const MOST = 20;

/** A text as a note can show it: one line, not too long, in quotes. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
