import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits } from '../../../codecs/edit.ts';
import { addCounts } from '../../../model/change-report.ts';
import { refusePath } from '../../../model/plan-path.ts';
import { piece, refused } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { judge } from '../checks/judge.ts';
import { decode } from '../decode/decode.ts';
import type { FnordDocument } from '../document.ts';
import { countsOf } from '../hydrate/counts.ts';
import { conversationPath } from '../layout/layout.ts';
import { cutAt, lastMessage } from './cut.ts';
import { carriedNotes, forkEdits } from './fork-edits.ts';
import { duplicates } from './passes/duplicates.ts';
import { upgrade } from './passes/legacy.ts';
import type { Read } from './passes/pass.ts';
import { readFile } from './read-part.ts';
import { refusedFor, runPasses } from './run-passes.ts';

/**
 * A copy under a new id by fnord's own rules: v1, the time of now, session memories set aside, metadata kept
 * (docs/formats/fnord.md, "Forks"). The source is only read, so nothing of it can be lost.
 */
export function fork(document: FnordDocument, ask: AskFor<'fork'>): Piece | Left {
  const { scope, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return refused({ codes: [], reason: 'has no conversation file' });
  const read = readFile(opened);
  if ('reason' in read) return refused(read);
  if (read.judgement.trouble !== null) return refused(refusedFor(read.judgement, read.judgement.trouble));
  const newId = ask.newId();
  if (newId.includes('/') || refusePath(newId) !== null)
    return refused({ codes: [], reason: 'cannot have that new id' });
  const made = copyOf(read, ask);
  if ('reason' in made) return refused(made);
  const { part } = opened;
  const before = countsOf(read.document);
  return piece({
    path: part.path,
    steps: [
      {
        do: 'put',
        path: conversationPath(scope.site, scope.name, newId),
        was: 'absent',
        content: { from: 'copy', path: part.path, was: part.print(), edits: made.edits },
      },
    ],
    locks: [],
    before,
    after: addCounts(before, made.counts),
    notes: made.notes,
    newId,
  });
}

function copyOf(read: Read, ask: AskFor<'fork'>) {
  const wish = { only: null, lossy: true, stamp: { seconds: ask.now, given: true } };
  const whole = runPasses(read, [duplicates, upgrade], wish);
  if ('reason' in whole) return whole;
  const cut = ask.at === null ? lastMessage(whole.document) : cutAt(whole.document, ask.at);
  if ('reason' in cut) return cut;
  const edits = [...forkEdits(whole.document, ask), ...cut.edits];
  const result = decode(applyEdits(whole.document.bytes, edits));
  const { trouble, ...judgement } = judge(result);
  if (trouble !== null) return refusedFor({ trouble, ...judgement }, trouble);
  const counts = countsOf(result);
  if (counts.messages !== cut.kept) return { codes: [], reason: 'would not keep the messages asked for' };
  const notes = [...whole.notes, ...cut.notes, ...carriedNotes(result)];
  return { edits: composeEdits(read.document.bytes.length, whole.edits, edits), counts, notes };
}
