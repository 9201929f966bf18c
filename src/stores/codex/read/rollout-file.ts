import { CR, NO_BYTES } from '../../../codecs/bytes.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { Rows } from '../../../codecs/lines/rows.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../../model/once.ts';
import { bytesSource, NO_SOURCE, type Part } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { firstRecordsAsLines, lineEnd } from '../../engine/range-edits.ts';
import { ARCHIVED_SESSIONS, type RolloutName, rolloutNameOf, SESSIONS } from '../layout/layout.ts';
import { aList, aText, object, objectWith } from './accepted.ts';
import { isRefusedHead, questionOfEntry, type RolloutHead, rolloutHead } from './head.ts';
import {
  type Entry,
  entriesOf,
  entryOf,
  envelopeTokens,
  isNoObject,
  type LineShape,
  lastTime,
  type RolloutLine,
  soundEntry,
} from './record.ts';
import { type Dialogue, dialogueIn, dialogueReader } from './turn-reader.ts';

/** Inflates at least `wanted` bytes of a compressed rollout, or returns a fault. */
export type Inflate = (bytes: Uint8Array, wanted?: number) => Uint8Array | ZstdFault;
export type ZstdFault = 'cut' | 'changed' | 'not-zstd' | 'too-large' | 'too-much-memory';

/** Places of rollouts that the program's list distinguishes. */
export type RolloutPlace = 'dated' | 'loose' | 'archived' | 'alone';

export interface RolloutFile {
  readonly part: Part;
  /** Null for a name that the program's list ignores. */
  readonly name: RolloutName | null;
  readonly where: RolloutPlace;
  readonly shape: string;
  /** The rollout's lines, inflated; null if they cannot be read. */
  readonly source: Source | null;
  readonly zstdFault: ZstdFault | null;
  /** True for the one-document format of spring 2025. */
  readonly isDocument: boolean;
  /** True if the program's database has the thread, or is there and is not read: the program then skips lines that are not UTF-8. */
  readonly isIndexed: () => boolean;
  head(): RolloutHead;
  /** The rollout's head; if it is not written as lines of UTF-8, the head as a heal would make it. */
  headInLines(): RolloutHead;
  /** Time of the last record in Unix seconds; null where the last 64 KiB have none. */
  endedAt(): number | null;
  entries(): Iterable<Entry>;
  /**
   * Gives each line of the next full pass to another reader, too, so that a large file is read once for both. `begin` makes a new reader
   * for each try. The result returns that reader after the pass; null without one.
   */
  watch<R extends LineReader>(begin: () => R): () => R | null;
  summary(): Summary;
  dialogue(): Dialogue;
  /** Makes the next full pass read the dialogue, too. */
  willSpeak(): void;
}

export interface Summary {
  readonly lines: number;
  /** Index of the first line that is not UTF-8; -1 for none. */
  readonly notUtf8: number;
  readonly hasMeta: boolean;
  readonly asks: boolean;
  readonly hasUnread: boolean;
  /** It has the settings of the thread: the program reads all of it before it goes on with it, unless its database has the thread. */
  readonly hasSettings: boolean;
}

