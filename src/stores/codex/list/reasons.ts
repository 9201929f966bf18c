import { cmd, ID } from '../../../model/command.ts';
import { ARCHIVED, FILE_GONE, hidingReason, type ListReason, PARTLY_LOST } from '../../../model/reason.ts';
import { HEAL, LOSSY, MIGRATE, SHOW, VERIFY } from '../../../model/rules/row.ts';

/** Why the program's list omits a thread or shows it otherwise; `codex resume ID` opens many of the omitted ones. */
export const codexReasons = {
  archived: ARCHIVED,
  lost: FILE_GONE,
  'document-of-2025': hidingReason(
    'The TypeScript program of spring 2025 wrote it as one document, and no program of today looks at it.',
    null,
  ),
  'old-format': hidingReason(
    'It is of 2025, before September: its records stand bare in their lines, and no program of today reads them.',
    MIGRATE,
    ['CX108'],
  ),
  'odd-name': hidingReason(
    'Its name is not rollout-TIME-ID.jsonl, so the list passes it over. `codex resume ID` takes it where the id is in the name.',
    VERIFY,
  ),
  'copy-beside': hidingReason(
    'It is a copy of a thread that is there too, which the list has and `codex resume` takes.',
    cmd`diff ${ID}`,
  ),
  loose: hidingReason('It is not in a folder sessions/YEAR/MONTH/DAY, and the list looks nowhere else.', HEAL),
  linked: hidingReason('It is a link, and the list takes plain files alone. `codex resume ID` takes it.', VERIFY),
  'plain-beside': hidingReason('The same rollout is beside it without compression, and that one counts.', VERIFY),
  'compressed-damaged': hidingReason('It cannot be inflated.', VERIFY),
  empty: hidingReason('No record is in its first ten lines.', VERIFY),
  'not-utf8': hidingReason('A byte that is not UTF-8 is in what the list reads of it.', LOSSY),
  'no-first-record': hidingReason(
    'The record that names the thread is not in its first ten lines, or lacks something.',
    HEAL,
  ),
  'unknown-mode': hidingReason('Its history_mode is a word that this version of the program does not know.', VERIFY),
  'no-question': hidingReason(
    'No question is in it: the list takes questions from events, and not from what is sent to the model. `codex resume ID` takes it.',
    SHOW,
  ),
  subagent: hidingReason(
    'It is a subagent that codex goes on with in a session of its parent alone: `codex resume` takes the parent, and `codex fork ID` makes a thread of it.',
    SHOW,
  ),
  reverted: hidingReason(
    'It is what a revert left of the thread, without a question since: the list has the rollout before it. `codex resume ID` goes on with this one.',
    SHOW,
  ),
  'late-question': hidingReason(
    'Its first question is below line 210, where the list stops to look. `codex resume ID` takes it.',
    SHOW,
  ),
  attached: hidingReason(
    'It is a fork that is attached to its source, and the list has that one alone. `codex resume ID` takes it.',
    SHOW,
  ),
  'other-source': {
    ...hidingReason(
      'It was begun by `codex exec`, a subagent or another program, and the list shows what a person began. `codex resume ID` takes it.',
      SHOW,
    ),
    are: 'begun by `codex exec`, a subagent or another program',
  },
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
