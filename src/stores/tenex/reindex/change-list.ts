import type { Edit } from '../../../codecs/edit.ts';
import { changeElements, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, type Value } from '../../../codecs/json/value.ts';
import { listSource, type Style } from './style.ts';

/** What is to become of a list: places that go, sources that come before the element at a place (or last, at its length). */
export interface ListChange {
  readonly gone: ReadonlySet<number>;
  readonly come: readonly { readonly index: number; readonly source: string | Uint8Array }[];
}

/** The edits that take entries out of a list and put others in, set off as the list is. */
export function changeList(list: Value, { gone, come }: ListChange, style: Style): Edit[] {
  const all = elements(list);
  if (gone.size === 0 && come.length === 0) return [];
  const sources = come.map(({ source }) => source);
  // Nothing that stays says how an entry is set off.
  if (all.length === 0) return [replaceValue(list, listSource(sources, style))];
  const remove = all.filter((_, place) => gone.has(place));
  return changeElements(list, { remove, insert: come.map(({ index, source }) => ({ index, json: source })) });
}
