import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const HEAL = 'convo heal ID --dry-run';
const LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';
const EVERYTHING = 'convo show ID --everything';

/** What records say of each other: docs/formats/claude.md, section "Read". */
export const claudeReferences = {
  CL201: {
    severity: 'error',
    healing: 'lossy',
    title: 'The chain ends at a parent that is not there',
    meaning: 'The first message that the reader shows names a parent that is not in the file.',
    owner: 'Everything said before is gone to the reader, in silence.',
    sound: REST,
    unknown: 'Which record was the parent: `convo heal --lossy` takes the one before it in the file, which is a guess.',
    next: LOSSY,
  },
  CL202: {
    severity: 'warning',
    healing: 'lossy',
    title: 'A record off the chain names a parent that is not there',
    meaning: 'The parent is not in the file. The record is on no chain that the reader follows.',
    owner: 'The reader does not show it either way.',
    sound: REST,
    unknown: 'Which record was the parent.',
    next: LOSSY,
  },
  CL203: {
    severity: 'error',
    healing: 'manual',
    title: 'Messages are cut off from the rest',
    meaning: 'Some messages hang together, and nothing links them to the chain that the reader follows.',
    owner: 'The reader shows one piece of the session and none of the others, in silence.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
  CL204: {
    severity: 'error',
    healing: 'lossy',
    title: 'Records are parents of each other',
    meaning: 'Following the parents of a record leads back to it.',
    owner:
      'The reader shows nothing of the ring, and may take an earlier message for the last one. Forking a session with such a ring of progress records never ends.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL205: {
    severity: 'info',
    healing: 'manual',
    title: 'Records are repeated',
    meaning: 'The same records are in the file twice, with the same uuids.',
    owner: 'The reader takes the last of them; for the last message of all, the first.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
  CL206: {
    severity: 'warning',
    healing: 'manual',
    title: 'Two records share a uuid',
    meaning: 'They have the same uuid and different content.',
    owner: 'The reader takes the later one; for the last message of all, the earlier one.',
    sound: REST,
    unknown: 'Which of them was meant.',
    next: EVERYTHING,
  },
  CL207: {
    severity: 'warning',
    healing: 'safe',
    title: 'The result of a parallel call is off the chain',
    meaning: 'Each of several parallel calls has its own result, and only the last one is an ancestor of what follows.',
    owner:
      'The reader does not show the other results, and a call without a result may be refused when the session goes on.',
    sound: REST,
    unknown: NOTHING,
    next: HEAL,
  },
  CL208: {
    severity: 'info',
    healing: 'manual',
    title: 'The session has branches',
    meaning: 'A message has two continuations: the session was rewound, or continued in two places.',
    owner: 'The reader shows the branch that was written last, and no other.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
  CL209: {
    severity: 'error',
    healing: 'manual',
    title: 'Records belong to another session',
    meaning: 'Records on the chain carry another `sessionId` than the name of the file.',
    owner: 'The reader shows them as they are. The program may write what follows into the other file.',
    sound: REST,
    unknown: 'Whether a copy or a mistake of the program put them here.',
    next: SHOW,
  },
  CL210: {
    severity: 'warning',
    healing: 'manual',
    title: 'Records off the chain belong to another session',
    meaning: 'They carry another `sessionId` than the name of the file.',
    owner: 'The reader does not show them.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
  CL211: {
    severity: 'warning',
    healing: 'manual',
    title: 'A compaction points at nothing',
    meaning: '`logicalParentUuid` of a compact boundary names a record that is not in the file.',
    owner: 'The reader never follows it. Users report that resuming fails.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
} as const satisfies Record<string, FindingPage>;
