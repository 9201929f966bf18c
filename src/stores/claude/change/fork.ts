import { type Edit, editedSource } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import { piece, refused } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { folderOf, join } from '../../path.ts';
import type { ClaudeDocument } from '../document.ts';
import { lastText } from '../python/get.ts';
import { raisedBy } from '../read/chain.ts';
import { CLASS, RECORD_FLAG } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import { claudeCounts } from './counts.ts';
import { copyOf } from './forked-lines.ts';

/**
 * A copy under a new id by the rules of the SDK: every record that is not a sidechain's, in the order of the file, with new uuids;
 * no metadata but the replaced contents and a title. Where the SDK would lose a record or never end, the record stays.
 */
export function forkClaude(document: ClaudeDocument, ask: AskFor<'fork'>): Piece | Left {
  const file = document.active ?? document.archived;
  if (file?.source == null) return refused({ codes: [], reason: 'has no session file that can be read' });
  // What is written is judged afterwards: its facts come from the same pass as the records.
  file.facts(document.id);
  if (raisedBy(file.records()) !== null)
    return refused({ codes: [], reason: 'cannot be read, so it cannot be forked' });
  const records = keptBy(file);
  const until = ask.at === null ? records.length - 1 : placeOf(file, records, ask.at);
  const copied = records.slice(0, until + 1);
  if (until < 0 && ask.at !== null) return refused({ codes: [], reason: `has no message ${ask.at}` });
  if (copied.every((n) => file.records().is[n] === CLASS.progress))
    return refused({ codes: [], reason: 'has no records to copy' });
  const made = copyOf(document.id, file, copied, ask);
  if (made === null)
    return refused({ codes: [], reason: 'is too large to be forked: over 128 MiB of the copy would be new text' });
  const path = join(folderOf(file.part.path).replace(/^archive\//, 'projects/'), `${made.id}.jsonl`);
  const before = claudeCounts(file);
  const messages = copied.filter((n) => file.chain().isShown(n)).length;
  const { size } = editedSource(file.source, made.edits);
  return piece({
    path: file.part.path,
    steps: [stepFor(file, file.source, made.edits, path)],
    before,
    after: addCounts(before, { ...before, messages, bytes: size }),
    notes: document.agents().length === 0 ? [] : ['subagents and tool results are not copied'],
    newId: made.id,
  });
}

/** Ranges of the session and the new text between them; what a link leads to is copied whole. */
function stepFor({ part }: SessionFile, source: Source, edits: readonly Edit[], path: string): Step {
  if (part.type === 'file')
    return { do: 'put', path, was: 'absent', content: { from: 'copy', path: part.path, was: part.print(), edits } };
  const made = editedSource(source, edits);
  return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: made.slice(0, made.size) } };
}

function keptBy(file: SessionFile): number[] {
  const records = file.records();
  return Array.from({ length: records.count }, (_, n) => n).filter(
    (n) => records.isKept(n) && !records.has(n, RECORD_FLAG.sidechain),
  );
}

/** The record before the message that `show --all` numbers so, or the first one with this uuid; -1 for none. */
function placeOf(file: SessionFile, records: readonly number[], at: string): number {
  if (!/^\d+$/.test(at)) return records.findIndex((n) => lastText(file.scan(n)?.record, 'uuid') === at);
  const messages = file.chain().chain.filter((n) => file.records().isMessage(n));
  const first = messages[Number(at)];
  return first === undefined ? -1 : records.indexOf(first) - 1;
}
