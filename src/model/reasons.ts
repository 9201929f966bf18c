import { codexReasons as codex } from './codex-reasons.ts';
import type { KindName } from './kinds.ts';
import { ARCHIVED, differs, hides, type Reason, shared, unread } from './reason.ts';
import { HEAL, HEAL_ALL, LOSSY, SHOW, VERIFY } from './rules/next.ts';

export type { Reason } from './reason.ts';

/** Of a conversation that is gone. */
export const GONE = hides('Its file is gone. What is left of it is named here, and what can be had back.', null);

const fnord = {
  archived: ARCHIVED,
  'settings-unreadable': shared(
    hides('settings.json cannot be read, and every fnord command fails at its start.', 'convo verify --only FN310', [
      'FN310',
    ]),
  ),
  'project-without-root': hides(
    'settings.json names the project without its folder, so fnord skips it.',
    'convo explain FN313',
    ['FN313', 'FN312'],
  ),
  'project-is-a-pattern': hides(
    'fnord takes the path of the project for a pattern, and the path does not match itself.',
    'convo explain FN318',
    ['FN318'],
  ),
  'project-twice': hides('The project is also in its old place, and fnord replaces the new one by it.', VERIFY, [
    'FN316',
  ]),
  'index-only': hides('Only an index entry is left of it, and `fnord index` removes that.', VERIFY, ['FN303']),
  'temporary-only': hides('Only a temporary file is left of it, and fnord does not look at those.', VERIFY, ['FN402']),
  'is-a-folder': differs('A folder has its name. fnord lists it without a question and with the time 0.', VERIFY, [
    'FN405',
  ]),
  unreadable: unread(
    differs(
      'fnord cannot read it. It lists it without a question, and overwrites it at the next save to its id.',
      LOSSY,
    ),
  ),
  'no-time': differs('It has no time that fnord can use, so it is listed first.', HEAL, [
    'FN015',
    'FN016',
    'FN017',
    'FN018',
    'FN019',
  ]),
  'not-in-search': differs('A search does not find it as it is.', 'fnord index', ['FN301', 'FN302']),
} as const satisfies Record<string, Reason>;

const tenex = {
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
} as const satisfies Record<string, Reason>;

const rao = {
  archived: ARCHIVED,
  'number-too-large': hides("Its number is larger than R's integers, so Rao drops it from the list.", VERIFY, [
    'RA322',
  ]),
  'number-with-zeros': hides(
    'Its number begins with zeros. Rao lists the number without them, and opens another folder.',
    VERIFY,
    ['RA320'],
  ),
  'not-a-folder': hides('A file has its name, and conversations are folders.', VERIFY, ['RA323']),
  'name-only': hides('The names table has a row for it, and there is no folder.', 'convo list', [
    'RA309',
    'RA310',
    'RA312',
  ]),
  unreadable: unread(differs('Rao lists it, and cannot read its log.', LOSSY)),
  'names-unreadable': shared(
    differs('Rao cannot read its table of names: no conversation has the name that was given to it.', HEAL_ALL, [
      'RA301',
      'RA302',
      'RA303',
      'RA304',
      'RA332',
      'RA333',
      'RA319',
      'RA325',
      'RA326',
    ]),
  ),
  'several-names': differs('The names table has several names for it.', HEAL, ['RA305', 'RA306']),
  'no-name': differs('The names table has no row for it. Rao shows it as "New conversation".', VERIFY, [
    'RA311',
    'RA315',
  ]),
  'name-changed': differs('Rao shows its name otherwise than the names table spells it.', VERIFY, [
    'RA307',
    'RA317',
    'RA327',
  ]),
  'two-copies': differs('It is both active and archived. Rao reads the active one.', VERIFY, ['RA314']),
} as const satisfies Record<string, Reason>;

/** What a session that the picker leaves out is to others. */
const BY_ID = "`claude --resume ID` takes it, and Anthropic's SDK lists it.";

/** A word that was given while `list` followed Anthropic's SDK. */
function retired(message: string): Reason {
  return hides(`${message} No longer given: the picker of the program lists it.`, null);
}

const claude = {
  archived: ARCHIVED,
  name: hides('Its file name is not a UUID with .jsonl, so it is not a session.', VERIFY, ['CL309']),
  unreadable: hides('It is not a file that can be opened.', VERIFY),
  'sidechain-first': hides(
    '"isSidechain":true is in its first 64 KiB, so it is taken for a subagent. Anthropic\'s SDK looks at its first line alone.',
    SHOW,
  ),
  'begun-by-print': hides(`It was begun by \`claude -p\` or an SDK. ${BY_ID}`, SHOW),
  'of-a-team': hides(`A member of a team wrote it. ${BY_ID}`, SHOW),
  'of-a-daemon': hides(`A daemon of the program wrote it. ${BY_ID}`, SHOW),
  empty: retired('The file is empty.'),
  'nothing-to-show': retired('No title is in its first and its last 64 KiB.'),
  'list-raises': retired('A prompt is nested so deeply that the list over all projects fails.'),
  'older-duplicate': retired('A newer copy of it is in another project.'),
  lost: GONE,
  'companion-without-session': hides('Only its companions are left: the session file is gone.', SHOW),
  'nested-project-folder': hides('It is in a folder below a project folder, where nothing is looked for.', VERIFY, [
    'CL306',
  ]),
  'project-moved': differs(
    'The list has it for the path where its project was. For the path where the project is now it looks elsewhere.',
    'convo rehome OLD NEW',
    ['CL310'],
  ),
  'cannot-be-read': differs('The program finds no conversation in it.', VERIFY, ['CL219', 'CL011']),
  'chain-cut': differs('What comes before the break in its chain is not sent.', HEAL, ['CL201', 'CL204', 'CL215']),
  'records-lost': differs('Damaged lines of it are passed over.', HEAL, [
    'CL005',
    'CL006',
    'CL008',
    'CL010',
    'CL016',
    'CL018',
  ]),
  'beside-chain': differs('Some of it is not sent: another branch, or what lost its other half.', SHOW, [
    'CL217',
    'CL203',
    'CL206',
    'CL218',
  ]),
  'no-messages': differs('There are no messages in it.', VERIFY, ['CL106']),
  'no-title': {
    ...differs(
      "No title and no question is in its first and its last 64 KiB: the picker shows `(session)`, and Anthropic's SDK leaves it out.",
      'convo rename ID TITLE',
    ),
    untitled: true,
  },
  'title-out-of-sight': differs(
    'Its title or tag is more than 64 KiB from the end, and the picker forgets it.',
    'convo heal ID --only CL304 --dry-run',
    ['CL304'],
  ),
  'in-two-projects': differs(
    'Two projects have a session of this id. The list of all projects shows the newer.',
    SHOW,
    ['CL305'],
  ),
  'folder-shared': differs('Several projects share its folder, and each of them lists it.', VERIFY, ['CL307']),
  'at-risk': differs('The program deletes it soon, because nothing was written to it for so long.', 'convo archive ID'),
} as const satisfies Record<string, Reason>;

/** Every reason there is, by kind, in the order in which they are reported. A word is never renamed or reused. */
export const REASONS: Readonly<Record<KindName, Readonly<Record<string, Reason>>>> = {
  fnord,
  tenex,
  rao,
  claude,
  codex,
};
