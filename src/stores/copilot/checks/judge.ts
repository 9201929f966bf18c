import { isUtf16 } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code, Finding } from '../../../model/finding.ts';
import { baseName } from '../../../model/path.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { otherFormatDetail, type RecordMembers } from '../../engine/faults/other-format.ts';
import { isGivenFile } from '../../engine/layout.ts';
import { areObjectsApart } from '../../engine/range-edits.ts';
import { groupsByUuid, isSameRecord } from '../../engine/record-order.ts';
import { linePointer, MAX_DOCUMENT_BYTES, recordsIn } from '../../engine/records.ts';
import { type LineDetails, lineDetail } from '../../engine/session-lines.ts';
import {
  atByte,
  boundedFindings,
  type FileFinding,
  findingAbout,
  placedFindings,
  recordFindingMaker,
  withLoss,
} from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import type { CopilotDocument } from '../document.ts';
import { earlyIn, flowOf } from '../read/flow.ts';
import { copiesWithMore, lostRecords } from '../read/put-aside.ts';
import { isTruncatedFolder, type SessionFault, type SessionFile, type SessionRead } from '../read/session.ts';
import type { Workspace } from '../read/workspace.ts';

/** Members that a record of a session has at least; a line without them is of another format. */
const RECORD_MEMBERS: RecordMembers = [
  ['type', 'id'],
  ['type', 'timestamp'],
];

const findingAt = recordFindingMaker(linePointer);

