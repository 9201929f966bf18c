import { type Edit, editedSource } from '../../../codecs/edit.ts';
import {
  elements,
  isArray,
  isString,
  type Member,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { Rewritten } from '../../../codecs/rewritten.ts';
import { addCounts } from '../../../model/change-report.ts';
import { addAll } from '../../../model/collections.ts';
import type { Counts, Message } from '../../../model/conversation.ts';
import { type Code, ruleOf } from '../../../model/finding.ts';
import { folderOf, join } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import { isError } from '../../../model/rules/row.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unitChange,
} from '../../decision.ts';
import { copiedTo } from '../../engine/change/steps.ts';
import { isGzip } from '../../engine/faults/other-format.ts';
import { isTyped } from '../../engine/prompts/typed-prompts.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { countOf, countOfEntries } from '../../words.ts';
import { claudeFileFindings } from '../checks/file-findings.ts';
import { type ClaudeDocument, filesOfSession } from '../document.ts';
import { Links } from '../read/links.ts';
import { isGzipped, isUnpacked, packedIdOf } from '../read/packed.ts';
import { dump, dumpText, isTruthy } from '../read/python.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import { claudeTranscript, type SessionCompanions } from '../read/transcript.ts';
import { openFile, type ScannedRecord, type SessionFile } from '../session-file.ts';
import { claudeCounts, noSession } from './counts.ts';

/**
 * A copy under a new id by the SDK's rules: every record that is not a sidechain's, in the order of the file, with new uuids; no metadata
 * but the replaced contents and a title. A record that the SDK would lose, or never get past, stays.
 */
export function forkClaude(document: ClaudeDocument, ask: AskFor<'fork'>): UnitChange | NotChanged {
  const file = document.active ?? document.archived ?? document.misnamed;
  if (file === null) return refused({ reason: noSession(document) });
  if (file.source === null) return refused({ reason: 'is not a file that can be read' });
  if (isGzipped(file) || isGzip(file.source)) return refused({ reason: whyPacked(file) });
  // Before the records, which the pass of its facts has too.
  const hidden = hiddenBy(file);
  if (hidden.length > 0 && file === document.misnamed) return refused({ reason: UNREAD_COPY });
  if (hidden.length > 0)
    return refused({ codes: hidden, reason: 'holds records that the program does not read: heal it first' });
  const records = keptBy(file);
  const end = endOf(file, records, { at: ask.at, companions: filesOfSession(document, file, []) });
  if (isRefusal(end)) return end;
  const copied = records.slice(0, end.until + 1);
  if (copied.every((n) => file.records().classOf[n] === CLASS.progress))
    return refused({ reason: 'has no records to copy' });
  const made = copyOf(document.id, file, copied, ask);
  if (made === null)
    return refused({ reason: 'is too large to be forked: over 128 MiB of the copy would be new text' });
  const path = join(folderOf(file.part.path).replace(/^archive\//, 'projects/'), `${made.id}.jsonl`);
  const before = claudeCounts(file);
  const source = editedSource(file.source, made.edits);
  const copy = openFile({ ...file.part, path, size: source.size, source }, { id: made.id, role: 'session' });
  const after = claudeCounts(copy);
  return unitChange({
    path: file.part.path,
    steps: [stepFor(file, file.source, made.edits, path)],
    before,
    after: addCounts(before, after),
    notes: [
      ...end.notes,
      ...lostNote(ask, before, after),
      ...(document.agents().length === 0 ? [] : ['subagents and tool results are not copied']),
    ],
    newId: made.id,
  });
}

/** A copied record whose parent is not copied begins the conversation anew. */
function lostNote({ at }: AskFor<'fork'>, before: Counts, { messages }: Counts): string[] {
  if (at !== null || messages >= before.messages) return [];
  const which = `${messages} of the ${countOf(before.messages, 'message')} that its source sends`;
  return [`sends ${which}: a record goes on from one that is lost or a subagent's; \`convo heal\` mends what is lost`];
}

function whyPacked(file: SessionFile): string {
  const way = (isUnpacked(file) && packedIdOf(file) !== null) || file.shape() === 'gzip' ? '`convo heal`' : '`gunzip`';
  return `is compressed by gzip: ${way} unpacks it`;
}

const UNREAD_COPY =
  'holds records that the program does not read, and only a session is healed: give its file a new UUID with .jsonl for a name first';

/** Ranges of the session and the new text between them; the target of a link is copied completely. */
function stepFor({ part }: SessionFile, source: Source, edits: readonly Edit[], path: string): Step {
  if (part.type === 'file') return copiedTo(part, path, edits);
  const made = editedSource(source, edits);
  return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: made.slice(0, made.size) } };
}

