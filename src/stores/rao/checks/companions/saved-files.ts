import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { KIND } from '../../../../codecs/json/tape.ts';
import { fieldsNamed, isArray, isObject, isString, isText, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type FileFinding } from '../../../file-finding.ts';
import { firstNames, kindName } from '../../../words.ts';
import {
  fieldOf,
  foundKind,
  hasOnly,
  isFlat,
  isScalar,
  itemsOf,
  referenceIn,
  textIn,
  wholeNumberAt,
} from '../../read/field.ts';
import {
  DIFF_SECTIONS,
  type Diff,
  type Diffs,
  type FileChanges,
  type QuestionSummary,
  type Summaries,
} from '../../read/folder.ts';
import { isNothing, isSingle, type KnownMessages, keyOfText, numberOfKey, rLength } from '../log/entry.ts';
import {
  indexOfOther,
  pointedValues,
  savedFileFindings,
  wrongEntries,
  wrongObject,
  wrongRoot,
} from './json-companion.ts';

/** Findings on file changes. `number` is that of the conversation. */
export function* changesFindings(changes: FileChanges, number: number | null): Generator<FileFinding> {
  const { file, list } = changes;
  yield* savedFileFindings(file);
  if (file.error !== null) return;
  const wrong = wrongRoot(file) ?? wrongList(list);
  if (wrong !== null) {
    yield wrong;
    return;
  }
  // Reused between changes, because new lists would cost more than the look.
  const found = new Int32Array(CHANGE_FIELDS.names.length);
  const odd = changes.entries.flatMap((value, index) =>
    isSurelySound(value, index, number, found) ? [] : [{ value, index, at: `/changes/${index}` }],
  );
  for (const { value, at } of odd)
    if (!isObject(value)) yield atValue('RA043', value, at, `has ${kindName(value)} among its changes`);
  for (const { value, at } of odd) if (isObject(value)) yield* changeFindings(value, at, number);
  yield* countFinding(odd);
}

