import { isUtf16 } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { otherFormatDetail, type RecordMembers } from '../../engine/faults/other-format.ts';
import { areObjectsApart } from '../../engine/range-edits.ts';
import { firstOutOfOrder, groupsByUuid, isSameRecord } from '../../engine/record-order.ts';
import { linePointer } from '../../engine/records.ts';
import { type LineDetails, lineDetail } from '../../engine/session-lines.ts';
import {
  atByte,
  boundedFindings,
  copyFinding,
  type FileFinding,
  findingAbout,
  isCopyBeside,
  placedFindings,
  recordFindingMaker,
  withLoss,
} from '../../file-finding.ts';
import type { Scope } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { PiDocument } from '../document.ts';
import { projectName, SESSIONS } from '../layout/layout.ts';
import { isKnown, type SessionRecord } from '../read/record.ts';
import {
  type Header,
  isOld,
  isRewritten,
  NEWEST_VERSION,
  type SessionFault,
  type SessionFile,
  type SessionRead,
} from '../read/session.ts';
import { flowOf } from '../read/transcript.ts';

/** Members that a record of a session has at least; a line without them is of another format. */
const RECORD_MEMBERS: RecordMembers = [
  ['type', 'id'],
  ['type', 'timestamp'],
];

const findingAt = recordFindingMaker(linePointer);