function hiddenBy(file: SessionFile): Code[] {
  const found = [...claudeFileFindings(file, null)];
  const codes = found.filter(({ at, code }) => at === null && isError(ruleOf(code))).map(({ code }) => code);
  return [...new Set(codes)];
}

function keptBy(file: SessionFile): number[] {
  const records = file.records();
  return Array.from({ length: records.count }, (_, n) => n).filter(
    (n) => records.isKept(n) && !records.has(n, RECORD_FLAG.sidechain | RECORD_FLAG.noUuid),
  );
}

/** The last copied record, by its place among the records, with notes. */
interface ForkEnd {
  readonly until: number;
  readonly notes: readonly string[];
}

/** Ends before message `at` as `show --all` numbers it, or before the first record with the uuid `at`; refused without either. */
function endOf(
  file: SessionFile,
  records: readonly number[],
  { at, companions }: { readonly at: string | null; readonly companions: SessionCompanions },
): ForkEnd | Refusal {
  if (at === null) return { until: records.length - 1, notes: [] };
  if (!/^\d+$/.test(at))
    return { until: records.findIndex((n) => textAt(file.scan(n)?.record, 'uuid') === at), notes: [] };
  const said = Array.from(claudeTranscript(file, companions).messages, placeOf);
  const holders = said.map(({ holder }) => holder);
  const endBefore = (n: number) => records.indexOf(n) - 1;
  const from = holders.findIndex((n, index) => index >= Number(at) && n !== NO_RECORD);
  const holder = holders[from] ?? NO_RECORD;
  const isBehindAll = from < 0 && Number(at) < holders.length;
  const until = isBehindAll ? records.length - 1 : endBefore(holder);
  if (until >= 0) {
    const copied = new Set(records.slice(0, until + 1));
    const omitted = holders.filter((n) => !copied.has(n)).length;
    // Messages are numbered as in `show`; the counts of a change, as of a list, are of sent records.
    const notes = [`leaves out ${omitted} of ${holders.length} texts, calls and results`];
    const first = holders.indexOf(holder);
    return {
      until,
      notes: [...notes, ...togetherWith(first, from), ...(from < 0 ? [] : insideTurn(said, first, copied))],
    };
  }
  const min = holders.findIndex((n) => endBefore(n) >= 0);
  const way = min < 0 ? 'it cannot end before one' : `give a number from ${min} to ${holders.length - 1}`;
  return refused({ reason: `has ${countOfEntries(holders.length)}: ${way}` });
}

interface SaidPlace {
  /** The record with the message; it may hold several. */
  readonly holder: number;
  readonly isQuestion: boolean;
  /** Id of the message's call. */
  readonly call: string | null;
  /** Id of the call that the message answers. */
  readonly result: string | null;
}

function placeOf(message: Message): SaidPlace {
  const { role, type, callId = null, at } = message;
  return {
    holder: isTyped(message) ? NO_RECORD : Number(at.split('/')[1]),
    isQuestion: role === 'user' && type === 'text' && !isTyped(message),
    call: type === 'tool_call' ? callId : null,
    result: type === 'tool_output' ? callId : null,
  };
}

/** Notes on a fork that ends before message `end`, inside a turn: there a record may be elsewhere than its message. */
function insideTurn(said: readonly SaidPlace[], end: number, copied: ReadonlySet<number>): string[] {
  const question = said.findLastIndex(({ isQuestion }, n) => isQuestion && n <= end);
  if (question < 0 || question === end) return [];
  const isIn = ({ holder }: SaidPlace) => copied.has(holder);
  const omitted = numbersOf(said, (each, n) => n < end && each.holder !== NO_RECORD && !isIn(each));
  const more = numbersOf(said, (each, n) => n >= end && isIn(each));
  const answered = new Set(said.filter(isIn).flatMap(({ result }) => result ?? []));
  const open = said
    .slice(question)
    .filter((each) => isIn(each) && each.call !== null && !answered.has(each.call)).length;
  const calls = `${countOf(open, 'call')} in it ${open === 1 ? 'has' : 'have'} no result, and the program does not send such calls`;
  return [
    `ends inside the turn that began with message ${question}${open === 0 ? '' : `: ${calls}`}`,
    ...(omitted === null ? [] : [`${omitted} not in it, because of its place in the file`]),
    ...(more === null ? [] : [`${more} in it, because of its place in the file`]),
  ];
}

