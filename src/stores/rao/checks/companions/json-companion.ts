import { pointerStep } from '../../../../codecs/json/pointer.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  members,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { type Code, type Finding, fileFinding } from '../../../../model/finding.ts';
import { baseName, lastName } from '../../../../model/path.ts';
import { atByte, atFault, atValue, type FileFinding, findingAbout, placedFindings } from '../../../file-finding.ts';
import { kindName } from '../../../words.ts';
import { isScalar, type RaoReference, referenceIn } from '../../read/field.ts';
import type { Plots, RaoFolder } from '../../read/folder.ts';
import type { JsonFile } from '../../read/r-json.ts';
import { type CompanionRow, columnText } from '../../read/tables/companion-table.ts';
import type { KnownMessages, LogEntry } from '../log/entry.ts';
import { attachedFindings } from '../tables/table.ts';
import { jsonFindings, raoFault, savedFindings } from '../texts.ts';

/** Faults of companions that Rao saves. It takes an unreadable one for empty, and then overwrites it. */
export function* savedFileFindings(file: JsonFile): Generator<FileFinding> {
  const fault = raoFault(file);
  if (fault !== null) yield atFault(FAULTS[fault.type], fault);
  yield* jsonFindings(file);
  yield* savedFindings(file);
}

const FAULTS = {
  empty: 'RA020',
  torn: 'RA021',
  rest: 'RA022',
  grammar: 'RA023',
  comma: 'RA024',
  'bare number': 'RA025',
  'utf-8': 'RA023',
} as const satisfies Record<string, Code>;

/** Faults of companions that cost little when lost. */
export function* otherFileFindings(code: Code, file: JsonFile): Generator<FileFinding> {
  const fault = raoFault(file);
  if (fault !== null) yield atFault(code, fault);
  yield* jsonFindings(file);
  if (fault === null && file.root !== null && !isObject(file.root))
    yield atValue(code, file.root, '', `is ${kindName(file.root)} instead of an object`);
}

/** A finding for a root in which R stops at a member; null for a usable one. */
export function wrongRoot({ error, root }: JsonFile): FileFinding | null {
  if (error !== null || root === null || isObject(root) || typeOf(root) === 'null') return null;
  if (isArray(root))
    return elements(root).length === 0 ? null : atValue('RA027', root, '', 'is a list instead of an object');
  return atValue('RA026', root, '', `is ${kindName(root)} instead of an object`);
}

/** A finding for a value that should be an object. Null for an object, or for the empty list that R writes for one. */
export function wrongObject(value: Value, at: string, noun: string): FileFinding | null {
  if (isObject(value) || (isArray(value) && elements(value).length === 0)) return null;
  return atValue('RA026', value, at, `has ${kindName(value)} in place of its ${noun}`);
}

interface PointedValue {
  readonly value: Value;
  readonly at: string;
}

export function pointedValues(container: Value, at: string): readonly PointedValue[] {
  if (isArray(container)) return elements(container).map((value, index) => ({ value, at: `${at}/${index}` }));
  return members(container).map(({ key, value }) => ({ value, at: `${at}${pointerStep(textOf(key))}` }));
}

/** Findings on entries that are not objects. R stops at a plain value, and ignores a list or null. */
export function* wrongEntries(container: Value, above: string): Generator<FileFinding> {
  if (members(container).every(({ value }) => isObject(value)) && elements(container).every(isObject)) return;
  for (const { value, at } of pointedValues(container, above)) {
    if (isObject(value)) continue;
    const detail = `has ${kindName(value)} among its entries`;
    if (isScalar(value)) yield atValue('RA043', value, at, detail);
    else yield atValue('RA027', value, at, detail);
  }
}

/** Another conversation's number in an entry; null for none. */
export function otherIndex(entry: Value, number: number | null): Extract<RaoReference, { type: 'number' }> | null {
  const index = referenceIn(entry, 'conversation_index');
  return index.type === 'number' && index.number !== number ? index : null;
}

export function* indexOfOther(entry: Value, at: string, number: number | null): Generator<FileFinding> {
  const index = otherIndex(entry, number);
  if (index === null) return;
  const detail = `has an entry of conversation ${index.number}`;
  yield atValue('RA134', index.value, `${at}/conversation_index`, detail);
}

function conversationIn(path: string): string | null {
  return /[\\/]conversation_(\d+)[\\/][^\\/]+[\\/][^\\/]*$/.exec(path)?.[1] ?? null;
}

