import { isArray, isObject, isString, spanOf, type Value } from '../../../../codecs/json/value.ts';
import { kindName } from '../../../kind-name.ts';
import { about, atValue, type Trouble } from '../../../trouble.ts';
import { fieldOf } from '../../decode/field.ts';
import type { FileChange, FileChanges } from '../../decode/file-changes.ts';
import { isNothing, sizeOf } from '../log/entry.ts';
import { foreignIndex, placesIn, savedFileTroubles, strangeRoot } from './json-companion.ts';

/** What is wrong with `file_changes.json`; `number` is that of its conversation. */
export function* changesTroubles({ file, list, entries }: FileChanges, number: number | null): Generator<Trouble> {
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file) ?? strangeList(list);
  if (strange !== null) yield strange;
  if (strange !== null || list === null) return;
  for (const { value, at } of placesIn(list, '/changes'))
    if (!isObject(value)) yield atValue('RA043', value, at, 'crashes', `has ${kindName(value)} among its changes`);
  for (const entry of entries) if (isObject(entry.value)) yield* entryTroubles(entry, number);
  yield* countTrouble(entries);
}

/** R writes an empty object where it has lost a list. */
function strangeList(list: Value | null): Trouble | null {
  if (list === null || isArray(list) || isNothing(list)) return null;
  return atValue('RA026', list, '/changes', 'crashes', `has ${kindName(list)} in place of its changes`);
}

function* entryTroubles(entry: FileChange, number: number | null): Generator<Trouble> {
  const at = `/changes/${entry.index}`;
  const stop = stopIn(entry);
  if (stop !== null) yield atValue('RA138', entry.value, at, 'crashes', `has a change ${stop}, which stops a revert`);
  else if (!ACTIONS.has(entry.action ?? '') || entry.filePath === null)
    yield atValue('RA137', entry.value, at, 'drops', `has a change of the kind "${(entry.action ?? '').slice(0, 20)}"`);
  yield* foreignIndex(entry.conversationIndex, at, number);
}

const ACTIONS: ReadonlySet<string> = new Set(['create', 'modify', 'remove']);

/** Why R stops at a change when it undoes the later ones: it asks all of them, and the log is cut already. */
function stopIn({ value, action }: FileChange): string | null {
  const asked = ['action', 'conversation_id', ...(action === 'create' ? ['conversation_index'] : [])];
  const missing = asked.find((name) => sizeOf(fieldOf(value, name)) !== 1);
  if (missing !== undefined) return `without ${missing}`;
  const previous = fieldOf(value, 'previous_content');
  if (!isUsed(action, previous)) return null;
  if (!isString(fieldOf(value, 'file_path'))) return 'without file_path';
  return action === 'create' || isString(previous) ? null : 'whose previous_content is not a string';
}

/** Rao goes to the file of what was made, and puts back what it knows of the others. */
function isUsed(action: string | null, previous: Value | null): boolean {
  return action === 'create' || ((action === 'modify' || action === 'remove') && previous !== null);
}

function* countTrouble(entries: readonly FileChange[]): Generator<Trouble> {
  const wrong = entries.find(({ id, index }) => id.is !== 'number' || id.number !== index + 1);
  if (wrong === undefined || !isObject(wrong.value)) return;
  const said = wrong.id.is === 'number' ? String(wrong.id.number) : 'nothing';
  const detail = `has ${said} as the number of change ${wrong.index + 1}`;
  yield { ...about('RA135', 'reads', detail), at: `/changes/${wrong.index}`, offset: spanOf(wrong.value).start };
}
