import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { elements, isObject, isTrue, member, root, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { brokenShape, isStrayLine, wholeRecords } from '../../engine/faults/broken-lines.ts';
import { RawRecords } from '../../engine/raw-records.ts';
import type { Span } from '../../engine/records.ts';
import { type OneSession, oneSession, rewrittenPart } from '../../engine/session-files.ts';
import {
  type LineFault,
  type LinePlace,
  readLines,
  type SessionLine,
  SharedTexts,
} from '../../engine/session-lines.ts';
import { isFilledText, textAt, timeAt } from '../../engine/text-at.ts';
import { faultsOf, hasUnknownAttachment, isKnownType } from './known-types.ts';
import { readWorkspace, type Workspace } from './workspace.ts';

/** The effect of a record on the messages that the program sends. */
type RecordEffect = 'asks' | 'answers' | 'calls' | 'returns' | 'sums up' | 'resumes' | 'header' | null;

export interface SessionRecord extends Span {
  readonly uuid: string;
  readonly parent: string | null;
  /** Milliseconds; NaN for none. */
  readonly time: number;
  readonly type: string;
  readonly isAgents: boolean;
  readonly effect: RecordEffect;
  /** True if the record has a text or a picture. */
  readonly isSaid: boolean;
  readonly calls: readonly string[];
  /** Id of the call that this record is the result of; null for none. */
  readonly answer: string | null;
}

/** A line or a record that the program does not load, or loads otherwise than it was meant. */
export interface SessionFault
  extends LineFault<'broken' | 'nul' | 'raw' | 'not-utf8' | 'too-long' | 'no-record' | 'faulty' | 'legacy'> {
  /** Members that keep the record from being loaded. */
  readonly faultyMembers?: readonly string[];
}

export interface Header extends Span {
  readonly sessionId: string | null;
  readonly cwd: string | null;
  /** Number of records before this one. */
  readonly before: number;
}

export interface SessionRead {
  readonly records: readonly SessionRecord[];
  readonly header: Header | null;
  readonly faults: readonly SessionFault[];
  readonly lines: number;
  /** Places of pictures, by the names that questions use for them. */
  readonly assets: ReadonlyMap<string, Span>;
  /** The first question as a title; null for none. */
  readonly question: string | null;
  /** The record in which the program noted that a rewind removed turns; null for none. */
  readonly rewound: SessionRecord | null;
  /** Time of the first record, in milliseconds. */
  readonly began: number | null;
  readonly ended: number | null;
}

/** Reads a session in one pass; it holds the places of records, not their texts. */
export function readSession(source: Source): SessionRead {
  const reading = new Reading(source);
  return reading.done(readLines(source, 'everywhere', reading.faults, (line) => reading.take(line)));
}

class Reading {
  readonly #raw: RawRecords;
  #header: Header | null = null;
  readonly #records: SessionRecord[] = [];
  readonly #texts = new SharedTexts();
  readonly faults: SessionFault[] = [];
  readonly #assets = new Map<string, Span>();
  #question: string | null = null;
  #rewound: SessionRecord | null = null;
  #began: number | null = null;
  #ended: number | null = null;

  constructor(source: Source) {
    this.#raw = new RawRecords(source, isRecord);
  }

  take(line: SessionLine): void {
    const { place, bytes, tape, value, from } = line.value === null ? (inWhiteSpace(line) ?? line) : line;
    if (value === null) {
      if (bytes.every((byte) => byte === 0)) this.faults.push({ type: 'nul', ...place });
      else if (!isBlank(bytes)) this.#broken(bytes, place);
      return;
    }
    this.#raw.whole(bytes, place, textAt(value, 'type') !== null);
    // The program cannot read a line with a number too large for it.
    if (tape.overflow >= 0) this.faults.push({ type: 'broken', ...place, shape: 'no-record', pieces: [] });
    else if (tape.illFormed >= 0) this.faults.push({ type: 'not-utf8', ...place, at: place.at + tape.illFormed });
    else this.#record(value, { ...place, at: place.at + from, length: place.length - from });
  }

  #broken(bytes: Uint8Array, place: LinePlace): void {
    const { shape, pieces, isMarred } = brokenShape(bytes);
    const whole = wholeRecords(bytes, pieces, isRecord);
    const joined = isMarred ? null : this.#raw.broken(bytes, place, shape);
    if (joined === null) {
      const isStray = isStrayLine(bytes, pieces, whole);
      this.faults.push({ type: 'broken', ...place, shape, pieces: whole, isStray });
      return;
    }
    this.faults.splice(this.faults.findLastIndex(({ at }) => at < joined.at) + 1);
    this.faults.push({ type: 'raw', ...place, ...joined });
  }

  #record(value: Value, place: LinePlace): void {
    const type = textAt(value, 'type');
    if (!isObject(value) || type === null) this.faults.push({ type: 'no-record', ...place });
    else if (type === 'session.import_legacy') this.faults.push({ type: 'legacy', ...place });
    else {
      this.#title(value, type);
      const faults = isKnownType(type) ? faultsOf(value, type) : [];
      const named = faults.map(({ key, wanted, value: old }) =>
        old === null ? `no ${key}` : `${key} that is not ${wanted}`,
      );
      if (faults.length > 0) this.faults.push({ type: 'faulty', ...place, faultyMembers: [...new Set(named)] });
      this.#keep(value, type, place);
    }
  }

  /** Takes the first question that has a text, whoever asked it: the program's list shows that. */
  #title(value: Value, type: string): void {
    const content =
      type === 'user.message' && this.#question === null ? textAt(member(value, 'data', 'last'), 'content') : null;
    if (content) this.#question = (content.split('<reminder>')[0] ?? '').trim().replace(/\s+/g, ' ');
  }

  #keep(value: Value, type: string, { line, at, length }: LinePlace): void {
    const data = member(value, 'data', 'last');
    const time = timeAt(value, 'timestamp');
    const own = (key: string) => member(value, key, 'last');
    // The program does not send an ephemeral answer.
    const isBrief = type === 'assistant.message' && isTrue(own('ephemeral'));
    const { effect, isSaid, calls = NO_IDS, answer = null } = isBrief ? UNSENT : doneBy(type, data);
    const uuid = textAt(value, 'id') ?? '';
    // Millions of records may be held: a literal without spreads takes least memory, and equal texts are shared.
    const record: SessionRecord = {
      line,
      at,
      length,
      uuid,
      effect,
      isSaid,
      calls,
      answer,
      type: this.#texts.word(type),
      parent: this.#texts.parent(textAt(value, 'parentId'), uuid),
      time: time ?? Number.NaN,
      isAgents:
        isFilledText(own('agentId')) || textAt(data, 'agentId') !== null || textAt(data, 'parentToolCallId') !== null,
    };
    if (type === 'session.start') {
      const cwd = textAt(member(data, 'context', 'last'), 'cwd');
      this.#header ??= { line, at, length, sessionId: textAt(data, 'sessionId'), cwd, before: this.#records.length };
    }
    const asset = type === 'session.binary_asset' ? textAt(data, 'assetId') : null;
    if (asset !== null) this.#assets.set(asset, record);
    if (type === 'session.info' && textAt(data, 'infoType') === 'rewind') this.#rewound ??= record;
    this.#began ??= time;
    this.#ended = time ?? this.#ended;
    this.#records.push(record);
  }

  done(lines: number): SessionRead {
    return {
      records: this.#records,
      header: this.#header,
      faults: this.faults,
      lines,
      assets: this.#assets,
      question: this.#question || null,
      rewound: this.#rewound,
      began: this.#began,
      ended: this.#ended,
    };
  }
}

