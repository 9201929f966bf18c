import type { FindingPage } from '../row.ts';

const DISPLAY = 'Rao displays the conversation up to its first command or edit, and stops there with an error.';
const ACCEPT = 'Rao stops with an error whenever an edit is accepted: the file on disk is changed, the history is not.';
const MESSAGES = 'The log and all other files of the folder.';
const NOTHING = 'Nothing.';
const HEAL = 'convo heal ID --dry-run';
const HEAL_LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID --companions';

/** Companions that are tables or R data: docs/formats/rao.md, sections "Tables" and "Variables". */
export const raoTables = {
  RA030: {
    severity: 'error',
    healing: 'safe',
    title: 'Buttons table is empty',
    meaning: '`message_buttons.csv` has no header. R cannot read a table without lines.',
    owner: DISPLAY,
    sound: MESSAGES,
    unknown: 'Which buttons were clicked.',
    next: HEAL,
  },
  RA031: {
    severity: 'error',
    healing: 'lossy',
    title: 'Buttons table cannot be read',
    meaning: '`message_buttons.csv` lacks a column, or a row has too many fields or no message number.',
    owner: DISPLAY,
    sound: 'The rows that can be read.',
    unknown: 'What the broken row contained.',
    next: HEAL_LOSSY,
  },
  RA032: {
    severity: 'error',
    healing: 'safe',
    title: 'Script history is empty',
    meaning: '`script_history.tsv` has no header. R cannot read a table without lines.',
    owner: ACCEPT,
    sound: MESSAGES,
    unknown: 'Which files were edited. The file changes and the log may show them.',
    next: HEAL,
  },
  RA033: {
    severity: 'error',
    healing: 'safe',
    title: 'Quote or # in a file name of the script history',
    meaning:
      'Rao writes file names without quotes, but reads an apostrophe or a quote as the start of a quoted name and # as the start of a comment.',
    owner: `R skips rows, or fails to read the table. ${ACCEPT}`,
    sound: 'Every name in the file. Heal quotes the name, so that R reads it correctly.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA034: {
    severity: 'error',
    healing: 'manual',
    title: 'Script history cannot be read',
    meaning:
      'R cannot split `script_history.tsv` into rows of equal length, a column is missing, or an order is not a number.',
    owner: ACCEPT,
    sound: MESSAGES,
    unknown: 'What the broken row contained.',
    next: SHOW,
  },
  RA035: {
    severity: 'warning',
    healing: 'safe',
    title: 'Attachments or images table is empty',
    meaning: '`attachments.csv` or `images.csv` has no header.',
    owner: 'Rao lists no attachments and cannot add one; it starts a new images table.',
    sound: MESSAGES,
    unknown: 'What was attached.',
    next: HEAL,
  },
  RA036: {
    severity: 'error',
    healing: 'manual',
    title: 'Attachments or images table cannot be read',
    meaning: 'R cannot read `attachments.csv` or `images.csv`, or a column is missing.',
    owner:
      'Rao lists no attachments and cannot add or remove one. It overwrites a broken images table when the next image is attached.',
    sound: MESSAGES,
    unknown: 'Which remote files belong to the conversation, where the row does not say.',
    next: SHOW,
  },
  RA037: {
    severity: 'warning',
    healing: 'manual',
    title: 'Table is not UTF-8',
    meaning: 'Some bytes are not valid UTF-8: the table was written in another encoding, or is damaged.',
    owner: 'R displays them as codes, and stops with an error if a column begins with them.',
    sound: MESSAGES,
    unknown: 'Which characters they were.',
    next: SHOW,
  },
  RA038: {
    severity: 'error',
    healing: 'safe',
    title: 'A table has a column of row numbers',
    meaning:
      'The first column has no name of its own: R writes such a column by default. R adds a row only to a table with exactly the columns it expects.',
    owner: 'Rao stops when it adds a row: a button is clicked, an edit is accepted, a file or an image is attached.',
    sound: 'Every row.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA039: {
    severity: 'error',
    healing: 'lossy',
    title: 'A table has a column that Rao does not know',
    meaning: 'R adds a row only to a table with exactly the columns it expects.',
    owner: 'Rao stops when it adds a row: a button is clicked, an edit is accepted, a file or an image is attached.',
    sound: 'Every row.',
    unknown: 'Which program wrote the column.',
    next: HEAL_LOSSY,
  },
  RA040: {
    severity: 'warning',
    healing: 'lossy',
    title: 'Saved variables are broken',
    meaning: '`conversation_vars.rds` is truncated, fails its checksum, is not R data, or does not contain a list.',
    owner: 'Rao warns and continues with default values; only a message count is lost.',
    sound: MESSAGES,
    unknown: 'Which flags were set.',
    next: HEAL_LOSSY,
  },
  RA041: {
    severity: 'info',
    healing: 'manual',
    title: 'Saved variables were not fully checked',
    meaning: '`conversation_vars.rds` uses a compression or an R type that convo does not read.',
    owner: 'R reads it if it is intact.',
    sound: MESSAGES,
    unknown: 'Whether the file is intact.',
    next: SHOW,
  },
  RA042: {
    severity: 'warning',
    healing: 'manual',
    title: 'Erdos file is not JSON',
    meaning: '`conversation_vars.json` or `code_links.json` is not JSON.',
    owner: 'Rao ignores the file. What Erdos does with it is unknown.',
    sound: MESSAGES,
    unknown: 'What Erdos does with it.',
    next: SHOW,
  },
} as const satisfies Record<`RA0${number}`, FindingPage>;
