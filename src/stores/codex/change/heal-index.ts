import type { Edit } from '../../../codecs/edit.ts';
import type { Code } from '../../../model/findings.ts';
import { count } from '../../count.ts';
import { unchanged } from '../../decided.ts';
import { withEdits } from '../../engine/steps.ts';
import type { Around, AskFor, Left, Part } from '../../kind.ts';
import { nameLines } from '../read/names.ts';
import { isAsked } from './heal.ts';

const CODES: readonly Code[] = ['CX307', 'CX308'];

/** Takes the lines out of the index of names that the program passes over, or that keep it from deleting. */
export function healCodexIndex(index: Part | undefined, ask: AskFor<'heal'>): Around | Left {
  if (index?.bytes == null || index.type !== 'file') return unchanged();
  const [utf8, passed] = CODES.map((code) => isAsked(code, ask, CODES));
  const due = [...nameLines(index.bytes)].filter((line) => line.named === null && (line.isUtf8 ? passed : utf8));
  if (due.length === 0) return unchanged();
  const edits: Edit[] = due.map(({ at, length, isEnded }) => ({
    at,
    remove: length + (isEnded ? 1 : 0),
    insert: new Uint8Array(),
  }));
  const codes = CODES.filter((code, n) => due.some(({ isUtf8 }) => isUtf8 === (n === 1)) && isAsked(code, ask, CODES));
  const notes = [`${count(due.length, 'line')} of the index left out, which the program passes over`];
  return { state: 'changed', path: index.path, first: [withEdits(index, edits)], last: [], codes, notes };
}
