import { type Edit, editedSource } from '../../../codecs/edit.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, quote, spanOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { folderOf, join } from '../../../model/path.ts';
import { isRefusal, NOT_READABLE, type Refusal, refusalOf, refused, unitChange } from '../../decided.ts';
import { appendedAll, replacing } from '../../engine/range-edits.ts';
import { recordNamed, retitled } from '../../engine/session-verbs.ts';
import { copiedTo } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { GeminiDocument } from '../document.ts';
import { sessionName } from '../layout/layout.ts';
import { rewrittenSession, type SessionFile } from '../read/session.ts';
import { geminiCounts, pointerOf } from '../read/transcript.ts';

/** Why a session of an older version is not changed by a verb that appends to it. */
const OLDER = refused({
  reason: 'is one JSON document of an older version: the program itself makes lines of it when it goes on',
});

/** Copies a session under an id and a name of its own, whole or back to a message. */
export function forkGemini(document: GeminiDocument, { newId, at, now }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || !file.read().isReadable) return refused(NOT_READABLE);
  if (file.read().isDocument) return OLDER;
  const rewind = at === null ? [] : rewoundTo(document, file, at);
  return isRefusal(rewind) ? refused(rewind) : forked(file, file.source, rewind, { id: newId(), now });
}

function forked(
  file: SessionFile,
  source: Source,
  rewind: readonly object[],
  { id, now }: { readonly id: string; readonly now: number },
): UnitChange | NotChanged {
  const time = new Date(now * 1000).toISOString();
  const edits = [...ownIds(source, id), appendedAll(source, [...rewind, { $set: { lastUpdated: time } }])];
  const fork = rewrittenSession(file, editedSource(source, edits));
  if (rewind.length > 0 && !fork.read().hasContent)
    return refused({ reason: 'has no question before that message: the program deletes such a file' });
  const before = geminiCounts(file);
  return unitChange({
    path: file.part.path,
    steps: [copiedTo(file.part, join(folderOf(file.part.path), sessionName(time, id)), edits)],
    before,
    after: addCounts(before, geminiCounts(fork)),
    notes: rewind.length === 0 ? [] : ['what comes from that message on is kept in the fork as taken back'],
    newId: id.slice(0, 8),
  });
}

/** The record by which the program goes back to a message. */
function rewoundTo(document: GeminiDocument, { part, read: readOf }: SessionFile, at: string): object[] | Refusal {
  const [read, { messages }] = [readOf(), document.transcript(part.path)];
  const ref = recordNamed(at, { messages, refs: [...read.live, ...read.gone], pointerOf, idOf: ({ id }) => id });
  if (isRefusal(ref)) return ref;
  if (ref.id === null || !read.live.includes(ref)) return refusalOf({ reason: 'does not go on from that message' });
  return [{ $rewindTo: ref.id }];
}

/** Gives a session a title as the program does: a summary, in a record of its own. */
export function renameGemini(document: GeminiDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || !file.read().isReadable) return refused(NOT_READABLE);
  if (file.read().isDocument) return OLDER;
  return retitled(file, { title, before: geminiCounts(file) }, (summary) => ({ $set: { summary } }));
}

/** The file that the program goes on with. */
function mainFile({ files, conversations }: GeminiDocument): SessionFile | undefined {
  const shown = files.findIndex((file, n) => !file.isArchived && conversations[n]?.hidden === null);
  return files[Math.max(shown, 0)];
}

/** Puts an id in the place of that of the session, in headers and updates. */
function ownIds(source: Source, id: string): Edit[] {
  const edits: Edit[] = [];
  for (const { at, bytes } of lines(source, { ends: 'lf' })) {
    if (bytes === null || !Buffer.from(bytes).includes('"sessionId"')) continue;
    const value = wholeValue(bytes);
    const found = member(member(value, '$set', 'last') ?? value, 'sessionId', 'last');
    if (!isString(found) || isString(member(value, 'id'))) continue;
    const { start, end } = spanOf(found);
    edits.push(replacing(at + start, end - start, quote(id)));
  }
  return edits;
}
