import { ARCHIVED, DAMAGED, differs, hides, type ListReason, unread } from '../../../model/reason.ts';
import { HEAL, SHOW, VERIFY } from '../../../model/rules/row.ts';

export const piReasons = {
  archived: ARCHIVED,
  'no-header': unread(
    hides('It does not begin with the record of a session, so the program does not know it for one.', HEAL, [
      ...(['PI001', 'PI002', 'PI003', 'PI004', 'PI005'] as const),
    ]),
  ),
  unlisted: hides('A message has a content that the list cannot take.', HEAL, ['PI205', 'PI215']),
  'other-id': differs('The program finds it by the id that its first record has.', HEAL, ['PI301']),
  untitled: { ...differs('No question is in it, so it has no title there.', SHOW), untitled: true },
  unresumable: differs('The program lists it, and cannot go on with it.', VERIFY, ['PI205', 'PI215']),
  damaged: DAMAGED,
} as const satisfies Record<string, ListReason>;
