import type { Row } from '../row.ts';

const IGNORES = 'Rao never looks at it.';
const CONVERSATION = 'The conversation itself.';
const NOTHING = 'Nothing: the store says it.';

/** Leftovers and hazards: docs/formats/rao.md, section "Hazards". */
export const raoLeftovers = {
  RA401: {
    severity: 'warning',
    healing: 'safe',
    title: 'A removed conversation came back as a shell',
    meaning:
      'The folder holds saved variables and nothing else. Rao saves those of the conversation that it leaves, and makes the folder again for them.',
    owner:
      'Rao lists it as an empty conversation. While it is the highest one, the next new conversation takes its number.',
    sound: 'All other conversations. A heal moves the folder into the journal.',
    unknown: NOTHING,
    next: 'convo heal ID --dry-run',
  },
  RA402: {
    severity: 'info',
    healing: 'safe',
    title: 'A folder holds nothing',
    meaning: 'Rao makes a folder, and empty files in it, when it reads a conversation that is not there.',
    owner: 'Rao lists it as an empty conversation.',
    sound: 'All other conversations. A heal moves the folder into the journal.',
    unknown: NOTHING,
    next: 'convo heal ID --dry-run',
  },
  RA403: {
    severity: 'info',
    healing: 'manual',
    title: 'The state of a background summary was left behind',
    meaning: 'Rao was making a summary. The file names a process and a temporary file of that session.',
    owner: 'Rao asks for the summary again when the process or the file is gone.',
    sound: CONVERSATION,
    unknown: 'Whether that process is still at work.',
    next: 'convo show ID --companions',
  },
  RA404: {
    severity: 'info',
    healing: 'manual',
    title: 'A backup of the state of a background summary was left behind',
    meaning: 'Versions before the present one wrote such copies.',
    owner: IGNORES,
    sound: CONVERSATION,
    unknown: NOTHING,
    next: 'convo show ID --companions',
  },
  RA405: {
    severity: 'info',
    healing: 'manual',
    title: 'A file of an older version',
    meaning: 'Older versions kept the conversation, its page or the count of tokens in files of their own.',
    owner: 'Rao never writes it.',
    sound: CONVERSATION,
    unknown: 'Whether it holds something that the log does not.',
    next: 'convo verify --only RA405',
  },
  RA406: {
    severity: 'info',
    healing: 'manual',
    title: 'A file of no known purpose',
    meaning: 'Rao has no file of this name at this place.',
    owner: `${IGNORES} It goes when the conversation is removed.`,
    sound: CONVERSATION,
    unknown: 'Who put it there.',
    next: 'convo verify --only RA406',
  },
  RA407: {
    severity: 'info',
    healing: 'manual',
    title: 'Other users can read the conversations',
    meaning: 'The permissions of files let others than their owner read them. Rao writes them so by default.',
    owner: 'Rao does not mind.',
    sound: 'Everything.',
    unknown: 'Whether a folder above keeps others out.',
    next: 'chmod -R go= PATH',
  },
  RA410: {
    severity: 'info',
    healing: 'manual',
    title: 'Text looks as if it had lost its letters',
    meaning:
      'In a locale other than UTF-8, and on Windows with R before 4.2, R writes `<U+00E9>` in the place of each letter that is not ASCII.',
    owner: 'Rao shows it as it stands.',
    sound: 'The letters can be told from their codes, if nobody meant to write such codes.',
    unknown: 'Whether somebody did.',
    next: 'convo show ID',
  },
} as const satisfies Record<`RA4${number}`, Row>;
