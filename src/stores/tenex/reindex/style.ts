import type { Edit } from '../../../codecs/edit.ts';
import { changeElements, replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { elements, isObject, members, root, spanOf, type Value } from '../../../codecs/json/value.ts';
import type { Entry } from './entry-change.ts';

/** What is between the tokens of a list and of its entries. */
export interface Style {
  /** Before an entry, and after the last one. */
  readonly outer: string;
  readonly end: string;
  /** Before an entry's member, after the last one, and between a key and its value. */
  readonly inner: string;
  readonly tail: string;
  readonly colon: string;
}

/** As JSON.stringify(index, null, unit) sets it off, below so much white space. */
export function indented(start: string, unit: string): Style {
  if (start === '') return { outer: '', end: '', inner: '', tail: '', colon: ':' };
  const outer = `${start}${unit}`;
  return { outer, end: start, inner: `${outer}${unit}`, tail: outer, colon: ': ' };
}

/** As the entries of a list are written, or else as the document around it suggests. */
export function styleOf(list: Value, entries: readonly Value[] = elements(list)): Style {
  const style = around(list);
  const like = entries.findLast((each) => members(each).length > 0);
  if (like === undefined) return style;
  const { start, end } = spanOf(like);
  const all = members(like);
  const { key, value } = all[0] ?? {};
  const last = all.at(-1)?.value;
  if (key === undefined || value === undefined || last === undefined) return style;
  const text = between(list);
  return {
    ...style,
    inner: text(start + 1, spanOf(key).start),
    colon: text(spanOf(key).end, spanOf(value).start),
    tail: text(spanOf(last).end, end - 1),
  };
}

/** The source of an entry. */
export function entrySource(entry: Entry, { inner, tail, colon }: Style): string {
  if (entry.length === 0) return '{}';
  const source = entry.map(({ key, json }) => `${inner}${quote(key)}${colon}${Buffer.from(json).toString()}`);
  return `{${source.join(',')}${tail}}`;
}

/** The source of a list, from the sources of its entries. */
export function listSource(entries: readonly (string | Uint8Array)[], { outer, end }: Style): Uint8Array {
  if (entries.length === 0) return Buffer.from('[]');
  const pieces = entries.flatMap((each, place) => [`${place === 0 ? '[' : ','}${outer}`, each]);
  return Buffer.concat([...pieces, `${end}]`].map((each) => Buffer.from(each)));
}

/** The white space before the document's first key is one unit, when it begins a line. */
function around(list: Value): Style {
  const whole = root(list.tape);
  const first = isObject(whole) ? members(whole)[0] : undefined;
  if (whole === null || first === undefined) return indented('', '');
  const start = between(list)(spanOf(whole).start + 1, spanOf(first.key).start);
  return /^\r?\n/.test(start) ? indented(start, start.replace(/^\r?\n/, '')) : indented('', '');
}

function between({ tape: { bytes } }: Value): (from: number, to: number) => string {
  return (from, to) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
}

/** What is to become of a list: places that go, sources that come before the element at a place (or last, at its length). */
interface ListChange {
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
