import { cmd, ID, OLD } from '../../../model/command.ts';
import {
  ARCHIVED,
  differingReason,
  FILE_GONE,
  hidingReason,
  type ListReason,
  PARTLY_LOST,
} from '../../../model/reason.ts';
import { HEAL, REHOME, SHOW, VERIFY } from '../../../model/rules/row.ts';

const BY_ID = "`claude --resume ID` takes it, and Anthropic's SDK lists it.";

function retiredReason(message: string): ListReason {
  return hidingReason(`${message} No longer given: the picker of the program lists it.`, null);
}

export const claudeReasons = {
  archived: ARCHIVED,
  name: hidingReason('Its file name is not a UUID with .jsonl, so it is not a session.', cmd`fork ${ID}`, ['CL309']),
  compressed: hidingReason(
    'gzip compressed it under a name that ends with .gz, and the program reads no such file; convo does, up to 128 MiB and where the checksum holds.',
    HEAL,
  ),
  unreadable: hidingReason('It is not a file that can be opened.', VERIFY, ['CL314']),
  'sidechain-first': {
    ...hidingReason(
      '"isSidechain":true is in its first 64 KiB, so it is taken for a subagent. Anthropic\'s SDK looks at its first line alone.',
      SHOW,
    ),
    are: 'of subagents',
  },
  'begun-by-print': {
    ...hidingReason(`It was begun by \`claude -p\` or an SDK. ${BY_ID}`, SHOW),
    are: 'begun by `claude -p` or an SDK',
  },
  'of-a-team': hidingReason(`A member of a team wrote it. ${BY_ID}`, SHOW),
  'of-a-daemon': hidingReason(`A daemon of the program wrote it. ${BY_ID}`, SHOW),
  continued: {
    ...hidingReason(
      'It goes on in another session, which the picker lists in its place. `claude --resume ID` takes it as it was when that began.',
      SHOW,
    ),
    ofSuccessor: true,
    are: 'that go on in another session',
  },
  empty: retiredReason('The file is empty.'),
  'nothing-to-show': retiredReason('No title is in its first and its last 64 KiB.'),
  'list-raises': retiredReason('A prompt is nested so deeply that the list over all projects fails.'),
  'older-duplicate': retiredReason('A newer copy of it is in another project.'),
  lost: FILE_GONE,
  'companion-without-session': hidingReason('Only its companions are left: the session file is gone.', SHOW),
  'nested-project-folder': hidingReason(
    'It is in a folder below a project folder, where nothing is looked for.',
    VERIFY,
    ['CL306'],
  ),
  'project-moved': differingReason(
    'It is listed for the old path of its project. For the new path the program looks in another folder.',
    REHOME,
    ['CL310'],
  ),
  'folder-of-another-name': differingReason(
    'Its project folder has a name that the program does not make of its path: the list of its project has it only where CLAUDE_CODE_PROJECT_DIR_NAME gives that name.',
    cmd`rehome ${OLD} ${OLD}`,
    ['CL312'],
  ),
  'cannot-be-read': differingReason('The program finds no conversation in it.', VERIFY, ['CL219', 'CL011']),
  'chain-cut': differingReason('What comes before the break in its chain is not sent.', HEAL, [
    'CL201',
    'CL204',
    'CL215',
  ]),
  'records-lost': differingReason('Damaged lines of it are passed over.', HEAL, [
    'CL005',
    'CL006',
    'CL008',
    'CL010',
    'CL016',
    'CL018',
  ]),
  'beside-chain': differingReason('Some of it is not sent: another branch, or what lost its other half.', SHOW, [
    'CL217',
    'CL203',
    'CL206',
    'CL218',
    'CL227',
  ]),
  'no-messages': differingReason('There are no messages in it.', VERIFY, ['CL106']),
  'over-lines': differingReason(
    'Its records are written over several lines, in which the picker finds no title and no question.',
    cmd`heal ${ID} --only CL027 --dry-run`,
    ['CL027'],
  ),
  'byte-order-mark': differingReason(
    'A byte-order mark begins the file, and the picker finds no title and no question in its first line: it shows what comes after.',
    cmd`heal ${ID} --only CL029 --dry-run`,
    ['CL029'],
  ),
  'no-bytes': {
    ...differingReason(
      'The file has no byte: the picker shows `(session)`, and the program finds no conversation in it.',
      cmd`archive ${ID}`,
    ),
    noBytes: true,
  },
  'no-title': {
    ...differingReason(
      "The program looks for a title and a question line by line in its first and its last 64 KiB, and finds none: the picker shows `(session)`, and Anthropic's SDK leaves it out.",
      cmd`rename ${ID} ${{ place: 'TITLE' }}`,
    ),
    untitled: true,
  },
  'title-out-of-sight': differingReason(
    'Its title or tag is more than 64 KiB from the end, and the picker forgets it.',
    cmd`heal ${ID} --only CL304 --dry-run`,
    ['CL304'],
  ),
  'in-two-projects': differingReason(
    'Two projects have a session of this id. The list of all projects shows the newer.',
    SHOW,
    ['CL305'],
  ),
  'folder-shared': differingReason('Several projects share its folder, and each of them lists it.', VERIFY, ['CL307']),
  'at-risk': differingReason(
    'The program deletes it soon, because nothing was written to it for so long.',
    cmd`archive ${ID}`,
  ),
  damaged: PARTLY_LOST,
} as const satisfies Record<string, ListReason>;
