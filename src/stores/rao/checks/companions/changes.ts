import { isArray, isObject, spanOf, type Value } from '../../../../codecs/json/value.ts';
import { kindName } from '../../../kind-name.ts';
import { about, atValue, type Trouble } from '../../../trouble.ts';
import type { FileChange, FileChanges } from '../../decode/file-changes.ts';
import { isNothing } from '../log/entry.ts';
import { foreignIndex, placesIn, savedFileTroubles, strangeEntries, strangeRoot } from './json-companion.ts';

/** What is wrong with `file_changes.json`; `number` is that of its conversation. */
export function* changesTroubles({ file, list, entries }: FileChanges, number: number | null): Generator<Trouble> {
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file) ?? strangeList(list);
  if (strange !== null) yield strange;
  if (strange !== null || list === null) return;
  yield* strangeEntries(placesIn(list, '/changes'));
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
  if (!ACTIONS.has(entry.action ?? '') || entry.filePath === null)
    yield atValue('RA137', entry.value, at, 'drops', `has a change of the kind "${(entry.action ?? '').slice(0, 20)}"`);
  yield* foreignIndex(entry.conversationIndex, at, number);
}

const ACTIONS: ReadonlySet<string> = new Set(['create', 'modify', 'remove']);

function* countTrouble(entries: readonly FileChange[]): Generator<Trouble> {
  const wrong = entries.find(({ id, index }) => id.is !== 'number' || id.number !== index + 1);
  if (wrong === undefined || !isObject(wrong.value)) return;
  const said = wrong.id.is === 'number' ? String(wrong.id.number) : 'nothing';
  const detail = `has ${said} as the number of change ${wrong.index + 1}`;
  yield { ...about('RA135', 'reads', detail), at: `/changes/${wrong.index}`, offset: spanOf(wrong.value).start };
}
