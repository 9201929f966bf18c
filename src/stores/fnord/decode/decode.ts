import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, root, type Value } from '../../../codecs/json/value.ts';
import { once } from '../../once.ts';
import type { Hydrated } from '../hydrate/item.ts';
import { items } from '../hydrate/items.ts';
import { faultsOf } from './faults.ts';
import { type Start, startOf } from './lead.ts';
import { bodyTime, prefixTime, type Time } from './time.ts';
import type { Trouble } from './trouble.ts';

/** One conversation file as bytes and tape; nothing of it is built yet, and nothing of it is dropped. */
export interface Decoded extends Start {
  readonly bytes: Uint8Array;
  /** The document, without lead and prefix; null when no document was recognised. */
  readonly tape: Tape | null;
  /** The outermost object, whole or cut; null when there is none. */
  readonly body: Value | null;
  /** The time the document gives, whether or not fnord gets as far as to read it. */
  readonly time: Time;
  /** Why the bytes are no conversation; none for bytes that decode. */
  readonly faults: readonly Trouble[];
  /** True when the tape is whole and holds an object, so that its shape can be judged. */
  readonly whole: boolean;
  /** The messages as fnord hydrates them, worked out when first asked for. */
  items(): readonly Hydrated[];
}

/** Decodes a file; never throws on what it reads. Offsets and spans count from the start of the file. */
export function decode(bytes: Uint8Array): Decoded {
  const start = startOf(bytes);
  const { format, form, lead, prefix } = start;
  const from = form === 'v0' ? (prefix?.end ?? 0) + 1 : lead.end;
  const tape = form === null ? null : scan(bytes, from);
  const top = tape === null ? null : root(tape);
  const body = isObject(top) ? top : null;
  const whole = tape?.fault === null && body !== null;
  const faults = [...faultsOf(bytes, start, tape)];
  const time = timeOf(bytes, start, body);
  // A cut may have taken the timestamp along; then the cut is what is wrong.
  const late = time.trouble !== null && (form === 'v0' || whole) ? [time.trouble] : [];
  return {
    format,
    form,
    lead,
    prefix,
    bytes,
    tape,
    body,
    time,
    whole,
    faults: [...faults, ...late],
    items: once(() => items(body, form)),
  };
}

function timeOf(bytes: Uint8Array, { form, prefix }: Start, body: Value | null): Time {
  if (form === 'v0' && prefix !== null) return prefixTime(bytes, prefix);
  return body === null ? { seconds: null, trouble: null } : bodyTime(body);
}

/** fnord's sort key for a file: null where fnord finds none, and sorts it as 0 (docs/formats/fnord.md, "Timestamps"). */
export function timestampOf({ format, time, faults }: Decoded): number | null {
  if (format === null) return null;
  // v0 is sorted by its prefix however broken its body is; v1 has to decode first.
  return format === 'v0' || faults.length === 0 ? time.seconds : null;
}
