import { cmd, ID } from '../../../model/command.ts';
import {
  ARCHIVED,
  differingReason,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
  unreadableReason,
} from '../../../model/reason.ts';
import { HEAL, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const copilotReasons = {
  archived: ARCHIVED,
  empty: hidingReason('Nothing was said in it, and it has no name.', SHOW),
  'other-folder': hidingReason('Its workspace.yaml is torn in the name of its folder.', HEAL, ['CP304']),
  unresumable: unreadableReason(
    differingReason('The program lists it, and cannot go on with it.', VERIFY, [
      ...(['CP001', 'CP002', 'CP003', 'CP004', 'CP005', 'CP301', 'CP302'] as const),
    ]),
  ),
  untitled: { ...differingReason('No question is in it, so it has no title there.', cmd`show ${ID}`), untitled: true },
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