/** `message 2 is`, or `messages 2, 4 are`; null for none. */
function numbersOf(said: readonly SaidPlace[], isMeant: (each: SaidPlace, n: number) => boolean): string | null {
  const all = said.flatMap((each, n) => (isMeant(each, n) ? [n] : []));
  if (all.length < 2) return all.length === 0 ? null : `message ${all[0]} is`;
  return `messages ${all.slice(0, MAX_NUMBERS).join(', ')}${all.length > MAX_NUMBERS ? ' and others' : ''} are`;
}

const MAX_NUMBERS = 10;

const NO_RECORD = -1;

function togetherWith(first: number, at: number): string[] {
  return at < 0 || first === at ? [] : [`it ends before message ${first}: one record holds that and message ${at}`];
}

/** Limit of new text in a copy, in bytes: a plan holds it as one line of base64, and Node.js limits a text to 512 MiB. */
const MAX_NEW_TEXT_BYTES = 2 ** 27;
/** Least number of new bytes per record: its ids, and where it was copied from. */
const NEW_TEXT = 250;

interface Copy {
  readonly id: string;
  readonly edits: readonly Edit[];
}

/** A copy of some records, byte for byte as the SDK writes it; null if it would have too much new text. */
function copyOf(source: string, file: SessionFile, copied: readonly number[], ask: AskFor<'fork'>): Copy | null {
  if (copied.length * NEW_TEXT > MAX_NEW_TEXT_BYTES) return null;
  const { classOf } = file.records();
  const uuids = new Map(copied.map((n) => [n, textAt(file.scan(n)?.record, 'uuid') ?? '']));
  const ids = new Map(Array.from(uuids.values(), (uuid) => [uuid, ask.newId()]));
  const written = copied.filter((n) => classOf[n] !== CLASS.progress);
  const id = ask.newId();
  const now = new Date(ask.now * 1000).toISOString();
  const parentOf = parentsIn(file, copied);
  const copy = new Rewritten();
  for (const n of written) {
    const scanned = file.scan(n);
    const above = uuids.get(parentOf(n));
    const parent = above === undefined ? null : (ids.get(above) ?? null);
    if (scanned !== null) writeRecord(copy, scanned, { source, id, ids, parent, now, isLast: n === written.at(-1) });
    if (copy.newBytes > MAX_NEW_TEXT_BYTES) return null;
  }
  const replaced = replacements(file, source);
  if (replaced.length > 0) copy.write(Buffer.from(replacedLine(replaced, id, ask.newId(), now)));
  copy.write(Buffer.from(titleLine(file, id, ask.newId(), now)));
  return { id, edits: copy.edits(file.source?.size ?? 0) };
}

interface ForkTarget {
  readonly source: string;
  readonly id: string;
  readonly ids: ReadonlyMap<string, string>;
  /** The uuid of the nearest copied ancestor; null for none. */
  readonly parent: string | null;
  readonly now: string;
  readonly isLast: boolean;
}

const REMOVED = ['teamName', 'agentName', 'slug', 'sourceToolAssistantUUID'];

/** Writes one line. A repeated key keeps its first place and its last value. Unchanged bytes are kept as a range. */
function writeRecord(copy: Rewritten, { record, at }: ScannedRecord, into: ForkTarget): void {
  const { bytes } = record.tape;
  const own = new Map(members(record).map((each): [string, Member] => [textOf(each.key), each]));
  for (const key of REMOVED) own.delete(key);
  const fresh = freshFields(record, into);
  let lead = '{';
  for (const key of new Set([...own.keys(), ...fresh.keys()])) {
    const old = own.get(key);
    const text = Buffer.from(`${lead}${dumpText(key)}:${fresh.get(key) ?? (old === undefined ? '' : dump(old.value))}`);
    const from = old === undefined ? 0 : spanOf(old.key).start - lead.length;
    const isSame = old !== undefined && text.equals(bytes.subarray(from, spanOf(old.value).end));
    if (isSame) copy.keep(at + from, text);
    else copy.write(text);
    lead = ',';
  }
  copy.write(Buffer.from('}\n'));
}

