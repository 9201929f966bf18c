import type { FindingPage } from '../row.ts';

const OTHERS = 'All other messages.';
const EVERYTHING = 'Everything.';
const NOTHING = 'Nothing.';
const RAW = 'convo show ID --raw';
const HEAL = 'convo heal ID --dry-run';
const MIGRATE = 'convo migrate ID --dry-run';
const SHOW = 'convo show ID --companions';

/** Odd and older shapes of messages and companions: docs/formats/rao.md, sections "Messages" and "Companions". */
export const raoShapes = {
  RA117: {
    severity: 'error',
    healing: 'safe',
    title: 'Role is an object or a list',
    meaning: 'R writes an empty object for null, and cannot compare it with a role.',
    owner: 'Rao displays the conversation up to this message, and stops there with an error.',
    sound: OTHERS,
    unknown: 'Whose message it is.',
    next: HEAL,
  },
  RA118: {
    severity: 'error',
    healing: 'manual',
    title: 'Content list with plain values',
    meaning: 'The content of a user message must be a string, or a list of objects each with a string as its type.',
    owner: 'Rao displays the conversation up to this message, and stops there with an error.',
    sound: OTHERS,
    unknown: 'What the message says.',
    next: SHOW,
  },
  RA119: {
    severity: 'error',
    healing: 'safe',
    title: 'Question mark is an object or a list',
    meaning:
      'R writes an empty object for null, and cannot compare it. Rao counts the questions before it sends and before it reverts.',
    owner: 'Rao shows the conversation, and stops at the next question and at each revert.',
    sound: OTHERS,
    unknown: 'Whether the message is a question.',
    next: HEAL,
  },
  RA130: {
    severity: 'info',
    healing: 'manual',
    title: 'Diffs under the older key',
    meaning: 'Older versions kept them under `diffs_by_msg_id`.',
    owner: 'R reads the longer key as `diffs`, and Rao copies them to the new key at its next save.',
    sound: EVERYTHING,
    unknown: NOTHING,
    next: MIGRATE,
  },
  RA131: {
    severity: 'warning',
    healing: 'manual',
    title: 'Diffs hidden under the older key',
    meaning: 'They are under `diffs_by_msg_id`, but there are others under `diffs`, which R reads instead.',
    owner: 'Rao does not see them.',
    sound: 'Both.',
    unknown: NOTHING,
    next: MIGRATE,
  },
  RA132: {
    severity: 'error',
    healing: 'manual',
    title: 'Buttons table with older columns',
    meaning:
      'Older versions kept the names of buttons in `next_button` and `on_deck_button`. R adds a row only to a table with exactly the columns it expects.',
    owner:
      'Rao shows the conversation, and stops when a button of a new command or edit is clicked: Run and Cancel do nothing.',
    sound: 'Every row.',
    unknown: NOTHING,
    next: MIGRATE,
  },
  RA133: {
    severity: 'info',
    healing: 'manual',
    title: 'Script history with two columns',
    meaning: 'Older versions did not record the conversation. A new history also has two columns, until its first row.',
    owner: 'Rao treats every row as belonging to this conversation.',
    sound: EVERYTHING,
    unknown: NOTHING,
    next: MIGRATE,
  },
  RA134: {
    severity: 'warning',
    healing: 'safe',
    title: 'Entry with the number of another conversation',
    meaning: 'The folder was copied or renamed by hand.',
    owner: 'Rao undoes the change at a revert, but keeps the file in the script history.',
    sound: 'The entry. Heal writes the number of this folder.',
    unknown: 'Which conversation it was copied from, and whether that still exists.',
    next: HEAL,
  },
  RA135: {
    severity: 'warning',
    healing: 'manual',
    title: 'File changes not numbered from 1',
    meaning: 'Rao numbers changes by their position in the list.',
    owner: 'Rao uses their order, not the numbers.',
    sound: 'The changes.',
    unknown: 'Whether one is missing.',
    next: SHOW,
  },
  RA136: {
    severity: 'warning',
    healing: 'manual',
    title: 'Erdos message with the number of another conversation',
    meaning: 'The folder was copied or renamed by hand.',
    owner: 'Rao ignores the file. What Erdos does with it is unknown.',
    sound: 'The message.',
    unknown: 'What Erdos does with it.',
    next: RAW,
  },
  RA137: {
    severity: 'warning',
    healing: 'manual',
    title: 'File change of an unknown kind',
    meaning: 'A change must create, modify or remove a named file.',
    owner: 'Rao does not undo it at a revert, and drops the entry.',
    sound: 'The entry.',
    unknown: 'What was changed.',
    next: SHOW,
  },
  RA138: {
    severity: 'error',
    healing: 'manual',
    title: 'File change that stops a revert',
    meaning:
      'A member that a revert asks every change for is missing, empty or of another kind: `action`, `conversation_id`, `conversation_index` or `file_path`.',
    owner: 'Rao stops in the middle of a revert: the log is cut, and later changes are not undone.',
    sound: 'The other changes.',
    unknown:
      'What was changed. The entry may hold the only copy of a file, so that convo does not drop it: a person has to decide.',
    next: SHOW,
  },
} as const satisfies Record<`RA1${number}`, FindingPage>;
