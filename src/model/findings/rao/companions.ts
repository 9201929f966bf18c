import type { FindingPage } from '../row.ts';

const OVERWRITES =
  'Rao silently reads the file as empty, and overwrites it with the next entry. Everything in it is then lost.';
const MESSAGES = 'The log and all other files of the folder.';
const NOTHING = 'Nothing.';
const VERIFY = 'convo show ID --companions';
const HEAL = 'convo heal ID --dry-run';
const HEAL_LOSSY = 'convo heal ID --lossy --dry-run';

/** Companions in JSON that cannot be read: docs/formats/rao.md, section "Companions". */
export const raoCompanions = {
  RA020: {
    severity: 'error',
    healing: 'safe',
    title: 'Companion file is empty',
    meaning: '`file_changes.json`, `conversation_diffs.json` or `summaries.json` is empty, or contains only NUL bytes.',
    owner: OVERWRITES,
    sound: MESSAGES,
    unknown: 'What the file contained.',
    next: HEAL,
  },
  RA021: {
    severity: 'error',
    healing: 'lossy',
    title: 'Companion file is torn',
    meaning: '`file_changes.json`, `conversation_diffs.json` or `summaries.json` ends in the middle of the document.',
    owner: OVERWRITES,
    sound: 'Every complete entry before the cut.',
    unknown: 'What followed the cut.',
    next: HEAL_LOSSY,
  },
  RA022: {
    severity: 'error',
    healing: 'lossy',
    title: 'Extra content after a companion document',
    meaning: 'A complete document is followed by a second one, by the end of an older version, or by NUL bytes.',
    owner: OVERWRITES,
    sound: 'The document before it.',
    unknown: 'Whether the rest is older or newer.',
    next: HEAL_LOSSY,
  },
  RA023: {
    severity: 'error',
    healing: 'manual',
    title: 'Companion file is not JSON',
    meaning:
      'The JSON syntax is broken in the middle, a string contains a raw control character, or a byte is not UTF-8.',
    owner: OVERWRITES,
    sound: 'Everything before the reported byte.',
    unknown: 'What was meant at that byte.',
    next: VERIFY,
  },
  RA024: {
    severity: 'error',
    healing: 'safe',
    title: 'Trailing comma in a companion file',
    meaning: 'Many programs accept a comma after the last item. JSON and R do not.',
    owner: OVERWRITES,
    sound: 'Everything except that comma.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA025: {
    severity: 'error',
    healing: 'safe',
    title: 'Unquoted NaN or Infinity in a companion file',
    meaning: 'JSON has no such number. R writes these as strings.',
    owner: OVERWRITES,
    sound: 'Everything else. Heal writes the string that R would write.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA026: {
    severity: 'error',
    healing: 'manual',
    title: 'Companion file has the wrong structure',
    meaning:
      'Changes must be a list inside an object, diffs and summaries an object inside an object. An empty list counts as an empty object.',
    owner: 'Rao stops with an error when it looks up an entry, or overwrites the file.',
    sound: MESSAGES,
    unknown: 'Which program wrote it.',
    next: VERIFY,
  },
  RA027: {
    severity: 'warning',
    healing: 'manual',
    title: 'Companion entry is a list or null',
    meaning: 'Diffs and summaries should be objects. R finds no member in a list or in null, and goes on.',
    owner: 'Rao ignores the entry.',
    sound: 'The other entries.',
    unknown: 'What the entry was.',
    next: VERIFY,
  },
  RA028: {
    severity: 'info',
    healing: 'manual',
    title: 'Background summary state cannot be read',
    meaning: 'The file describes a summary in progress. It is useless once the process has ended.',
    owner: 'Rao ignores it.',
    sound: 'Finished summaries.',
    unknown: NOTHING,
    next: VERIFY,
  },
  RA029: {
    severity: 'warning',
    healing: 'manual',
    title: 'Plots file cannot be read',
    meaning: 'It must be an object of names and base64 images.',
    owner: 'Rao writes these files and never reads them; the image itself is in the log.',
    sound: 'The log.',
    unknown: 'Whether the file contained more than the log.',
    next: VERIFY,
  },
  RA043: {
    severity: 'error',
    healing: 'lossy',
    title: 'Plain value in place of an object',
    meaning:
      'An entry, the lines of an edit, or one such line is a string, a number or a boolean. R cannot look up members in it.',
    owner:
      'Rao stops: the display at that edit, a revert at that change (the log is then cut already), a question at that summary.',
    sound: 'The other entries.',
    unknown:
      'What the value was meant to be. A heal drops it, and refuses where a line of an edit holds several values.',
    next: HEAL_LOSSY,
  },
} as const satisfies Record<`RA0${number}`, FindingPage>;
