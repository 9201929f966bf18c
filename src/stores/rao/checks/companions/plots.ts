import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import type { Finding } from '../../../../model/finding.ts';
import { baseName } from '../../../path.ts';
import { about, atValue, placed, type Trouble } from '../../../trouble.ts';
import type { JsonFile } from '../../decode/json-file.ts';
import type { Plots } from '../../decode/plots.ts';
import type { Folder } from '../../folder.ts';
import type { Entry } from '../log/entry.ts';
import { otherFileTroubles } from './json-companion.ts';
import type { Known } from './known.ts';
import { lastName, leadsElsewhere } from './recorded-path.ts';

/** What is wrong with plots files, and with what messages say of them; `home` is the folder's recorded place, absolute. */
export function* plotsFindings(folder: Folder, known: Known | null, home: string): Generator<Finding> {
  const { id, path } = folder;
  const files = new Set(folder.partsOf('plots').map((part) => baseName(part.path)));
  const plots = new Map(folder.plots().map((each) => [baseName(each.file.part.path), each]));
  const named = new Set<string>();
  for (const entry of known?.entries ?? []) {
    const value = entry.field('plots_file');
    if (!isString(value)) continue;
    const name = lastName(textOf(value));
    named.add(name);
    const troubles = files.has(name)
      ? messageTroubles(entry, value, plots.get(name), home)
      : [gone(entry, value, name)];
    yield* placed(id, folder.part('log')?.path ?? path, troubles);
  }
  for (const [name, { file, callId }] of plots)
    if (callId !== null) yield* placed(id, file.part.path, fileTroubles(file, known === null || named.has(name)));
}

function* fileTroubles(file: JsonFile, isNamed: boolean): Generator<Trouble> {
  yield* otherFileTroubles('RA029', file);
  if (!isNamed) yield about('RA222', 'reads', 'is not named by any message');
}

function gone({ at }: Entry, value: Value, name: string): Trouble {
  return atValue('RA220', value, `${at}/plots_file`, 'reads', `names the plots file ${name}, which does not exist`);
}

function* messageTroubles(entry: Entry, value: Value, plots: Plots | undefined, home: string): Generator<Trouble> {
  const file = textOf(value);
  const name = lastName(file);
  const { at } = entry;
  if (leadsElsewhere(file, `${home}/plots/${name}`))
    yield atValue('RA254', value, `${at}/plots_file`, 'reads', `has another path for the plots file ${name}`);
  const wanted = entry.field('plots');
  if (plots === undefined || plots.file.error !== null || wanted === null) return;
  const names = new Set(plots.names);
  for (const each of textsIn(wanted)) {
    if (names.has(each)) continue;
    const detail = `names the plot ${each.slice(0, 60)}, which ${name} lacks`;
    yield atValue('RA221', wanted, `${at}/plots`, 'reads', detail);
  }
}

function textsIn(value: Value): readonly string[] {
  const found = isString(value) ? [value] : elements(value).filter(isString);
  return found.map(textOf);
}
