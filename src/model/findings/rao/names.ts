import type { FindingPage } from '../row.ts';

const LOST = 'Rao overwrites the table with an empty one when it next reads it: at its start, or to show a menu.';
const FOLDERS = 'All conversations: the table only holds their names.';
const ROWS = 'All conversations, and every name that can be read in the table.';
const NOTHING = 'Nothing.';
const HEAL = 'convo heal --dry-run';
const HEAL_LOSSY = 'convo heal --lossy --dry-run';
const LIST = 'convo list --all';

/** The table of names: docs/formats/rao.md, section "Names". */
export const raoNames = {
  RA301: {
    severity: 'error',
    healing: 'safe',
    title: 'Names table is empty',
    meaning: '`conversation_names.csv` has no header. R cannot read a table without lines.',
    owner: LOST,
    sound: FOLDERS,
    unknown: 'The names.',
    next: HEAL,
  },
  RA302: {
    severity: 'error',
    healing: 'safe',
    title: 'Names table has rows that are too wide',
    meaning:
      'A row of `conversation_names.csv` has more fields than the header, or the bytes are no text. R looks at five lines to judge the width: it refuses the table if one of them has two fields too many, and otherwise splits the row in two or shifts all rows.',
    owner: `A table that R refuses is lost: ${LOST} Otherwise Rao reads wrong rows, and saves them with the next name.`,
    sound: ROWS,
    unknown: 'Where an unquoted name with a comma ends.',
    next: HEAL,
  },
  RA303: {
    severity: 'error',
    healing: 'lossy',
    title: 'Unclosed quote in the names table',
    meaning: 'A quote is never closed, or is escaped with a backslash, which R does not support.',
    owner: 'Rao reads the following rows as part of the name, and saves them that way.',
    sound: ROWS,
    unknown: 'Where the name ends. Heal treats each line that begins with a number as a row.',
    next: HEAL_LOSSY,
  },
  RA304: {
    severity: 'error',
    healing: 'safe',
    title: 'Names table has no header',
    meaning: 'The columns must be `conversation_id` and `name`. R reads the first row as the header.',
    owner: 'Rao displays every conversation as new, and stops with an error when it names one.',
    sound: ROWS,
    unknown: NOTHING,
    next: HEAL,
  },
  RA305: {
    severity: 'error',
    healing: 'lossy',
    title: 'Conversation with several names',
    meaning: 'Several rows have the same number and different names.',
    owner:
      'Rao stops with an error when it checks whether the conversation needs a name, and lists all names in its menu.',
    sound: FOLDERS,
    unknown: 'Which name is the newer one.',
    next: HEAL_LOSSY,
  },
  RA306: {
    severity: 'error',
    healing: 'safe',
    title: 'Duplicate row in the names table',
    meaning: 'Two rows have the same number and the same name.',
    owner:
      'Rao stops with an error when it checks whether the conversation needs a name, and lists the name twice in its menu.',
    sound: ROWS,
    unknown: NOTHING,
    next: HEAL,
  },
  RA307: {
    severity: 'warning',
    healing: 'manual',
    title: 'Name that R changes',
    meaning:
      'R guesses the type of the column: if all names are numbers they become numbers (007 becomes 7), T and F become TRUE and FALSE.',
    owner: 'Rao displays the changed name, and writes it back at its next save.',
    sound: 'The table on disk.',
    unknown: 'The name of a row that is empty: a heal writes "New conversation", which Rao shows for want of a name.',
    next: HEAL,
  },
  RA308: {
    severity: 'warning',
    healing: 'manual',
    title: 'Row of the names table without a number',
    meaning: 'Its first field is not a whole number.',
    owner: 'Rao keeps the row and never uses it.',
    sound: FOLDERS,
    unknown: 'Which conversation it belongs to.',
    next: LIST,
  },
  RA316: {
    severity: 'warning',
    healing: 'manual',
    title: 'Names table of the archive cannot be read',
    meaning: 'It is empty, has an unclosed quote, or has a row with more fields than the header.',
    owner: 'Rao never looks into the archive. Restoring would lose names.',
    sound: 'The archived conversations.',
    unknown: 'Some of their names.',
    next: LIST,
  },
  RA317: {
    severity: 'warning',
    healing: 'manual',
    title: 'Name that Erdos cuts off',
    meaning: 'Erdos splits the table at every comma and line end, inside quotes too.',
    owner: 'Erdos displays the name up to the first one, and writes that back at its next save.',
    sound: 'The table on disk.',
    unknown: NOTHING,
    next: LIST,
  },
  RA318: {
    severity: 'info',
    healing: 'safe',
    title: 'Names table has row labels',
    meaning: 'Each row has one more field than the header: R writes row names this way.',
    owner: 'R reads the table correctly, and drops the labels at its next save.',
    sound: ROWS,
    unknown: NOTHING,
    next: HEAL,
  },
  RA319: {
    severity: 'error',
    healing: 'safe',
    title: 'The names table has a column of row numbers',
    meaning:
      'The first column has no name of its own: R writes such a column by default. R adds a row only to a table with exactly the columns it expects.',
    owner: 'Rao shows all names, and stops when a conversation is added to the table: no new conversation can be made.',
    sound: 'Every name.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA325: {
    severity: 'error',
    healing: 'lossy',
    title: 'The names table has a column that Rao does not know',
    meaning: 'R adds a row only to a table with exactly the columns it expects.',
    owner: 'Rao shows all names, and stops when a conversation is added to the table: no new conversation can be made.',
    sound: 'Every name.',
    unknown: 'Which program wrote the column.',
    next: HEAL_LOSSY,
  },
  RA326: {
    severity: 'error',
    healing: 'safe',
    title: 'A column of the names table is misnamed',
    meaning:
      'The name of a column only begins with `conversation_id` or `name`, as with a blank behind it. R finds such a column when it reads, and not when it adds a row.',
    owner: 'Rao shows all names, and stops when a conversation is added to the table: no new conversation can be made.',
    sound: 'Every name.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA327: {
    severity: 'error',
    healing: 'safe',
    title: 'Name that R reads as missing',
    meaning: 'R reads `NA`, quoted or not, as a missing value, and so an empty name if all names are empty or numbers.',
    owner:
      'Rao stops with an error when it checks whether the conversation needs a name, and saves the name as missing.',
    sound: 'The table on disk.',
    unknown: NOTHING,
    next: LIST,
  },
} as const satisfies Record<`RA3${number}`, FindingPage>;
