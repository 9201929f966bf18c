import { type Edit, growthOf } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isString, member, quote, root, spanOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { folderOf, join } from '../../../model/path.ts';
import { BLANK_TITLE, NOT_READABLE, piece, refused } from '../../decided.ts';
import { appended, replacing } from '../../engine/range-edits.ts';
import { copiedTo, withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { sessionName } from '../layout/names.ts';
import type { GeminiDocument } from '../read/document.ts';
import type { SessionFile } from '../read/session-file.ts';
import { geminiCounts } from './pass.ts';

/** Why a session of an older version is not changed by a verb that appends to it. */
const OLDER = refused({
  reason: 'is one JSON document of an older version: the program itself makes lines of it when it goes on',
});

/** Copies a session under an id and a name of its own. */
export function forkGemini(document: GeminiDocument, { newId, at, now }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || !file.read().isReadable) return refused(NOT_READABLE);
  if (file.read().isDocument) return OLDER;
  if (at !== null) return refused({ reason: 'is forked whole: the program has `/rewind` to go back inside it' });
  const id = newId();
  const time = new Date(now * 1000).toISOString();
  const path = join(folderOf(file.part.path), sessionName(time, id));
  const edits = [...ownIds(file.source, id), appended(file.source, { $set: { lastUpdated: time } })];
  const before = geminiCounts(file);
  const size = file.part.size + growthOf(edits);
  const after = addCounts(before, { ...before, bytes: size });
  const steps = [copiedTo(file.part, path, edits)];
  return piece({ path: file.part.path, steps, before, after, newId: id.slice(0, 8) });
}

/** Gives a session a title as the program does: a summary, in a record of its own. */
export function renameGemini(document: GeminiDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || !file.read().isReadable) return refused(NOT_READABLE);
  if (file.read().isDocument) return OLDER;
  const summary = title.trim();
  if (summary === '') return refused(BLANK_TITLE);
  const edit = appended(file.source, { $set: { summary } });
  const before = geminiCounts(file);
  const after = { ...before, bytes: before.bytes + edit.insert.length };
  const notes = [`its title becomes ${JSON.stringify(summary)}`];
  return piece({ path: file.part.path, steps: [withEdits(file.part, [edit])], before, after, notes });
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
    const tape = scan(bytes);
    const value = tape.fault === null ? root(tape) : null;
    const found = member(member(value, '$set', 'last') ?? value, 'sessionId', 'last');
    if (!isString(found) || isString(member(value, 'id'))) continue;
    const { start, end } = spanOf(found);
    edits.push(replacing(at + start, end - start, quote(id)));
  }
  return edits;
}
