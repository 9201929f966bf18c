import { sourceOf, type Value } from '../../../codecs/json/value.ts';
import { unquotedJson } from '../../../model/parsed-json.ts';
import { isWindowsPath } from '../../../model/path.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { atByte, type FileFinding, findingAbout } from '../../file-finding.ts';
import { contentText, type RolloutHead } from '../read/head.ts';
import { metaFaults, ROOTS } from '../read/meta.ts';
import { type Entry, isBare, type LineShape, ordinalFault } from '../read/record.ts';
import { entriesIn, type RolloutFile } from '../read/rollout-file.ts';

export interface RolloutOpening {
  /** Number of damaged lines before the first valid record that names the thread. */
  readonly broken: number;
  /** Number of records before that one. */
  readonly records: number;
  readonly hasMeta: boolean;
  /** The first line meant to name the thread that does not, and the keys at fault. */
  readonly invalid: { readonly at: number; readonly keys: readonly string[] } | null;
  readonly hasBare: boolean;
  readonly lines: number;
  readonly beginsBroken: boolean;
  /** The folder of the first turn_context. */
  readonly cwd: string | null;
}

export function openingOf({ source }: Pick<RolloutFile, 'source'>): RolloutOpening {
  const reader = new OpeningReader();
  for (const entry of source === null ? [] : entriesIn(source)) {
    reader.take(entry);
    if (reader.found.hasMeta) break;
  }
  return reader.found;
}

export class OpeningReader {
  readonly found: MutableOpening = { ...NO_OPENING };

  take(entry: Entry): void {
    if (this.found.hasMeta) return;
    if (namesThread(entry)) this.found.hasMeta = true;
    else takeEntry(this.found, entry);
  }
}

/** The first folder in a call or in the model's instructions before the record that names the thread; null for none. */
export function openingWorkdir({ source }: Pick<RolloutFile, 'source'>): string | null {
  for (const entry of source === null ? [] : entriesIn(source)) {
    if (namesThread(entry)) break;
    const folder = workdirIn(entry);
    if (folder !== null) return folder;
  }
  return null;
}

function namesThread({ type, shape }: Entry): boolean {
  return type === 'session_meta' && shape === 'record';
}

type MutableOpening = { -readonly [Key in keyof RolloutOpening]: RolloutOpening[Key] };

const NO_OPENING: RolloutOpening = {
  broken: 0,
  records: 0,
  hasMeta: false,
  invalid: null,
  hasBare: false,
  lines: 0,
  beginsBroken: false,
  cwd: null,
};

const BROKEN: ReadonlySet<LineShape> = new Set(['not-utf8', 'broken', 'too-long']);

function takeEntry(found: MutableOpening, entry: Entry): void {
  if (entry.shape === 'blank') return;
  if (found.lines === 0) found.beginsBroken = BROKEN.has(entry.shape);
  if (entry.line.bytes?.every((byte) => byte === 0) === true) return;
  found.lines++;
  found.hasBare ||= isBare(entry);
  found.invalid ??= invalidIn(entry);
  if (entry.type === 'turn_context') found.cwd ??= textAt(entry.payload, 'cwd');
  if (entry.shape === 'record') found.records++;
  else found.broken++;
}

function invalidIn({ type, shape, payload, line, value }: Entry): RolloutOpening['invalid'] {
  if (type !== 'session_meta' || shape !== 'skipped') return null;
  const keys = metaFaults(payload);
  const time = textAt(value, 'timestamp') === null ? [ENVELOPE] : [];
  return { at: line.at, keys: [...keys, ...time, ...(ordinalFault(value) === null ? [] : [ORDINAL])] };
}

/** The time of the line, which is outside its payload. */
const ENVELOPE = 'time of its line';
const ORDINAL = 'ordinal';

/** True if the missing value is elsewhere in the file: in its name, the time of the line or a turn_context. */
function isCertain(key: string, { name }: Pick<RolloutFile, 'name'>, { cwd }: Pick<RolloutOpening, 'cwd'>): boolean {
  if (key === 'id') return name !== null;
  return key === 'timestamp' || key === ENVELOPE || key === ORDINAL || (key === 'cwd' && cwd !== null);
}

/** `opening` is read only if the first line does not name the thread. */
export function* firstRecordFindings(file: RolloutFile, opening: RolloutOpening): Generator<FileFinding> {
  const { meta, fault, isBehindItem, isFirst } = file.head();
  // Whether the file has a first record is known only after bytes that are not UTF-8 are healed.
  if (fault === 'not-utf8' && meta === null) return;
  yield* memberFindings(file.head());
  if (isFirst) return;
  const { hasMeta, invalid, records, broken } = opening;
  // A later record may name the thread from which this one was forked.
  if (!hasMeta || invalid !== null) yield* lostMetaFindings(file, opening);
  else if (records > 0) yield lateMetaFinding(meta === null || isBehindItem);
  else if (broken > 0) yield atByte('CX103', 0, 'has broken lines before the record that names the thread');
}

