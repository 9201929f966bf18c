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
  RA044: {
    severity: 'error',
    healing: 'lossy',
    title: 'Row of the script history is too short',
    meaning:
      'A row of `script_history.tsv` has fewer fields than the header, as where the file was cut off. R needs rows of equal length; it pads only the last one, without a line end, after at least four others.',
    owner: ACCEPT,
    sound: 'All other rows.',
    unknown: 'What the row lacks. Heal completes a row whose file name is whole, and drops one that ends in its name.',
    next: HEAL_LOSSY,
  },
  RA045: {
    severity: 'error',
    healing: 'safe',
    title: 'Line of white space in the script history',
    meaning: 'R passes over an empty line, and takes one of blanks or tabs for a row that is too short.',
    owner: ACCEPT,
    sound: 'Every row.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA046: {
    severity: 'error',
    healing: 'safe',
    title: 'Script history with two columns in its header, three in its rows',
    meaning:
      'Rows note their conversation, and the header does not name that column, as after a merge with a fresh history. R takes the first field of each row for a label, and the others for file name and order.',
    owner:
      'Rao reads numbers in place of file names, and the next edit that is accepted saves those: all names are lost. A revert cuts the log, and stops before it undoes any file.',
    sound: 'Every row.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA047: {
    severity: 'error',
    healing: 'lossy',
    title: 'Row of the script history is too long',
    meaning:
      'A row of `script_history.tsv` has more fields than the header. Where all rows have one more, R takes the first field of each for a label, and the others for file name and order.',
    owner:
      'Rao reads other values in place of file names, and the next edit that is accepted saves those; or R cannot read the table, and Rao stops with an error whenever an edit is accepted.',
    sound: 'The first fields of each row.',
    unknown: 'Which program wrote the further fields.',
    next: HEAL_LOSSY,
  },
  RA051: {
    severity: 'error',
    healing: 'safe',
    title: 'Byte-order marks that R takes for the header of a table',
    meaning:
      'R passes over one byte-order mark directly before the header. A second one, or one on a line of its own, becomes the name of a column.',
    owner:
      'R cannot read the table. `conversation_names.csv` is overwritten with an empty table when it is read, `images.csv` when the next image is attached. The display stops at the first command, or no edit can be accepted, or no attachment is listed.',
    sound: 'The table after the marks.',
    unknown: NOTHING,
    next: HEAL,
  },
} as const satisfies Record<`RA0${number}`, FindingPage>;