export function judgeCopilot(document: CopilotDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn({ id, files, scope }: CopilotDocument): Generator<Finding> {
  for (const file of files) {
    yield* placedFindings(id, file.part.path, eventFindings(file, id));
    if (file.workspace !== null) yield* placedFindings(id, file.workspace.path, workspaceFindings(file));
    else if (!isGivenFile(scope.site, file.part.path))
      yield* placedFindings(id, file.part.path, [findingAbout('CP303', NO_WORKSPACE)]);
    for (const { path } of file.backups) yield* placedFindings(id, path, [findingAbout('CP305', BACKUP_DETAIL)]);
  }
}

const NO_WORKSPACE = 'has no workspace.yaml beside it: the program makes one, with the first question as title';
const BACKUP_DETAIL = 'is what the program put aside when it left lines out of the session';

export function* eventFindings(file: SessionFile, id: string): Generator<FileFinding> {
  const { source } = file;
  const read = file.read();
  // An unread file is not judged.
  if (source === null) return;
  if (isOtherForm(source, read)) {
    yield findingAbout('CP002', 'is not written as lines of UTF-8');
    return;
  }
  const format = otherFormatDetail(source, RECORD_MEMBERS);
  if (format !== null) {
    yield findingAbout('CP003', format);
    return;
  }
  yield* headerFindings(read, id);
  yield* lineFindings(read);
  yield* orderFindings(read, source);
  const lost = lostRecords(file);
  const [one] = lost;
  if (one !== undefined)
    yield findingAt(
      'CP306',
      one.behind,
      `has lost ${countOf(lost.length, 'record')} behind this one, which the program put aside`,
    );
  const { resultless, callless, repeated } = flowOf(read);
  for (const record of resultless)
    yield findingAt('CP204', record, 'has a call without a result: the program makes one up');
  for (const record of callless) yield findingAt('CP205', record, 'has a result without a call: it is not sent');
  for (const record of repeated) yield findingAt('CP206', record, 'has another result of a call: it is not sent');
  for (const record of read.records)
    if (record.type === 'user.message' && record.effect === null)
      yield findingAt('CP209', record, 'has an attachment of a type that is not known: the question is not sent');
  if (read.rewound !== null) yield findingAt('CP207', read.rewound, rewoundDetail(copiesWithMore(file)));
}

function rewoundDetail([copy]: readonly string[]): string {
  if (copy === undefined) return 'was rewound: what was cut out is in no copy';
  return `was rewound: ${baseName(copy)} has records from before`;
}

function* headerFindings({ header, records, faults, lines }: SessionRead, id: string): Generator<FileFinding> {
  if (records.length === 0 && faults.every(({ type }) => type === 'nul' || type === 'no-record')) {
    yield findingAbout('CP003', lines === 0 ? 'has no byte' : 'has no record');
    return;
  }
  if (header === null) yield findingAbout('CP001', 'has no record that begins a session');
  else if (header.before > 0)
    yield findingAt('CP201', header, `has ${countOf(header.before, 'record')} before the one that begins it`);
  if (header?.sessionId != null && header.sessionId !== id && isUuidLike(id))
    yield findingAt('CP208', header, `names the session ${header.sessionId}: no editor can open it`);
}

function isUuidLike(id: string): boolean {
  return /^[0-9a-f-]{36}$/i.test(id);
}

function* orderFindings({ records }: SessionRead, source: Source): Generator<FileFinding> {
  const [early] = earlyIn(records);
  if (early !== undefined) yield findingAt('CP202', early, 'is written before its parent record');
  for (const [first, ...more] of groupsByUuid(records))
    for (const each of more)
      if (first !== undefined && isSameRecord(source, first, each))
        yield findingAt('CP203', each, `is the record at ${linePointer(first)} again`);
}

export function* workspaceFindings(file: SessionFile): Generator<FileFinding> {
  const said = file.says();
  if (said === null) return;
  if (said.isBroken) yield findingAbout('CP301', 'is not the YAML of one object');
  else if (said.wrong.length > 0) yield findingAbout('CP302', workspaceDetail(said));
  else if (isTruncatedFolder(file)) yield findingAbout('CP304', `ends in its folder: ${said.cwd}`);
}

function workspaceDetail({ wrong, members }: Workspace): string {
  const odd = wrong.filter((key) => members.has(key));
  const lacking = wrong.filter((key) => !members.has(key));
  return [
    ...(lacking.length > 0 ? [`lacks ${lacking.join(', ')}`] : []),
    ...(odd.length > 0 ? [`has ${odd.join(', ')} of a kind that is refused`] : []),
  ].join(' and ');
}

/** True if the file begins with records over several lines, in one list, or in UTF-16; later records may be on lines. */
function isOtherForm(source: Source, { records, faults }: SessionRead): boolean {
  if (faults.length === 0) return false;
  if (!isUtf16(source.slice(0, 4))) return areObjectsApart(source, records.length > 0);
  return source.size <= MAX_DOCUMENT_BYTES && recordsIn(source).length > 0;
}

const LOST_LINE_CODES: readonly Code[] = [
  'CP101',
  'CP102',
  'CP103',
  'CP104',
  'CP105',
  'CP107',
  'CP108',
  'CP111',
  'CP113',
];

const CAUSES = causesFrom([
  { from: [...LOST_LINE_CODES, 'CP202'], follow: ['CP204', 'CP205', 'CP206'], at: inFile },
  // The broken line may be the record that begins the session.
  { from: LOST_LINE_CODES, follow: ['CP001'], at: inFile },
  { from: ['CP202'], follow: ['CP201'], at: inFile },
]);

interface CodedFault extends SessionFault {
  readonly code: Code;
}

export function* codedFaults({ faults }: Pick<SessionRead, 'faults'>): Generator<CodedFault> {
  for (const fault of faults) yield { ...fault, code: codeOf(fault) };
}

function codeOf(fault: SessionFault): Code {
  switch (fault.type) {
    case 'broken':
      return brokenCode(fault);
    case 'nul':
      return fault.isLast && !fault.isEnded ? 'CP106' : 'CP111';
    default:
      return CODES[fault.type];
  }
}

const CODES = {
  raw: 'CP107',
  'not-utf8': 'CP108',
  'too-long': 'CP109',
  'no-record': 'CP110',
  faulty: 'CP004',
  legacy: 'CP005',
} as const satisfies Partial<Record<SessionFault['type'], Code>>;

function brokenCode({ shape, isLast, pieces = [], isStray }: SessionFault): Code {
  if (shape === 'nul') return 'CP105';
  if (shape === 'glued') return 'CP103';
  if (isStray) return 'CP113';
  if (pieces.length > 0) return 'CP104';
  if (shape !== 'torn' && shape !== 'spliced' && shape !== 'mixed') return 'CP112';
  return isLast ? 'CP101' : 'CP102';
}

function lineFindings(read: SessionRead): FileFinding[] {
  return Array.from(codedFaults(read), (fault) =>
    withLoss(atByte(fault.code, fault.at, lineDetail(DETAILS, fault)), fault.type === 'nul'),
  );
}

const DETAILS: LineDetails<CodedFault> = {
  CP004: ({ faultyMembers: faults = [] }, where) => `has a record with ${faults.join(', ')} on ${where}`,
  CP005: (_, where) => `has a record of an import on ${where}, which this version no longer loads`,
  CP101: 'torn-end',
  CP102: 'torn',
  CP103: 'glued',
  CP104: 'behind-torn',
  CP105: 'nul',
  CP106: 'nul-end',
  CP107: (_, where) => `has a text with a raw line break or control character on ${where}`,
  CP108: 'not-utf8',
  CP109: 'too-long',
  CP113: 'stray',
  CP111: (_, where) => `has NUL bytes in the place of a record on ${where}`,
  CP112: (_, where) => `has a line that is not JSON: ${where}`,
};
