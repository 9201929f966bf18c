import { isObject, members, textOf } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { baseName } from '../../path.ts';
import { type JsonFile, openJson } from './json-file.ts';

/** `plots/plots_N.json`: the plots that one call drew. */
export interface Plots {
  readonly file: JsonFile;
  /** The N of its name: the id of the call. Null for a name without one. */
  readonly callId: number | null;
  /** The names of the plots in it. */
  readonly names: readonly string[];
}

/** Opens the file; null for a part without bytes. */
export function openPlots(part: Part): Plots | null {
  const file = openJson(part);
  if (file === null) return null;
  const digits = /^plots_(\d{1,15})\.json$/.exec(baseName(part.path))?.[1];
  return {
    file,
    callId: digits === undefined ? null : Number(digits),
    names: isObject(file.root) ? members(file.root).map(({ key }) => textOf(key)) : [],
  };
}