export function openRollout(
  part: Part,
  shape: string,
  inflate: Inflate,
  isIndexed: () => boolean = () => false,
): RolloutFile {
  const isCompressed = part.role.endsWith('-zst');
  const inflated = once(() => (isCompressed && part.bytes !== null ? inflate(part.bytes) : null));
  const source = once((): Source | null => {
    if (!isCompressed) return part.source ?? null;
    const bytes = inflated();
    return bytes instanceof Uint8Array ? bytesSource(bytes) : null;
  });
  let known: Summary | null = null;
  const watchers = new Watchers();
  let spoken: () => ReturnType<typeof dialogueReader> | null = () => null;
  const modeOf = () => file.head().meta?.mode ?? null;
  const file: RolloutFile = {
    part,
    name: rolloutNameOf(baseName(part.path)),
    where: whereIs(part.path, shape),
    shape,
    isDocument: part.role === 'document',
    isIndexed,
    get source() {
      return source();
    },
    get zstdFault() {
      const found = inflated();
      return typeof found === 'string' ? found : null;
    },
    head: once(() => rolloutHead(source() ?? NO_SOURCE)),
    headInLines: once(() => {
      const head = file.head();
      if (head.meta !== null || (head.fault !== 'empty' && head.fault !== 'not-utf8')) return head;
      return rolloutHead(bytesSource(firstRecordsAsLines(source()?.slice(0, BEGINNING_BYTES) ?? NO_BYTES)));
    }),
    endedAt: once(() => lastTime(source() ?? NO_SOURCE)),
    *entries() {
      const reader = known === null ? summaryReader() : null;
      watchers.begin();
      for (const entry of entriesIn(source() ?? NO_SOURCE)) {
        reader?.take(entry);
        watchers.take(entry);
        yield entry;
      }
      watchers.end();
      known ??= reader?.end() ?? null;
    },
    watch: (begin) => watchers.add(begin),
    summary: () => known ?? readSummary(file),
    dialogue: once(() => spoken()?.end() ?? dialogueIn(modeOf(), file.entries())),
    willSpeak: () => {
      spoken = file.watch(() => dialogueReader(modeOf()));
    },
  };
  return file;
}

const BEGINNING_BYTES = 1 << 16;

/** The rollout with other bytes, uncompressed, as a change would leave it. */
export function rewrittenRollout({ part, shape, isIndexed }: RolloutFile, source: Source): RolloutFile {
  const role = part.role.replace(/-zst$/, '');
  return openRollout({ ...part, role, size: source.size, source }, shape, () => 'not-zstd', isIndexed);
}

function whereIs(path: string, shape: string): RolloutPlace {
  if (shape !== 'home') return 'alone';
  if (path.startsWith(`${ARCHIVED_SESSIONS}/`)) return 'archived';
  return DATED.test(folderOf(path).slice(SESSIONS.length)) ? 'dated' : 'loose';
}

/** Three folders of numbers, any of which the program accepts. */
const DATED = /^\/\d{1,5}\/\d{1,3}\/\d{1,3}$/;

function readSummary(file: RolloutFile): Summary {
  for (const _ of file.entries());
  return file.summary();
}

const UNREAD: readonly LineShape[] = ['broken', 'not-utf8', 'too-long'];

function summaryReader() {
  let lines = 0;
  let notUtf8 = -1;
  let hasMeta = false;
  let asks = false;
  let hasUnread = false;
  let isStrict = false;
  return {
    take: (entry: Entry): void => {
      if (entry.shape === 'blank') return;
      lines++;
      hasUnread ||= UNREAD.includes(entry.shape) || isNoObject(entry);
      if (entry.shape === 'not-utf8' && notUtf8 < 0) notUtf8 = entry.line.number;
      if (entry.type === 'session_meta' && entry.shape === 'record') hasMeta = true;
      asks ||= questionOfEntry(entry) !== null;
      isStrict ||= hasSettings(entry);
    },
    end: (): Summary => ({ lines, notUtf8, hasMeta, asks, hasUnread, hasSettings: isStrict }),
  };
}

/** True if the program can read the rollout's turns; of a paginated thread, the records with which it goes on. */
export function readsRollout(file: RolloutFile): boolean {
  // Outside of a home no name is one that the program looks for.
  const isNamed = file.where === 'alone' || baseName(file.part.path).startsWith('rollout-');
  if (file.source === null || file.isDocument || !isNamed) return false;
  const { meta } = file.head();
  if (isRefusedHead(file.head(), () => file.summary().hasMeta)) return false;
  if (meta === null) return true;
  const summary = file.summary();
  return summary.notUtf8 < 0 || (meta.mode === 'paginated' && !(summary.hasSettings && !file.isIndexed()));
}

