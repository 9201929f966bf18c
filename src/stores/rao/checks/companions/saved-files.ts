import { nextOf } from '../../../../codecs/json/cursor.ts';
import { fieldsNamed } from '../../../../codecs/json/members.ts';
import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { KIND } from '../../../../codecs/json/tape.ts';
import { isArray, isObject, isString, isText, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { about, atValue, type FileFinding } from '../../../file-finding.ts';
import { kindName } from '../../../kind-name.ts';
import { some } from '../../../some.ts';
import type { Diff, Diffs, FileChange, FileChanges, QuestionSummary, Summaries } from '../../decode/companions.ts';
import { fieldOf, foundKind, hasOnly, isPlain, wholeAt } from '../../decode/field.ts';
import type { JsonFile } from '../../decode/r-json.ts';
import { isNothing, isSingle, type Known, keyOfText, rLength } from '../log/entry.ts';
import {
  foreignIndex,
  placesIn,
  savedFileTroubles,
  strangeEntries,
  strangeObject,
  strangeRoot,
} from './json-companion.ts';

/** Faults of `file_changes.json`; `number` is that of its conversation. */
export function* changesTroubles(changes: FileChanges, number: number | null): Generator<FileFinding> {
  const { file, list } = changes;
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file) ?? strangeList(list);
  if (strange !== null) yield strange;
  if (strange !== null || list === null || areAll(list, (change, index) => isPlainChange(change, index, number)))
    return;
  const { entries } = changes;
  for (const { value, at } of placesIn(list, '/changes'))
    if (!isObject(value)) yield atValue('RA043', value, at, `has ${kindName(value)} among its changes`);
  for (const entry of entries) if (isObject(entry.value)) yield* changeTroubles(entry, number);
  yield* countTrouble(entries);
}

/** R writes an empty object where it has lost a list. */
function strangeList(list: Value | null): FileFinding | null {
  if (list === null || isArray(list) || isNothing(list)) return null;
  return atValue('RA026', list, '/changes', `has ${kindName(list)} in place of its changes`);
}

const CHANGE_FIELDS = fieldsNamed(
  'id',
  'conversation_id',
  'conversation_index',
  'action',
  'file_path',
  'previous_content',
  'content',
  'timestamp',
  'diff_type',
  'was_unsaved',
);

// Kept between changes, because a list each would cost more than the look.
const change = new Int32Array(CHANGE_FIELDS.names.length);

/** Whether all entries of a list suit; none is made a value of its own before. */
function areAll({ tape, at: list }: Value, suits: (value: Value, index: number) => boolean): boolean {
  const end = nextOf({ tape, at: list });
  let index = 0;
  for (let at = list + 1; at < end; at = nextOf({ tape, at })) if (!suits({ tape, at }, index++)) return false;
  return true;
}

/** True for a change with which surely nothing is wrong, as Rao writes it. */
function isPlainChange(value: Value, index: number, number: number | null): boolean {
  if (!hasOnly(value, CHANGE_FIELDS, change)) return false;
  const { tape } = value;
  const [id = 0, message = 0, folder = 0, action = 0, path = 0, previous = 0] = change;
  if (wholeAt(tape, id) !== index + 1 || wholeAt(tape, message) < 0 || wholeAt(tape, folder) !== number) return false;
  if (!ACTIONS.some((each) => action !== 0 && isText({ tape, at: action }, each))) return false;
  return foundKind(tape, path) === KIND.string && (previous === 0 || foundKind(tape, previous) === KIND.string);
}

function* changeTroubles(entry: FileChange, number: number | null): Generator<FileFinding> {
  const at = `/changes/${entry.index}`;
  const stop = stopIn(entry);
  if (stop !== null) yield atValue('RA138', entry.value, at, `has a change ${stop}, which stops a revert`);
  else if (!ACTIONS.includes(entry.action ?? '') || entry.filePath === null)
    yield atValue('RA137', entry.value, at, `has a change of the kind "${(entry.action ?? '').slice(0, 20)}"`);
  yield* foreignIndex(entry.conversationIndex, at, number);
}

const ACTIONS = ['create', 'modify', 'remove'];

