import { isMarkAt } from '../../../codecs/bytes.ts';
import { type Edit, growthOf } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isString, member, quote, root, spanOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { folderOf, join } from '../../../model/path.ts';
import { BLANK_TITLE, NOT_READABLE, piece, refused } from '../../decided.ts';
import { madeId } from '../../engine/hash.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { appended, replacing } from '../../engine/range-edits.ts';
import { valueAt } from '../../engine/record-at.ts';
import { mainFile } from '../../engine/session-files.ts';
import { copiedTo, withEdits } from '../../engine/steps.ts';
import { textAt } from '../../engine/text-at.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { QwenDocument } from '../read/document.ts';
import { qwenCounts } from './pass.ts';

/** Copies a session under another id, as the program does with `--fork-session`. */
export function forkQwen(document: QwenDocument, { newId, at }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  if (file?.source == null || file.read().ids.length !== 1) return refused(NOT_READABLE);
  if (at !== null) return refused({ reason: 'is forked whole: the program has `/rewind` to go back inside it' });
  if (file.read().troubles.some(({ type }) => type === 'broken'))
    return refused({ reason: 'has lines that cannot be read: heal it first' });
  const id = newId();
  const edits = ownIds(file.source, id);
  const path = join(folderOf(file.part.path), `${id}.jsonl`);
  const before = qwenCounts(file);
  const size = file.part.size + growthOf(edits);
  const steps = [copiedTo(file.part, path, edits)];
  return piece({
    path: file.part.path,
    steps,
    before,
    after: addCounts(before, { ...before, bytes: size }),
    newId: id,
  });
}

/** Gives a session a title as the program does: in a record behind all others. */
export function renameQwen(
  document: QwenDocument,
  { title, now }: AskFor<'rename'> & { readonly now: number },
): UnitChange | NotChanged {
  const file = mainFile(document);
  const last = file?.read().chain.at(-1);
  if (file?.source == null || last === undefined || !file.read().isResumable) return refused(NOT_READABLE);
  const customTitle = title.trim();
  if (customTitle === '') return refused(BLANK_TITLE);
  const value = valueAt(file.source, last);
  const edit = appended(file.source, {
    uuid: madeId(`${last.uuid} ${now} ${customTitle}`),
    parentUuid: last.uuid,
    sessionId: file.read().ids[0],
    timestamp: new Date(now * 1000).toISOString(),
    type: 'system',
    provenance: 'system',
    cwd: textAt(value, 'cwd') ?? file.read().first?.cwd,
    version: textAt(value, 'version') ?? undefined,
    subtype: 'custom_title',
    systemPayload: { customTitle, titleSource: 'manual' },
  });
  const before = qwenCounts(file);
  const after = { ...before, bytes: before.bytes + edit.insert.length };
  const steps = [withEdits(file.part, [edit])];
  return (
    refusedInUse(document) ??
    piece({ path: file.part.path, steps, before, after, notes: [`its title becomes ${JSON.stringify(customTitle)}`] })
  );
}

/** Puts an id in the place of that of the session, in each record. */
function ownIds(source: Source, id: string): Edit[] {
  const edits: Edit[] = [];
  for (const { at, bytes } of lines(source, { ends: 'lf' })) {
    // The program trims a byte-order mark.
    const tape = bytes === null ? null : scan(bytes, isMarkAt(bytes, 0) ? 3 : 0);
    const found = tape?.fault === null ? member(root(tape), 'sessionId', 'last') : null;
    if (!isString(found)) continue;
    const { start, end } = spanOf(found);
    edits.push(replacing(at + start, end - start, quote(id)));
  }
  return edits;
}
