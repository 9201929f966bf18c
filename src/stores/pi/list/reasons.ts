import {
  ARCHIVED,
  differingReason,
  folderGone,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
  unreadableReason,
} from '../../../model/reason.ts';
import { HEAL, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const piReasons = {
  archived: ARCHIVED,
  'no-header': unreadableReason(
    hidingReason('It does not begin with the record of a session, so the program does not know it for one.', HEAL, [
      ...(['PI001', 'PI002', 'PI003', 'PI004', 'PI005'] as const),
    ]),
  ),
  misplaced: hidingReason('It is in no folder of a project, so the program does not find it.', VERIFY, ['PI305']),
  unlisted: hidingReason('A message has a content that the list cannot take.', HEAL, ['PI205', 'PI215']),
  'other-id': differingReason('The program finds it by the id that its first record has.', HEAL, ['PI301']),
  untitled: { ...differingReason('No question is in it, so it has no title there.', SHOW), untitled: true },
  unresumable: differingReason('The program lists it, and cannot go on with it.', VERIFY, ['PI205', 'PI215']),
  'project-moved': folderGone(['PI302']),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