/** Why R stops at a change when it undoes the later ones: it asks all of them, and the log is cut already. */
function stopIn({ value, action }: FileChange): string | null {
  const asked = ['action', 'conversation_id', ...(action === 'create' ? ['conversation_index'] : [])];
  const missing = asked.find((name) => rLength(fieldOf(value, name)) !== 1);
  if (missing !== undefined) return `without ${missing}`;
  const previous = fieldOf(value, 'previous_content');
  if (!isUsed(action, previous)) return null;
  if (!isString(fieldOf(value, 'file_path'))) return 'without file_path';
  return action === 'create' || isString(previous) ? null : 'whose previous_content is not a string';
}

/** Rao goes to the file of what was made, and puts back what it knows of the others. */
function isUsed(action: string | null, previous: Value | null): boolean {
  return action === 'create' || ((action === 'modify' || action === 'remove') && previous !== null);
}

function* countTrouble(entries: readonly FileChange[]): Generator<FileFinding> {
  const wrong = entries.find(({ id, index }) => id.is !== 'number' || id.number !== index + 1);
  if (wrong === undefined || !isObject(wrong.value)) return;
  const said = wrong.id.is === 'number' ? String(wrong.id.number) : 'nothing';
  const detail = `has ${said} as the number of change ${wrong.index + 1}`;
  yield { ...about('RA135', detail), at: `/changes/${wrong.index}`, offset: spanOf(wrong.value).start };
}

/** Faults of `conversation_diffs.json`; `number` is that of its conversation, `known` null when the log cannot be read. */
export function* diffsTroubles(diffs: Diffs, number: number | null, known: Known | null): Generator<FileFinding> {
  const { file, sections } = diffs;
  yield* savedFileTroubles(file);
  if (file.error !== null || arePlainDiffs(file, number, known)) return;
  const strange = strangeRoot(file);
  if (strange !== null) yield strange;
  for (const name of ['diffs', 'diffs_by_msg_id'] as const) yield* sectionTroubles(sections[name], `/${name}`);
  yield* olderKey(diffs);
  for (const entry of diffs.entries) yield* diffTroubles(entry, number, known);
}

function* sectionTroubles(section: Value | null, at: string): Generator<FileFinding> {
  if (section === null) return;
  const strange = strangeObject(section, at, 'diffs');
  if (strange !== null) yield strange;
  else if (isObject(section)) yield* strangeEntries(section, at);
}

function* olderKey({ sections, entries }: Diffs): Generator<FileFinding> {
  const older = sections.diffs_by_msg_id;
  if (older === null) return;
  const under = entries.filter(({ section }) => section === 'diffs_by_msg_id');
  if (under.length === 0) return;
  const seen = new Set(entries.flatMap(({ hidden, name }) => (hidden ? [] : [name])));
  const lost = under.flatMap(({ name }) => (seen.has(name) ? [] : [name]));
  const at = '/diffs_by_msg_id';
  yield lost.length === 0
    ? atValue('RA130', older, at, 'has its diffs under the older key')
    : atValue('RA131', older, at, `has diffs that Rao does not see, under the older key: ${some(lost)}`);
}

const DIFF_FIELDS = fieldsNamed(
  'conversation_index',
  'diff_data',
  'flags',
  'message_id',
  'timestamp',
  'old_content',
  'new_content',
);
const LINE_FIELDS = fieldsNamed('type', 'old_line', 'new_line', 'display_line', 'content');
const diff = new Int32Array(DIFF_FIELDS.names.length);
const line = new Int32Array(LINE_FIELDS.names.length);

const DIFFS = fieldsNamed('diffs');
const section = new Int32Array(1);

/** True for a file of diffs with which surely nothing is wrong, as Rao writes it: each is under the id of an edit. */
function arePlainDiffs({ tape, root }: JsonFile, number: number | null, known: Known | null): boolean {
  if (root === null || !tape.distinct || !hasOnly(root, DIFFS, section)) return false;
  const diffs = { tape, at: section[0] as number };
  if (!isObject(diffs)) return false;
  const end = nextOf(diffs);
  for (let key = diffs.at + 1; key < end; key = nextOf({ tape, at: key + 1 })) {
    if (!isPlainDiff({ tape, at: key + 1 }, number)) return false;
    if (known !== null && !known.isEdit(keyOfText(textOf({ tape, at: key })))) return false;
  }
  return true;
}

