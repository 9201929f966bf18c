import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const ORIGINAL = 'Every byte: a heal keeps the original in its journal.';
const LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';

/** What the records of a session are made of. */
export const claudeStructure = {
  CL101: {
    severity: 'info',
    healing: 'manual',
    title: 'The type of a record is a list or an object',
    meaning: 'A record whose `type` is not a text.',
    owner: 'The reader fails: nothing of the session can be read.',
    sound: ORIGINAL,
    unknown: NOTHING,
    next: LOSSY,
    retired: 'The program passes over such a record, and what follows from it is reported.',
  },
  CL102: {
    severity: 'info',
    healing: 'manual',
    title: 'The parent of a record is a list or an object',
    meaning: '`parentUuid` is neither a uuid nor null.',
    owner: 'The reader fails: nothing of the session can be read.',
    sound: ORIGINAL,
    unknown: NOTHING,
    next: LOSSY,
    retired: 'The program takes what was written before for the parent, and what follows from that is reported.',
  },
  CL103: {
    severity: 'info',
    healing: 'manual',
    title: 'A flag is not true or false',
    meaning: '`isMeta`, `isSidechain` or `teamName` has a value of another kind.',
    owner: 'The reader takes any value that Python calls true as set; the list looks for the exact text.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL104: {
    severity: 'warning',
    healing: 'manual',
    title: 'A message has an unusual shape',
    meaning: 'The `message` of a record is missing, is not an object, or its content is neither text nor a list.',
    owner: 'The reader returns it as it is. Programs that expect blocks may fail on it.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL105: {
    severity: 'info',
    healing: 'manual',
    title: 'A message has no uuid',
    meaning: 'A user or assistant record lacks a `uuid` that is a text.',
    owner: 'The reader drops the record, and nothing can be its child.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL106: {
    severity: 'info',
    healing: 'manual',
    title: 'The session holds no messages',
    meaning:
      'Only metadata is in the file. The program leaves such a stub when it writes titles into a session that is gone.',
    owner: 'The picker lists it, and the program finds no conversation in it.',
    sound: 'The companions beside it, where there are any.',
    unknown: 'Whether the session ever held messages.',
    next: SHOW,
  },
  CL107: {
    severity: 'warning',
    healing: 'manual',
    title: 'The sidecar of a subagent cannot be used',
    meaning: 'The `.meta.json` beside a transcript is not an object of texts.',
    owner: 'The reader shows the subagent without its call and its parent.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL108: {
    severity: 'warning',
    healing: 'manual',
    title: 'A compaction has no metadata',
    meaning: 'A compact boundary lacks `compactMetadata`.',
    owner: 'The reader does not look at it. Users report that a second `/compact` fails.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
} as const satisfies Record<string, FindingPage>;
