import type { Row } from '../row.ts';

const LIST = 'convo list --all';

/** Folders and their numbers: docs/formats/rao.md, section "Numbers". */
export const raoFolders = {
  RA320: {
    severity: 'error',
    healing: 'manual',
    title: 'Rao lists a folder under a number that leads elsewhere',
    meaning: 'Its number begins with zeros. Rao drops these when it lists, and makes the path from the number.',
    owner: 'Rao opens the folder without zeros instead, or makes it.',
    sound: 'The conversation in the folder.',
    unknown: 'Which number it should have.',
    next: LIST,
  },
  RA321: {
    severity: 'info',
    healing: 'manual',
    title: 'A conversation has the number 0',
    meaning: 'Rao counts from 1.',
    owner: 'Rao lists it.',
    sound: 'Everything.',
    unknown: 'Who made it.',
    next: LIST,
  },
  RA322: {
    severity: 'error',
    healing: 'manual',
    title: 'The number of a folder is too large for R',
    meaning: 'R holds whole numbers up to 2147483647.',
    owner: 'Rao does not list the folder, and cannot make a new conversation.',
    sound: 'The conversation in the folder.',
    unknown: 'Which number it should have.',
    next: LIST,
  },
  RA323: {
    severity: 'info',
    healing: 'manual',
    title: 'A file has the name of a conversation',
    meaning: 'Conversations are folders.',
    owner: 'Rao does not list it. It cannot make the conversation of this number.',
    sound: 'All conversations.',
    unknown: 'What the file holds.',
    next: 'convo verify --only RA323',
  },
  RA324: {
    severity: 'warning',
    healing: 'manual',
    title: 'A conversation is a link',
    meaning:
      '`conversation_N` is no folder, but a link to one: what lies there is judged under its own number, if at all.',
    owner: 'Rao follows the link, and saves what is said under this number into that folder.',
    sound: 'The folder that the link leads to, as far as it is judged by itself.',
    unknown: 'Why there is a link.',
    next: LIST,
  },
  RA330: {
    severity: 'error',
    healing: 'manual',
    title: 'No new conversation can be made',
    meaning: 'Rao looks first whether the highest conversation is empty, and cannot read its log.',
    owner: 'Rao stops when a new conversation is asked for.',
    sound: 'All other conversations. Healing the log of the highest one, or archiving it, is the way out.',
    unknown: 'Nothing: the log says it.',
    next: 'convo verify ID',
  },
  RA331: {
    severity: 'error',
    healing: 'manual',
    title: 'The next new conversation wipes the highest one',
    meaning:
      'Rao takes a conversation for empty when its log is no list with a question or an answer, and uses an empty one again.',
    owner:
      'Rao empties its log, its changes, its history of scripts and its buttons, and gives its number to the next new conversation.',
    sound: 'The files as they lie.',
    unknown: 'Whether what they hold is wanted.',
    next: 'convo show ID --companions',
  },
} as const satisfies Record<`RA3${number}`, Row>;
