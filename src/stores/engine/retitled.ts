import type { Counts } from '../../model/conversation.ts';
import { BLANK_TITLE, refused, unitChange } from '../decided.ts';
import type { NotChanged, UnitChange } from '../kind.ts';
import { appended } from './range-edits.ts';
import type { OneSession } from './session-files.ts';
import { withEdits } from './steps.ts';

/** Appends the record by which the program gives a session a title; `recordOf` answers it. */
export function retitled(
  { part, source }: Pick<OneSession, 'part' | 'source'>,
  { title, before }: { readonly title: string; readonly before: Counts },
  recordOf: (title: string) => object,
): UnitChange | NotChanged {
  const given = title.trim();
  if (source === null || given === '') return refused(BLANK_TITLE);
  const edit = appended(source, recordOf(given));
  const after = { ...before, bytes: before.bytes + edit.insert.length };
  const notes = [`its title becomes ${JSON.stringify(given)}`];
  return unitChange({ path: part.path, steps: [withEdits(part, [edit])], before, after, notes });
}
