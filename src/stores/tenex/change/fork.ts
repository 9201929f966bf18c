import { createHash } from 'node:crypto';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { isString, member, members, textOf } from '../../../codecs/json/value.ts';
import { addCounts } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import { type Refusal, refused } from '../../decided.ts';
import type { AskFor, Decided } from '../../kind.ts';
import { type Decoded, decode } from '../decode/decoded.ts';
import type { TenexDocument } from '../document.ts';
import { conversationPath } from '../layout/layout.ts';
import { countsOf, type Opened, refuseFile } from '../opened.ts';
import { entryFor } from '../reindex/entry.ts';
import type { Entry } from '../reindex/entry-change.ts';
import { cutAt } from './cut.ts';
import { decidedFor, joined, type Owed } from './outcome.ts';

/**
 * A copy under a new id, in its name and inside it (with the old one inside, TENEX would save it over its source), and an entry
 * of its own. Events and all that is not understood are taken over byte for byte; the source is only read.
 */
export function fork(document: TenexDocument, ask: AskFor<'fork'>): Decided<Owed> {
  const { scope, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return decidedFor(document, refused({ codes: [], reason: 'has no conversation file' }));
  const source = sourceFor(opened);
  if ('reason' in source) return decidedFor(document, refused(source));
  const newId = createHash('sha256').update(ask.newId()).digest('hex');
  const made = copyOf(source, newId, ask);
  if ('reason' in made) return decidedFor(document, refused(made));
  const { part } = opened;
  const before = countsOf(source, part.size);
  const step: Step = {
    do: 'put',
    path: conversationPath(scope.site, newId),
    was: 'absent',
    content: { from: 'copy', path: part.path, was: part.print(), edits: made.edits },
  };
  return joined(document, [{ do: 'append', members: made.entry }], {
    path: part.path,
    steps: [step],
    before,
    after: addCounts(before, countsOf(made.copy, made.copy.bytes.length)),
    notes: [...made.notes, ...sharedNotes(made.copy, active !== null)],
    newId,
  });
}

function sourceFor(opened: Opened): Decoded | Refusal {
  const refusal = refuseFile(opened);
  const decoded = opened.decoded();
  if (refusal !== null || decoded === null) return refusal ?? { codes: [], reason: 'cannot be read' };
  const { stage } = decoded.verdict();
  return stage === 'ok' ? decoded : { codes: [], reason: 'cannot be read by TENEX: heal or migrate it first' };
}

interface Copy {
  readonly edits: readonly Edit[];
  readonly copy: Decoded;
  readonly entry: Entry;
  readonly notes: readonly string[];
}

function copyOf(source: Decoded, newId: string, ask: AskFor<'fork'>): Copy | Refusal {
  const cut = ask.at === null ? { edits: [], notes: [] } : cutAt(source, ask.at);
  if ('reason' in cut) return { codes: [], reason: cut.reason };
  const edits = [...naming(source, newId), ...cut.edits];
  const copy = decode(applyEdits(source.bytes, edits));
  const beside = { id: newId, archived: false, updatedAt: ask.now, otherwise: ask.now };
  const entry = copy.body === null ? null : entryFor(copy.body, beside);
  if (entry === null || copy.verdict().stage !== 'ok') return { codes: [], reason: 'would not come out readable' };
  return { edits, copy, entry, notes: cut.notes };
}

function naming({ members: all }: Decoded, newId: string): Edit[] {
  const id = all.get('id');
  const title = all.get('title');
  return [
    ...(id === undefined ? [] : [replaceValue(id, quote(newId))]),
    ...(isString(title) ? [replaceValue(title, quote(`${textOf(title)} (fork)`))] : []),
  ];
}

/** What two conversations of one root share (docs/formats/tenex.md, "Manager"). */
function sharedNotes(copy: Decoded, isActive: boolean): string[] {
  const until = isActive ? 'as long as that is not archived' : 'once that is restored';
  const states = copy.members.get('agentStates');
  const sessions =
    states === undefined
      ? []
      : members(states).filter(({ value }) => isString(member(value, 'claudeSessionId', 'last')));
  return [
    ...(copy.counts().events === 0
      ? []
      : [`begins with the same event as its source: TENEX gives new replies to the source, ${until}`]),
    ...(sessions.length === 0
      ? []
      : [`names the Claude sessions of its source (${sessions.length}): an agent would go on in the same one`]),
  ];
}