/** A finding for changes that are no list. R writes an empty object in place of a lost list, which is none. */
function wrongList(list: Value | null): FileFinding | null {
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

/** True for a change as Rao writes it, without a fault. Looking up members one by one takes several times as long. */
function isSurelySound(change: Value, index: number, number: number | null, found: Int32Array): boolean {
  if (!hasOnly(change, CHANGE_FIELDS, found)) return false;
  const { tape } = change;
  const [id = 0, message = 0, folder = 0, action = 0, path = 0, previous = 0] = found;
  if (
    wholeNumberAt(tape, id) !== index + 1 ||
    wholeNumberAt(tape, message) < 0 ||
    wholeNumberAt(tape, folder) !== number
  )
    return false;
  if (!ACTIONS.some((each) => action !== 0 && isText({ tape, at: action }, each))) return false;
  return foundKind(tape, path) === KIND.string && (previous === 0 || foundKind(tape, previous) === KIND.string);
}

function* changeFindings(change: Value, at: string, number: number | null): Generator<FileFinding> {
  const action = textIn(change, 'action') ?? '';
  const stop = stopIn(change, action);
  if (stop !== null) yield atValue('RA138', change, at, `has a change ${stop}, which stops a revert`);
  else if (!ACTIONS.includes(action) || textIn(change, 'file_path') === null)
    yield atValue('RA137', change, at, `has a change of the kind "${action.slice(0, 20)}"`);
  yield* indexOfOther(change, at, number);
}

const ACTIONS = ['create', 'modify', 'remove'];

/** The reason why R stops at a change when it undoes later ones. It visits all of them, after cutting the log. */
function stopIn(change: Value, action: string): string | null {
  const names = ['action', 'conversation_id', ...(action === 'create' ? ['conversation_index'] : [])];
  const missing = names.find((name) => rLength(fieldOf(change, name)) !== 1);
  if (missing !== undefined) return `without ${missing}`;
  const previous = fieldOf(change, 'previous_content');
  if (!isUsed(action, previous)) return null;
  if (!isString(fieldOf(change, 'file_path'))) return 'without file_path';
  return action === 'create' || isString(previous) ? null : 'whose previous_content is not a string';
}

/** True if Rao uses the file of a change: it visits that of a creation, and restores the known content of others. */
function isUsed(action: string, previous: Value | null): boolean {
  return action === 'create' || ((action === 'modify' || action === 'remove') && previous !== null);
}

/** The finding for the first change whose number is wrong: R numbers them from 1 on. */
function* countFinding(changes: readonly { readonly value: Value; readonly index: number }[]): Generator<FileFinding> {
  for (const { value, index } of changes) {
    const id = referenceIn(value, 'id');
    if (id.type === 'number' && id.number === index + 1) continue;
    const said = id.type === 'number' ? String(id.number) : 'nothing';
    if (isObject(value))
      yield atValue('RA135', value, `/changes/${index}`, `has ${said} as the number of change ${index + 1}`);
    return;
  }
}

/** Findings on diffs. `number` is that of the conversation; `known` is null for an unreadable log. */
export function* diffsFindings(
  diffs: Diffs,
  number: number | null,
  known: KnownMessages | null,
): Generator<FileFinding> {
  const { file, sections } = diffs;
  yield* savedFileFindings(file);
  if (file.error !== null) return;
  const wrong = wrongRoot(file);
  if (wrong !== null) yield wrong;
  for (const name of DIFF_SECTIONS) yield* sectionFindings(sections[name], `/${name}`);
  yield* olderKey(diffs);
  for (const entry of diffs.entries) yield* diffFindings(entry, number, known);
}

function* sectionFindings(section: Value | null, at: string): Generator<FileFinding> {
  if (section === null) return;
  const wrong = wrongObject(section, at, 'diffs');
  if (wrong !== null) yield wrong;
  else if (isObject(section)) yield* wrongEntries(section, at);
}

function* olderKey({ sections, entries }: Diffs): Generator<FileFinding> {
  const older = sections.diffs_by_msg_id;
  if (older === null) return;
  const under = entries.filter(({ section }) => section === 'diffs_by_msg_id');
  if (under.length === 0) return;
  const visible = new Set(entries.flatMap(({ hidden, name }) => (hidden ? [] : [name])));
  const lost = under.flatMap(({ name }) => (visible.has(name) ? [] : [name]));
  const at = '/diffs_by_msg_id';
  yield lost.length === 0
    ? atValue('RA130', older, at, 'has its diffs under the older key')
    : atValue('RA131', older, at, `has diffs that Rao does not see, under the older key: ${firstNames(lost)}`);
}

function* diffFindings(entry: Diff, number: number | null, known: KnownMessages | null): Generator<FileFinding> {
  if (!isObject(entry.value)) return;
  const at = `/${entry.section}${pointerStep(entry.name)}`;
  yield* dataFindings(entry.value, at);
  yield* indexOfOther(entry.value, at, number);
  if (known === null || known.isEdit(keyOfText(entry.name))) return;
  const detail = `has diffs of ${entry.name.slice(0, 20)}, which is not an edit`;
  yield { ...atValue('RA230', entry.key, at, detail), tie: keyOfText(entry.name) };
}

/** Findings on values that stop R when it counts an edit's lines or accepts it. */
function* dataFindings(entry: Value, at: string): Generator<FileFinding> {
  for (const [name, noun] of Object.entries({ flags: 'flags', diff_data: 'lines' })) {
    const value = fieldOf(entry, name);
    if (value === null || !isScalar(value)) continue;
    const detail = `has ${kindName(value)} in place of the ${noun} of an edit`;
    yield atValue('RA043', value, `${at}/${name}`, detail);
  }
  const data = fieldOf(entry, 'diff_data');
  if (data === null || isScalar(data)) return;
  const place = itemsOf(data).findIndex((each) => isScalar(each) || isStopping(each));
  const wrong = place < 0 ? undefined : pointedValues(data, `${at}/diff_data`)[place];
  if (wrong === undefined) return;
  const detail = isScalar(wrong.value)
    ? `has ${kindName(wrong.value)} among the lines of an edit`
    : 'has a line of an edit whose type or number is not a single value';
  yield atValue('RA043', wrong.value, wrong.at, detail);
}

/** True for a line that stops R, which compares its type, and checks its numbers for NA. */
function isStopping(line: Value): boolean {
  if (isFlat(line)) return false;
  const numbers = ['old_line', 'new_line'].map((name) => fieldOf(line, name));
  return !isSingle(fieldOf(line, 'type')) || numbers.some((number) => rLength(number) > 1);
}

export function* summariesFindings(
  { file, list, entries }: Summaries,
  known: KnownMessages | null,
): Generator<FileFinding> {
  yield* savedFileFindings(file);
  if (file.error !== null) return;
  const wrong = wrongRoot(file) ?? (list === null ? null : wrongObject(list, '/summaries', 'summaries'));
  if (wrong !== null) yield wrong;
  if (wrong !== null || !isObject(list)) return;
  yield* wrongEntries(list, '/summaries');
  if (known !== null) for (const entry of entries) yield* beyondLog(entry, known);
}

function* beyondLog({ name, key }: QuestionSummary, { questions }: KnownMessages): Generator<FileFinding> {
  const number = numberOfKey(name);
  // A revert leaves one for the last question.
  if (number > 0 && number <= questions) return;
  const detail = `has a summary of question ${name.slice(0, 20)} of ${questions}`;
  yield atValue('RA260', key, `/summaries${pointerStep(name)}`, detail);
}
