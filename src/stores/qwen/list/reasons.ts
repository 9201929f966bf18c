import { cmd, ID } from '../../../model/command.ts';
import { ARCHIVED, DAMAGED, differs, GONE, hides, type ListReason, unread } from '../../../model/reason.ts';
import { HEAL, REHOME, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const qwenReasons = {
  archived: ARCHIVED,
  lost: GONE,
  checkpoint: hides(
    'It is a copy that the program made of a conversation: `/restore` takes it, and no list has it.',
    SHOW,
  ),
  misnamed: hides('Its name is not that of a session, so the program passes it over.', HEAL, ['QW301']),
  'other-folder': hides('Its first record names another folder than the one that it is kept for.', REHOME, [
    'QW303',
    'QW304',
  ]),
  empty: unread(hides('No record is in its first lines that can be read.', cmd`show ${ID} --raw`, ['QW003'])),
  'other-id': differs('The list gives an id that the program cannot find it by.', HEAL, ['QW302']),
  untitled: { ...differs('No question is in its first lines, so it has no title there.', SHOW), untitled: true },
  unresumable: differs('The program lists it, and cannot go on with it.', VERIFY, ['QW001', 'QW002']),
  damaged: DAMAGED,
} as const satisfies Record<string, ListReason>;
