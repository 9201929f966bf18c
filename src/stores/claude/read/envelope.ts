import { fieldsNamed, findFields } from '../../../codecs/json/members.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import type { Value } from '../../../codecs/json/value.ts';

const NAMES = [
  'type',
  'uuid',
  'parentUuid',
  'isSidechain',
  'teamName',
  'isMeta',
  'isCompactSummary',
  'subtype',
  'sessionId',
  'message',
  'compactMetadata',
] as const;
const FIELDS = fieldsNamed(...NAMES);
const PLACES = Object.fromEntries(NAMES.map((name, place) => [name, place])) as Readonly<Record<OwnKey, number>>;

/** A key of a record that is looked at. */
export type OwnKey = (typeof NAMES)[number];

/** What one record has for the keys that are looked at, of repeated ones the last: found in one pass, and until the next record. */
export class Envelope {
  readonly #tokens = new Int32Array(NAMES.length);
  #tape: Tape | null = null;

  read(record: Value | null): void {
    this.#tape = record?.tape ?? null;
    if (record !== null) findFields(record, FIELDS, this.#tokens, 'last');
  }

  get(key: OwnKey): Value | null {
    const at = this.#tokens[PLACES[key]] ?? 0;
    return this.#tape === null || at === 0 ? null : { tape: this.#tape, at };
  }
}