/** Bytes of white space looked at, at each end of a line. */
const MAX_WHITE_SPACE = 64;

/** A record between white space of any script, which the program trims; null for any other line. */
function inWhiteSpace({ bytes, place, filled }: SessionLine): SessionLine | null {
  const text = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('utf8');
  const [head, tail] = [text(0, MAX_WHITE_SPACE), text(Math.max(bytes.length - MAX_WHITE_SPACE, 0))];
  const start = Buffer.byteLength(head) - Buffer.byteLength(head.trimStart());
  const end = bytes.length - (Buffer.byteLength(tail) - Buffer.byteLength(tail.trimEnd()));
  if (start >= end || end - start === bytes.length) return null;
  const inside = bytes.subarray(start, end);
  const tape = scan(inside);
  if (tape.fault !== null) return null;
  const span = { at: place.at + start, length: end - start };
  return { place: { ...place, ...span }, filled, bytes: inside, tape, value: root(tape), from: 0 };
}

/** True for a line of white space only, of any script. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < 64 && Buffer.from(bytes).toString('utf8').trim() === '';
}

/** True for a whole record; a part of a torn one lacks an id or a type. */
function isRecord(bytes: Uint8Array): boolean {
  const value = wholeValue(bytes);
  return textAt(value, 'type') !== null && textAt(value, 'id') !== null;
}

