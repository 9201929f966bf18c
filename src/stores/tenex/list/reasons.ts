import {
  ARCHIVED,
  differingReason,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
  unreadableReason,
  wholeReason,
} from '../../../model/reason.ts';
import { HEAL, HEAL_ALL, LOSSY, VERIFY } from '../../../model/rules/row.ts';

export const tenexReasons = {
  archived: ARCHIVED,
  'index-missing': wholeReason(
    hidingReason('There is no index. TENEX lists what its index names, and looks at no file.', HEAL_ALL, ['TX304']),
  ),
  'index-unreadable': wholeReason(
    hidingReason('TENEX cannot use its index, takes it for empty, and lists nothing.', HEAL_ALL, [
      'TX301',
      'TX302',
      'TX303',
    ]),
  ),
  'not-indexed': hidingReason('The index does not name it. TENEX lists what its index names.', HEAL, [
    'TX306',
    'TX307',
  ]),
  unreadable: unreadableReason(hidingReason('TENEX cannot read the file, and skips the conversation.', LOSSY)),
  'file-missing': hidingReason(
    'The index names it, and there is no file. TENEX lists the entry and cannot open it.',
    HEAL,
    ['TX305'],
  ),
  'unusable-id': hidingReason('Its id cannot be the name of a file.', VERIFY, ['TX410']),
  'temporary-only': hidingReason('Only a temporary file is left of it.', VERIFY, ['TX402']),
  'another-id': hidingReason('The file calls itself by another id, and the index names that one.', VERIFY, ['TX206']),
  'archive-flag': hidingReason('The index says archived and the folder says active, or the other way round.', HEAL, [
    'TX308',
  ]),
  'entry-differs': differingReason('TENEX shows what the index says of it, and the file says something else.', HEAL, [
    'TX312',
    'TX205',
  ]),
  'listed-twice': differingReason('The index has several entries for it.', HEAL, ['TX311']),
  'two-copies': differingReason('It is both active and archived. TENEX reads the active copy.', VERIFY, [
    'TX309',
    'TX310',
  ]),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
