import type { FindingPage } from '../row.ts';

const ALL = 'Every record of the file.';
const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const ORIGINAL = 'Every byte: a heal keeps the original in its journal.';
const HEAL = 'convo heal ID --dry-run';
const SHOW = 'convo show ID';

/** What the records of a session are made of. */
export const claudeStructure = {
  CL101: {
    severity: 'info',
    healing: 'manual',
    title: 'The type of a record is a list or an object',
    meaning: 'A record whose `type` is not a text, and which holds no message.',
    owner: "Passes the record over. The reader of Anthropic's SDK fails on the whole session.",
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
    retired: 'The program passes over such a record, and what follows from it is reported.',
  },
  CL102: {
    severity: 'info',
    healing: 'manual',
    title: 'The parent of a record is a list or an object',
    meaning: '`parentUuid` is neither a uuid nor null.',
    owner:
      "Looks for a record before it in time, as for any parent that is not in the file. The reader of Anthropic's SDK fails on the whole session.",
    sound: ORIGINAL,
    unknown: NOTHING,
    next: SHOW,
    retired: 'The program takes what was written before for the parent, and what follows from that is reported.',
  },
  CL103: {
    severity: 'info',
    healing: 'manual',
    title: 'A flag is not true or false',
    meaning: '`isMeta`, `isSidechain` or `teamName` has a value of another kind.',
    owner: 'Sends the message all the same.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL104: {
    severity: 'warning',
    healing: 'manual',
    title: 'A message has no content',
    meaning: 'The `message` of a record, or its content, is missing, null or empty: what was said is not in the file.',
    owner: 'Passes the message over, and goes on with the others. Versions up to 2.1.245 cannot go on at all.',
    sound: REST,
    unknown: 'What was said.',
    next: SHOW,
  },
  CL105: {
    severity: 'info',
    healing: 'manual',
    title: 'A message has no uuid',
    meaning: 'A user or assistant record lacks a `uuid` that is a text.',
    owner:
      "Sends the message; what follows it is joined to it by its place and its time. The reader of Anthropic's SDK, and versions up to 2.1.81, lose it and what was said before it.",
    sound: ALL,
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
    severity: 'info',
    healing: 'manual',
    title: 'A compaction has no metadata',
    meaning: 'A compact boundary lacks `compactMetadata`.',
    owner:
      'Goes on from the compaction. Which records the compaction kept is not known to it then. Of older versions it is reported that a second `/compact` fails.',
    sound: REST,
    unknown: 'Which records were kept.',
    next: SHOW,
  },
  CL109: {
    severity: 'error',
    healing: 'safe',
    title: 'What a message says is in a shape that is passed over',
    meaning:
      'The message is a text or a list, its content is an object, a number or true, or something among its blocks is not a block with a type, or a text block whose text is not a text.',
    owner:
      'Passes it over without a word: it stands in the file, and the model does not see it. A heal makes it the text block, or the content, that it was meant to be.',
    sound: ALL,
    unknown: NOTHING,
    next: HEAL,
  },
  CL110: {
    severity: 'error',
    healing: 'safe',
    title: 'A message has a type that the program does not know',
    meaning: 'A record holds a message of the user or of the assistant, and its `type` is missing or is neither.',
    owner:
      'Passes the record over: the message stands in the file, and is not sent. A heal gives the record the type of its role.',
    sound: ALL,
    unknown: NOTHING,
    next: HEAL,
  },
} as const satisfies Record<string, FindingPage>;
