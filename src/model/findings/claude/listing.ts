import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';

/** The folder that a CL310 says the project was in, in the words of its check; null for any other finding. */
export function movedFrom(code: string, detail: string): string | null {
  return code === 'CL310'
    ? (/^holds sessions of (.+), which is (?:gone|another folder)$/s.exec(detail)?.[1] ?? null)
    : null;
}

/** What the list of the reader makes of a session: docs/formats/claude.md, section "List". */
export const claudeListing = {
  CL301: {
    severity: 'error',
    healing: 'lossy',
    title: 'The session is hidden',
    meaning:
      'The session holds an answer, and the list of the reader has no title for it in its two windows of 64 KiB.',
    owner: 'It cannot be picked from the list. Read by its id it is whole.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL302: {
    severity: 'info',
    healing: 'manual',
    title: 'The session is hidden and holds no answer',
    meaning: 'The list has no title for it: nothing but commands, notes or white space is in it.',
    owner: 'It cannot be picked from the list.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL303: {
    severity: 'warning',
    healing: 'lossy',
    title: 'The session is hidden as a sidechain',
    meaning: 'Its first line says `"isSidechain":true`, somewhere.',
    owner: 'The list takes it for the transcript of a subagent. Read by its id it is whole.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL304: {
    severity: 'warning',
    healing: 'lossy',
    title: 'The title or the tag is out of sight',
    meaning: 'It was given early, and more than 64 KiB were written since.',
    owner: 'The list forgets a tag, and a title that is not in the first 64 KiB either.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL305: {
    severity: 'warning',
    healing: 'manual',
    title: 'The same session is in two projects',
    meaning: 'Two project folders have a session with this id.',
    owner: 'The list over all projects shows the newer one; reading by id takes the first in the order of the disk.',
    sound: REST,
    unknown: 'Which of them was meant.',
    next: 'convo show ID --project NAME',
  },
  CL306: {
    severity: 'error',
    healing: 'manual',
    title: 'A project folder is inside another',
    meaning: 'Sessions are in a folder below a project folder: a move nested them.',
    owner: 'The reader never looks so deep: none of them is listed.',
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
    owner: 'The reader ignores it. Versions of the program that used it showed what it names.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo list --project NAME',
  },
  CL309: {
    severity: 'info',
    healing: 'manual',
    title: 'The name is not that of a session',
    meaning: 'The name looks like a copy of a session; the reader takes a UUID and `.jsonl` only.',
    owner: 'The reader does not list it.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL310: {
    severity: 'info',
    healing: 'manual',
    title: 'The project may have moved',
    meaning: 'The working directory that the sessions name leads to another folder than the one that they are in.',
    owner: 'The reader lists them for neither place, or for a path that is gone.',
    sound: REST,
    unknown: NOTHING,
    next: 'convo rehome OLD NEW --dry-run',
  },
} as const satisfies Record<string, FindingPage>;
