import type { Row } from '../row.ts';

const OVERWRITES =
  'Rao reads the file as an empty one, without a word, and overwrites it with what it adds next. All that stands in it is then gone.';
const MESSAGES = 'The log and all other files of the folder.';
const NOTHING = 'Nothing: the bytes say it.';
const VERIFY = 'convo show ID --companions';
const HEAL = 'convo heal ID --dry-run';
const HEAL_LOSSY = 'convo heal ID --lossy --dry-run';

/** Companions in JSON that cannot be read: docs/formats/rao.md, section "Companions". */
export const raoCompanions = {
  RA020: {
    severity: 'error',
    healing: 'safe',
    title: 'A companion is empty',
    meaning: '`file_changes.json`, `conversation_diffs.json` or `summaries.json` holds no bytes, or NUL bytes only.',
    owner: OVERWRITES,
    sound: MESSAGES,
    unknown: 'What the file held.',
    next: HEAL,
  },
  RA021: {
    severity: 'error',
    healing: 'lossy',
    title: 'A companion is torn',
    meaning: 'The bytes of `file_changes.json`, `conversation_diffs.json` or `summaries.json` end inside the document.',
    owner: OVERWRITES,
    sound: 'Every complete entry before the cut.',
    unknown: 'What stood behind the cut.',
    next: HEAL_LOSSY,
  },
  RA022: {
    severity: 'error',
    healing: 'lossy',
    title: 'Something follows a companion',
    meaning: 'A whole document is followed by a second one, by the tail of an older version or by NUL bytes.',
    owner: OVERWRITES,
    sound: 'The document before the rest.',
    unknown: 'Whether the rest belongs to an older or to a newer version.',
    next: HEAL_LOSSY,
  },
  RA023: {
    severity: 'error',
    healing: 'manual',
    title: 'A companion is not JSON',
    meaning: 'The grammar is broken in the middle, a raw control character stands in a text, or a byte is not UTF-8.',
    owner: OVERWRITES,
    sound: 'Everything before the named byte.',
    unknown: 'What the writer meant at that byte.',
    next: VERIFY,
  },
  RA024: {
    severity: 'error',
    healing: 'safe',
    title: 'A comma stands before a closing bracket in a companion',
    meaning: 'Many programs accept the last comma of a list. JSON, and so R, does not.',
    owner: OVERWRITES,
    sound: 'Everything but that comma.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA025: {
    severity: 'error',
    healing: 'safe',
    title: 'A bare NaN or Infinity stands in a companion',
    meaning: 'JSON knows no such number. R itself writes these as texts.',
    owner: OVERWRITES,
    sound: 'Everything else. A heal puts the text that R would have written.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA026: {
    severity: 'error',
    healing: 'manual',
    title: 'A companion has another shape',
    meaning:
      'The changes should be a list in an object, the diffs and the summaries each an object in an object. An empty list stands for an empty object.',
    owner: 'Rao stops when it looks an entry up, or overwrites the file.',
    sound: MESSAGES,
    unknown: 'Which program wrote it.',
    next: VERIFY,
  },
  RA027: {
    severity: 'warning',
    healing: 'manual',
    title: 'An entry of a companion is no object',
    meaning: 'One change, diff or summary is a text, a number, a list or null.',
    owner: 'Rao stops when it comes to that entry, or passes over it.',
    sound: 'The other entries.',
    unknown: 'What the entry was.',
    next: VERIFY,
  },
  RA028: {
    severity: 'info',
    healing: 'manual',
    title: 'The state of a background summary cannot be read',
    meaning: 'The file tells of a summary that was being made. It is of no use once its process has ended.',
    owner: 'Rao passes over it.',
    sound: 'Summaries that were finished.',
    unknown: NOTHING,
    next: VERIFY,
  },
  RA029: {
    severity: 'warning',
    healing: 'manual',
    title: 'A plots file cannot be read',
    meaning: 'It should be an object of names and images in base64.',
    owner: 'Rao writes such files and never reads them; the image itself stands in the log.',
    sound: 'The log.',
    unknown: 'Whether the file held more than the log does.',
    next: VERIFY,
  },
} as const satisfies Record<`RA02${number}`, Row>;
