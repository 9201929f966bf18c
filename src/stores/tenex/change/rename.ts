import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { refused } from '../../decided.ts';
import type { AskFor, Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { countsOfAll, refuseFile } from '../opened.ts';
import { changedWithIndex, decidedFor, type Owed } from './outcome.ts';

/** Gives a conversation another title: in its file, and in the index entry that TENEX lists it by. */
export function renameTenex(document: TenexDocument, { title }: AskFor<'rename'>): Decided<Owed> {
  const { id, active, archived } = document;
  const file = active ?? archived;
  if (file === null) return decidedFor(document, refused({ codes: [], reason: 'has no conversation file' }));
  if (active !== null && archived !== null)
    return decidedFor(document, refused({ codes: ['TX310'], reason: 'is both active and archived', unsafe: true }));
  const refusal = refuseFile(file);
  if (refusal !== null) return decidedFor(document, refused(refusal));
  const decoded = file.decoded();
  const old = decoded?.members.get('title');
  if (decoded?.verdict().stage !== 'ok' || old === undefined)
    return decidedFor(document, refused({ codes: [], reason: 'cannot be read, so it cannot be renamed' }));
  const { path } = file.part;
  const before = countsOfAll([file]);
  const edit = replaceValue(old, quote(title));
  const bytes = before.bytes + edit.insert.length - edit.remove;
  return changedWithIndex(document, [{ do: 'set', of: id, members: [{ key: 'title', json: quote(title) }] }], {
    path,
    steps: [{ do: 'put', path, was: file.part.print(), content: { from: 'edits', edits: [edit] } }],
    before,
    after: { ...before, bytes },
    notes: [`its title becomes ${JSON.stringify(title)}`],
  });
}
