import type { Row } from '../row.ts';

const HEAL = 'convo heal --dry-run';
const FILES = 'The conversations themselves: each is a file of its own.';
const LOSS =
  'TENEX lists nothing and loads nothing, and its next save writes an index of ONE entry: the rest of the index is then lost.';
const NOTHING = 'Nothing: the store says it.';

/** `metadata.json` against the files, both ways: docs/formats/tenex.md, section "Layout and behaviour". */
export const tenexIndex = {
  TX301: {
    severity: 'error',
    healing: 'safe',
    title: 'The index cannot be read',
    meaning:
      '`metadata.json` is no JSON: it was cut while TENEX wrote it in place, two processes wrote it at once, or an editor added a byte-order mark.',
    owner: LOSS,
    sound: FILES,
    unknown: 'The order of the entries behind the damage, and their last update.',
    next: HEAL,
  },
  TX302: {
    severity: 'error',
    healing: 'safe',
    title: 'The index has no list of conversations',
    meaning: '`metadata.json` is JSON, and not an object whose `conversations` are a list.',
    owner: LOSS,
    sound: FILES,
    unknown: 'The order in which the conversations were listed.',
    next: HEAL,
  },
  TX303: {
    severity: 'error',
    healing: 'safe',
    title: 'One entry makes the whole index unreadable',
    meaning:
      'TENEX takes an index only when every entry has an id, a title and a phase that are texts, four numbers, and no `archived` but true or false. A number beyond all doubles it takes, and writes as null at its next save.',
    owner: LOSS,
    sound: 'The other entries, and the conversations.',
    unknown: NOTHING,
    next: HEAL,
  },
  TX304: {
    severity: 'error',
    healing: 'safe',
    title: 'The index is missing',
    meaning: 'There are conversations, and no `metadata.json` that names them.',
    owner: 'TENEX writes an empty index at its next start: it lists nothing and loads nothing.',
    sound: FILES,
    unknown: 'The order in which the conversations were listed.',
    next: HEAL,
  },
  TX305: {
    severity: 'warning',
    healing: 'safe',
    title: 'An entry of the index has no conversation',
    meaning: 'The index names a conversation of which there is no file, neither active nor archived.',
    owner: 'TENEX lists it, cannot open it, and skips it.',
    sound: 'The entry. A heal moves it into the journal.',
    unknown: 'Whether the file was deleted on purpose.',
    next: HEAL,
  },
  TX306: {
    severity: 'error',
    healing: 'safe',
    title: 'An active conversation is not in the index',
    meaning:
      'The file is there, and no entry of `metadata.json` names it: two processes saved at once, or the index was lost and begun anew.',
    owner: 'TENEX neither lists nor loads it.',
    sound: 'The conversation.',
    unknown: NOTHING,
    next: HEAL,
  },
  TX307: {
    severity: 'warning',
    healing: 'safe',
    title: 'An archived conversation is not in the index',
    meaning:
      'The file is in the archive, and no entry names it. TENEX leaves this behind when it deletes an archived conversation.',
    owner: 'TENEX does not list it.',
    sound: 'The conversation.',
    unknown: 'Whether it was to be deleted.',
    next: HEAL,
  },
  TX308: {
    severity: 'error',
    healing: 'safe',
    title: 'The index and the folder disagree on whether a conversation is archived',
    meaning: 'Its entry says archived and the file is among the active ones, or the reverse.',
    owner: 'TENEX lists it as the entry says, and does not load it.',
    sound: 'The conversation.',
    unknown: 'Which of the two is meant; a heal goes by where the file lies.',
    next: HEAL,
  },
  TX309: {
    severity: 'warning',
    healing: 'manual',
    title: 'Two copies of a conversation have gone different ways',
    meaning:
      'The same id lies among the active ones and in the archive, and each copy has something that the other lacks.',
    owner: 'TENEX reads the active one. `archive` overwrites the archived copy, `restore` the active one.',
    sound: 'Both copies, until then.',
    unknown: 'Which of the two you want.',
    next: 'convo show ID --all',
  },
  TX310: {
    severity: 'warning',
    healing: 'safe',
    title: 'A conversation lies both among the active ones and in the archive',
    meaning: 'One copy holds all that the other does: TENEX saved a conversation that had been archived before.',
    owner: 'TENEX reads the active one. `archive` overwrites the archived copy, `restore` the active one.',
    sound: 'Both copies; a heal keeps the longer one and moves the other into the journal.',
    unknown: NOTHING,
    next: 'convo heal ID --dry-run',
  },
  TX311: {
    severity: 'warning',
    healing: 'safe',
    title: 'The index names a conversation more than once',
    meaning: 'Several entries have the same id.',
    owner: 'TENEX lists all of them, loads the conversation once for each, and keeps only the first up to date.',
    sound: 'The conversation.',
    unknown: 'Which entry is the newest; a heal goes by the file.',
    next: HEAL,
  },
  TX312: {
    severity: 'warning',
    healing: 'safe',
    title: 'An entry of the index does not say what the conversation does',
    meaning: 'Its title, its phase, its time or one of its counts is not what TENEX would write for the file.',
    owner: 'TENEX lists and searches by the entry, and sets it right when it next saves the conversation.',
    sound: 'The conversation.',
    unknown: 'Whether the file has lost something since, or the index was not written.',
    next: HEAL,
  },
  TX313: {
    severity: 'warning',
    healing: 'safe',
    title: 'An entry of the index does not say whether the conversation is archived',
    meaning: 'The entry has no `archived`.',
    owner:
      'TENEX lists it as active, and finds it neither among the archived ones nor among the others when it searches by that.',
    sound: 'The conversation.',
    unknown: NOTHING,
    next: HEAL,
  },
  TX314: {
    severity: 'error',
    healing: 'safe',
    title: 'The index has lost most of its entries',
    meaning:
      'More conversations lie here than the index names: it could not be read once, and TENEX saved a new one over it.',
    owner: 'TENEX neither lists nor loads what is not in the index.',
    sound: FILES,
    unknown: 'The order in which the lost ones were listed, and their last update.',
    next: HEAL,
  },
  TX315: {
    severity: 'warning',
    healing: 'manual',
    title: 'The index has keys that TENEX drops',
    meaning: 'TENEX keeps eight members of an entry, and the list of them.',
    owner: 'TENEX reads the index without them: at the next save of any conversation they are gone.',
    sound: 'Everything, until that save.',
    unknown: 'Who wrote them.',
    next: 'convo verify --only TX315',
  },
} as const satisfies Record<`TX3${number}`, Row>;
