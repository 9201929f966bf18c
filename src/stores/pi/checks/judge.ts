import { isUtf16 } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, type Finding, fileFinding } from '../../../model/finding.ts';
import { causesFrom, foldCauses, inFile } from '../../engine/causes.ts';
import { objectsAlone } from '../../engine/range-edits.ts';
import { atByte, boundedFindings, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import type { Scope } from '../../kind.ts';
import type { PiDocument } from '../document.ts';
import { projectName, SESSIONS } from '../layout/layout.ts';
import { type Header, isOld, type SessionFile, type SessionRead } from '../read/session.ts';
import { lineFindings } from './line-findings.ts';
import { recordFindings } from './record-findings.ts';

export function judgePi(document: PiDocument): readonly Finding[] {
  return foldCauses(CAUSES, [...boundedFindings(findingsIn(document))]);
}

function* findingsIn({ id, files }: PiDocument): Generator<Finding> {
  for (const file of files) yield* placedFindings(id, file.part.path, fileFindings(file));
}

export function* fileFindings(file: SessionFile): Generator<FileFinding> {
  const { source } = file;
  // Unread lines are not judged.
  if (source === null) return;
  const read = file.read();
  const shape = shapeFinding(source, read);
  if (shape !== null) {
    yield shape;
    return;
  }
  if (read.isMarked) yield atByte('PI003', 0, 'begins with a byte-order mark');
  const [first] = read.headers;
  if (first?.isFirst !== true) yield findingAbout('PI001', beginning(first));
  else if (first.id === null) yield atByte('PI001', first.at, 'begins with a record without an id');
  else yield* headerFindings(file, first, read);
  yield* lineFindings(file);
  yield* recordFindings(read, source);
}

function beginning(later: Header | undefined): string {
  return later === undefined ? 'has no record that begins it' : `begins on line ${later.line + 1} alone`;
}

/** All of it is written as the program does not read it; null for lines. */
function shapeFinding(source: Source, { lines, refs, headers }: SessionRead): FileFinding | null {
  if (isUtf16(source.slice(0, 2))) return findingAbout('PI005', 'is UTF-16');
  if (refs.length + headers.length > 0) return null;
  if (source.size === 0 || isBlank(source)) return findingAbout('PI004', 'has no record');
  return lines > 0 && objectsAlone(source) > 0
    ? findingAbout('PI002', 'has records over several lines, or in a list')
    : null;
}

/** Files that are larger hold more than white space. */
const BLANK = 2 ** 16;

function isBlank(source: Source): boolean {
  return source.size < BLANK && source.slice(0, source.size).every((byte) => byte <= 0x20);
}

/** The newest version that is known. */
const VERSION = 3;

function* headerFindings({ named, project }: SessionFile, header: Header, read: SessionRead): Generator<FileFinding> {
  const { at, id, cwd, version } = header;
  const number = Number(version ?? 1);
  if (isOld(header) && read.refs.some(({ uuid, isLinked }) => uuid !== '' && isLinked))
    yield atByte('PI006', at, 'names no version with links: the program links its records anew, branches too');
  else if (isOld(header) || number < VERSION)
    yield atByte('PI007', at, 'is rewritten by the program when it is opened');
  else if (number !== VERSION) yield atByte('PI008', at, `is of version ${version}`);
  if (cwd === null) yield atByte('PI009', at, 'begins with a record that names no folder');
  if (named !== null && named.id !== id)
    yield findingAbout('PI301', `is of the session ${id}, which its name does not say`);
  if (project !== null && cwd !== null && projectName(cwd) !== project)
    yield { ...findingAbout('PI303', `is of ${cwd}, and is kept in ${project}`), concerns: { folders: [cwd] } };
}

/** Folders of a project that are gone. */
export function* folderFindings({ name, site, exists }: Scope, folders: ReadonlySet<string>): Generator<Finding> {
  const place = [...(site.shape === 'home' ? [SESSIONS] : []), ...(name === '' ? [] : [name])].join('/');
  for (const folder of folders)
    if (exists?.(folder) === false)
      yield {
        ...fileFinding('PI302', null, place, `holds sessions of ${folder}, which is gone`),
        concerns: { folders: [folder] },
      };
}

/** Lines and records that the program passes over. */
const LOST: readonly Code[] = ['PI101', 'PI103', 'PI104', 'PI105', 'PI106', 'PI112', 'PI202', 'PI203'];
const BROKEN: readonly Code[] = ['PI201', 'PI207', 'PI208', 'PI210', 'PI213'];

const CAUSES = causesFrom([
  { from: LOST, follow: BROKEN, at: inFile },
  // Records that the last one does not reach are beside the conversation.
  { from: ['PI111', 'PI201', 'PI209', 'PI213'], follow: ['PI207', 'PI208', 'PI210'], at: inFile },
]);
