import { ARCHIVED, DAMAGED, differs, hides, type ListReason, shared, unread } from '../../../model/reason.ts';
import { HEAL, HEAL_ALL, LOSSY, VERIFY } from '../../../model/rules/row.ts';

export const tenexReasons = {
  archived: ARCHIVED,
  'index-missing': shared(
    hides('There is no index. TENEX lists what its index names, and looks at no file.', HEAL_ALL, ['TX304']),
  ),
  'index-unreadable': shared(
    hides('TENEX cannot use its index, takes it for empty, and lists nothing.', HEAL_ALL, ['TX301', 'TX302', 'TX303']),
  ),
  'not-indexed': hides('The index does not name it. TENEX lists what its index names.', HEAL, ['TX306', 'TX307']),
  unreadable: unread(hides('TENEX cannot read the file, and skips the conversation.', LOSSY)),
  'file-missing': hides('The index names it, and there is no file. TENEX lists the entry and cannot open it.', HEAL, [
    'TX305',
  ]),
  'unusable-id': hides('Its id cannot be the name of a file.', VERIFY, ['TX410']),
  'temporary-only': hides('Only a temporary file is left of it.', VERIFY, ['TX402']),
  'another-id': hides('The file calls itself by another id, and the index names that one.', VERIFY, ['TX206']),
  'archive-flag': hides('The index says archived and the folder says active, or the other way round.', HEAL, ['TX308']),
  'entry-differs': differs('TENEX shows what the index says of it, and the file says something else.', HEAL, [
    'TX312',
    'TX205',
  ]),
  'listed-twice': differs('The index has several entries for it.', HEAL, ['TX311']),
  'two-copies': differs('It is both active and archived. TENEX reads the active copy.', VERIFY, ['TX309', 'TX310']),
  damaged: DAMAGED,
} as const satisfies Record<string, ListReason>;