const NO_IDS: readonly string[] = [];

type RecordFacts = Pick<SessionRecord, 'effect' | 'isSaid'> & Partial<Pick<SessionRecord, 'calls' | 'answer'>>;

const UNSENT: RecordFacts = { effect: null, isSaid: false };

function doneBy(type: string, data: Value | null): RecordFacts {
  const id = textAt(data, 'toolCallId') ?? '';
  const has = (key: string) => isFilledText(member(data, key, 'last'));
  switch (type) {
    case 'user.message':
      return {
        effect: hasUnknownAttachment(data) ? null : 'asks',
        isSaid: has('content') || has('transformedContent') || hasPicture(data),
      };
    case 'system.notification':
      return { effect: 'asks', isSaid: has('content') };
    case 'assistant.message':
      return { effect: 'answers', isSaid: has('content'), calls: idsOf(callsIn(data)) };
    case 'tool.user_requested':
      return { effect: 'calls', isSaid: false, calls: [id] };
    case 'tool.execution_complete':
      return { effect: 'returns', isSaid: true, answer: id };
    case 'session.compaction_complete':
      return { effect: isSummary(data) ? 'sums up' : null, isSaid: true };
    case 'session.resume':
      return { effect: 'resumes', isSaid: false };
    default:
      return { effect: type === 'session.start' ? 'header' : null, isSaid: false };
  }
}

function isSummary(data: Value | null): boolean {
  return isTrue(member(data, 'success', 'last')) && isFilledText(member(data, 'summaryContent', 'last'));
}

function hasPicture(data: Value | null): boolean {
  return elements(member(data, 'attachments', 'last')).some(
    (each) => textAt(each, 'assetId') !== null || textAt(each, 'data') !== null,
  );
}

function idsOf(calls: readonly Value[]): readonly string[] {
  return calls.length === 0 ? NO_IDS : calls.map((call) => textAt(call, 'toolCallId') ?? '');
}

export function callsIn(data: Value | null): readonly Value[] {
  return elements(member(data, 'toolRequests', 'last'));
}

/** True if the program loads the records. */
export function isLoaded({ header, faults }: Pick<SessionRead, 'header' | 'faults'>): boolean {
  return header !== null && !faults.some(({ type }) => type === 'faulty' || type === 'legacy');
}

/** A session's folder, active or archived; each file is read on first use. */
export interface SessionFile extends OneSession<SessionRead> {
  readonly folder: Part | null;
  /** `workspace.yaml`; null for none. */
  readonly workspace: Part | null;
  readonly backups: readonly Part[];
  readonly locks: readonly Part[];
  /** Contents of `workspace.yaml`; null without that file. */
  says(): Workspace | null;
}

export function sessionsIn(parts: readonly Part[]): SessionFile[] {
  return parts.flatMap((part) => {
    if (part.role !== 'events' && part.role !== 'archived-events') return [];
    const prefix = part.role.slice(0, -'events'.length);
    const beside = (role: string) => parts.filter((each) => each.role === `${prefix}${role}`);
    const [folder = null] = beside('folder');
    const [workspace = null] = beside('workspace');
    return openFile(part, { folder, workspace, backups: beside('backup'), locks: beside('lock') });
  });
}

type CompanionParts = Pick<SessionFile, 'folder' | 'workspace' | 'backups' | 'locks'>;

function openFile(part: Part, beside: CompanionParts): SessionFile {
  return {
    ...beside,
    ...oneSession(part, readSession),
    says: once(() => (beside.workspace?.bytes == null ? null : readWorkspace(beside.workspace.bytes))),
  };
}

export function rewrittenFile(file: SessionFile, source: Source): SessionFile {
  return openFile(rewrittenPart(file, source), file);
}

export function folderOfSession({ says, read }: Pick<SessionFile, 'says' | 'read'>): string | null {
  return says()?.cwd ?? read().header?.cwd ?? null;
}

/** True if `workspace.yaml` ends within the name of the folder, which the first record has whole. */
export function isTruncatedFolder({ says, read, workspace }: SessionFile): boolean {
  const [said, whole] = [says(), read().header?.cwd ?? null];
  if (said?.cwd == null || whole === null || workspace?.bytes == null) return false;
  const isLast = [...said.members.keys()].at(-1) === 'cwd' && workspace.bytes.at(-1) !== 0x0a;
  return isLast && said.cwd !== whole && whole.startsWith(said.cwd);
}
