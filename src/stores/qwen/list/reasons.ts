import { cmd, ID } from '../../../model/command.ts';
import {
  ARCHIVED,
  differingReason,
  FILE_GONE,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
  unreadableReason,
} from '../../../model/reason.ts';
import { HEAL, REHOME, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const qwenReasons = {
  archived: ARCHIVED,
  lost: FILE_GONE,
  checkpoint: hidingReason(
    'It is a copy that the program made of a conversation: `/restore` takes it, and no list has it.',
    SHOW,
  ),
  misnamed: hidingReason('Its name is not that of a session, so the program passes it over.', HEAL, ['QW301']),
  'other-folder': hidingReason('Its first record names another folder than the one that it is kept for.', REHOME, [
    'QW303',
    'QW304',
  ]),
  empty: unreadableReason(
    hidingReason('No record is in its first lines that can be read.', cmd`show ${ID} --raw`, ['QW003']),
  ),
  late: hidingReason('No record is in its first ten lines, so the list leaves it out.', cmd`show ${ID} --raw`, [
    'QW003',
  ]),
  unnamed: hidingReason('Its first record does not say which session it is of, so the list leaves it out.', HEAL, [
    'QW202',
    'QW203',
  ]),
  unlistable: hidingReason('Its first question ends the list, which then has no session of this folder.', HEAL, [
    'QW220',
  ]),
  'other-id': differingReason('The list gives an id that the program cannot find it by.', HEAL, ['QW302']),
  untitled: {
    ...differingReason('No question is in its first lines, so it has no title there.', SHOW),
    untitled: true,
  },
  unresumable: differingReason('The program lists it, and cannot go on with it.', VERIFY, [
    'QW001',
    'QW002',
    'QW214',
    'QW216',
  ]),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