/** The same for a diff, its name aside. */
function isPlainDiff(value: Value, number: number | null): boolean {
  if (!hasOnly(value, DIFF_FIELDS, diff)) return false;
  const { tape } = value;
  const [index = 0, data = 0, flags = 0] = diff;
  if (index !== 0 && wholeAt(tape, index) !== number) return false;
  if (flags !== 0 && foundKind(tape, flags) !== KIND.object) return false;
  if (foundKind(tape, data) !== KIND.array) return false;
  return areAll({ tape, at: data }, isPlainLine);
}

function isPlainLine(value: Value): boolean {
  if (!hasOnly(value, LINE_FIELDS, line)) return false;
  const [type = 0, before = 0, after = 0] = line;
  return (
    isOne(foundKind(value.tape, type)) && isOne(foundKind(value.tape, before)) && isOne(foundKind(value.tape, after))
  );
}

function isOne(kind: number): boolean {
  return kind !== KIND.array && kind !== KIND.object;
}

function* diffTroubles(entry: Diff, number: number | null, known: Known | null): Generator<FileFinding> {
  if (!isObject(entry.value)) return;
  const at = `/${entry.section}${pointerStep(entry.name)}`;
  yield* dataTroubles(entry.value, at);
  yield* foreignIndex(entry.conversationIndex, at, number);
  if (known === null || known.isEdit(keyOfText(entry.name))) return;
  const detail = `has diffs of ${entry.name.slice(0, 20)}, which is not an edit`;
  yield atValue('RA230', entry.key, at, detail);
}

/** What stops R when it counts the lines of an edit, or accepts it. */
function* dataTroubles(entry: Value, at: string): Generator<FileFinding> {
  for (const [name, noun] of Object.entries({ flags: 'flags', diff_data: 'lines' })) {
    const value = fieldOf(entry, name);
    if (value === null || !isPlain(value)) continue;
    const detail = `has ${kindName(value)} in place of the ${noun} of an edit`;
    yield atValue('RA043', value, `${at}/${name}`, detail);
  }
  const data = fieldOf(entry, 'diff_data');
  if (data === null || isPlain(data)) return;
  const wrong = placesIn(data, `${at}/diff_data`).find(({ value }) => isPlain(value) || isStopping(value));
  if (wrong === undefined) return;
  const detail = isPlain(wrong.value)
    ? `has ${kindName(wrong.value)} among the lines of an edit`
    : 'has a line of an edit whose type or number is not a single value';
  yield atValue('RA043', wrong.value, wrong.at, detail);
}

/** R compares the type of a line, and asks whether its numbers are missing. */
function isStopping(line: Value): boolean {
  const type = fieldOf(line, 'type');
  const numbers = ['old_line', 'new_line'].map((name) => fieldOf(line, name));
  return !isSingle(type) || numbers.some((number) => rLength(number) > 1);
}

/** Faults of `summaries.json`; `known` null when the log cannot be read. */
export function* summariesTroubles({ file, list, entries }: Summaries, known: Known | null): Generator<FileFinding> {
  yield* savedFileTroubles(file);
  if (file.error !== null) return;
  const strange = strangeRoot(file) ?? (list === null ? null : strangeObject(list, '/summaries', 'summaries'));
  if (strange !== null) yield strange;
  if (strange !== null || !isObject(list)) return;
  yield* strangeEntries(list, '/summaries');
  if (known !== null) for (const entry of entries) yield* beyond(entry, known);
}

function* beyond({ name, key }: QuestionSummary, { questions }: Known): Generator<FileFinding> {
  const number = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
  // A revert leaves one for the last question.
  if (number !== null && number <= questions) return;
  const detail = `has a summary of question ${name.slice(0, 20)} of ${questions}`;
  yield atValue('RA260', key, `/summaries${pointerStep(name)}`, detail);
}
