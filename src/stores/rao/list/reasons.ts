import { cmd } from '../../../model/command.ts';
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

export const raoReasons = {
  archived: ARCHIVED,
  'number-too-large': hidingReason("Its number is larger than R's integers, so Rao drops it from the list.", VERIFY, [
    'RA322',
  ]),
  'number-with-zeros': hidingReason(
    'Its number begins with zeros. Rao lists the number without them, and opens another folder.',
    VERIFY,
    ['RA320'],
  ),
  'not-a-folder': hidingReason('A file has its name, and conversations are folders.', VERIFY, ['RA323']),
  'name-only': hidingReason('The names table has a row for it, and there is no folder.', cmd`list`, [
    'RA309',
    'RA310',
    'RA312',
  ]),
  unreadable: unreadableReason(differingReason('Rao lists it, and cannot read its log.', LOSSY)),
  'names-unreadable': wholeReason(
    differingReason(
      'Rao cannot read its table of names: no conversation has the name that was given to it.',
      HEAL_ALL,
      ['RA301', 'RA302', 'RA303', 'RA304', 'RA332', 'RA333', 'RA319', 'RA325', 'RA326'],
    ),
  ),
  'several-names': differingReason('The names table has several names for it.', HEAL, ['RA305', 'RA306']),
  'no-name': differingReason('The names table has no row for it. Rao shows it as "New conversation".', VERIFY, [
    'RA311',
    'RA315',
  ]),
  'name-changed': differingReason('Rao shows its name otherwise than the names table spells it.', VERIFY, [
    'RA307',
    'RA317',
    'RA327',
  ]),
  'two-copies': differingReason('It is both active and archived. Rao reads the active one.', VERIFY, ['RA314']),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
