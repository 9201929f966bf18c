import { nextOf } from '../../../../codecs/json/cursor.ts';
import { fieldAt, fieldsNamed } from '../../../../codecs/json/members.ts';
import { isArray, type Value } from '../../../../codecs/json/value.ts';

/** What Rao asks a message for by R's `$`, which takes a longer key too. The ones that most messages have come first. */
export const ASKED = [
  'id',
  'role',
  'content',
  'related_to',
  'original_query',
  'function_call',
  'type',
  'call_id',
  'output',
  'request_id',
  'procedural',
  'response_id',
  'start_line',
  'end_line',
  'insert_line',
  'plots',
  'plots_file',
  'modified_script',
  'source_function',
  'success',
] as const;

/** What messages may have: of Rao, then of Erdos. */
export const KNOWN: readonly string[] = [
  ...ASKED,
  'cancelled',
  'partial_content',
  'auto_accept',
  'conversationId',
  'timestamp',
  'thinking',
];

/** The same, to be looked up. */
export const FIELDS = fieldsNamed(...KNOWN);
const PLACES: ReadonlyMap<string, number> = new Map(KNOWN.map((name, place) => [name, place]));

/** The place of a name in KNOWN; -1 where it is none of these. */
export function placeNamed(name: string): number {
  return PLACES.get(name) ?? -1;
}

/** The known keys of all messages of a log in one list: arrays of their own would take more than the messages. */
export interface FoundKeys {
  /** For each message, for each key its place in KNOWN and the token of its value; then END. */
  words: Int32Array;
  /** How many words there are. */
  count: number;
}

/** Words for the keys of a small log. */
const FEW = 64;

/** Of a log that was not read yet. */
export function noKeys(): FoundKeys {
  return { words: new Int32Array(FEW), count: 0 };
}

const END = -1;

function push(keys: FoundKeys, word: number): void {
  if (keys.count === keys.words.length) {
    const larger = new Int32Array(keys.count + (keys.count >> 1));
    larger.set(keys.words);
    keys.words = larger;
  }
  keys.words[keys.count++] = word;
}

interface Keys {
  readonly isStrange: boolean;
  readonly hasLists: boolean;
}

/** Takes in the known keys of an object and the tokens of their values, the first of each. */
export function readKeys({ tape, at: object }: Value, keys: FoundKeys): Keys {
  const from = keys.count;
  let isStrange = false;
  let hasLists = false;
  const end = nextOf({ tape, at: object });
  for (let at = object + 1; at + 1 < end; at = nextOf({ tape, at: at + 1 })) {
    const place = fieldAt(tape, at, FIELDS);
    if (place < 0) isStrange = true;
    else if (!hasPlace(keys, from, place)) {
      push(keys, place);
      push(keys, at + 1);
    }
    hasLists ||= isArray({ tape, at: at + 1 });
  }
  push(keys, END);
  return { isStrange, hasLists };
}

/** Of the message that is being read. */
function hasPlace({ words, count }: FoundKeys, from: number, place: number): boolean {
  for (let i = from; i < count; i += 2) if (words[i] === place) return true;
  return false;
}

/** The token of the value of a known key, of the message whose keys begin at `from`; -1 for none. */
export function tokenOf({ words }: FoundKeys, from: number, place: number): number {
  for (let i = from; (words[i] ?? END) !== END; i += 2) if (words[i] === place) return words[i + 1] ?? -1;
  return -1;
}