function freshFields(record: Value, { source, id, ids, parent, now, isLast }: ForkTarget): ReadonlyMap<string, string> {
  const idOf = (uuid: string) => dumpText(ids.get(uuid) ?? '');
  const old = textAt(record, 'uuid') ?? '';
  const logical = lastValue(record, 'logicalParentUuid');
  const fresh = new Map([
    ['uuid', idOf(old)],
    ['parentUuid', parent === null ? 'null' : dumpText(parent)],
    ['logicalParentUuid', logicalParent(logical, ids)],
    ['sessionId', dumpText(id)],
  ]);
  if (isLast || lastValue(record, 'timestamp') === null) fresh.set('timestamp', dumpText(now));
  fresh.set('isSidechain', 'false');
  const compaction = lastValue(record, 'compactMetadata');
  if (compaction !== null && isKeeping(compaction))
    fresh.set(
      'compactMetadata',
      dump(compaction).replace(UUID_TEXT, (text, uuid) => (ids.has(uuid) ? idOf(uuid) : text)),
    );
  fresh.set('forkedFrom', `{"sessionId":${dumpText(source)},"messageUuid":${dumpText(old)}}`);
  return fresh;
}

/** True for a compaction that names the records it keeps: the SDK copies the old names, and so loses the records. */
function isKeeping(metadata: Value): boolean {
  return ['preservedMessages', 'preservedSegment'].some((key) => lastValue(metadata, key) !== null);
}

const UUID_TEXT = /"([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})"/gi;

/** The new uuid of a logical parent; values that are false in Python stay unchanged. */
function logicalParent(value: Value | null, ids: ReadonlyMap<string, string>): string {
  if (value !== null && !isTruthy(value)) return dump(value);
  const id = value !== null && isString(value) ? ids.get(textOf(value)) : undefined;
  return id === undefined ? 'null' : dumpText(id);
}

/** The nearest copied ancestor of a record; -1 for none. Progress records are skipped. Records of a ring have none. */
function parentsIn(file: SessionFile, copied: readonly number[]): (n: number) => number {
  const { classOf, count } = file.records();
  const links = new Links(file.records(), copied);
  const above = new Int32Array(count).fill(UNKNOWN);
  return (n) => {
    const way: number[] = [];
    let at = links.parentOf(n);
    while (at >= 0 && classOf[at] === CLASS.progress && above[at] === UNKNOWN) {
      above[at] = -1;
      way.push(at);
      at = links.parentOf(at);
    }
    const found = at >= 0 && classOf[at] === CLASS.progress ? (above[at] ?? -1) : at;
    for (const each of way) above[each] = found;
    return found;
  };
}

const UNKNOWN = -3;

function replacements(file: SessionFile, source: string): string[] {
  const { classOf, count } = file.records();
  const all: string[] = [];
  for (let n = 0; n < count; n++) {
    const record = classOf[n] === CLASS.other ? file.scan(n)?.record : null;
    if (textAt(record, 'type') !== 'content-replacement') continue;
    const list = lastValue(record, 'replacements');
    if (textAt(record, 'sessionId') === source && isArray(list)) addAll(all, elements(list).map(dump));
  }
  return all;
}

function replacedLine(replaced: readonly string[], id: string, uuid: string, now: string): string {
  return `{"type":"content-replacement","sessionId":${dumpText(id)},"replacements":[${replaced.join(',')}],"uuid":${dumpText(uuid)},"timestamp":${dumpText(now)}}\n`;
}

function titleLine(file: SessionFile, id: string, uuid: string, now: string): string {
  const { customTitle, firstPrompt } = file.listing();
  const title = `${customTitle ?? firstPrompt ?? 'Forked session'} (fork)`;
  return `{"type":"custom-title","sessionId":${dumpText(id)},"customTitle":${dumpText(title)},"uuid":${dumpText(uuid)},"timestamp":${dumpText(now)}}\n`;
}
