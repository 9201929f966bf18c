import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { isObject, isText } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';

const CONVERSATION_TYPES = ['user', 'assistant', 'system', 'attachment'];

export function isWholeRecord(bytes: Uint8Array | null): boolean {
  if (bytes === null) return false;
  const value = wholeValue(bytes);
  const type = isObject(value) ? lastValue(value, 'type') : null;
  return type !== null && CONVERSATION_TYPES.some((each) => isText(type, each));
}

/** Edits that escape raw control characters in texts; null if the bytes would still be no record. Keys and ids never have any. */
export function escapesIn(bytes: Uint8Array): Edit[] | null {
  const edits = controlsIn(bytes).map(({ at, isSaid }) => ({
    at,
    remove: 1,
    insert: Buffer.from(isSaid ? escapeOf(bytes[at] as number) : ''),
  }));
  return edits.length > 0 && isWholeRecord(applyEdits(bytes, edits)) ? edits : null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COLON = 0x3a;

/** A control character inside a text; `isSaid`: the text may be anybody's words. */
interface ControlCharacter {
  readonly at: number;
  readonly isSaid: boolean;
}

function controlsIn(bytes: Uint8Array): ControlCharacter[] {
  const found: ControlCharacter[] = [];
  let key = '';
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    const end = endOfText(bytes, at);
    const isKey = bytes[end + 1] === COLON;
    const isSaid = !isKey && !NAMES.has(key);
    for (let each = at + 1; each < end; each++) if ((bytes[each] as number) < SPACE) found.push({ at: each, isSaid });
    key = isKey
      ? Buffer.from(bytes.subarray(at + 1, end))
          .toString('latin1')
          .replace(CONTROLS, '')
      : '';
    at = end;
  }
  return found;
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\0-\x1f]/g;

/** Keys whose values never hold a control character. */
const NAMES: ReadonlySet<string> = new Set([
  'data',
  'id',
  'leafUuid',
  'media_type',
  'model',
  'parentUuid',
  'promptId',
  'role',
  'sessionId',
  'signature',
  'sourceToolAssistantUUID',
  'stop_reason',
  'subtype',
  'timestamp',
  'tool_use_id',
  'type',
  'uuid',
  'version',
]);

function escapeOf(byte: number): string {
  return JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
}

const MAX_RECORD_BYTES = 1 << 20;
const MAX_LONG_RECORDS = 16;

/** A torn record that the next lines may continue: a line break in its text was not escaped. */
export class SpreadRecord {
  #parts: Uint8Array[];
  #length: number;
  #tries = 0;
  edits: readonly Edit[] | null;

  /** Keeps `begun`, and a copy of each added piece. */
  constructor(begun: Uint8Array) {
    this.#parts = [begun];
    this.#length = begun.length;
    this.edits = begun.at(-1) === CLOSING_BRACE ? escapesIn(begun) : null;
  }

  get text(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  get isOpen(): boolean {
    return this.#length < MAX_RECORD_BYTES && this.#tries < MAX_LONG_RECORDS;
  }

  /** Adds the previous line's end, then the next line. True if that completes the record. */
  endsWith(...more: readonly Uint8Array[]): boolean {
    for (const each of more) {
      this.#parts.push(Buffer.from(each));
      this.#length += each.length;
    }
    if (more.at(-1)?.at(-1) !== CLOSING_BRACE || !this.isOpen) return false;
    this.#tries++;
    this.#parts = [Buffer.concat(this.#parts)];
    this.edits = escapesIn(this.#parts[0] as Uint8Array);
    return this.edits !== null;
  }
}

const CLOSING_BRACE = 0x7d;
