import { asBuffer } from '../../../codecs/bytes.ts';

/** Signs of words: a message, a queued question or attachment, a command's output, a compaction. */
const SAID = [
  '"message"',
  '"type":"user"',
  '"type":"assistant"',
  '"queued_command"',
  '"file"',
  '"edited_text_file"',
  '"local_command"',
  '"preservedMessages"',
  '"preservedSegment"',
];

/** Beginning of the program's own record. An ending alone may belong to another record. */
const OWN =
  /^[^{]*\{"parentUuid":(?:null|"[^"]*"),(?:"logicalParentUuid":"[^"]*",)?"isSidechain":false,(?:"attachment":\{|"type":"system",)/;
/** The beginning of a copy of a request, of which nothing is sent. */
const COPY = /^[^{]*\{"type":"api-request/;
const SPACE = 0x20;
/** Bytes in which a record names its type. */
const HEAD = 4096;

/** Names of the conversation in bytes that the program does not read; of a torn record only those left. */
export interface UnreadNames {
  readonly uuids: readonly string[];
  readonly parents: readonly string[];
  readonly ids: readonly string[];
  /** All records belong to a sidechain. */
  readonly isSide: boolean;
  readonly isHalf: boolean;
}

const UUID = /"uuid":\s*"([^"]+)"/g;
const PARENT = /"parentUuid":\s*"([^"]+)"/g;
const ID = /"id":\s*"([^"]+)"/g;

/** Texts inside of texts are escaped, so they are not found. */
export function unreadNames(bytes: Uint8Array): UnreadNames {
  const text = asBuffer(bytes).toString('latin1');
  const named = (key: RegExp) => [...text.matchAll(key)].map(([, name = '']) => name);
  return {
    uuids: named(UUID),
    parents: named(PARENT),
    ids: named(ID),
    isSide: text.includes('"isSidechain":true') && !text.includes('"isSidechain":false'),
    isHalf: text.includes('"tool_use_id"') || text.includes('"tool_use"'),
  };
}

/** True if unread bytes may hold something that the program would send as said. So may a record of which too little is left. */
export function maySay(hidden: Uint8Array): boolean {
  // A line break inside a key hides it.
  const bytes = hasControl(hidden) ? hidden.filter((byte) => byte >= SPACE) : hidden;
  const text = asBuffer(bytes);
  if (isRequestCopy(text)) return false;
  return SAID.some((key) => text.includes(key)) || !OWN.test(text.toString('latin1', 0, HEAD));
}

function hasControl(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) < SPACE) return true;
  return false;
}

/** True for bytes of a request's copy alone: a record with a parent is no copy. */
export function isRequestCopy(bytes: Buffer): boolean {
  return COPY.test(bytes.toString('latin1', 0, HEAD)) && !bytes.includes('"parentUuid"');
}
