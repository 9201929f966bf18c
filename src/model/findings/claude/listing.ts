import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const _LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';

/** The folder that a CL310 says the project was in, in the words of its check; null for any other finding. */
export function movedFrom(code: string, detail: string): string | null {
  return code === 'CL310'
    ? (/^holds sessions of (.+), which is (?:gone|another folder)$/s.exec(detail)?.[1] ?? null)
    : null;
}

const LISTED = 'The picker of the program lists such a session, as `(session)`, and so does `convo list`.';

/** What the picker of the program makes of a session: docs/formats/claude.md, section "List". */
export const claudeListing = {
  CL301: {
    severity: 'error',
    healing: 'manual',
    title: 'The session is hidden',
    meaning: 'The session holds an answer, and no title for a list is in its first and its last 64 KiB.',
    owner: "Anthropic's SDK leaves it out of its list.",
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
    retired: LISTED,
  },
  CL302: {
    severity: 'info',
    healing: 'manual',
    title: 'The session is hidden and holds no answer',
    meaning: 'No title for a list is in it: nothing but commands, notes or white space.',
    owner: "Anthropic's SDK leaves it out of its list.",
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
    retired: LISTED,
  },
  CL303: {
    severity: 'info',
    healing: 'manual',
    title: 'The session is hidden as a sidechain',
    meaning: '`"isSidechain":true` is in its first 64 KiB.',
    owner: 'The picker takes it for the transcript of a subagent. `claude --resume ID` goes on with it.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
    retired:
      'Versions before 2.0 wrote what a subagent did into the session, so nothing is wrong with it. `convo list --hidden` has it.',
  },
  CL304: {
    severity: 'info',
    healing: 'manual',
    title: 'The title or the tag is out of sight',
    meaning: 'It was given early, and more than 64 KiB were written since.',
    owner: 'The picker forgets a tag, and a title that is not in the first 64 KiB either.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo heal ID --only CL304 --dry-run',
  },
  CL305: {
    severity: 'info',
    healing: 'manual',
    title: 'The same session is in two projects',
    meaning: 'Two project folders have a session with this id.',
    owner:
      'In each of the two working directories it lists and takes the one that is there. Its list of all projects has the newer one.',
    sound: REST,
    unknown: 'Which of them was meant.',
    next: 'convo show ID --project NAME',
  },
  CL306: {
    severity: 'error',
    healing: 'manual',
    title: 'A project folder is inside another',
    meaning: 'Sessions are in a folder below a project folder: a move nested them.',
    owner: 'The program never looks so deep: none of them is listed.',
    sound: REST,
    unknown: NOTHING,
    next: 'mv OLD NEW',
  },
  CL307: {
    severity: 'info',
    healing: 'manual',
    title: 'Several projects share this folder',
    meaning: 'The sessions come from different working directories whose names differ in signs only.',
    owner: 'Each of those projects lists the sessions of all.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo list --project NAME',
  },
  CL308: {
    severity: 'info',
    healing: 'manual',
    title: "The program's index does not match the sessions",
    meaning: '`sessions-index.json` names sessions that are gone, lacks some, or cannot be read.',
    owner: 'The program ignores it. Older versions showed what it names.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo list',
  },
  CL309: {
    severity: 'info',
    healing: 'manual',
    title: 'The name is not that of a session',
    meaning: 'The name looks like a copy of a session; the program takes a UUID and `.jsonl` only.',
    owner: 'The picker does not list it.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL310: {
    severity: 'info',
    healing: 'manual',
    title: 'Projects may have moved',
    meaning:
      'The working directory that sessions name is gone, or leads to another project folder than the one that they are in.',
    owner: 'The picker lists them for the path that is gone, or for neither.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo rehome OLD NEW --dry-run',
  },
} as const satisfies Record<string, FindingPage>;
