import type { FindingPage } from '../row.ts';

const UNTIL = 'The text in the file, until TENEX saves the conversation.';
const LOOK = 'convo show ID --all';
const RAW = 'convo show ID --raw';

/** The events of a history: docs/formats/tenex.md, section "Event string". No heal rewrites an event: that would break its id. */
export const tenexEvents = {
  TX120: {
    severity: 'warning',
    healing: 'manual',
    title: 'TENEX drops an event',
    meaning: 'The text of the event is not JSON, or is null.',
    owner: 'TENEX logs an error and reads the conversation without the event. Its next save drops the event for good.',
    sound: UNTIL,
    unknown: 'What was in the event. Its author may still have it on a relay.',
    next: RAW,
  },
  TX121: {
    severity: 'warning',
    healing: 'manual',
    title: 'TENEX reads an event as empty',
    meaning:
      'The text of the event is JSON but not a list, or an empty list. TENEX reads its fields by position and finds none.',
    owner:
      'TENEX reads an event without author, kind, time and text, and its next save overwrites the event with that.',
    sound: UNTIL,
    unknown: 'Who wrote it in this form.',
    next: RAW,
  },
  TX122: {
    severity: 'info',
    healing: 'manual',
    title: 'An event is not signed',
    meaning: 'TENEX keeps a draft that was never signed. Without a signature it ignores the id too.',
    owner: 'TENEX reads the event without an id, and its next save writes it without one.',
    sound: 'Author, time and text, as far as that is known without a signature.',
    unknown: 'Whether the event was ever published.',
    next: LOOK,
  },
  TX123: {
    severity: 'warning',
    healing: 'manual',
    title: 'The id of an event is not the hash of its content',
    meaning: 'Either the event was changed after it was created, or its id was.',
    owner: 'TENEX does not check: it reads the event, and finds replies to it by the id in the file.',
    sound: 'The other events.',
    unknown: 'Whether the content or the id was changed.',
    next: LOOK,
  },
  TX124: {
    severity: 'warning',
    healing: 'manual',
    title: 'The signature of an event is not by its author',
    meaning: "The signature does not match the content or the author's key.",
    owner: 'TENEX does not check: it reads the event as if it were valid.',
    sound: 'The other events.',
    unknown: 'Whether the content, the author or the signature was changed.',
    next: LOOK,
  },
  TX125: {
    severity: 'warning',
    healing: 'manual',
    title: 'TENEX does not recognise the signature or the id of an event',
    meaning:
      'It recognises them by their lengths, 128 and 64 characters. If the first has neither length, it ignores both.',
    owner: 'TENEX reads the event without them, and its next save drops them.',
    sound: UNTIL,
    unknown: 'Which characters are missing or extra.',
    next: RAW,
  },
  TX126: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event has a field of the wrong type',
    meaning: 'Author and content are strings, time and kind numbers, tags lists of strings.',
    owner: 'TENEX reads the event unchanged. The TENEX of late 2025 cannot save a conversation that has such an event.',
    sound: 'The other fields.',
    unknown: 'What was meant.',
    next: LOOK,
  },
  TX127: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event has elements that TENEX does not keep',
    meaning: 'The list of an event begins with 0 and has eight elements at most.',
    owner: 'TENEX reads what it knows; its next save drops the rest.',
    sound: UNTIL,
    unknown: 'Who wrote them.',
    next: RAW,
  },
  TX128: {
    severity: 'warning',
    healing: 'manual',
    title: 'Duplicate event in the history',
    meaning: 'TENEX adds each event it receives without checking for duplicates.',
    owner: 'TENEX reads and counts both, and shows both to its agents.',
    sound: 'Everything.',
    unknown: 'Nothing: the file shows it.',
    next: LOOK,
  },
  TX129: {
    severity: 'error',
    healing: 'manual',
    title: 'The time of the first event would break the index',
    meaning:
      'The index takes `createdAt` from the first event. Here that is not a finite number, and one bad entry makes the whole index unreadable.',
    owner:
      'TENEX reads the conversation. Its next save of it makes `metadata.json` unreadable: no conversation is listed any more, and the following save writes an index with one entry.',
    sound: 'Everything, until that save.',
    unknown: 'When the event was created.',
    next: RAW,
  },
} as const satisfies Record<`TX12${number}`, FindingPage>;
