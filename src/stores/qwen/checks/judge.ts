import type { Code, Finding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { objectsAlone } from '../../engine/range-edits.ts';
import { atByte, boundedFindings, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import { isOfFolder, projectOf, type QwenDocument } from '../document.ts';
import { projectName } from '../layout/layout.ts';
import type { SessionFile, SessionRead } from '../read/session.ts';
import { lineFindings } from './line-findings.ts';
import { recordFindings } from './record-findings.ts';

export function judgeQwen(document: QwenDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn({ id, files, sides }: QwenDocument): Generator<Finding> {
  for (const file of files) yield* placedFindings(id, file.part.path, fileFindings(file, sides));
}

export function* fileFindings(file: SessionFile, sides: readonly Part[]): Generator<FileFinding> {
  const read = file.read();
  if (file.named === null)
    yield findingAbout('QW301', 'is not called as the program calls a session, so it passes it over');
  // An unread file is not judged.
  if (file.source === null) return;
  if (isPretty(file)) {
    yield findingAbout('QW001', 'has records over several lines');
    return;
  }
  yield* firstFindings(read);
  yield* idFindings(file);
  const { first, folders } = read;
  if (first?.cwd != null && !isOfFolder(file, sides)) {
    const isOnly = folders.some((folder) => projectName(folder) === projectOf(file));
    const detail = `begins in ${first.cwd}, for which the program looks in ${projectName(first.cwd)}`;
    yield { ...findingAbout(isOnly ? 'QW303' : 'QW304', detail), concerns: { folders: [first.cwd] } };
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

/** True for whole records, none of them on one line. */
export function isPretty({ source, read }: Pick<SessionFile, 'source' | 'read'>): boolean {
  const { chain, others, troubles, lines } = read();
  if (source === null || lines < 3 || troubles.length < 3 || chain.length + others.length > 0) return false;
  return objectsAlone(source) > 0;
}

/** Lines and records that the program passes over. */
const LOST: readonly Code[] = ['QW101', 'QW102', 'QW104', 'QW105', 'QW106', 'QW202', 'QW203'];

const CAUSES = causesFrom([
  { from: LOST, follow: ['QW201', 'QW205', 'QW207', 'QW208', 'QW210'], at: inFile },
  // Records that the last one does not reach are beside the conversation.
  { from: ['QW201', 'QW204', 'QW209', 'QW213'], follow: ['QW210', 'QW208', 'QW207'], at: inFile },
]);
