import { isUtf16 } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code, Finding } from '../../../model/finding.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { checkpointFindings } from '../../engine/checkpoint.ts';
import { otherFormatDetail, type RecordMembers } from '../../engine/faults/other-format.ts';
import { isGivenFile } from '../../engine/layout.ts';
import { areObjectsApart } from '../../engine/range-edits.ts';
import { firstOutOfOrder, groupsByUuid, isSameRecord } from '../../engine/record-order.ts';
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
import { countOf } from '../../words.ts';
import { isOfFolder, projectOf, type QwenDocument } from '../document.ts';
import { projectName } from '../layout/layout.ts';
import { OpenCalls } from '../read/parts.ts';
import {
  isNobodys,
  reachedIn,
  type SessionFault,
  type SessionFile,
  type SessionRead,
  type SessionRecord,
  stoppersIn,
} from '../read/session.ts';
import { recordPointer } from '../read/transcript.ts';

/** Members that a record of a session has at least; a line without them is of another format. */
const RECORD_MEMBERS: RecordMembers = [
  ['type', 'uuid'],
  ['type', 'sessionId'],
];

const findingAt = recordFindingMaker(recordPointer);

export function judgeQwen(document: QwenDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn(document: QwenDocument): Generator<Finding> {
  yield* checkpointFindings(document, 'QW306');
  const { id, scope, files } = document;
  for (const file of files) {
    const { path } = file.part;
    const isGiven = isGivenFile(scope.site, path);
    const found = [...fileFindings(file, document)].filter(({ code }) => code !== 'QW301' || !isGiven);
    yield* placedFindings(id, path, found);
  }
}

export function* fileFindings(
  file: SessionFile,
  { id, sides, scope }: Pick<QwenDocument, 'id' | 'sides' | 'scope'>,
): Generator<FileFinding> {
  const read = file.read();
  if (isCopyBeside(id, scope.units)) yield copyFinding('QW307', id);
  else if (file.named === null)
    yield findingAbout('QW301', 'is not called as the program calls a session, so it passes it over');
  if (file.source === null) return;
  if (areRecordsApart(file)) {
    yield findingAbout('QW001', 'has records over several lines, or in a list');
    return;
  }
  if (isUtf16(file.source.slice(0, 4))) {
    yield findingAbout('QW004', 'is UTF-16');
    return;
  }
  const format = otherFormatDetail(file.source, RECORD_MEMBERS);
  if (format !== null) {
    yield findingAbout('QW003', format);
    return;
  }
  yield* firstFindings(read);
  yield* idFindings(file);
  const { begin, folders, endsList } = read;
  const isHere = isOfFolder(file, sides);
  if (isHere && endsList !== null) yield atByte('QW220', endsList.at, 'has a first question whose text is none');
  if (begin?.cwd != null && !isHere) {
    const isOnly = folders.some((folder) => projectName(folder) === projectOf(file));
    const detail = `begins in ${begin.cwd}, for which the program looks in ${projectName(begin.cwd)}`;
    yield { ...findingAbout(isOnly ? 'QW303' : 'QW304', detail), concerns: { folders: [begin.cwd] } };
  }
  yield* lineFindings(file);
  yield* recordFindings(read, file.source);
}

function* firstFindings({ first, lines }: SessionRead): Generator<FileFinding> {
  if (first === null) yield findingAbout('QW003', lines === 0 ? 'has no record' : 'has no record in its first lines');
  else if (first.cwd === null) yield atByte('QW001', first.at, 'begins with a record that names no folder');
}

function* idFindings({ named, read }: SessionFile): Generator<FileFinding> {
  const [id, ...others] = read().ids;
  if (others.length > 0) yield findingAbout('QW002', `has records of ${others.length + 1} sessions`);
  else if (named !== null && id !== undefined && id !== named)
    yield findingAbout('QW302', `is of the session ${id}, which its name does not say`);
}

export function areRecordsApart({ source, read }: Pick<SessionFile, 'source' | 'read'>): boolean {
  const { chain, offChain } = read();
  return source !== null && areObjectsApart(source, chain.length + offChain.length > 0);
}

const LOST_LINE_CODES: readonly Code[] = ['QW101', 'QW102', 'QW104', 'QW105', 'QW106', 'QW202', 'QW203'];

const CAUSES = causesFrom([
  { from: LOST_LINE_CODES, follow: ['QW201', 'QW205', 'QW207', 'QW208', 'QW210'], at: inFile },
  { from: ['QW217', 'QW218'], follow: ['QW208'], at: inFile },
  // Records that the chain from the last record does not reach are not part of the conversation.
  { from: ['QW201', 'QW204', 'QW209', 'QW213'], follow: ['QW210', 'QW208', 'QW207'], at: inFile },
]);

interface CodedFault extends SessionFault {
  readonly code: Code;
  /** True for a line of NUL bytes only. */
  readonly isNul: boolean;
}

export function* codedFaults({ read, source }: Pick<SessionFile, 'read' | 'source'>): Generator<CodedFault> {
  for (const fault of read().faults) {
    const { shape, at, length } = fault;
    const isNul = shape === 'nul' && source?.slice(at, length).every((byte) => byte === 0) === true;
    yield { ...fault, isNul, code: codeOf(fault, isNul) };
  }
}

function codeOf(fault: SessionFault, isNul: boolean): Code {
  switch (fault.type) {
    case 'broken':
      return brokenCode(fault, isNul);
    case 'unended':
      return 'QW107';
    case 'not-utf8':
      return 'QW108';
    case 'too-long':
      return 'QW109';
    case 'incomplete':
      return fault.lacks?.length === 1 ? 'QW202' : 'QW203';
    default:
      return 'QW110';
  }
}

function brokenCode({ shape, isLast, pieces = [], found = 0, isStray }: SessionFault, isNul: boolean): Code {
  if (shape === 'nul') return isLast && isNul ? 'QW106' : 'QW105';
  if (shape === 'glued') return 'QW103';
  if (isStray) return 'QW111';
  if (pieces.length > found) return 'QW104';
  const isTorn = shape === 'torn' || shape === 'spliced' || shape === 'mixed';
  if (!isTorn) return 'QW110';
  return isLast ? 'QW101' : 'QW102';
}

function lineFindings(file: SessionFile): FileFinding[] {
  return Array.from(codedFaults(file), (fault) =>
    withLoss(atByte(fault.code, fault.at, lineDetail(DETAILS, fault)), fault.isNul),
  );
}

const DETAILS: LineDetails<CodedFault> = {
  QW101: 'torn-end',
  QW102: 'torn',
  QW103: 'glued',
  QW104: 'behind-torn',
  QW105: 'nul',
  QW106: () => 'has NUL bytes at its end: the next record is glued to them',
  QW107: 'unended',
  QW108: 'not-utf8',
  QW109: 'too-long',
  QW111: 'stray',
  QW110: 'no-record',
  QW202: lackingDetail,
  QW203: lackingDetail,
};

function lackingDetail({ lacks = [] }: CodedFault, where: string): string {
  return `has a record without ${lacks.join(', ')} on ${where}`;
}

function* recordFindings(read: SessionRead, source: Source | null): Generator<FileFinding> {
  const { chain, offChain, faults, closing } = read;
  // A parent may be on the line that was not read.
  const orphans = faults.some(({ type }) => type === 'too-long') ? [] : read.orphans;
  const all = [...chain, ...offChain].sort((a, b) => a.at - b.at);
  const [first] = all;
  for (const each of orphans) yield orphanFinding(each, closing.has(each.uuid), each === first);
  const root = chain[0];
  if (root !== undefined && root !== first && root.parent === null && root.uuid !== first?.uuid)
    yield findingAt('QW204', root, 'goes on from nothing, and others stand before it');
  yield* doubleFindings(all, source);
  const isLost = new Set(read.orphans);
  const early = firstOutOfOrder(all.filter((record) => !isLost.has(record)));
  if (early !== undefined) yield findingAt('QW209', early, 'is written before its parent record');
  yield* messageFindings(reachedIn(chain));
  yield* stoppingFindings(chain);
  for (const record of reachedIn(chain))
    if (record.isEmptied)
      yield findingAt('QW218', record, 'is an answer with an empty part: it is not sent, nor is a result of its calls');
  const aside = offChain.filter(isMessage);
  const [one] = aside;
  if (one !== undefined)
    yield findingAt(
      'QW210',
      one,
      `is one of ${countOf(aside.length, 'message')} that the last record does not go on from`,
    );
}

function orphanFinding(record: SessionRecord, isClosing: boolean, isFirst: boolean): FileFinding {
  if (isClosing) return findingAt('QW201', record, 'goes on from a record that goes on from it');
  return isFirst
    ? findingAt('QW211', record, 'begins with a record that goes on from one that is nowhere')
    : findingAt('QW201', record, 'goes on from a record that is nowhere');
}

/** Findings on records of one uuid: fragments have one parent; copies have equal bytes, too. */
function* doubleFindings(all: readonly SessionRecord[], source: Source | null): Generator<FileFinding> {
  for (const [first, ...more] of groupsByUuid(all))
    for (const each of more) {
      if (first === undefined) continue;
      if (each.parent !== first.parent)
        yield findingAt('QW213', each, `has the uuid of the record at ${recordPointer(first)}`);
      else if (isSameRecord(source, first, each))
        yield findingAt('QW212', each, `is the record at ${recordPointer(first)} again`);
    }
}

function isMessage({ type, isSaid }: SessionRecord): boolean {
  return type !== 'system' && isSaid;
}

function* messageFindings(reached: readonly SessionRecord[]): Generator<FileFinding> {
  const called = new Map<string, SessionRecord>();
  const results = new Set(reached.flatMap(({ isEmptied, answers }) => (isEmptied ? [] : answers)));
  const open = new OpenCalls();
  for (const record of reached) {
    if (record.role === 'model') open.begin(record.uuid);
    if (record.isEmptied) continue;
    for (const id of record.calls) open.add(id);
    yield* ownFindings(record);
    yield* callFindings(record, called, results);
    yield* resultFindings(record, called, open);
  }
}

function* resultFindings(
  record: SessionRecord,
  called: ReadonlyMap<string, SessionRecord>,
  open: OpenCalls,
): Generator<FileFinding> {
  if (record.answers.some((id) => !called.has(id)))
    yield findingAt('QW208', record, 'has a result without a call: it is not sent');
  // A summary has all of its messages in one record.
  const isOwn = record.isSummary || record.role === 'model';
  if (!isOwn && record.answers.some((id) => called.has(id) && !open.has(id)))
    yield findingAt('QW219', record, 'has a result behind a later answer than its call: it is not sent');
}

/** Adds to `called` the first record of each call. A copy of that record, with its uuid, repeats no call. */
function* callFindings(
  record: SessionRecord,
  called: Map<string, SessionRecord>,
  results: ReadonlySet<string>,
): Generator<FileFinding> {
  for (const id of record.calls) {
    const first = called.get(id);
    const isRepeated = first !== undefined && (first === record || first.uuid !== record.uuid);
    const code = codeOfCall(id, isRepeated, results);
    if (code !== null) yield findingAt(code, record, CALLS[code]);
    if (id !== '') called.set(id, first ?? record);
  }
}

function* ownFindings(record: SessionRecord): Generator<FileFinding> {
  const role = codeOfRole(record);
  if (role !== null) yield findingAt(role, record, ROLES[role]);
  if (record.type !== 'system' && !record.isSaid)
    yield findingAt('QW205', record, 'has a message without parts: it is not sent');
}

function* stoppingFindings(chain: SessionRead['chain']): Generator<FileFinding> {
  for (const record of stoppersIn(chain))
    yield findingAt('QW216', record, STOPPING[record.type === 'system' ? 'summary' : 'message']);
}

const STOPPING = {
  message: 'has a message with a part that ends the program',
  summary: 'has a summary that ends the program',
} as const;

const ROLES = {
  QW214: 'has a message without a role that the program knows',
  QW215: 'has a call or a result under the wrong role: it is not sent',
} as const;

/** The code for a wrong role of a message; null for a sound one. */
export function codeOfRole(record: SessionRecord): keyof typeof ROLES | null {
  if (isNobodys(record)) return 'QW214';
  const lost = record.role === 'model' ? record.answers : record.calls;
  return record.type === 'system' || lost.length === 0 ? null : 'QW215';
}

const CALLS = {
  QW206: 'has a call with the id of an earlier one: it is not sent',
  QW207: 'has a call without a result: the program makes one up',
  QW217: 'has a call without an id: it is not sent',
} as const;

function codeOfCall(id: string, isRepeated: boolean, results: ReadonlySet<string>): keyof typeof CALLS | null {
  if (id === '') return 'QW217';
  if (isRepeated) return 'QW206';
  return results.has(id) ? null : 'QW207';
}
