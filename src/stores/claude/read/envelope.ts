import { KIND, type Tape } from '../../../codecs/json/tape.ts';
import { type Fields, fieldAt, fieldsOf, findFields, kindAt, type Value } from '../../../codecs/json/value.ts';
import { MessageContent } from './content.ts';

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
  'content',
  'leafUuid',
  'isApiErrorMessage',
  'snapshot',
  'attachment',
  'rendered',
  'isDisplayOnly',
  'timestamp',
  'toolUseResult',
  'promptSource',
  'rowSource',
  'origin',
] as const;
export const ENVELOPE_FIELDS = fieldsOf(NAMES);
export const OWN_PLACES = Object.fromEntries(NAMES.map((name, place) => [name, place])) as Readonly<
  Record<OwnKey, number>
>;

export type OwnKey = (typeof NAMES)[number];

/** Values of the known keys in one record; of a repeated key the last. Found in one pass, valid until the next record. */
export class Envelope {
  readonly content = new MessageContent();
  readonly #tokens = new Int32Array(NAMES.length);
  #tape: Tape | null = null;

  read(record: Value | null): void {
    this.#tape = record?.tape ?? null;
    if (record === null) return;
    findFields(record, ENVELOPE_FIELDS, this.#tokens, 'last');
    this.content.read(record.tape, this.#tokens[OWN_PLACES.message] as number);
  }

  /** The `KIND` of a key's value; 0 for a missing key. */
  kind(key: OwnKey): number {
    const at = this.#tokens[OWN_PLACES[key]] as number;
    return this.#tape === null || at === 0 ? 0 : kindAt(this.#tape, at);
  }

  /** Index in `texts` of a key's value; -1 for none. */
  textAt(key: OwnKey, texts: Fields): number {
    const at = this.#tokens[OWN_PLACES[key]] as number;
    return this.#tape === null || this.kind(key) !== KIND.string ? -1 : fieldAt(this.#tape, at, texts);
  }

  get(key: OwnKey): Value | null {
    const at = this.#tokens[OWN_PLACES[key]] ?? 0;
    return this.#tape === null || at === 0 ? null : { tape: this.#tape, at };
  }
}
