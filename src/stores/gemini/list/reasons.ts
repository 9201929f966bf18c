import { cmd, ID } from '../../../model/command.ts';
import {
  ARCHIVED,
  differingReason,
  FILE_GONE,
  folderGone,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
} from '../../../model/reason.ts';
import { HEAL, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const geminiReasons = {
  archived: ARCHIVED,
  lost: FILE_GONE,
  checkpoint: hidingReason(
    'It is a copy that the program made of a conversation: `/chat resume` and `/restore` take it, and no list has it.',
    SHOW,
  ),
  'at-risk': differingReason(
    'The program deletes it at its next start, or soon; `convo keep` copies it.',
    cmd`keep DIR`,
  ),
  'no-content': hidingReason(
    'No question and no answer is in it: the program does not list it, and deletes it unless its settings keep all sessions.',
    SHOW,
  ),
  subagent: hidingReason('Its header says that it is of a subagent.', VERIFY),
  misnamed: hidingReason('Its name does not begin with `session-`, so the program passes it over.', HEAL, ['GM302']),
  older: hidingReason('Another file is of the same session, and was changed later.', cmd`show ${ID}`),
  'project-moved': folderGone(['GM305']),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
