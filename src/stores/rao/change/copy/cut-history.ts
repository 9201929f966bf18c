import type { Edit } from '../../../../codecs/edit.ts';
import { changeTable } from '../../../../codecs/table/edits.ts';
import type { Folder } from '../../folder.ts';
import { numberOf } from '../../layout/layout.ts';

/**
 * Takes out of the history of scripts those that this conversation made at or after message `id`, and numbers the rest anew. Rao
 * means to do so too, and does not when no row would be left.
 */
export function cutHistory(folder: Folder, id: number): Edit[] {
  const history = folder.history();
  if (history === null) return [];
  const made = madeAt(folder);
  const gone = history.rows.filter(({ filename }) => (made.get(filename) ?? Number.NEGATIVE_INFINITY) >= id);
  if (gone.length === 0) return [];
  const left = history.rows.filter((row) => !gone.includes(row));
  const ranked = [...left].sort((a, b) => Number(a.order) - Number(b.order));
  const replace = ranked.flatMap(({ row, order }, at) => {
    const field = row.fields[1];
    return field === undefined || order === String(at + 1) ? [] : [{ field, source: String(at + 1) }];
  });
  return changeTable(history.table, { remove: gone.map(({ row }) => row), replace });
}

/** The message at which each file was first made here. */
function madeAt(folder: Folder): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const { action, filePath, conversationId, conversationIndex } of folder.changes()?.entries ?? []) {
    if (action !== 'create' || filePath === null || conversationId.is !== 'number') continue;
    if (conversationIndex.is !== 'number' || conversationIndex.number !== numberOf(folder.id)) continue;
    made.set(filePath, Math.min(conversationId.number, made.get(filePath) ?? Number.POSITIVE_INFINITY));
  }
  return made;
}
