import { type Edit, shifted } from '../../../../codecs/edit.ts';
import { changeElements, insertMember, replaceValue } from '../../../../codecs/json/edits.ts';
import { resolve } from '../../../../codecs/json/pointer.ts';
import {
  elements,
  isNull,
  isObject,
  isString,
  lexemeOf,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { addAll, countEach, grouped } from '../../../../model/collections.ts';
import type { Code, Finding } from '../../../../model/finding.ts';
import type { FileRepair } from '../../../engine/change/passes.ts';
import { withoutLoneSurrogates } from '../../../engine/faults/document.ts';
import { lastValue, textAt } from '../../../engine/text-at.ts';
import { onlyHarmful } from '../../checks/harm.ts';
import { lackedMember } from '../../read/attachments.ts';
import { contentOf, imageFault, NAME_LIMIT } from '../../read/content.ts';
import { dumpText } from '../../read/python.ts';
import type { ScannedRecord } from '../../session-file.ts';
import { type ClaudePass, type HealContext, lineNumberOf, valueOfFinding } from './pass.ts';

/** Mends faults within single records, by the smallest change with which the program goes on, or sends the record. */
export const blocksPass: ClaudePass = {
  codes: [
    'CL109',
    'CL110',
    'CL410',
    'CL411',
    'CL414',
    'CL416',
    'CL417',
    'CL419',
    'CL420',
    'CL422',
    'CL424',
    'CL425',
    'CL426',
    'CL427',
    'CL428',
    'CL429',
    'CL431',
    'CL432',
    'CL435',
  ],
  repair: (context) => {
    const targets = placesOf(context);
    const places = new Set(targets.map(({ at }) => at));
    const outer = targets.filter(({ at }) => !isWithin(at ?? '', places));
    const found = grouped(outer.map((each) => [lineNumberOf(each), each]));
    const repairs = [...found].map(([n, all]) => ({ n, ...repair(context.file.scan(n), all) }));
    const notes = repairs.flatMap((each) => each.notes.map((note) => ({ n: each.n, note })));
    return { edits: repairs.flatMap(({ edits }) => edits), notes: distinctNotes(notes) };
  },
};

function distinctNotes(notes: readonly { readonly n: number; readonly note: string }[]): string[] {
  const times = countEach(notes.map(({ note }) => note));
  return notes.map(({ n, note }) => ((times.get(note) ?? 0) > 1 ? `line ${n + 1} ${note}` : note));
}

type TargetFinding = Pick<Finding, 'code' | 'at' | 'detail'>;

/** Findings on single records name all places; the heal needs each place. */
function placesOf({ file, targets }: HealContext): TargetFinding[] {
  const codes = new Set<Code>(targets.map(({ code }) => code));
  const local = onlyHarmful(file, file.facts().spotted).filter(({ code }) => codes.has(code));
  const rest = targets.filter(({ code }) => code === 'CL410' || code === 'CL411');
  return [...local.map(({ n, code, at, detail }) => ({ code, at: `/${n}${at}`, detail })), ...rest];
}

function isWithin(at: string, places: ReadonlySet<string | null>): boolean {
  for (let end = at.lastIndexOf('/'); end > 0; end = at.lastIndexOf('/', end - 1))
    if (places.has(at.slice(0, end))) return true;
  return false;
}

/** Edits of one record. Its thinking blocks are removed together, because two of them may share a comma. */
function repair(scanned: ScannedRecord | null, found: readonly TargetFinding[]): FileRepair {
  if (scanned === null) return { edits: [], notes: [] };
  const { record, at } = scanned;
  const thinking: Value[] = [];
  const edits: Edit[] = [];
  const notes: string[] = [];
  for (const finding of found) {
    const value = valueOfFinding(record, finding);
    if (value === null) continue;
    if (THINKING.has(finding.code)) thinking.push(value);
    else addAll(edits, editsFor(finding, value, record));
    notes.push(noteFor(finding));
  }
  const list = resolve(record, '/message/content', 'last');
  // The list may become empty: the program then sends "(no content)", if the answer has no other record.
  if (list !== null && thinking.length > 0) addAll(edits, changeElements(list, { remove: thinking }));
  return { edits: edits.map((each) => shifted(each, at)), notes };
}

const THINKING: ReadonlySet<string> = new Set(['CL416', 'CL424']);

function noteFor({ code, detail }: TargetFinding): string {
  if (THINKING.has(code)) return 'a thinking block that cannot be sent is removed';
  return `${detail}: ${NOTES[code] ?? 'it becomes a text'}`;
}

const NOTES: Readonly<Partial<Record<Code, string>>> = {
  CL109: 'it becomes the text or the block that it was to be',
  CL110: 'the record gets the type of its role',
  CL414: 'it becomes (empty)',
  CL420: 'it becomes U+FFFD',
  CL422: 'the input becomes an object that holds it',
  CL425: 'it becomes (empty)',
  CL426: 'the tool is named',
  CL428: 'it gets one of no files',
  CL431: 'null is taken out',
  CL432: 'the tool is named',
  CL435: 'it gets an empty one',
};

function editsFor(finding: TargetFinding, value: Value, record: Value): Edit[] {
  switch (finding.code) {
    case 'CL109':
      return sentForm(finding, value, record);
    case 'CL110':
      return [setMember(finding, value, 'type', dumpText(textAt(lastValue(record, 'message'), 'role') ?? 'user'))];
    case 'CL414':
    case 'CL425':
      return [replaceValue(value, isString(value) ? '"(empty)"' : `[${textBlock('(empty)')}]`)];
    case 'CL420':
      return withoutLoneSurrogates(record.tape);
    case 'CL422':
      return isThere(finding, 'input') && typeOf(value) !== 'null'
        ? surround(value, '{"input":', '}')
        : [setMember(finding, value, 'input', '{}')];
    case 'CL426':
    case 'CL432':
      return [
        setMember(
          finding,
          value,
          'name',
          dumpText(isString(value) ? textOf(value).slice(0, NAME_LIMIT) || NAME : NAME),
        ),
      ];
    case 'CL428':
      return [setMember(finding, value, 'snapshot', '{"trackedFileBackups":{}}')];
    case 'CL435':
      return emptyMember(finding, value, lastValue(record, 'attachment'));
    case 'CL431':
      return changeElements(value, { remove: elements(value).filter(isNull) });
    default:
      return [replaceValue(value, textBlock(wordsFor(finding, value)))];
  }
}

const NAME = 'unknown';

function emptyMember(finding: TargetFinding, value: Value, attachment: Value | null): Edit[] {
  const lacked = lackedMember(attachment);
  return lacked === null ? [] : [setMember(finding, value, lacked.key, lacked.empty)];
}

/** Sets a member. The place of a finding on a missing member is the object that lacks it. */
function setMember(finding: TargetFinding, value: Value, key: string, json: string): Edit {
  return isThere(finding, key) ? replaceValue(value, json) : insertMember(value, key, json);
}

function isThere({ at }: TargetFinding, key: string): boolean {
  return at?.endsWith(`/${key}`) === true;
}

/** Replaces an ignored value by its sent form: a block's text, a block, or a message's content. */
function sentForm(finding: TargetFinding, value: Value, record: Value): Edit[] {
  if (isThere(finding, 'text')) return [replaceValue(value, dumpText(lexemeOf(value)))];
  if (!isThere(finding, 'message')) return [asBlock(value)];
  const content = isObject(value) ? lastValue(value, 'content') : null;
  if (content === null) return surround(value, `{"role":"${textAt(record, 'type')}","content":`, '}');
  return isString(lastValue(content, 'type'))
    ? surround(content, '[', ']')
    : [replaceValue(content, dumpText(lexemeOf(content)))];
}

/** Gives a block the type that its keys show; a block without such keys becomes a text. */
function asBlock(value: Value): Edit {
  const type = isObject(value) ? typeShown(value) : null;
  if (type === null) return replaceValue(value, textBlock(textAt(value, 'text') ?? shownText(value)));
  const own = lastValue(value, 'type');
  return own === null ? insertMember(value, 'type', dumpText(type)) : replaceValue(own, dumpText(type));
}

function typeShown(block: Value): string | null {
  const has = (key: string) => isString(lastValue(block, key));
  if (has('tool_use_id')) return 'tool_result';
  if (has('id') && has('name') && isObject(lastValue(block, 'input'))) return 'tool_use';
  if (has('thinking') && has('signature')) return 'thinking';
  return has('text') ? 'text' : null;
}

function surround(value: Value, before: string, after: string): Edit[] {
  const { start, end } = spanOf(value);
  return [
    { at: start, remove: 0, insert: Buffer.from(before) },
    { at: end, remove: 0, insert: Buffer.from(after) },
  ];
}

function textBlock(text: string): string {
  return `{"type":"text","text":${dumpText(text)}}`;
}

function wordsFor({ code }: TargetFinding, value: Value): string {
  if (code === 'CL427') return lexemeOf(value);
  if (code === 'CL429') return (textAt(value, 'thinking') ?? '').trim() || '(empty)';
  if (code === 'CL417' || code === 'CL419') return `[${imageFault(value)?.name ?? 'image'} removed]`;
  if (code === 'CL411') return resultText(value);
  return `[call of ${textAt(value, 'name') ?? 'a tool'} removed: it has no result]`;
}

function shownText(value: Value): string {
  return isString(value) ? textOf(value) : lexemeOf(value);
}

function resultText(value: Value): string {
  const whole = textAt(value, 'content');
  if (whole !== null) return whole === '' ? '(empty)' : whole;
  const texts = contentOf(value).map(
    (block) => textAt(block, 'text') ?? `[${textAt(block, 'type') ?? 'block'} removed]`,
  );
  return texts.length === 0 ? '(empty)' : texts.join('\n');
}
