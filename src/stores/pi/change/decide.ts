import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { baseName, folderOf, join, rebasedPath } from '../../../model/path.ts';
import {
  type AskFor,
  isRefusal,
  NOT_READABLE,
  type NotChanged,
  type Refusal,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { putBackLines } from '../../engine/change/put-back.ts';
import { folderEdits, recordNamed, rehomed, retitled } from '../../engine/change/session-verbs.ts';
import { type Shelves, shelfVerbs } from '../../engine/change/shelving.ts';
import { copiedTo } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import { madeId } from '../../engine/hash.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { replacing } from '../../engine/range-edits.ts';
import { linePointer } from '../../engine/records.ts';
import { bySide, mainFile } from '../../engine/session-files.ts';
import type { Verbs } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { PiDocument } from '../document.ts';
import { ARCHIVE, projectName, SESSIONS, sessionName } from '../layout/layout.ts';
import type { SessionRecord } from '../read/record.ts';
import { isOld, pathTo, type SessionFile, type SessionRead } from '../read/session.ts';
import { piCounts, piShown, piTranscript } from '../read/transcript.ts';
import { healPi } from './heal.ts';

type ForkAsk = AskFor<'fork'> & { readonly now: number };

/** The session's file if the program reads its records; otherwise a refusal. */
function wholeSession(document: PiDocument) {
  const file = mainFile(document);
  const read = file?.read() ?? null;
  const header = read?.header ?? null;
  if (file?.source == null || read === null || header === null) return NOT_READABLE;
  if (isOld(header)) return refused({ reason: 'has records without links, which the program writes when it opens it' });
  if (brokenLines(read).some(({ pieces = [] }) => pieces.length > 0))
    return refused({ reason: 'has lines that cannot be read: heal it first', healFirst: true });
  const [first] = read.chain;
  const isParentless = first !== undefined && first !== read.records[0] && read.orphans.includes(first);
  if (read.chainBreak !== null || isParentless)
    return refused({ reason: 'has records that the program does not reach: heal it first', healFirst: true });
  return { file, source: file.source, header, read };
}

function brokenLines({ faults }: SessionRead) {
  return faults.filter(({ type }) => type === 'broken');
}

/** Copies all records of a session, with its branches, or those that lead to message `at`, like the program's `/fork`. */
function forkPi(document: PiDocument, { newId, at, now }: ForkAsk): UnitChange | NotChanged {
  const whole = wholeSession(document);
  if (isRefusal(whole)) return whole;
  const { file, source, header, read } = whole;
  const path = at === null ? read.records : pathBefore(source, read, at);
  if (isRefusal(path)) return path;
  const broken = brokenLines(read);
  const id = newId();
  const time = new Date(now * 1000).toISOString();
  const { root } = document.scope.site;
  const begin = {
    type: 'session',
    version: 3,
    id,
    timestamp: time,
    cwd: header.cwd ?? undefined,
    parentSession: join(root, file.part.path),
  };
  const edits = keepingEdits(
    source,
    [...path].sort((a, b) => a.at - b.at),
    `${JSON.stringify(begin)}\n`,
  );
  const before = piCounts(file);
  const counts = at === null ? {} : piShown({ ...read, chain: path });
  const made = { ...before, ...counts, bytes: before.bytes + sizeChange(edits) };
  return unitChange({
    path: file.part.path,
    steps: [copiedTo(file.part, join(activeFolder(file.part.path), sessionName(id, time)), edits)],
    before,
    after: addCounts(before, made),
    notes: [
      ...omitted(read.records.length - path.length, 'record'),
      ...omitted(broken.length, 'line', ' that cannot be read'),
    ],
    newId: id,
  });
}

function omitted(count: number, noun: string, which = ''): string[] {
  return count === 0 ? [] : [`leaves out ${countOf(count, noun)}${which}`];
}

function activeFolder(path: string): string {
  const folder = folderOf(path);
  if (folder === ARCHIVE) return '';
  return folder.startsWith(`${ARCHIVE}/`) ? `${SESSIONS}${folder.slice(ARCHIVE.length)}` : folder;
}

function pathBefore(source: Source, read: SessionRead, at: string): readonly SessionRecord[] | Refusal {
  const { records } = read;
  const { messages } = piTranscript(source, read);
  const record = recordNamed(at, { messages, records, pointerOf: linePointer, idOf: ({ uuid }) => uuid });
  return isRefusal(record) ? record : pathTo(records, record.parent);
}

function keepingEdits(source: Source, records: readonly SessionRecord[], begin: string): Edit[] {
  const edits: Edit[] = [];
  let [from, between] = [0, begin];
  for (const { at, length } of records) {
    edits.push(replacing(from, at - from, between));
    from = at + length;
    between = '\n';
  }
  return [...edits, replacing(from, source.size - from, between)];
}

/** Gives a session a title as the program does: in a record after all others. */
function renamePi(
  document: PiDocument,
  { title, now }: AskFor<'rename'> & { readonly now: number },
): UnitChange | NotChanged {
  const file = mainFile(document);
  const { header = null, chainBreak = null, records = [] } = file?.read() ?? {};
  const last = records.at(-1);
  if (file?.source == null || header === null || isOld(header) || chainBreak !== null) return NOT_READABLE;
  const [parentId, timestamp] = [last?.uuid ?? null, new Date(now * 1000).toISOString()];
  const idOf = (name: string) => madeId(`${parentId} ${now} ${name}`).slice(0, 8);
  const record = (name: string) => ({ type: 'session_info', id: idOf(name), parentId, timestamp, name });
  return refusedInUse(document) ?? retitled(file, { title, before: piCounts(file) }, record);
}

function rehomePi(document: PiDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const [file] = files;
  const cwd = file?.read().header?.cwd ?? null;
  const to = cwd === null ? null : rebasedPath(cwd, moved);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  const newPath = (path: string) =>
    scope.site.shape === 'home' ? path.replace(/^([^/]+)\/[^/]+\//, `$1/${project.replaceAll('$', '$$$$')}/`) : path;
  const editsOf = (each: typeof file) => folderEdits(each, each.read().header, moved);
  return rehomed(document, file, { to, sides: [], newPath, editsOf, countsOf: piCounts });
}

/** Archive moves a session to `archive`, beside the program's `sessions`; delete removes its file, as the program does. */
const shelvePi = shelfVerbs(shelvesOf, piCounts, whyNot);

function whyNot(document: PiDocument, { part, isArchived }: SessionFile): NotChanged | null {
  if (document.files.filter((file) => file.isArchived === isArchived).length > 1)
    return refused({ reason: 'is there in several files: heal or rename one first' });
  if (part.type !== 'file') return throughLink();
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ files, scope }: PiDocument): Shelves<SessionFile> {
  const isHome = scope.site.shape === 'home';
  const folders = isHome
    ? { active: join(SESSIONS, scope.name), archived: join(ARCHIVE, scope.name) }
    : { active: '', archived: ARCHIVE };
  return {
    ...bySide(files),
    whole: ({ part }) => part,
    place: (side, { path }) => join(folders[side], baseName(path)),
  };
}

export const decidePi = decideBy<PiDocument>({
  heal: healPi,
  migrate: unchanged(),
  fork: forkPi,
  ...shelvePi,
  rename: renamePi,
  rehome: rehomePi,
  tag: refused({ reason: 'cannot be tagged: Pi has no tags' }),
});

export const piVerbs: Verbs<PiDocument, object> = {
  decide: decidePi,
  putBack: putBackLines,
};
