import type { Row } from '../row.ts';

const UNTIL = 'The text as it stands in the file, until TENEX saves the conversation.';
const LOOK = 'convo show ID --all';
const RAW = 'convo show ID --raw';

/** The events of a history: docs/formats/tenex.md, section "Event string". No code rewrites an event: it would break its id. */
export const tenexEvents = {
  TX120: {
    severity: 'warning',
    healing: 'manual',
    title: 'TENEX drops an event',
    meaning: 'The text of the event is no JSON, or is null.',
    owner:
      'TENEX logs an error, reads the conversation without the event, and leaves it out of its next save for good.',
    sound: UNTIL,
    unknown: 'What the whole event said. Its author may still have it on a relay.',
    next: RAW,
  },
  TX121: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event comes out empty',
    meaning:
      'The text of the event is JSON and no list, or an empty one. TENEX takes its fields from places that are not there.',
    owner: 'TENEX reads an event without author, kind, time and text, and writes that over it at its next save.',
    sound: UNTIL,
    unknown: 'Who wrote it in this form.',
    next: RAW,
  },
  TX122: {
    severity: 'info',
    healing: 'manual',
    title: 'An event is not signed',
    meaning:
      'TENEX keeps a draft that was never signed. Without a signature it does not recognise the id that stands with it either.',
    owner: 'TENEX reads the event without an id, and writes it so at its next save.',
    sound: 'Author, time and text, as far as anybody can tell without a signature.',
    unknown: 'Whether the event was ever published.',
    next: LOOK,
  },
  TX123: {
    severity: 'warning',
    healing: 'manual',
    title: 'The id of an event is not the hash of its content',
    meaning: 'Either the event was changed after it was made, or its id was.',
    owner: 'TENEX never looks: it reads the event, and finds replies to it by the id that stands there.',
    sound: 'The other events.',
    unknown: 'Whether the content or the id is the genuine one.',
    next: LOOK,
  },
  TX124: {
    severity: 'warning',
    healing: 'manual',
    title: 'The signature of an event is not that of its author',
    meaning: 'The signature does not fit the content, or the key that stands as the author.',
    owner: 'TENEX never looks: it reads the event as if it were genuine.',
    sound: 'The other events.',
    unknown: 'Whether the content, the author or the signature was changed.',
    next: LOOK,
  },
  TX125: {
    severity: 'warning',
    healing: 'manual',
    title: 'TENEX does not recognise the signature or the id of an event',
    meaning:
      'It tells them by their lengths: 128 characters and 64. If the first of the two has neither, it lets go of both.',
    owner: 'TENEX reads the event without them, and writes it so at its next save.',
    sound: UNTIL,
    unknown: 'The characters that are missing or too many.',
    next: RAW,
  },
  TX126: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event has a field of another type',
    meaning: 'Author and content are texts, time and kind numbers, tags lists of texts.',
    owner: 'TENEX reads the event as it is. The TENEX of late 2025 cannot save a conversation that has such an event.',
    sound: 'The other fields.',
    unknown: 'What was meant.',
    next: LOOK,
  },
  TX127: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event has elements that TENEX does not keep',
    meaning: 'The list of an event begins with 0 and has eight elements at most.',
    owner: 'TENEX reads what it knows; the rest is gone after its next save.',
    sound: UNTIL,
    unknown: 'Who wrote them.',
    next: RAW,
  },
  TX128: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event stands twice in the history',
    meaning: 'TENEX adds what reaches it without asking whether it is there already.',
    owner: 'TENEX reads both, counts both, and shows both to its agents.',
    sound: 'Everything.',
    unknown: 'Nothing: the file says it.',
    next: LOOK,
  },
  TX129: {
    severity: 'error',
    healing: 'manual',
    title: 'The time of the first event would spoil the index',
    meaning:
      'The index takes its `createdAt` from the first event. Here that is no number that JSON can hold, and one bad entry makes the whole index unreadable.',
    owner:
      'TENEX reads the conversation. Its next save of it makes `metadata.json` unreadable: no conversation is listed any more, and the save after that writes an index of one entry.',
    sound: 'Everything, until that save.',
    unknown: 'When the event was made.',
    next: RAW,
  },
} as const satisfies Record<`TX12${number}`, Row>;
