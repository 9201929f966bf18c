import type { FindingPage } from '../row.ts';

const IGNORES = 'Rao ignores it.';
const CONVERSATION = 'The conversation itself.';
const NOTHING = 'Nothing.';

/** Leftovers and hazards: docs/formats/rao.md, section "Hazards". */
export const raoLeftovers = {
  RA401: {
    severity: 'warning',
    healing: 'safe',
    title: 'Folder with saved variables only',
    meaning:
      'The folder contains only saved variables. Rao saves the variables of the conversation it leaves, and recreates a deleted folder for them.',
    owner:
      'Rao lists it as an empty conversation. While it has the highest number, the next new conversation reuses it.',
    sound: 'All other conversations. Heal removes the folder; undo brings it back.',
    unknown: NOTHING,
    next: 'convo heal ID --dry-run',
  },
  RA402: {
    severity: 'info',
    healing: 'safe',
    title: 'Empty conversation folder',
    meaning: 'Rao creates a folder with empty files when it reads a conversation that does not exist.',
    owner: 'Rao lists it as an empty conversation.',
    sound: 'All other conversations. Heal removes the folder; undo brings it back.',
    unknown: NOTHING,
    next: 'convo heal ID --dry-run',
  },
  RA403: {
    severity: 'info',
    healing: 'manual',
    title: 'Leftover background summary state',
    meaning: 'Rao was writing a summary. The file names a process and a temporary file of that session.',
    owner: 'Rao requests the summary again if the process or the file is gone.',
    sound: CONVERSATION,
    unknown: 'Whether that process is still running.',
    next: 'convo show ID --companions',
  },
  RA404: {
    severity: 'info',
    healing: 'manual',
    title: 'Leftover backup of a background summary state',
    meaning: 'Older versions wrote these copies.',
    owner: IGNORES,
    sound: CONVERSATION,
    unknown: NOTHING,
    next: 'convo show ID --companions',
  },
  RA405: {
    severity: 'info',
    healing: 'manual',
    title: 'File of an older version',
    meaning: 'Older versions kept the conversation, its HTML page or the token count in separate files.',
    owner: 'Rao never writes it.',
    sound: CONVERSATION,
    unknown: 'Whether it contains something that is not in the log.',
    next: 'convo verify --only RA405',
  },
  RA406: {
    severity: 'info',
    healing: 'manual',
    title: 'Unknown file',
    meaning: 'Rao does not use a file of this name here.',
    owner: `${IGNORES} It is deleted together with the conversation.`,
    sound: CONVERSATION,
    unknown: 'What created it.',
    next: 'convo verify --only RA406',
  },
  RA407: {
    severity: 'info',
    healing: 'manual',
    title: 'Other users can read conversations',
    meaning: "File permissions let other users read the conversations. This is Rao's default.",
    owner: 'No effect.',
    sound: 'Everything.',
    unknown: 'Whether a parent folder denies access.',
    next: 'chmod -R go= PATH',
  },
  RA410: {
    severity: 'info',
    healing: 'manual',
    title: 'Characters replaced by codes',
    meaning:
      'In a locale other than UTF-8, and on Windows with R before 4.2, R writes `<U+00E9>` instead of each character that is not ASCII.',
    owner: 'Rao displays the codes.',
    sound: 'The characters can be restored from their codes, unless the codes were intended.',
    unknown: 'Whether the codes were intended.',
    next: 'convo show ID',
  },
} as const satisfies Record<`RA4${number}`, FindingPage>;
