import type { Edit } from '../../codecs/edit.ts';
import { replaceValue } from '../../codecs/json/edits.ts';
import { elements, sourceOf } from '../../codecs/json/value.ts';
import type { Versions } from '../kind.ts';
import { baseName } from '../path.ts';
import { changeList } from './reindex/change-list.ts';
import { listOf } from './reindex/list-of.ts';
import { entriesBack } from './reindex/put-back.ts';
import { styleOf } from './reindex/style.ts';

/**
 * The edits that undo a run's changes to metadata.json after TENEX saved it again, entry by entry: what else TENEX wrote
 * meanwhile stays. Null when TENEX has since changed an entry that the run changed, or one of the versions cannot be read.
 */
export function putBack(path: string, versions: Versions): readonly Edit[] | null {
  if (baseName(path) !== 'metadata.json') return null;
  const [before, after, now] = [versions.before, versions.after, versions.now].map(listOf);
  if (before == null || after == null || now == null) return null;
  const back = entriesBack({ before, after, now });
  if (back === null) return null;
  const entries = elements(now);
  const come = back.come.map(({ index, value }) => ({ index, source: sourceOf(value) }));
  return [
    ...changeList(now, { gone: back.gone, come }, styleOf(now, entries)),
    ...entries.flatMap((entry, place) => {
      const value = back.replaced.get(place);
      return value === undefined ? [] : [replaceValue(entry, sourceOf(value))];
    }),
  ];
}
