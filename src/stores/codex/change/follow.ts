import { type Edit, shifted } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { lexemeOf, member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Step } from '../../../model/plan.ts';
import { refused } from '../../decided.ts';
import { movedPlaces } from '../../engine/moved-places.ts';
import { isMeant } from '../../engine/passes.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged } from '../../kind.ts';
import { contentFindings, placeFindings } from '../checks/judge.ts';
import type { CodexDocument, CodexFork } from '../read/document.ts';
import { metaEntry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { endsLine, lastOrdinal } from '../read/tail.ts';
import { idsOf, isOpen } from './family.ts';

/** A rollout before and after its heal. */
interface Healed {
  readonly file: RolloutFile;
  readonly healed: RolloutFile;
  readonly before: Source;
  readonly after: Source;
  readonly edits: readonly Edit[];
}

/** Steps for the forks of a rollout, and notes on them. */
interface Followed {
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** Forks go on from bytes of their source: where those move, what names their end in the fork moves with them, or nothing is changed. */
export function forksFollow(document: CodexDocument, healed: Healed, ask: AskFor<'heal'>): Followed | NotChanged {
  const { file, edits } = healed;
  const first = edits.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const window = file.name?.window ?? null;
  const ids = window === null ? idsOf(document.id, [file]) : [window];
  const [steps, notes]: [Step[], string[]] = [[], []];
  for (const fork of ids.flatMap((id) => document.scope.forksOf(id))) {
    if (first >= fork.bytes || fork.path === file.part.path || isMended(fork, healed)) continue;
    const step = stepFor(document, fork, healed, ask);
    const name = fork.id === document.id ? 'a later rollout of the same thread' : fork.id;
    if (typeof step === 'string')
      return refused({ reason: `is what ${name} goes on from, up to byte ${fork.bytes}: ${step}`, unsafe: true });
    if (step === null) continue;
    steps.push(step);
    notes.push(`${name} goes on from what is healed, as before`);
  }
  return { steps, notes };
}

const HEALED_FIRST = 'it has to be healed first, and a run writes a file once: heal this one in the next run';
const LEGACY = 'it would become a legacy thread, and none goes on from one';
const DAMAGED = 'a change before that would damage it';

/** Null where the fork stays as it is; a sentence where it could not go on from the same records. */
function stepFor(document: CodexDocument, fork: CodexFork, healed: Healed, ask: AskFor<'heal'>): Step | string | null {
  const { file: source, before, after, edits } = healed;
  const [was, becomes] = [source, healed.healed].map((each) => each.head().meta?.mode);
  if (was === 'paginated' && becomes !== was) return LEGACY;
  const cuts = edits.map((edit) => ({ ...edit, insert: edit.insert.length }));
  const [end = null] = movedPlaces([fork.bytes], cuts, 'ends');
  const isSame = end !== null && endsLine(after, end) && lastOrdinal(after, end) === lastOrdinal(before, fork.bytes);
  if (!isSame) return DAMAGED;
  if (end === fork.bytes) return null;
  const own = fork.id === document.id ? document.files : document.scope.filesOf(fork.id);
  const file = own.find(({ part }) => part.path === fork.path);
  if (file?.part.type !== 'file' || file.part.source == null) return DAMAGED;
  if (isOpen(document, { ids: idsOf(fork.id, own) })) return 'that thread is open in a program, close it there first';
  const due = [...placeFindings({ id: fork.id, files: own }, file), ...contentFindings(file, false)];
  // A run changes a file once; items of a paginated thread, which CX110 lacks, no heal makes.
  if (due.some(({ code }) => code !== 'CX110' && isMeant(code, ask))) return HEALED_FIRST;
  const edit = endEdit(file.part.source, end);
  return edit === null ? DAMAGED : { ...withEdits(file.part, [edit]), keepTime: true };
}

/** True where a source was damaged after a fork was made, and the heal brings back the bytes that it names. */
function isMended(fork: CodexFork, { before, after }: Healed): boolean {
  return !isItsEnd(before, fork) && isItsEnd(after, fork);
}

/** True where the bytes that a fork names end with the record before its own. */
function isItsEnd(source: Source, { bytes, ordinal }: CodexFork): boolean {
  return bytes <= source.size && endsLine(source, bytes) && lastOrdinal(source, bytes) === ordinal - 1;
}

/** Keeps the number's length in a fork, so that continuations of the fork do not move. */
function endEdit(source: Source, end: number): Edit | null {
  const { line, payload = null } = metaEntry(source) ?? {};
  const value = member(member(payload, 'history_base'), 'end_byte_offset');
  if (line === undefined || value === null) return null;
  const text = String(end).padEnd(lexemeOf(value).length);
  if (text.length > lexemeOf(value).length) return null;
  return shifted(replaceValue(value, text), line.at);
}
