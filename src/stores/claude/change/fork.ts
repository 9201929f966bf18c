import { type Edit, editedSource } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { type Code, ruleOf } from '../../../model/findings.ts';
import type { Step } from '../../../model/plan.ts';
import { isRefusal, piece, type Refusal, refusalOf, refused } from '../../decided.ts';
import { copiedTo } from '../../engine/steps.ts';
import { textAt } from '../../engine/text-at.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { folderOf, join } from '../../path.ts';
import { count } from '../../words.ts';
import { claudeFileFindings } from '../checks/file-findings.ts';
import { besideOf, type ClaudeDocument } from '../read/document.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';
import { type Beside, claudeTranscript } from '../read/transcript.ts';
import { callsOf, claudeCounts } from './counts.ts';
import { copyOf } from './forked-lines.ts';
import { noSession } from './no-session.ts';

/**
 * A copy under a new id by the rules of the SDK: every record that is not a sidechain's, in the order of the file, with new uuids;
 * no metadata but the replaced contents and a title. Where the SDK would lose a record or never end, the record stays.
 */
export function forkClaude(document: ClaudeDocument, ask: AskFor<'fork'>): UnitChange | NotChanged {
  const file = document.active ?? document.archived ?? document.misnamed;
  if (file === null) return refused({ reason: noSession(document) });
  if (file.source === null) return refused({ reason: 'is not a file that can be read' });
  // Facts and records come from one pass, so the facts are read first.
  const hidden = hiddenBy(file, document.id);
  if (hidden.length > 0 && file === document.misnamed) return refused({ reason: UNREAD_COPY });
  if (hidden.length > 0)
    return refused({ codes: hidden, reason: 'holds records that the program does not read: heal it first' });
  const records = keptBy(file);
  const end = endOf(file, records, { at: ask.at, beside: besideOf(document.unit, file, []) });
  if (isRefusal(end)) return refused(end);
  const copied = records.slice(0, end.until + 1);
  if (copied.every((n) => file.records().kind[n] === CLASS.progress))
    return refused({ reason: 'has no records to copy' });
  const made = copyOf(document.id, file, copied, ask);
  if (made === null)
    return refused({ reason: 'is too large to be forked: over 128 MiB of the copy would be new text' });
  const path = join(folderOf(file.part.path).replace(/^archive\//, 'projects/'), `${made.id}.jsonl`);
  const before = claudeCounts(file);
  const shown = copied.filter((n) => file.history().isSent(n));
  const { size } = editedSource(file.source, made.edits);
  return piece({
    path: file.part.path,
    steps: [stepFor(file, file.source, made.edits, path)],
    before,
    after: addCounts(before, { ...before, messages: shown.length, toolCalls: callsOf(file, shown), bytes: size }),
    notes: [...end.notes, ...(document.agents().length === 0 ? [] : ['subagents and tool results are not copied'])],
    newId: made.id,
  });
}

const UNREAD_COPY =
  'holds records that the program does not read, and only a session is healed: give its file a new UUID with .jsonl for a name first';

/** Ranges of the session and the new text between them; the target of a link is copied whole. */
function stepFor({ part }: SessionFile, source: Source, edits: readonly Edit[], path: string): Step {
  if (part.type === 'file') return copiedTo(part, path, edits);
  const made = editedSource(source, edits);
  return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: made.slice(0, made.size) } };
}

/** Why records of a file are not read that would be sent, and so would not be in a copy. */
function hiddenBy(file: SessionFile, id: string): Code[] {
  const found = [...claudeFileFindings(file, { id, life: null, isAgent: false })];
  const codes = found
    .filter(({ at, code }) => at === null && ruleOf(code).severity === 'error')
    .map(({ code }) => code);
  return [...new Set(codes)];
}

function keptBy(file: SessionFile): number[] {
  const records = file.records();
  return Array.from({ length: records.count }, (_, n) => n).filter(
    (n) => records.isKept(n) && !records.has(n, RECORD_FLAG.sidechain | RECORD_FLAG.noUuid),
  );
}

/** The last of these records that is copied, by its place among them, with notes. */
interface End {
  readonly until: number;
  readonly notes: readonly string[];
}

/** Before the message that `show --all` numbers so, or the first record with this uuid; where there is none, why. */
function endOf(
  file: SessionFile,
  records: readonly number[],
  { at, beside }: { readonly at: string | null; readonly beside: Beside },
): End | Refusal {
  if (at === null) return { until: records.length - 1, notes: [] };
  if (!/^\d+$/.test(at))
    return { until: records.findIndex((n) => textAt(file.scan(n)?.record, 'uuid') === at), notes: [] };
  // The record of each message: one may hold several.
  const holders = Array.from(claudeTranscript(file, beside).messages, ({ at: place = '' }) =>
    Number(place.split('/')[1]),
  );
  const endBefore = (n: number) => records.indexOf(n) - 1;
  const holder = holders[Number(at)] ?? -1;
  const until = endBefore(holder);
  if (until >= 0) {
    const copied = new Set(records.slice(0, until + 1));
    const left = holders.filter((n) => !copied.has(n)).length;
    const notes = [`leaves out ${left} of ${count(holders.length, 'message')}`];
    return { until, notes: [...notes, ...togetherWith(holders.indexOf(holder), at)] };
  }
  const least = holders.findIndex((n) => endBefore(n) >= 0);
  const way = least < 0 ? 'it cannot end before one' : `give a number from ${least} to ${holders.length - 1}`;
  return refusalOf({ reason: `has ${count(holders.length, 'message')}: ${way}` });
}

function togetherWith(first: number, at: string): string[] {
  return String(first) === at ? [] : [`it ends before message ${first}: one record holds that and message ${at}`];
}
