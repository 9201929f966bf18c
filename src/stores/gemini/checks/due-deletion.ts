import { isBomAt, isUtf16 } from '../../../codecs/bytes.ts';
import { baseName } from '../../../model/path.ts';
import { otherFormatDetail, type RecordMembers } from '../../engine/faults/other-format.ts';
import { objectsAlone } from '../../engine/range-edits.ts';
import { type FileFinding, findingAbout, withLoss } from '../../file-finding.ts';
import type { DeletionReason } from '../read/retention.ts';
import { isUnopened, type SessionFile } from '../read/session.ts';

/** Members that a record of a session has at least; a line without them is of another format. */
const RECORD_MEMBERS: RecordMembers = [
  ['sessionId', 'projectHash'],
  ['type', 'id'],
];

export interface DueDeletion {
  readonly file: SessionFile;
  readonly reason: DeletionReason | null;
}

/** Why the program deletes a file or cannot go on with it; null if it does neither. */
export function deletionFinding(deletion: DueDeletion, all: readonly DueDeletion[]): FileFinding | null {
  const { file, reason } = deletion;
  if (isUnopened(file)) return null;
  const read = file.read();
  if (!read.isReadable) return unreadableFinding(deletion);
  if (read.meta.kind === 'subagent')
    return findingAbout('GM007', `says that it is of a subagent${deletionText(reason)}`);
  if (!read.hasContent) return withoutContent(deletion, all);
  if (reason === 'old')
    return findingAbout('GM008', `was changed last on ${dayOf(file)}: the next start of the program deletes it`);
  const other = all.find((each) => each !== deletion && each.reason !== null);
  if (other === undefined || file.isArchived) return null;
  const name = baseName(other.file.part.path);
  if (isStray(other))
    return findingAbout(
      'GM009',
      `is deleted at the next start, because ${name} of the same eight characters has no question`,
    );
  return findingAbout(
    'GM010',
    `is deleted at the next start together with ${name}, which ${REASON_TEXTS[other.reason ?? 'old']}`,
  );
}

const REASON_TEXTS: Readonly<Record<DeletionReason, string>> = {
  unreadable: 'cannot be read',
  'no-content': 'has no question',
  subagent: 'is of a subagent',
  old: 'is too old',
  'too-many': 'is beyond the number that the settings keep',
};

function deletionText(reason: DeletionReason | null): string {
  return reason === null ? '' : ': the next start of the program deletes it';
}

function dayOf(file: SessionFile): string {
  return (file.read().meta.lastUpdated ?? '').slice(0, 10);
}

/** True for a file with a header and set-up text but no question, as a resume leaves it. */
export function isStray({ file, reason }: DueDeletion): boolean {
  const { gone, live } = file.read();
  return reason === 'no-content' && [...gone, ...live].every(({ use, type }) => use === 'setup' && type === 'user');
}

function unreadableFinding({ file, reason }: DueDeletion): FileFinding {
  const { source } = file;
  const read = file.read();
  const ends = reason === null ? '' : ', and the next start of the program deletes it';
  if (source === null) return findingAbout('GM003', `cannot be read${ends}`);
  if (source.size === 0) return findingAbout('GM003', `has no record${ends}`);
  const format = otherFormatDetail(source, RECORD_MEMBERS);
  if (format !== null) return withLoss(findingAbout('GM003', `${format}${ends}`), true);
  if (isUtf16(source.slice(0, 4))) return findingAbout('GM012', `is UTF-16${ends}`);
  if (isBomAt(source.slice(0, 3), 0)) return findingAbout('GM001', `has a byte-order mark before the header${ends}`);
  if (read.isTorn) return findingAbout('GM013', `ends inside its list of messages, or behind it${ends}`);
  if (read.meta.sessionId !== null && read.meta.projectHash !== null)
    return findingAbout('GM003', `has a summary that is no text${ends}`);
  if (read.live.length > 0) return findingAbout('GM002', `has no whole header${ends}`);
  return objectsAlone(source) > 1
    ? findingAbout('GM004', `has records over several lines${ends}`)
    : withLoss(findingAbout('GM003', `cannot be read${ends}`), true);
}

function withoutContent({ file, reason }: DueDeletion, all: readonly DueDeletion[]): FileFinding | null {
  const { faults } = file.read();
  const rewind = faults.findLast(({ type, removed = 0 }) => type === 'rewind-unknown' && removed > 0);
  if (rewind !== undefined)
    return {
      code: 'GM005',
      at: null,
      offset: rewind.at,
      detail: `goes back to a message that is nowhere, so that nothing is left of it${deletionText(reason)}`,
    };
  const list = faults.findLast(({ type }) => type === 'emptied' || type === 'shortened');
  if (list !== undefined)
    return {
      code: 'GM006',
      at: null,
      offset: list.at,
      detail: `has a list of messages without the questions before it${deletionText(reason)}`,
    };
  // A session with content reports it for all its files.
  if (all.some((each) => each.file !== file && each.reason === null && each.file.read().hasContent)) return null;
  return findingAbout('GM011', `has no question and no answer${deletionText(reason)}`);
}
