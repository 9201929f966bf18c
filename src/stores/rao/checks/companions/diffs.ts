import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { isObject, type Value } from '../../../../codecs/json/value.ts';
import { kindName } from '../../../kind-name.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Diff, Diffs } from '../../decode/diffs.ts';
import { fieldOf } from '../../decode/field.ts';
import { isSingle, sizeOf } from '../log/entry.ts';
import { keyOfText } from '../log/keys.ts';
import { some } from '../some.ts';
import {
  foreignIndex,
  isPlain,
  placesIn,
  savedFileTroubles,
  strangeEntries,
  strangeObject,
  strangeRoot,
} from './json-companion.ts';
import type { Known } from './known.ts';

/** What is wrong with `conversation_diffs.json`; `number` is that of its conversation, `known` null when the log cannot be read. */
export function* diffsTroubles(diffs: Diffs, number: number | null, known: Known | null): Generator<Trouble> {
  const { file, sections, entries } = diffs;
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file);
  if (strange !== null) yield strange;
  for (const name of ['diffs', 'diffs_by_msg_id'] as const) yield* sectionTroubles(sections[name], `/${name}`);
  yield* olderKey(diffs);
  for (const entry of entries) yield* entryTroubles(entry, number, known);
}

function* sectionTroubles(section: Value | null, at: string): Generator<Trouble> {
  if (section === null) return;
  const strange = strangeObject(section, at, 'diffs');
  if (strange !== null) yield strange;
  else if (isObject(section)) yield* strangeEntries(placesIn(section, at));
}

function* olderKey({ sections, entries }: Diffs): Generator<Trouble> {
  const older = sections.diffs_by_msg_id;
  const under = entries.filter(({ section }) => section === 'diffs_by_msg_id');
  if (older === null || under.length === 0) return;
  const seen = new Set(entries.flatMap(({ hidden, name }) => (hidden ? [] : [name])));
  const lost = under.flatMap(({ name }) => (seen.has(name) ? [] : [name]));
  const at = '/diffs_by_msg_id';
  yield lost.length === 0
    ? atValue('RA130', older, at, 'rewrites', 'has its diffs under the older key')
    : atValue('RA131', older, at, 'reads', `has diffs that Rao does not see, under the older key: ${some(lost)}`);
}

function* entryTroubles(entry: Diff, number: number | null, known: Known | null): Generator<Trouble> {
  if (!isObject(entry.value)) return;
  const at = `/${entry.section}${pointerStep(entry.name)}`;
  yield* dataTroubles(entry.value, at);
  yield* foreignIndex(entry.conversationIndex, at, number);
  if (known === null || known.edits.has(keyOfText(entry.name))) return;
  const detail = `has diffs of ${entry.name.slice(0, 20)}, which is not an edit`;
  yield atValue('RA230', entry.key, at, 'reads', detail);
}

/** What stops R when it counts the lines of an edit, or accepts it. */
function* dataTroubles(entry: Value, at: string): Generator<Trouble> {
  const [data, flags] = [fieldOf(entry, 'diff_data'), fieldOf(entry, 'flags')];
  if (isPlain(flags) && flags !== null)
    yield atValue('RA043', flags, `${at}/flags`, 'crashes', `has ${kindName(flags)} in place of the flags of an edit`);
  if (data === null) return;
  if (isPlain(data)) {
    yield atValue(
      'RA043',
      data,
      `${at}/diff_data`,
      'crashes',
      `has ${kindName(data)} in place of the lines of an edit`,
    );
    return;
  }
  const wrong = placesIn(data, `${at}/diff_data`).find(({ value }) => isPlain(value) || isStopping(value));
  if (wrong === undefined) return;
  const detail = isPlain(wrong.value)
    ? `has ${kindName(wrong.value)} among the lines of an edit`
    : 'has a line of an edit whose type or number is not a single value';
  yield atValue('RA043', wrong.value, wrong.at, 'crashes', detail);
}

/** R compares the type of a line, and asks whether its numbers are missing. */
function isStopping(line: Value): boolean {
  const type = fieldOf(line, 'type');
  const numbers = ['old_line', 'new_line'].map((name) => fieldOf(line, name));
  return !isSingle(type) || numbers.some((number) => sizeOf(number) > 1);
}
