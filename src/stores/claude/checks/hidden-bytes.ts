import { asBuffer } from '../../../codecs/bytes.ts';
import { ATTACHMENTS, OWN_NOTES } from '../read/asides.ts';

const SENT_OF_HOOKS: readonly string[] = ['hook_additional_context', 'hook_blocking_error'];
const signsOf = (isSuch: (type: string) => boolean) =>
  Object.keys(ATTACHMENTS)
    .filter(isSuch)
    .map((type) => `"type":"${type}"`);

/** Signs of words, the most frequent first: messages, queued questions or attachments, outputs of hooks and commands, compactions. */
const SIGNS_OF_WORDS = [
  '"message"',
  '"type":"user"',
  '"type":"assistant"',
  '"queued_command"',
  '"file"',
  '"edited_text_file"',
  '"local_command"',
  '"preservedMessages"',
  '"preservedSegment"',
  ...signsOf((type) => ATTACHMENTS[type] === 'attached' || SENT_OF_HOOKS.includes(type)),
];

const SIGNS_OF_NOTICES = signsOf(
  (type) =>
    ATTACHMENTS[type] === 'notice' ||
    (ATTACHMENTS[type] === 'hook' && ![...SENT_OF_HOOKS, 'hook_success'].includes(type)),
);
const NOTE = /"type":"system","subtype":"(\w+)","content":"[^"]/;
/** A successful hook with a text, which most do not have. */
const HEARD_HOOK = /"type":"hook_success"(?=.*"content":"[^"])/s;

/** Start of a record of the program. An ending alone may belong to another record. */
const OWN_RECORD_START =
  /^[^{]*\{"parentUuid":(?:null|"[^"]*"),(?:"logicalParentUuid":"[^"]*",)?"isSidechain":false,(?:"attachment":\{|"type":"system",)/;
/** Start of a copy of a request, which is never sent. */
const REQUEST_COPY_START = /^[^{]*\{"type":"api-request/;
const SPACE = 0x20;
const TYPE_HEAD_BYTES = 4096;

/**
 * Names of records and calls in bytes that the program does not read; of a torn record, those in its rest. `isSide`: all records belong to
 * a sidechain.
 */
export interface UnreadNames {
  readonly uuids: readonly string[];
  readonly parents: readonly string[];
  readonly ids: readonly string[];
  readonly isSide: boolean;
  readonly isHalf: boolean;
  readonly isUnsent: boolean;
}

const NAME = /"(uuid|parentUuid|id)":\s*"([^"]+)"/g;

/** Null if the bytes have no words. Texts inside texts are escaped, so they are not found. */
export function unreadNames(bytes: Uint8Array): UnreadNames | null {
  const words = withoutControls(bytes);
  const hasSaid = isSaid(words);
  if (!mayBeHeard(words, hasSaid)) return null;
  const all = Array.from(words.matchAll(NAME), ([, key, name = '']) => ({ key, name }));
  const named = (wanted: string) => all.filter(({ key }) => key === wanted).map(({ name }) => name);
  return {
    uuids: named('uuid'),
    parents: named('parentUuid'),
    ids: named('id'),
    isSide: words.includes('"isSidechain":true') && !words.includes('"isSidechain":false'),
    isHalf: words.includes('"tool_use_id"') || words.includes('"tool_use"'),
    isUnsent: !hasSaid && isVisible(words),
  };
}

/** True if unread bytes may hold something said or shown, or are too few to tell. */
export function maySay(hidden: Uint8Array): boolean {
  const words = withoutControls(hidden);
  return mayBeHeard(words, isSaid(words));
}

function mayBeHeard(words: string, hasSaid: boolean): boolean {
  if (isCopyOfRequest(words)) return false;
  return hasSaid || isVisible(words) || !OWN_RECORD_START.test(words.slice(0, TYPE_HEAD_BYTES));
}

/** Control characters are removed, since a line break inside a key hides it. */
function withoutControls(bytes: Uint8Array): string {
  return asBuffer(hasControl(bytes) ? bytes.filter((byte) => byte >= SPACE) : bytes).toString('latin1');
}

function isSaid(text: string): boolean {
  return SIGNS_OF_WORDS.some((key) => text.includes(key)) || HEARD_HOOK.test(text);
}

function isVisible(text: string): boolean {
  const note = NOTE.exec(text)?.[1];
  return (note !== undefined && !OWN_NOTES.includes(note)) || SIGNS_OF_NOTICES.some((sign) => text.includes(sign));
}

function hasControl(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) < SPACE) return true;
  return false;
}

/** True for bytes of a request's copy only: a record with a parent is no copy. */
export function isRequestCopy(bytes: Buffer): boolean {
  return isCopyOfRequest(bytes.toString('latin1', 0, TYPE_HEAD_BYTES)) && !bytes.includes('"parentUuid"');
}

function isCopyOfRequest(text: string): boolean {
  return REQUEST_COPY_START.test(text.slice(0, TYPE_HEAD_BYTES)) && !text.includes('"parentUuid"');
}
