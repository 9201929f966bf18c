import { asBuffer } from '../../../codecs/bytes.ts';
import { applyEdits, EditClash } from '../../../codecs/edit.ts';
import { rowSource } from '../../../codecs/table/table.ts';
import { writtenBy } from '../../engine/change/put-back.ts';
import type { SharedEntries } from '../../kind.ts';
import { decodeNames, type NameRow, type Names, rowsOf } from '../read/tables/names.ts';
import { headerOf, nameEdits, newSource } from './name-updates.ts';

export const raoEntries: SharedEntries = {
  roles: ['names', 'archive-names'],
  only: (_, bytes, ids) => {
    const names = namesOf(bytes);
    if (names === null) return null;
    const remove = names.rows.filter(({ id }) => id === null || !ids.has(String(id)));
    return orNull(() => applyEdits(bytes, nameEdits(names, { remove, put: [] })));
  },
  entriesFor: (_, bytes, ids) => {
    const names = namesOf(bytes);
    if (names === null) return null;
    const written = ({ row }: NameRow) => asBuffer(rowSource(names.table, row)).toString();
    return writtenBy(ids, (id) => rowsFor(names, id).map(written));
  },
  takeIn: (_, { into, from }, ids) => {
    const names = namesOf(into);
    const others = namesOf(from);
    if (names === null || others === null) return null;
    const isAlike = Buffer.compare(headerOf(names), headerOf(others)) === 0;
    const sourceOf = ({ row, id, name }: NameRow) =>
      isAlike ? rowSource(others.table, row) : newSource(names, id ?? 0, name);
    const put = [...ids].flatMap((id) => {
      const sources = rowsFor(others, id).map(sourceOf);
      return sources.length === 0 ? [] : [{ id: Number(id), sources }];
    });
    return orNull(() => nameEdits(names, { remove: [], put }));
  },
};

function namesOf(bytes: Uint8Array): Names | null {
  const names = decodeNames(bytes);
  return names.read.ok ? names : null;
}

/** The rows of a folder. Rao opens `conversation_7` for 7, so `conversation_007` has none. */
function rowsFor(names: Names, id: string): readonly NameRow[] {
  return String(Number(id)) === id ? rowsOf(names, Number(id)) : [];
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof EditClash) return null;
    throw error;
  }
}
