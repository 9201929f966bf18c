import type { Row } from '../row.ts';

const DISPLAY = 'Rao shows the conversation up to its first command or edit, and stops there.';
const ACCEPT = 'Rao stops whenever an edit is accepted: the file on disk is changed and the history is not.';
const MESSAGES = 'The log and all other files of the folder.';
const NOTHING = 'Nothing: the bytes say it.';
const HEAL = 'convo heal ID --dry-run';
const HEAL_LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID --companions';

/** Companions that are tables or R data: docs/formats/rao.md, sections "Tables" and "Variables". */
export const raoTables = {
  RA030: {
    severity: 'error',
    healing: 'safe',
    title: 'The table of buttons is empty',
    meaning: '`message_buttons.csv` lacks even its header. R refuses a table without a line.',
    owner: DISPLAY,
    sound: MESSAGES,
    unknown: 'Which buttons were clicked.',
    next: HEAL,
  },
  RA031: {
    severity: 'error',
    healing: 'lossy',
    title: 'The table of buttons cannot be read',
    meaning: 'A row of `message_buttons.csv` has too many fields, or does not tell a message and TRUE or FALSE.',
    owner: DISPLAY,
    sound: 'The rows that can be read.',
    unknown: 'What the broken row was to say.',
    next: HEAL_LOSSY,
  },
  RA032: {
    severity: 'error',
    healing: 'safe',
    title: 'The history of scripts is empty',
    meaning: '`script_history.tsv` lacks even its header. R refuses a table without a line.',
    owner: ACCEPT,
    sound: MESSAGES,
    unknown: 'Which files were edited. The changes and the log may tell.',
    next: HEAL,
  },
  RA033: {
    severity: 'error',
    healing: 'safe',
    title: 'A quote or # in a file name breaks the history of scripts',
    meaning:
      'Rao writes file names bare, and reads an apostrophe or a quote as the begin of a quoted name and # as the begin of a comment.',
    owner: `Rows are swallowed, or R refuses the table. ${ACCEPT}`,
    sound: 'Every name, as it stands in the file. A heal puts the name in quotes, which R reads whole.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA034: {
    severity: 'error',
    healing: 'manual',
    title: 'The history of scripts cannot be read',
    meaning: 'R cannot split `script_history.tsv` into rows of equal length, or a column is missing.',
    owner: ACCEPT,
    sound: MESSAGES,
    unknown: 'What the broken row was to say.',
    next: SHOW,
  },
  RA035: {
    severity: 'warning',
    healing: 'safe',
    title: 'The table of attachments or of images is empty',
    meaning: '`attachments.csv` or `images.csv` lacks even its header.',
    owner: 'Rao shows no attachment and cannot take one; it begins the images anew.',
    sound: MESSAGES,
    unknown: 'What was attached.',
    next: HEAL,
  },
  RA036: {
    severity: 'error',
    healing: 'manual',
    title: 'The table of attachments or of images cannot be read',
    meaning: 'R refuses `attachments.csv` or `images.csv`, or finds a column missing.',
    owner:
      'Rao shows no attachment and cannot take or remove one. A broken table of images is overwritten when the next image comes.',
    sound: MESSAGES,
    unknown: 'Which remote files belong to the conversation, where the row does not tell.',
    next: SHOW,
  },
  RA037: {
    severity: 'warning',
    healing: 'manual',
    title: 'A table holds bytes that are no text',
    meaning: 'Some bytes are not well-formed UTF-8: the table was written in another encoding, or is damaged.',
    owner: 'R shows them as codes. It stops where a column begins with them.',
    sound: MESSAGES,
    unknown: 'Which letters they were.',
    next: SHOW,
  },
  RA040: {
    severity: 'warning',
    healing: 'lossy',
    title: 'The saved variables are broken',
    meaning: '`conversation_vars.rds` is cut off, has a wrong check sum, is no R data, or holds no list.',
    owner: 'Rao warns and goes on with its defaults, which costs nothing but a count of messages.',
    sound: MESSAGES,
    unknown: 'Which flags were set.',
    next: HEAL_LOSSY,
  },
  RA041: {
    severity: 'info',
    healing: 'manual',
    title: 'The saved variables were not judged in depth',
    meaning: '`conversation_vars.rds` is packed in a way, or holds a type of R, that is not looked into.',
    owner: 'R reads it, if it is whole.',
    sound: MESSAGES,
    unknown: 'Whether the file is whole.',
    next: SHOW,
  },
  RA042: {
    severity: 'warning',
    healing: 'manual',
    title: 'A file of Erdos cannot be read',
    meaning: '`conversation_vars.json` or `code_links.json` is not JSON.',
    owner: 'Rao never looks at it. What Erdos does with it is not known.',
    sound: MESSAGES,
    unknown: 'What Erdos does with it.',
    next: SHOW,
  },
} as const satisfies Record<`RA0${number}`, Row>;