interface LineReader {
  take(entry: Entry): unknown;
}

/** Readers that join the next pass over the whole rollout, so that a large file is read once. */
class Watchers {
  #all: { readonly begin: () => LineReader; now: LineReader | null; isDone: boolean }[] = [];

  /** `begin` makes a new reader for each try. The result returns it after the pass; null without one. */
  add<R extends LineReader>(begin: () => R): () => R | null {
    let last: R | null = null;
    const watch = { begin: () => (last = begin()), now: null, isDone: false };
    this.#all.push(watch);
    return () => (watch.isDone ? last : null);
  }

  begin(): void {
    for (const each of this.#all) each.now = each.begin();
  }

  take(entry: Entry): void {
    for (const { now } of this.#all) now?.take(entry);
  }

  end(): void {
    for (const each of this.#all) each.isDone = true;
    this.#all = [];
  }
}

const settings = objectWith({
  model: aText,
  model_provider_id: aText,
  approval_policy: (value) => value !== null,
  approvals_reviewer: aText,
  requested_approvals_reviewer: aText,
  permission_profile: object,
  cwd: aText,
  runtime_workspace_roots: aList,
  collaboration_mode: object,
});
const applied = objectWith({ thread_id: aText, thread_settings: settings });

/** True for a record of the settings of a thread, as 0.171.0 takes it. */
export function hasSettings({ shape, payloadType, payload }: Entry): boolean {
  return payloadType === 'thread_settings_applied' && shape === 'record' && applied(payload);
}

/**
 * The lines before byte `to`, equal to those of `entriesOf`. Sound lines of a window are scanned together, so places on their tape count
 * from its beginning.
 */
export function* entriesIn(source: Source, to = source.size): Generator<Entry> {
  const rows = Rows.open();
  if (rows === null) return yield* entriesOf(source, { to });
  try {
    yield* entriesByRows(to < source.size ? beginningOf(source, to) : source, rows);
  } finally {
    rows.close();
  }
}

function* entriesByRows(source: Source, rows: Rows): Generator<Entry> {
  const found = envelopeTokens();
  let number = 0;
  for (let at = 0; at < source.size; ) {
    rows.read(source, at);
    if (rows.count === 0) {
      const line = lineAlone(rows.ahead(), number++, at);
      if (line === null) return;
      yield entryOf(line, found);
      at = lineEnd(line);
    }
    for (let row = 0; row < rows.count; row++) {
      const line = new RowLine(rows, row, number++);
      yield rows.isSound(row) ? soundEntry(line, rows.tape, rows.tokenOf(row), found) : entryOf(line, found);
      at = lineEnd(line);
    }
  }
}

function beginningOf(source: Source, size: number): Source {
  const { longest } = source;
  return { size, slice: (at, length) => source.slice(at, length), ...(longest === undefined ? {} : { longest }) };
}

/** Reads a line that exceeds its window, or has too many tokens for it; null if the file has become shorter. */
function lineAlone(source: Source, line: number, from: number): RolloutLine | null {
  for (const { at, length, bytes, end } of lines(source, { from, ends: 'lf' }))
    return { number: line, at, length, bytes, isEnded: end !== 'none' };
  return null;
}

class RowLine implements RolloutLine {
  readonly number: number;
  readonly at: number;
  readonly length: number;
  readonly isEnded = true;
  readonly #window: Uint8Array;
  readonly #from: number;

  constructor(rows: Rows, row: number, line: number) {
    const end = rows.endOf(row);
    this.number = line;
    this.#window = rows.tape.bytes;
    this.#from = rows.startOf(row);
    this.at = rows.at + this.#from;
    // A row ends before CR LF, a line after the CR.
    this.length = end - this.#from + (this.#window[end] === CR ? 1 : 0);
  }

  get bytes(): Uint8Array {
    return this.#window.subarray(this.#from, this.#from + this.length);
  }
}
