import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { elements, isString, members, textOf } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import { topOf } from '../json/opened.ts';
import type { Entry } from '../log/entries.ts';
import { type Moved, targetOf } from '../log/targets.ts';
import { meant } from './keys.ts';

/** A plots file whose place changes, and the edits on the log that record it. */
export interface PlotsMoved {
  readonly to: string | null;
  readonly edits: readonly Edit[];
}

/**
 * Where `plots_N.json` belongs when the call it is named for (docs/formats/rao.md, "Files") gets another id; null as `to` where it
 * stays. A sentence where two calls had that id and the plots do not tell which of them made it.
 */
export function plotsFollowed(name: string, bytes: Uint8Array | null, moved: Moved): PlotsMoved | string {
  const old = Number(/^plots_(\d{1,9})\.json$/.exec(name)?.[1] ?? Number.NaN);
  const { places } = meant(moved, old, ({ kind }) => kind === 'call');
  const owner = places.length < 2 ? places[0] : ownerOf(moved, places, namesIn(bytes));
  if (places.length > 1 && owner === undefined)
    return `has ${name}, and two calls had the id ${old}: it cannot be told whose plots they are`;
  const id = owner === undefined ? null : moved.ids[owner];
  if (owner === undefined || id == null || id === old) return { to: null, edits: [] };
  const to = `plots_${id}.json`;
  return {
    to,
    edits: moved.entries.flatMap((entry, at) => (targetOf(moved, at) === owner ? renamed(entry, name, to) : [])),
  };
}

/** The one call whose plot message names a plot of the file. */
function ownerOf(moved: Moved, places: readonly number[], names: ReadonlySet<string>): number | undefined {
  const owners = new Set<number>();
  for (const [at, { value }] of moved.entries.entries()) {
    const plots = fieldOf(value, 'plots');
    const target = plots === null ? null : targetOf(moved, at);
    if (plots === null || typeof target !== 'number' || !places.includes(target)) continue;
    if (elements(plots).some((each) => isString(each) && names.has(textOf(each)))) owners.add(target);
  }
  return owners.size === 1 ? [...owners][0] : undefined;
}

function namesIn(bytes: Uint8Array | null): Set<string> {
  const top = topOf(bytes);
  return new Set((top === null ? [] : members(top)).map(({ key }) => textOf(key)));
}

function renamed({ value }: Entry, from: string, to: string): Edit[] {
  const file = fieldOf(value, 'plots_file');
  if (!isString(file) || !textOf(file).endsWith(from)) return [];
  return [replaceValue(file, quote(`${textOf(file).slice(0, -from.length)}${to}`))];
}
