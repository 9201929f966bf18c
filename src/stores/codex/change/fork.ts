import { type Edit, editedSource } from '../../../codecs/edit.ts';
import { quote } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import type { Counts, Message } from '../../../model/conversation.ts';
import { type Code, ruleOf } from '../../../model/finding.ts';
import { isUuid } from '../../../model/ids.ts';
import { bytesSource } from '../../../model/part.ts';
import type { Content } from '../../../model/plan.ts';
import { isError } from '../../../model/rules/row.ts';
import { type AskFor, type NotChanged, refused, type UnitDecision, unitChange } from '../../decision.ts';
import { copied } from '../../engine/change/steps.ts';
import { isTyped } from '../../engine/prompts/typed-prompts.ts';
import { lineEnd, replacing } from '../../engine/range-edits.ts';
import type { Judged, TypedPrompt } from '../../kind.ts';
import { countOfEntries } from '../../words.ts';
import { type CodexDocument, typedIn } from '../document.ts';
import { rolloutName } from '../layout/layout.ts';
import type { Lineage } from '../read/lineage.ts';
import type { Meta } from '../read/meta.ts';
import { type Entry, entriesOf, metaEntry } from '../read/record.ts';
import { type RolloutFile, readsRollout, rewrittenRollout } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';
import { codexTranscript } from '../read/transcript.ts';
import type { CodexUpdate } from './changed-threads.ts';
import { metaLine } from './first-record-passes.ts';
import { datedPath } from './place.ts';

/** Forks a thread as the program does: a paginated one by reference, a legacy one by copy. */
export function forkCodex(
  document: CodexDocument & Judged,
  ask: AskFor<'fork'>,
): UnitDecision<CodexUpdate> | NotChanged {
  const [file] = document.files;
  const meta = file?.head().meta ?? null;
  if (file === undefined || meta === null || !readsRollout(file))
    return refused({ codes: errorsOf(document), reason: unreadReason(file) });
  const isApart = ask.independent && meta.mode === 'paginated';
  const source = sourceFor(file, meta, isApart);
  if (source === null) return refused({ reason: COMPRESSED });
  const lineage = document.lineage(file);
  if (lineage.fault !== null)
    return refused({ codes: errorsOf(document), reason: 'goes on from a thread that is not there as it was' });
  const shortened = shortenedAt(file, { source, lineage, typed: typedIn(document, file), at: ask.at });
  if (typeof shortened === 'string') return refused({ reason: shortened });
  const id = ask.newId();
  const path = datedPath(rolloutName(ask.now * 1000, id));
  if (path === null || !isUuid(id)) return refused({ reason: 'needs an id that is a UUID' });
  const options = { ...shortened.end, id, now: ask.now, lineage };
  if (isApart && inheritedBytes(lineage) > MAX_INHERITED_BYTES)
    return refused({ reason: 'inherits more than 128 MiB, which is too much to copy into a fork' });
  const made = (isApart ? apartContent : contentFor)(file, source, meta, options);
  return madeOf(document, file, { path, made, id, before: codexCounts(file, lineage), notes: shortened.notes });
}

/** The bytes to fork from. A fork by reference copies nothing, so its source may be compressed. */
function sourceFor(file: RolloutFile, { mode }: Meta, isApart: boolean): Source | null {
  return (mode === 'paginated' && !isApart ? file.source : file.part.source) ?? null;
}

const COMPRESSED = 'is compressed, so that it cannot be copied: go on with it in the program, which inflates it';

function errorsOf(document: Judged): Code[] {
  const codes = document.findings().map(({ code }) => code);
  return [...new Set(codes.filter((code) => isError(ruleOf(code))))];
}

/** Why the program could not go on with the fork, and the way out. */
function unreadReason(file: RolloutFile | undefined): string {
  const way = file?.head().fault === 'old-format' ? 'migrate' : 'heal';
  return `is not a thread that the program reads: ${way} it first`;
}

interface NewFork {
  readonly path: string;
  readonly made: ForkResult;
  readonly id: string;
  readonly before: Counts;
  readonly notes: readonly string[];
}

/** The new rollout, named as its source is; the name of a paginated thread is in the program's database, so its fork gets none. */
function madeOf(
  document: CodexDocument,
  file: RolloutFile,
  { path, made, id, before, notes }: NewFork,
): UnitDecision<CodexUpdate> {
  const name = file.head().meta?.mode === 'paginated' ? null : document.name(file);
  const outcome = unitChange({
    path: file.part.path,
    steps: [{ do: 'put', path, was: 'absent', content: made.content }],
    before,
    after: addCounts(before, made.counts),
    notes: [...notes, made.note, `\`codex resume ${id}\` goes on with it`],
    newId: id,
    isJoint: name !== null,
  });
  return { id: document.id, outcome, ...(name === null ? {} : { indexUpdate: { named: { id, name } } }) };
}