function* memberFindings({ meta, fault, isFirst }: RolloutHead): Generator<FileFinding> {
  if (meta === null) return;
  if (fault === 'unknown-mode')
    yield meta.mode === null
      ? atByte('CX106', 0, 'has null for its history mode')
      : atByte('CX107', 0, `has the history mode ${JSON.stringify(meta.mode)}`);
  if (isFirst && meta.hasRelativeRoot) yield unusableFinding('CX105', 0, [ROOTS]);
}

function unusableFinding(code: 'CX104' | 'CX105', at: number, keys: readonly string[]): FileFinding {
  return atByte(code, at, `has a first record without a usable ${keys.join(', ')}`);
}

function lateMetaFinding(isRefused: boolean): FileFinding {
  if (!isRefused) return atByte('CX102', 0, 'has other records before the one that names the thread');
  return atByte('CX113', 0, 'has the record that names the thread behind a message, or behind its first ten lines');
}

function* lostMetaFindings(file: RolloutFile, opening: RolloutOpening): Generator<FileFinding> {
  const { lines, hasBare, invalid, beginsBroken } = opening;
  if (invalid !== null) {
    const code = invalid.keys.every((key) => isCertain(key, file, opening)) ? 'CX104' : 'CX105';
    yield unusableFinding(code, invalid.at, invalid.keys);
  } else if (hasBare) yield findingAbout('CX108', 'holds the bare records of 2025');
  else if (lines === 0) yield findingAbout('CX001', 'holds no record');
  else {
    const found = atByte('CX101', 0, 'lacks the record that names the thread');
    yield beginsBroken ? { ...found, tie: '' } : found;
  }
}

/** The folder in a call or in the model's instructions, where nothing else names one. */
function workdirIn({ type, payload }: Pick<Entry, 'type' | 'payload'>): string | null {
  if (type === 'response_item') return workdirOf(payload);
  if (type !== 'event_msg') return null;
  return absoluteOrNull(textAt(payload, 'cwd') ?? textAt(lastValue(payload, 'item'), 'cwd'));
}

export function workdirOf(item: Value | null): string | null {
  const [, stated = null] = /<cwd>([^<]*)<\/cwd>/.exec(contentText(item)) ?? [];
  const [, workdir = null] = WORKDIR.exec(textAt(item, 'arguments') ?? '') ?? [];
  return absoluteOrNull(
    stated ?? textAt(lastValue(item, 'action'), 'working_directory') ?? (workdir && unquotedJson(workdir)),
  );
}

/** A folder in the JSON arguments of a call. */
const WORKDIR = /"workdir"\s*:\s*("(?:[^"\\]|\\.)*")/;

function absoluteOrNull(path: string | null): string | null {
  return path !== null && (path.startsWith('/') || isWindowsPath(path)) ? path : null;
}

/** A later record that names the thread as the first one does. `isEqual`: their payloads have equal bytes. */
export interface RepeatedMeta {
  readonly line: Entry['line'];
  readonly isEqual: boolean;
}

/**
 * Finds records that name a thread after records for the model. When the program goes on with a paginated thread, it reads backwards to the
 * first such record and sends nothing of what is before. A subagent has its parent's record before all of them.
 */
export class RepeatedMetas {
  #first: Buffer | null = null;
  #isSaid = false;

  take({ shape, type, payload, line }: Entry): RepeatedMeta | null {
    if (shape !== 'record') return null;
    this.#isSaid ||= SENT.has(type);
    if (type !== 'session_meta' || payload === null) return null;
    const bytes = sourceOf(payload);
    if (this.#isSaid) return { line, isEqual: this.#first?.equals(bytes) === true };
    this.#first ??= Buffer.from(bytes);
    return null;
  }
}

const SENT: ReadonlySet<string | null> = new Set(['response_item', 'compacted']);

export function repeatedMetaFindings(file: RolloutFile) {
  const metas = file.head().meta?.mode === 'paginated' ? new RepeatedMetas() : null;
  return {
    take: (entry: Entry): readonly FileFinding[] | null => {
      const found = metas?.take(entry) ?? null;
      if (found === null) return null;
      const { line, isEqual } = found;
      return [
        isEqual
          ? atByte('CX211', line.at, 'has its first record again')
          : atByte('CX212', line.at, 'has a record that names a thread behind its messages'),
      ];
    },
    *end(): Generator<FileFinding> {},
  };
}