/** True if two paths differ, with slashes unified. */
function leadsElsewhere(path: string, meant: string): boolean {
  return path.replaceAll('\\', '/').replace(/\/+/g, '/') !== meant.replaceAll('\\', '/').replace(/\/+/g, '/');
}

/** Faults of plots files and of references to them; `home` is the folder's recorded absolute path. */
export function* plotsFindings(folder: RaoFolder, known: KnownMessages | null, home: string): Generator<Finding> {
  const { id, path } = folder;
  const files = new Set(folder.partsOf('plots').map((part) => baseName(part.path)));
  const plots = new Map(folder.plots().map((each) => [baseName(each.file.part.path), each]));
  const named = new Set<string>();
  for (const entry of known?.entries ?? []) {
    const value = entry.field('plots_file');
    if (!isString(value)) continue;
    const name = lastName(textOf(value));
    named.add(name);
    const findings = files.has(name)
      ? messageFindings(entry, value, plots.get(name), home)
      : [goneFileFinding(entry, value, name)];
    yield* placedFindings(id, folder.part('log')?.path ?? path, findings);
  }
  for (const [name, { file, callId }] of plots)
    if (callId !== null)
      yield* placedFindings(id, file.part.path, fileFindings(file, known === null || named.has(name)));
}

function* fileFindings(file: JsonFile, isNamed: boolean): Generator<FileFinding> {
  yield* otherFileFindings('RA029', file);
  if (!isNamed) yield findingAbout('RA222', 'is a plots file that no message names');
}

function goneFileFinding({ at }: LogEntry, value: Value, name: string): FileFinding {
  return atValue('RA220', value, `${at}/plots_file`, `names the plots file ${name}, which does not exist`);
}

function* messageFindings(
  entry: LogEntry,
  value: Value,
  plots: Plots | undefined,
  home: string,
): Generator<FileFinding> {
  const file = textOf(value);
  const name = lastName(file);
  const { at } = entry;
  if (leadsElsewhere(file, `${home}/plots/${name}`))
    yield atValue('RA254', value, `${at}/plots_file`, `has another path for the plots file ${name}`);
  const wanted = entry.field('plots');
  if (plots === undefined || plots.file.error !== null || wanted === null) return;
  const names = new Set(plots.names);
  for (const each of textsIn(wanted)) {
    if (names.has(each)) continue;
    const detail = `names the plot ${each.slice(0, 60)}, which ${name} lacks`;
    yield atValue('RA221', wanted, `${at}/plots`, detail);
  }
}

function textsIn(value: Value): readonly string[] {
  const found = isString(value) ? [value] : elements(value).filter(isString);
  return found.map(textOf);
}

/** Faults of `images.csv` and `images_attached/`; `home` is the folder's recorded absolute path. */
export function* imagesFindings(folder: RaoFolder, home: string): Generator<Finding> {
  const { id } = folder;
  const table = folder.images();
  const part = folder.part('images');
  const files = folder.partsOf('image');
  const names = new Set(files.map(({ path }) => baseName(path)));
  const named = new Set<string>();
  if (table !== null && part !== null) {
    const findings = [...attachedFindings(table, 'images.csv')];
    yield* placedFindings(id, part.path, findings);
    if (findings.some(({ code }) => code === 'RA036')) return;
    for (const row of table.rows) {
      named.add(lastName(columnText(row, 'local_path')));
      yield* placedFindings(id, part.path, rowFindings(row, names, folder, home));
    }
  } else if (part !== null) return;
  for (const { path } of files)
    if (!named.has(baseName(path))) yield fileFinding('RA251', id, path, 'is not named in images.csv');
}

function* rowFindings(
  row: CompanionRow,
  names: ReadonlySet<string>,
  folder: RaoFolder,
  home: string,
): Generator<FileFinding> {
  const path = columnText(row, 'local_path');
  const name = lastName(path);
  const at = row.fields.get('local_path')?.start ?? row.row.start;
  if (!names.has(name)) {
    yield atByte('RA250', at, `has the image ${name}, whose file is missing`);
    return;
  }
  if (!leadsElsewhere(path, `${home}/images_attached/${name}`)) return;
  const other = conversationIn(path);
  yield other === null || Number(other) === Number(folder.id)
    ? atByte('RA253', at, `has another path for the image ${name}`)
    : atByte('RA252', at, `has the image ${name} in the folder of conversation ${other}`);
}