/** Where a fork ends: bytes and lines of the source, and the ordinal of the next record. */
interface ForkEnd {
  readonly bytes: number;
  readonly line: number;
  readonly ordinal: number;
}

interface ShortenedFork {
  readonly end: ForkEnd;
  readonly notes: readonly string[];
}

interface ForkEndOptions {
  readonly source: Source;
  readonly lineage: Lineage;
  readonly typed: readonly TypedPrompt[];
  readonly at: string | null;
}

/** The cut before the turn of message `at`, as `show --all` numbers it; null for the whole thread. A sentence if no question is before it. */
function shortenedAt(file: RolloutFile, { source, lineage, typed, at }: ForkEndOptions): ShortenedFork | string {
  if (at === null) return { end: endsBefore(source, []).whole, notes: [] };
  const said = placesOf(codexTranscript(file, lineage, { ...PLAIN_DEPTH, typed }).messages);
  const lines = said.map(({ line }) => line);
  const { each, whole } = endsBefore(source, lines);
  const [requested, last] = [Number(at), said.length - 1];
  if (lines[requested] === BEHIND_ALL) return { end: whole, notes: [leftOut(requested, last)] };
  const ends = possibleEnds(said, each);
  const end = ends[requested];
  if (end != null) {
    const first = lines.findIndex((line) => line >= end.line);
    return { end, notes: [leftOut(first, last)] };
  }
  const min = ends.findIndex((possible) => possible !== null);
  const way = min < 0 ? 'it cannot end before one' : `give a number from ${min} to ${last}`;
  if (end === undefined) return `has ${countOfEntries(said.length)}: ${way}`;
  if (lines[requested] === INHERITED) return `has message ${at} of another thread, which it goes on from: ${way}`;
  return `cannot end before message ${at}, which is in its first turn: ${way}`;
}

/** The cut before each message; null before a message of another thread, and up to the first question. */
function possibleEnds(said: readonly SaidPlace[], ends: readonly ForkEnd[]): readonly (ForkEnd | null)[] {
  const question = said.find(({ isQuestion }) => isQuestion)?.line ?? Number.POSITIVE_INFINITY;
  const own = said.findIndex(({ line }) => line !== INHERITED);
  return ends.map((end, n) => (n >= own && question < end.line ? end : null));
}

interface SaidPlace {
  readonly line: number;
  readonly isQuestion: boolean;
}

function placesOf(messages: Iterable<Message>): SaidPlace[] {
  let behind = BEHIND_ALL;
  return Array.from(messages)
    .reverse()
    .map((message) => {
      // A prompt that only the history has belongs to the message after it.
      if (isTyped(message)) return { line: behind, isQuestion: false };
      behind = message.inherited === true ? INHERITED : Number(message.at.slice(1));
      return { line: behind, isQuestion: message.role === 'user' && !message.hidden };
    })
    .reverse();
}

function leftOut(first: number, last: number): string {
  const omitted = first === last ? `message ${last} is` : `messages ${first} to ${last} are`;
  return `ends before the turn of message ${first}: ${omitted} left out`;
}

/** Line of a message that is in another thread. */
const INHERITED = -1;
/** Line of a prompt that no message follows. */
const BEHIND_ALL = Number.POSITIVE_INFINITY;

/** `each`: where the turn of each message begins, by the messages' lines in order. `whole`: the end of the source. */
function endsBefore(source: Source, lines: readonly number[]): { readonly each: ForkEnd[]; readonly whole: ForkEnd } {
  const walk: Walk = { begun: null, next: 0 };
  const each: ForkEnd[] = [];
  for (const entry of entriesOf(source)) {
    const here = goOn(walk, entry);
    while (each.length < lines.length && entry.line.number >= (lines[each.length] ?? 0)) each.push(walk.begun ?? here);
  }
  return { each, whole: { bytes: source.size, ordinal: walk.next, line: Number.POSITIVE_INFINITY } };
}

interface Walk {
  begun: ForkEnd | null;
  next: number;
}

