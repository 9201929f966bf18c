import { asBuffer } from '../../../codecs/bytes.ts';
import { applyEdits } from '../../../codecs/edit.ts';
import { elements, spanOf, type Value } from '../../../codecs/json/value.ts';
import { writtenBy } from '../../engine/change/put-back.ts';
import type { SharedEntries } from '../../kind.ts';
import { indexOf } from '../read/index-file.ts';
import { changeList, reindex, styleOf } from '../read/reindex.ts';

/** TENEX's index has an entry for each conversation, by which it is listed. */
export const tenexEntries: SharedEntries = {
  roles: ['index'],
  only: (_, bytes, ids) => {
    const { list, entries } = indexOf(bytes);
    if (list === null) return null;
    const others = entries.filter(({ id }) => id === null || !ids.has(id));
    return applyEdits(
      bytes,
      reindex(
        list,
        others.map(({ position: place }) => ({ do: 'remove', of: place })),
      ),
    );
  },
  entriesFor: (_, bytes, ids) => {
    const { state, entriesOf } = indexOf(bytes);
    if (state !== 'sound') return null;
    const written = (value: Value) => asBuffer(bytes).toString('utf8', spanOf(value).start, spanOf(value).end);
    return writtenBy(ids, (id) => entriesOf(id).map(({ value }) => written(value)));
  },
  takeIn: (_, { into, from }, ids) => {
    const { list } = indexOf(into);
    const { list: other, entries } = indexOf(from);
    if (list === null || other === null) return null;
    const index = elements(list).length;
    const come = entries
      .filter(({ id }) => id !== null && ids.has(id))
      .map(({ value }) => ({ index, source: from.subarray(spanOf(value).start, spanOf(value).end) }));
    return changeList(list, { gone: new Set(), come }, styleOf(list));
  },
};
