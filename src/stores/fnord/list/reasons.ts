import { cmd, shell } from '../../../model/command.ts';
import {
  ARCHIVED,
  differingReason,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
  unreadableReason,
  wholeReason,
} from '../../../model/reason.ts';
import { HEAL, LOSSY, VERIFY } from '../../../model/rules/row.ts';

export const fnordReasons = {
  archived: ARCHIVED,
  'settings-unreadable': wholeReason(
    hidingReason(
      'settings.json cannot be read, and every fnord command fails at its start.',
      cmd`verify --only FN310`,
      ['FN310'],
    ),
  ),
  'project-without-root': hidingReason(
    'settings.json names the project without its folder, so fnord skips it.',
    cmd`explain FN313`,
    ['FN313', 'FN312'],
  ),
  'project-is-a-pattern': hidingReason(
    'fnord takes the path of the project for a pattern, and the path does not match itself.',
    cmd`explain FN318`,
    ['FN318'],
  ),
  'project-twice': hidingReason('The project is also in its old place, and fnord replaces the new one by it.', VERIFY, [
    'FN316',
  ]),
  'index-only': hidingReason('Only an index entry is left of it, and `fnord index` removes that.', VERIFY, ['FN303']),
  'temporary-only': hidingReason('Only a temporary file is left of it, and fnord does not look at those.', VERIFY, [
    'FN402',
  ]),
  'is-a-folder': differingReason(
    'A folder has its name. fnord lists it without a question and with the time 0.',
    VERIFY,
    ['FN405'],
  ),
  unreadable: unreadableReason(
    differingReason(
      'fnord cannot read it. It lists it without a question, and overwrites it at the next save to its id.',
      LOSSY,
    ),
  ),
  'no-time': differingReason('It has no time that fnord can use, so it is listed first.', HEAL, [
    'FN015',
    'FN016',
    'FN017',
    'FN018',
    'FN019',
  ]),
  'not-in-search': differingReason('A search does not find it as it is.', shell`fnord index`, ['FN301', 'FN302']),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