function goOn(walk: Walk, { line, payloadType, ordinal }: Entry): ForkEnd {
  const here = { bytes: line.at, line: line.number, ordinal: ordinal ?? walk.next };
  if (TURNS.has(payloadType ?? '')) walk.begun = payloadType === 'task_started' ? here : null;
  if (ordinal !== null) walk.next = ordinal + 1;
  return here;
}

const TURNS: ReadonlySet<string> = new Set(['task_started', 'task_complete', 'turn_aborted']);

const PLAIN_DEPTH = { everything: false, subagents: () => [] };

interface ForkSource extends ForkEnd {
  readonly id: string;
  readonly now: number;
  readonly lineage: Lineage;
}

interface ForkResult {
  readonly content: Content;
  readonly counts: Counts;
  readonly note: string;
}

function contentFor(
  file: RolloutFile,
  source: Source,
  meta: Meta,
  { id, now, bytes, ordinal, lineage }: ForkSource,
): ForkResult {
  const time = new Date(now * 1000).toISOString();
  const forked = `,"forked_from_id":${quote(meta.id)}`;
  const isPaginated = meta.mode === 'paginated';
  const base = `,"forked_from_ordinal_exclusive":${ordinal},"history_base":{"thread_id":${quote(file.name?.window ?? meta.id)},"end_ordinal_exclusive":${ordinal},"end_byte_offset":${bytes}}`;
  const more = isPaginated ? `${forked}${base}` : `${forked},"history_mode":"legacy"`;
  const line = `${metaLine({ id, time, cwd: meta.cwd, ordinal: isPaginated ? ordinal : null, more })}\n`;
  if (isPaginated) {
    const own = Buffer.from(line);
    const content: Content = { from: 'bytes', bytes: own };
    const parts = [...lineage.parts, { thread: meta.id, path: file.part.path, source, bytes }];
    const counts = codexCounts(rewrittenRollout(file, bytesSource(own)), { parts, fault: null });
    return {
      content,
      counts,
      note: 'goes on from the bytes of its source, and is listed without a title until its first question',
    };
  }
  const edits: Edit[] = [replacing(0, 0, line), replacing(bytes, source.size - bytes, '')];
  const copy = editedSource(source, edits);
  const counts = codexCounts(rewrittenRollout(file, copy));
  const content = copied(file.part, edits);
  return { content, counts, note: `has a copy of ${recordsOf(source, bytes)}` };
}

function recordsOf({ size }: Source, bytes: number): string {
  return bytes < size ? 'each record of its source before that' : 'every record of its source';
}

/** Inherited bytes are in memory while they are copied. */
const MAX_INHERITED_BYTES = 128 * 1024 * 1024;

function inheritedBytes({ parts }: Lineage): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The content of a paginated fork with all that it inherits: of first records only its own; ordinals continue as they were. */
function apartContent(
  file: RolloutFile,
  source: Source,
  meta: Meta,
  { id, now, bytes, lineage }: ForkSource,
): ForkResult {
  const firsts = [...lineage.parts.map((part) => part.source), source].map(firstOf);
  const time = new Date(now * 1000).toISOString();
  const first = metaLine({
    id,
    time,
    cwd: meta.cwd,
    ordinal: firsts[0]?.ordinal ?? 0,
    more: `,"forked_from_id":${quote(meta.id)}`,
  });
  const inherited = lineage.parts.map((part, i) => bytesWithout(part.source, part.bytes, firsts[i]));
  const start = Buffer.concat([Buffer.from(`${first}\n`), ...inherited]);
  const own = firsts.at(-1) ?? { at: 0, length: 0 };
  const edits = [replacing(0, 0, start), replacing(own.at, own.length, ''), replacing(bytes, source.size - bytes, '')];
  return {
    content: copied(file.part, edits),
    counts: codexCounts(rewrittenRollout(file, editedSource(source, edits))),
    note: `has a copy of ${recordsOf(source, bytes)}, and of what that inherits`,
  };
}

function firstOf(source: Source): { readonly at: number; readonly length: number; readonly ordinal: number | null } {
  const { line, ordinal = null } = metaEntry(source) ?? {};
  if (line === undefined) return { at: 0, length: 0, ordinal };
  return { at: line.at, length: lineEnd(line) - line.at, ordinal };
}

function bytesWithout(source: Source, bytes: number, { at, length } = { at: 0, length: 0 }): Buffer {
  const end = Math.min(at + length, bytes);
  return Buffer.concat([bytesAt(source, 0, Math.min(at, bytes)), bytesAt(source, end, bytes - end)]);
}
