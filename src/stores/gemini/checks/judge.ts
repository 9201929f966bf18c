import { isBomAt, NO_BYTES } from '../../../codecs/bytes.ts';
import type { Shape } from '../../../codecs/lines/shape.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { isYoung } from '../../../model/time.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { checkpointFindings } from '../../engine/checkpoint.ts';
import { HAS_CONFLICT_MARKS, isConflictMark } from '../../engine/faults/torn.ts';
import { isGivenFile } from '../../engine/layout.ts';
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
  withExpected,
  withLoss,
} from '../../file-finding.ts';
import type { CompanionFile, Scope } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { GeminiDocument, GeminiScope } from '../document.ts';
import { registeredFolders, TMP } from '../layout/layout.ts';
import type { SessionFault, SessionFile, SessionRead, SessionRecord } from '../read/session.ts';
import { recordPointer } from '../read/transcript.ts';
import { type DueDeletion, deletionFinding } from './due-deletion.ts';

const findingAt = recordFindingMaker(recordPointer);

/** Findings on all files whose ids begin with the same eight characters; those on files due for deletion come first. */
export function judgeGemini(document: GeminiDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn(document: GeminiDocument): Generator<Finding> {
  yield* checkpointFindings(document, 'GM309');
  const { id, dueDeletions, scope } = document;
  const [first] = dueDeletions;
  yield* leftFindings(document);
  if (first !== undefined && isCopyBeside(id, scope.units))
    yield* placedFindings(id, first.file.part.path, [copyFinding('GM310', id)]);
  for (const deletion of dueDeletions) {
    const { path } = deletion.file.part;
    const isGiven = isGivenFile(scope.site, path);
    const found = [...fileFindings(deletion, dueDeletions)].filter(({ code }) => code !== 'GM302' || !isGiven);
    yield* placedFindings(id, path, found);
  }
}

/** Reports companions whose session is gone. Files in a companion folder are not reported one by one. */
function leftFindings({ id, files, companions, scope }: GeminiDocument): readonly Finding[] {
  const folders = companions.filter(({ role }) => role?.endsWith('companions'));
  const [first] = folders;
  if (first === undefined || files.length > 0 || scope.hasUnreadFolder === true) return [];
  const others = folders.length === 1 ? '' : `, with ${folders.length - 1} more beside it`;
  const detail = `is left of a session that is gone${others}: no command shows or searches it, and only \`delete\` takes it away`;
  return [fileFinding('GM311', id, first.path, detail)];
}

export function* fileFindings(deletion: DueDeletion, all: readonly DueDeletion[]): Generator<FileFinding> {
  const { file } = deletion;
  const first = deletionFinding(deletion, all);
  if (first !== null) yield first;
  if (file.name === null)
    yield findingAbout('GM302', 'is not called as the program calls a session, so the program passes it over');
  yield* contentFindings(file);
  if (!file.read().isReadable) return;
  yield* messageFindings(file.read());
  yield* namedFindings(deletion, all);
}

function contentFindings(file: SessionFile): FileFinding[] {
  const { isReadable, live } = file.read();
  // A wholly unreadable file gets no findings on its lines.
  return isReadable || live.length > 0 ? lineFindings(file) : [];
}

function* namedFindings({ file, reason }: DueDeletion, all: readonly DueDeletion[]): Generator<FileFinding> {
  const { meta, hasContent } = file.read();
  if (meta.startTime === null && meta.lastUpdated === null)
    yield findingAbout('GM307', 'has no time: the program takes the present one');
  const short = file.name?.short ?? null;
  if (short !== null && meta.sessionId?.slice(0, 8).toLowerCase() !== short)
    yield findingAbout('GM304', `is of the session ${meta.sessionId}, which its name does not say`);
  if (!hasContent || reason !== null) return;
  const others = all.filter(
    (each) => each.file !== file && each.reason === null && each.file.isArchived === file.isArchived,
  );
  const sound = others.map((each) => each.file).filter((each) => each.read().hasContent);
  const same = sound.find((each) => each.read().meta.sessionId === meta.sessionId);
  const [other] = sound;
  if (same !== undefined)
    yield findingAbout('GM303', `is of the same session as ${baseName(same.part.path)}: one of them is listed`);
  else if (other !== undefined)
    yield findingAbout(
      'GM301',
      `has the same eight characters as ${baseName(other.part.path)}: what deletes one deletes both`,
    );
}

function* messageFindings({ live }: SessionRead): Generator<FileFinding> {
  const calls = new Set(live.flatMap((record) => record.calls));
  const answers = new Set(live.flatMap((record) => record.answers));
  for (const record of live) {
    yield* useFindings(record);
    if (record.isStopping) yield findingAt('GM210', record, 'has a message with a part that ends the program');
    if (record.calls.some((id) => !answers.has(id))) yield findingAt('GM204', record, 'has a call without a result');
    if (record.type === 'user' && record.answers.some((id) => !calls.has(id)))
      yield findingAt('GM205', record, 'has a result without a call');
  }
}

function* useFindings(record: SessionRecord): Generator<FileFinding> {
  if (record.use === 'command')
    yield findingAt('GM206', record, 'has a question that begins with a slash or a question mark: it is not sent');
  if (record.use === 'setup-and-question')
    yield findingAt('GM208', record, 'has its first question behind the set-up text: it is not sent');
  if (record.use !== 'unknown' || record.type === null) return;
  const unknown = findingAt('GM207', record, 'has a message of an unknown type: it is never sent');
  yield withExpected(unknown, 'user or gemini', record.type.slice(0, 40));
}

const LOST_LINE_CODES: readonly Code[] = ['GM101', 'GM102', 'GM103', 'GM104', 'GM105', 'GM107', 'GM110', 'GM201'];

const CAUSES = causesFrom([
  // A broken line may have been the call, its result or the header that these findings miss.
  { from: LOST_LINE_CODES, follow: ['GM204', 'GM205', 'GM307'], at: inFile },
]);

interface CodedFault extends SessionFault {
  readonly code: Code;
}

export function* codedFaults(file: SessionFile): Generator<CodedFault> {
  for (const fault of file.read().faults) {
    const code = codeOf(fault, file);
    if (code !== null) yield { ...fault, code };
  }
}

function codeOf(fault: SessionFault, file: SessionFile): Code | null {
  const { type, removed = 0 } = fault;
  switch (type) {
    case 'broken':
      return brokenCode(fault, file);
    case 'unended':
      // The program writes a document whole, and appends to files of lines alone.
      return file.part.path.endsWith('.json') ? null : 'GM106';
    case 'no-record':
    case 'list-null':
      return 'GM107';
    case 'not-utf8':
      return 'GM108';
    case 'too-long':
      return 'GM109';
    case 'no-id':
    case 'no-type':
      return 'GM201';
    case 'id-doubled':
      return 'GM202';
    case 'no-content':
    case 'empty-part':
      return 'GM203';
    case 'shortened':
    case 'emptied':
      return file.read().hasContent ? 'GM209' : null;
    case 'rewind-unknown':
      return removed > 0 && file.read().hasContent ? 'GM005' : null;
    default:
      return null;
  }
}

function brokenCode(fault: SessionFault, { source }: SessionFile): Code | null {
  const { shape = 'no-record', isLast, at, isStray } = fault;
  // The byte-order mark has its own finding.
  if (at === 0 && source !== null && isBomAt(source.slice(0, 3), 0)) return null;
  if (shape === 'nul') return isLast && isNulRun(fault, source) ? 'GM105' : 'GM104';
  if (isStray && shape !== 'glued') return 'GM110';
  if (shape === 'torn' && isLast) return 'GM101';
  return SHAPE_CODES[shape] ?? (isMarkOfConflict(fault, source) ? 'GM111' : 'GM107');
}

const SHAPE_CODES: Readonly<Partial<Record<Shape, Code>>> = {
  torn: 'GM102',
  glued: 'GM103',
  spliced: 'GM102',
  mixed: 'GM102',
};

function isMarkOfConflict({ length, at }: Pick<SessionFault, 'length' | 'at'>, source: SessionFile['source']): boolean {
  return isConflictMark(source?.slice(at, length) ?? NO_BYTES);
}

function isNulRun({ length, at }: Pick<SessionFault, 'length' | 'at'>, source: SessionFile['source']): boolean {
  return source?.slice(at, length).every((byte) => byte === 0) === true;
}

function lineFindings(file: SessionFile): FileFinding[] {
  let hasMarks = false;
  const found: FileFinding[] = [];
  for (const fault of codedFaults(file)) {
    const isFurtherMark = hasMarks && fault.code === 'GM111';
    hasMarks ||= fault.code === 'GM111';
    if (isFurtherMark) continue;
    const isLost = fault.shape === 'nul' && isNulRun(fault, file.source);
    found.push(withLoss(atByte(fault.code, fault.at, lineDetail(DETAILS, fault)), isLost));
  }
  return found;
}

const DETAILS: LineDetails<CodedFault> = {
  GM005: ({ isLast }, where) =>
    `goes back on ${where} to a message that is nowhere${isLast ? '' : ', so that nothing before it is left'}`,
  GM101: 'torn-end',
  GM102: 'torn',
  GM103: 'glued',
  GM104: 'nul',
  GM105: 'nul-end',
  GM106: 'unended',
  GM111: () => HAS_CONFLICT_MARKS,
  GM107: ({ type }, where) =>
    type === 'list-null' ? `has a list of messages that is none on ${where}` : `has no record on ${where}`,
  GM108: 'not-utf8',
  GM109: 'too-long',
  GM110: 'stray',
  GM201: ({ type }, where) => `has a message without ${type === 'no-id' ? 'an id' : 'a type'} on ${where}`,
  GM202: (_, where) => `has another message with the same id on ${where}`,
  GM203: ({ type }, where) =>
    `has an answer ${type === 'empty-part' ? 'with an empty part' : 'without content'} on ${where}`,
  GM209: ({ removed = 0 }, where) => `has a list on ${where} that leaves out ${countOf(removed, 'message')} before it`,
};

export function* projectFindings(
  { name, folder, retention, exists, shared }: GeminiScope,
  sessions: number,
): Generator<Finding> {
  const max = retention?.max ?? null;
  if (max !== null && sessions > max)
    yield fileFinding(
      'GM008',
      null,
      `${TMP}/${name}`,
      `holds ${sessions} sessions, and the settings keep ${max}: the next start of the program deletes the others`,
    );
  const mark = shared.find(({ role, bytes }) => role === 'mark' && bytes?.includes(0));
  if (mark !== undefined && sessions > 0)
    yield fileFinding(
      'GM305',
      null,
      mark.path,
      'has NUL bytes: the program finds the sessions once that file is removed',
    );
  else if (folder !== null && sessions > 0 && exists?.(folder) === false)
    yield {
      ...fileFinding('GM305', null, `${TMP}/${name}`, `holds sessions of ${folder}, which is gone`),
      concerns: { folders: [folder] },
    };
}

export function* registryFindings(parts: readonly Part[]): Generator<Finding> {
  const registry = parts.find(({ role }) => role === 'registry');
  if (registry === undefined || registeredFolders(registry) !== null) return;
  const detail = 'is not whole JSON: the program makes it anew from the marks of the projects';
  yield fileFinding('GM306', null, registry.path, detail);
}

/** The registry as a companion: a project without a mark has its folder there alone. */
export function registryAsCompanion({ common = [], now }: Scope): CompanionFile[] {
  const registry = common.find(({ role }) => role === 'registry');
  if (registry === undefined) return [];
  const damage = () => {
    const [finding] = isYoung(registry.mtime, now) ? [] : registryFindings([registry]);
    return finding === undefined ? null : ({ finding, extent: 'record' } as const);
  };
  return [{ path: registry.path, damage }];
}