export function judgePi(document: PiDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn(document: PiDocument): Generator<Finding> {
  for (const file of document.files) yield* placedFindings(document.id, file.part.path, fileFindings(file, document));
}

export function* fileFindings(
  file: SessionFile,
  { id, scope, loose }: Pick<PiDocument, 'id' | 'scope' | 'loose'>,
): Generator<FileFinding> {
  const { source } = file;
  const isCopy = isCopyBeside(id, scope.units);
  if (isCopy) yield copyFinding('PI304', id);
  if (loose.has(file.part.path)) yield findingAbout('PI305', 'is in no folder of a project, and others are');
  // An unread file is not judged.
  if (source === null) return;
  const read = file.read();
  const shape = shapeFinding(source, read);
  if (shape !== null) {
    yield shape;
    return;
  }
  if (read.isMarked) yield atByte('PI003', 0, 'begins with a byte-order mark');
  const [first] = read.headers;
  if (first?.isFirst !== true) yield findingAbout('PI001', beginningDetail(first));
  else if (first.id === null) yield atByte('PI001', first.at, 'begins with a record without an id');
  else yield* headerFindings({ ...file, named: isCopy ? null : file.named }, first, read);
  yield* lineFindings(file);
  yield* recordFindings(read, source);
}

function beginningDetail(later: Header | undefined): string {
  return later === undefined ? 'has no record that begins it' : `begins on line ${later.line + 1} alone`;
}

/** A finding on a file whose records the program cannot read as lines; null for lines. */
function shapeFinding(source: Source, { records, headers }: SessionRead): FileFinding | null {
  if (isUtf16(source.slice(0, 4))) return findingAbout('PI005', 'is UTF-16');
  const format = otherFormatDetail(source, RECORD_MEMBERS);
  if (format !== null) return findingAbout('PI004', format);
  const hasRecords = records.length + headers.length > 0;
  if (areObjectsApart(source, hasRecords)) return findingAbout('PI002', 'has records over several lines, or in a list');
  return !hasRecords && (source.size === 0 || isBlank(source)) ? findingAbout('PI004', 'has no record') : null;
}

/** A larger file holds more than white space. */
const BLANK = 2 ** 16;

function isBlank(source: Source): boolean {
  return source.size < BLANK && source.slice(0, source.size).every((byte) => byte <= 0x20);
}

function* headerFindings({ named, project }: SessionFile, header: Header, read: SessionRead): Generator<FileFinding> {
  const { at, id, cwd, version } = header;
  const number = Number(version ?? 1);
  if (isOld(header) && read.records.some(({ uuid, isLinked }) => uuid !== '' && isLinked))
    yield atByte('PI006', at, 'names no version with links: the program links its records anew, branches too');
  else if (isRewritten(header)) yield atByte('PI007', at, 'is rewritten by the program when it is opened');
  else if (number !== NEWEST_VERSION) yield atByte('PI008', at, `is of version ${version}`);
  if (cwd === null) yield atByte('PI009', at, 'begins with a record that names no folder');
  if (named !== null && named.id !== id)
    yield findingAbout('PI301', `is of the session ${id}, which its name does not say`);
  if (project !== null && cwd !== null && projectName(cwd) !== project)
    yield { ...findingAbout('PI303', `is of ${cwd}, and is kept in ${project}`), concerns: { folders: [cwd] } };
}

export function* folderFindings({ name, site, exists }: Scope, folders: ReadonlySet<string>): Generator<Finding> {
  const place = [...(site.shape === 'home' ? [SESSIONS] : []), ...(name === '' ? [] : [name])].join('/');
  for (const folder of folders)
    if (exists?.(folder) === false)
      yield {
        ...fileFinding('PI302', null, place, `holds sessions of ${folder}, which is gone`),
        concerns: { folders: [folder] },
      };
}

const LOST_LINE_CODES: readonly Code[] = [
  'PI101',
  'PI103',
  'PI104',
  'PI105',
  'PI106',
  'PI112',
  'PI115',
  'PI202',
  'PI203',
];
const BROKEN: readonly Code[] = ['PI201', 'PI207', 'PI208', 'PI210', 'PI213', 'PI216'];

const CAUSES = causesFrom([
  { from: LOST_LINE_CODES, follow: BROKEN, at: inFile },
  // Records that the chain from the last record does not reach are not part of the conversation.
  { from: ['PI111', 'PI201', 'PI209', 'PI213'], follow: ['PI207', 'PI208', 'PI210'], at: inFile },
]);

interface CodedFault extends SessionFault {
  readonly code: Code;
}

export function codedFaults({ read }: Pick<SessionFile, 'read'>): CodedFault[] {
  const { faults, chainBreak } = read();
  return faults.map((fault) => ({ ...fault, code: codeOf(fault, chainBreak) }));
}

const CODES = {
  raw: 'PI112',
  unended: 'PI107',
  'not-utf8': 'PI108',
  'too-long': 'PI109',
  blanks: 'PI113',
  surrogate: 'PI114',
} as const;

function codeOf(fault: SessionFault, chainBreak: SessionRead['chainBreak']): Code {
  const { type, at } = fault;
  if (type === 'no-record') return at === chainBreak?.at ? 'PI111' : 'PI110';
  return type === 'broken' ? brokenCode(fault) : CODES[type];
}

function brokenCode({ shape, pieces = [], isStray }: SessionFault): Code {
  if (shape === 'nul') return pieces.length > 0 ? 'PI105' : 'PI106';
  if (isStray && shape !== 'glued') return 'PI115';
  if (pieces.length > 0) return shape === 'glued' ? 'PI103' : 'PI104';
  if (shape === 'no-record') return 'PI110';
  return 'PI101';
}

/** Codes reported once per file: of white space, and of halves of characters. */
const ONCE: readonly Code[] = ['PI113', 'PI114'];

function* lineFindings(file: SessionFile): Generator<FileFinding> {
  const reported = new Set<Code>();
  for (const fault of codedFaults(file)) {
    const { code, at } = fault;
    if (!ONCE.includes(code) || !reported.has(code))
      yield withLoss(atByte(code, at, lineDetail(DETAILS, fault)), code === 'PI106');
    reported.add(code);
  }
}

const DETAILS: LineDetails<CodedFault> = {
  PI101: 'torn',
  PI103: 'glued',
  PI104: 'behind-torn',
  PI105: 'nul',
  PI106: 'nul',
  PI107: (_, where) => `has no line end behind ${where}`,
  PI108: 'not-utf8',
  PI109: 'too-long',
  PI111: (_, where) => `ends with ${where}, which is no record: nothing before it is sent`,
  PI112: (_, where) => `has a line break or control character in a text on ${where}`,
  PI113: (_, where) => `has white space around the record on ${where}`,
  PI115: 'stray',
  PI114: (_, where) => `has half of a character on ${where}`,
};

const LACKING = {
  usage: 'is an answer without its usage',
  call: 'is an answer with a call that has no id',
} as const;

const NO_LIST = 'has a content that is no list of parts';

function faultOf(record: SessionRecord, isSent: boolean): FileFinding | null {
  switch (record.fault) {
    case null:
      return null;
    case 'member':
      return findingAt('PI215', record, 'lacks what the program needs of it');
    case 'usage':
    case 'call':
      return isSent ? findingAt('PI215', record, LACKING[record.fault]) : null;
    case 'text':
      return isSent
        ? findingAt('PI205', record, 'is a result whose content is a text: the program sends none of it')
        : null;
    case 'kind':
      return isSent ? findingAt('PI205', record, NO_LIST) : null;
    default:
      return findingAt('PI205', record, NO_LIST);
  }
}

function* recordFindings(read: SessionRead, source: Source): Generator<FileFinding> {
  const { records, header, untimed, chain, offChain } = read;
  const isUnlinked = header !== null && isOld(header) && records.every(({ uuid }) => uuid === '');
  if (!isUnlinked) yield* linkFindings(read, source);
  for (const record of records)
    if (record.type === null) yield findingAt('PI203', record, 'has no type: it is not sent');
  yield* contentFindings(read);
  yield* firstOf(
    'PI204',
    records.filter((record) => !isKnown(record)),
    'a type or role that is not known',
  );
  yield* firstOf('PI214', untimed, 'no time');
  for (const { code, record, detail } of unpairedIn(read)) yield findingAt(code, record, detail);
  const uuids = new Set(chain.map(({ uuid }) => uuid));
  const aside = offChain.filter(({ type, uuid }) => type === 'message' && !uuids.has(uuid));
  const [one] = aside;
  if (one !== undefined)
    yield findingAt(
      'PI210',
      one,
      `is one of ${countOf(aside.length, 'message')} that the last record does not go on from`,
    );
}

function* contentFindings(read: SessionRead): Generator<FileFinding> {
  const [flow, onChain] = [flowOf(read), new Set(read.chain)];
  for (const record of read.records) {
    const as = flow.get(record) ?? record;
    const isEdited = as.at !== record.at;
    // The program does not send the content of an edited message.
    const fault = faultOf(record, onChain.has(record) && (!isEdited || record.fault === 'usage'));
    if (fault !== null) yield fault;
    if (isEdited && as.fault === 'member') yield findingAt('PI215', as, 'is an edit that the program fails on');
  }
}

function* firstOf(code: Code, records: readonly SessionRecord[], what: string): Generator<FileFinding> {
  const [record, ...more] = records;
  if (record !== undefined)
    yield findingAt(
      code,
      record,
      more.length === 0 ? `has ${what}` : `is the first of ${countOf(records.length, 'record')} with ${what}`,
    );
}

function* linkFindings(read: SessionRead, source: Source): Generator<FileFinding> {
  const { records, headers, faults } = read;
  // A parent may be on the line that was not read.
  const orphans = faults.some(({ type }) => type === 'too-long') ? [] : read.orphans;
  const sent = new Set(orphans.length === 0 ? [] : read.chain);
  for (const each of orphans) yield* orphanFindings(each, read, sent);
  for (const record of records) if (record.uuid === '') yield findingAt('PI202', record, 'has no id');
  yield* repeatedHeaders(headers, source);
  const isLost = new Set(orphans);
  const early = firstOutOfOrder(records.filter((record) => !isLost.has(record)));
  if (early !== undefined) yield findingAt('PI209', early, 'is written before its parent record');
  for (const [first, ...more] of groupsByUuid(records)) if (first?.uuid) yield* doubledIds(first, more, source);
}

/** Findings on a record without its parent. If the sent conversation is whole without the record, it is on a branch that was left. */
function* orphanFindings(
  record: SessionRecord,
  { records, closing }: SessionRead,
  sent: ReadonlySet<SessionRecord>,
): Generator<FileFinding> {
  const isClosing = closing.has(record);
  const isFirst = record === records[0] && !isClosing;
  if (!isFirst && !isClosing && sent.size > 0 && !sent.has(record))
    yield findingAt('PI216', record, `${whyLost(record, false)}, on a branch that is not sent`);
  else if (!isFirst) yield findingAt('PI201', record, `${whyLost(record, isClosing)}: nothing before it is sent`);
  else if (record.parent !== null)
    yield findingAt('PI211', record, 'begins with a record that goes on from one that is nowhere');
}

function whyLost({ isLinked }: SessionRecord, isClosing: boolean): string {
  if (!isLinked) return 'does not say which record it goes on from';
  return `goes on from one that ${isClosing ? 'goes on from it' : 'is nowhere'}`;
}

function* repeatedHeaders([begin, ...more]: readonly Header[], source: Source): Generator<FileFinding> {
  for (const each of more) {
    const isCopy = begin !== undefined && isSameRecord(source, begin, each);
    yield { ...findingAbout(isCopy ? 'PI212' : 'PI110', 'begins a session again'), offset: each.at };
  }
}

function* doubledIds(first: SessionRecord, more: readonly SessionRecord[], source: Source): Generator<FileFinding> {
  for (const each of more)
    yield isSameRecord(source, first, each)
      ? findingAt('PI212', each, `is the record at ${linePointer(first)} again`)
      : findingAt('PI213', each, `has the id of the record at ${linePointer(first)}`);
}

/** A call or a result without the other. `last`: the record after which the result belongs. */
interface Unpaired {
  readonly code: 'PI206' | 'PI207' | 'PI208';
  readonly record: SessionRecord;
  readonly detail: string;
  readonly id: string;
  readonly last: SessionRecord;
}

/** Unpaired calls and results among the records that are sent: a result belongs directly after its call. */
export function* unpairedIn(read: SessionRead): Generator<Unpaired> {
  const called = new Set<string>();
  let open = new Map<string, SessionRecord>();
  let last: SessionRecord | null = null;
  for (const [record, { effect, calls, target: id }] of flowOf(read)) {
    if (effect !== 'returns') {
      yield* unansweredCalls(open, last);
      open = new Map(calls.map((call) => [call, record]));
      addEach(called, calls);
    } else if (!open.delete(id)) yield extraResult(record, id, called.has(id));
    last = record;
  }
  yield* unansweredCalls(open, last);
  // Includes records that will be sent once links are mended.
  const all = new Set(read.records.flatMap(({ calls }) => calls));
  for (const record of read.offChain)
    if (record.effect === 'returns' && !all.has(record.target)) yield extraResult(record, record.target, false);
}

function addEach(into: Set<string>, all: readonly string[]): void {
  for (const each of all) into.add(each);
}

function* unansweredCalls(open: ReadonlyMap<string, SessionRecord>, last: SessionRecord | null): Generator<Unpaired> {
  const detail = 'has a call without a result: the program makes one up';
  for (const [id, record] of open) yield { code: 'PI207', record, id, last: last ?? record, detail };
}

function extraResult(record: SessionRecord, id: string, isSecond: boolean): Unpaired {
  const common = { record, id, last: record };
  return isSecond
    ? { code: 'PI206', ...common, detail: 'has a second result of a call, which is sent too' }
    : { code: 'PI208', ...common, detail: 'has a result without a call, which is sent where it is reached' };
}
