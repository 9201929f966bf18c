import type { Row } from '../row.ts';

const NOTHING = 'Nothing: the file says it.';

/** What refers to something else: docs/formats/tenex.md, section "Hazards". */
export const tenexReferences = {
  TX201: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event belongs to another conversation',
    meaning: 'Its `E` tag names the event that its thread began with, and that one is not in this history.',
    owner: 'TENEX reads it as part of this conversation; new replies to the same thread go elsewhere.',
    sound: 'The event.',
    unknown: 'How it came here.',
    next: 'convo show ID --all',
  },
  TX202: {
    severity: 'info',
    healing: 'manual',
    title: 'The id is not that of the first event',
    meaning:
      'TENEX names a conversation for the event that began it. A fork, or a history without its beginning, has another name.',
    owner: 'TENEX reads it. A reply finds the first conversation of the index that holds the event it answers.',
    sound: 'Everything.',
    unknown: NOTHING,
    next: 'convo show ID',
  },
  TX203: {
    severity: 'warning',
    healing: 'manual',
    title: 'An agent has read more events than there are',
    meaning: 'Its `lastProcessedMessageIndex` lies beyond the end of the history.',
    owner: 'TENEX does not show the agent any new event until the history has grown past that place.',
    sound: 'The history.',
    unknown: 'Whether events are missing, or the place was wrong from the start.',
    next: 'convo show ID',
  },
  TX204: {
    severity: 'info',
    healing: 'manual',
    title: 'The conversation is marked as being worked on',
    meaning:
      '`executionTime.isActive` is set and was last touched more than half an hour ago: TENEX was stopped in between.',
    owner: 'TENEX takes the mark away when it starts.',
    sound: 'Everything.',
    unknown: NOTHING,
    next: 'convo show ID',
  },
  TX205: {
    severity: 'warning',
    healing: 'safe',
    title: 'The id in the file is not that of its name',
    meaning: 'TENEX loads a conversation by the name of its file and saves it by the id within.',
    owner:
      'TENEX reads it, and its next save writes another file: this one stays as it is, and is what TENEX loads at its next start.',
    sound: 'Everything in the file.',
    unknown: 'Which of the two ids is the right one.',
    next: 'convo heal ID --dry-run',
  },
  TX206: {
    severity: 'error',
    healing: 'manual',
    title: 'The id in the file is that of another conversation',
    meaning:
      'TENEX loads a conversation by the name of its file and saves it by the id within, which here is the name of another file.',
    owner: 'The next save of this conversation overwrites the other one.',
    sound: 'Both, until that save.',
    unknown: 'Whether the names of two files were exchanged, or one is a copy of the other.',
    next: 'convo show ID --raw',
  },
} as const satisfies Record<`TX2${number}`, Row>;
