import { isBomAt } from '../../../codecs/bytes.ts';
import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, quote, spanOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
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
import { decideBy, withCheckpoints } from '../../engine/change/verbs.ts';
import { madeId } from '../../engine/hash.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { replacing } from '../../engine/range-edits.ts';
import { valueAt } from '../../engine/records.ts';
import { bySide, mainFile } from '../../engine/session-files.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Verbs } from '../../kind.ts';
import type { QwenDocument } from '../document.ts';
import { ARCHIVE, CHATS, PROJECTS, projectName } from '../layout/layout.ts';
import { chainOf, type SessionFile, type SessionRecord } from '../read/session.ts';
import { qwenCounts, qwenShown, recordPointer } from '../read/transcript.ts';
import { healQwen } from './heal.ts';

/** Copies a session under another id, as the program does with `--fork-session`, or the records that lead to a message. */
function forkQwen(document: QwenDocument, { newId, at }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || file.read().ids.length !== 1) return NOT_READABLE;
  const read = file.read();
  if (read.faults.some(({ type }) => type === 'broken'))
    return refused({ reason: 'has lines that cannot be read: heal it first', healFirst: true });
  const path = at === null ? null : pathBefore(document, file, at);
  if (isRefusal(path)) return path;
  const id = newId();
  const edits = ownIds(file.source, id, path && new Set(path.map(({ line }) => line)));
  const before = qwenCounts(file);
  const counts = path === null ? {} : qwenShown(file.source, { ...read, chain: path });
  const made = { ...before, ...counts, bytes: file.part.size + sizeChange(edits) };
  return unitChange({
    path: file.part.path,
    steps: [copiedTo(file.part, join(folderOf(file.part.path), `${id}.jsonl`), edits)],
    before,
    after: addCounts(before, made),
    newId: id,
  });
}

/** The records that lead to message `at`; of a file without `at`, the program follows the last record. */
function pathBefore(
  document: QwenDocument,
  { part, read }: SessionFile,
  at: string,
): readonly SessionRecord[] | Refusal {
  const { chain, offChain } = read();
  const records = [...chain, ...offChain];
  const { messages } = document.transcript(part.path);
  const record = recordNamed(at, { messages, records, pointerOf: recordPointer, idOf: ({ uuid }) => uuid });
  if (isRefusal(record)) return record;
  const last = records.filter(({ uuid }) => uuid === record.parent);
  if (last.length === 0) return refused({ reason: 'has nothing before that message' });
  const path = chainOf([...records.filter((each) => !last.includes(each)), ...last]).chain;
  const isOrdered = path.every((each, n) => n === 0 || (path[n - 1]?.at ?? 0) < each.at);
  return isOrdered ? path : refused({ reason: 'has records out of order: heal it first', healFirst: true });
}

/** Gives a session a title as the program does: in a record after all others. */
function renameQwen(
  document: QwenDocument,
  { title, now }: AskFor<'rename'> & { readonly now: number },
): UnitChange | NotChanged {
  const file = mainFile(document);
  const last = file?.read().chain.at(-1);
  if (file?.source == null || last === undefined || !file.read().isResumable) return NOT_READABLE;
  const { source } = file;
  const record = (customTitle: string) => {
    const value = valueAt(source, last);
    return {
      uuid: madeId(`${last.uuid} ${now} ${customTitle}`),
      parentUuid: last.uuid,
      sessionId: file.read().ids[0],
      timestamp: new Date(now * 1000).toISOString(),
      type: 'system',
      provenance: 'system',
      cwd: textAt(value, 'cwd') ?? file.read().begin?.cwd,
      version: textAt(value, 'version') ?? undefined,
      subtype: 'custom_title',
      systemPayload: { customTitle, titleSource: 'manual' },
    };
  };
  return refusedInUse(document) ?? retitled(file, { title, before: qwenCounts(file) }, record);
}

/** Edits that replace the session's id in each record, and remove lines not in `wanted` (null keeps all). */
function ownIds(source: Source, id: string, wanted: ReadonlySet<number> | null): Edit[] {
  const edits: Edit[] = [];
  let [number, from] = [0, null as number | null];
  const leaveOut = (until: number): void => {
    if (from !== null) edits.push(replacing(from, until - from, ''));
    from = null;
  };
  for (const { at, bytes } of lines(source, { ends: 'lf' })) {
    const isKept = wanted?.has(number++) ?? true;
    if (isKept) leaveOut(at);
    else from ??= at;
    // The program ignores a byte-order mark.
    const value = bytes === null || !isKept ? null : wholeValue(bytes, isBomAt(bytes, 0) ? 3 : 0);
    const found = member(value, 'sessionId', 'last');
    if (!isString(found)) continue;
    const { start, end } = spanOf(found);
    edits.push(replacing(at + start, end - start, quote(id)));
  }
  leaveOut(source.size);
  return edits;
}

/** Writes the new folder into the first record, by which the program finds a session. Moves the file to that project. */
function rehomeQwen(document: QwenDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const [file] = files;
  const cwd = file?.read().begin?.cwd ?? null;
  const to = cwd === null ? null : rebasedPath(cwd, moved);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  if (scope.site.shape !== 'home') return refused({ reason: 'is not in a home', unsafe: true });
  return rehomed(document, file, {
    to,
    sides: [...document.sides, ...document.ofAgents],
    newPath: (path) => path.replace(/^projects\/[^/]*\//, `projects/${project}/`),
    // Only the folder of the first record counts.
    editsOf: (each) => folderEdits(each, each.read().begin, moved),
    countsOf: qwenCounts,
  });
}

/**
 * Archive moves a session and its companions to `archive` in `chats`, where the program does not look. The program's own delete leaves the
 * companions, which are of no use without the session; `delete` takes them along.
 */
const shelveQwen = shelfVerbs(shelvesOf, qwenCounts, whyNot);

function whyNot(document: QwenDocument, { part, isArchived }: SessionFile): NotChanged | null {
  if (part.type !== 'file') return throughLink();
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ files, sides, scope }: QwenDocument): Shelves<SessionFile> {
  const chats = scope.site.shape === 'home' ? join(PROJECTS, scope.name, CHATS) : '';
  return {
    ...bySide(files),
    whole: ({ part }) => part,
    companions: (side) => sides.filter(({ role }) => role.startsWith('archived') === (side === 'archived')),
    place: (side, { path }) => join(chats, side === 'archived' ? ARCHIVE : '', baseName(path)),
  };
}

export const decideQwen = decideBy<QwenDocument>({
  heal: healQwen,
  migrate: unchanged(),
  fork: forkQwen,
  ...shelveQwen,
  rename: renameQwen,
  rehome: rehomeQwen,
  tag: refused({ reason: 'cannot be tagged: Qwen Code has no tags' }),
});

export const qwenVerbs: Verbs<QwenDocument, object> = {
  decide: withCheckpoints(decideQwen),
  putBack: putBackLines,
};
