import type { FindingPage } from '../row.ts';

const NOTHING = 'Nothing: the file shows it.';

/** What refers to something else: docs/formats/tenex.md, section "Hazards". */
export const tenexReferences = {
  TX201: {
    severity: 'warning',
    healing: 'manual',
    title: 'An event belongs to another conversation',
    meaning: 'Its `E` tag names the root event of its thread, which is not in this history.',
    owner: 'TENEX reads it as part of this conversation; new replies to the same thread go elsewhere.',
    sound: 'The event.',
    unknown: 'How it got here.',
    next: 'convo show ID --all',
  },
  TX202: {
    severity: 'info',
    healing: 'manual',
    title: 'The id is not that of the first event',
    meaning:
      'TENEX names a conversation after its first event. A fork, or a history without its beginning, has another name.',
    owner: 'TENEX reads it. A reply goes to the first conversation of the index that has the event it answers.',
    sound: 'Everything.',
    unknown: NOTHING,
    next: 'convo show ID',
  },
  TX203: {
    severity: 'warning',
    healing: 'manual',
    title: 'An agent has read more events than there are',
    meaning: 'Its `lastProcessedMessageIndex` is beyond the end of the history.',
    owner: 'TENEX does not show the agent any new event until the history is longer than that.',
    sound: 'The history.',
    unknown: 'Whether events are missing, or the number was always wrong.',
    next: 'convo show ID',
  },
  TX204: {
    severity: 'info',
    healing: 'manual',
    title: 'The conversation is marked as being worked on',
    meaning:
      '`executionTime.isActive` is set and was last updated more than half an hour ago: TENEX was stopped in between.',
    owner: 'TENEX resets the mark when it starts.',
    sound: 'Everything.',
    unknown: NOTHING,
    next: 'convo show ID',
  },
  TX205: {
    severity: 'warning',
    healing: 'safe',
    title: 'The id in the file does not match its name',
    meaning: 'TENEX loads a conversation by its file name and saves it by the id inside.',
    owner:
      'TENEX reads it, and its next save writes another file. This one stays unchanged, and is what TENEX loads at its next start.',
    sound: 'Everything in the file.',
    unknown: 'Which of the two ids is the right one.',
    next: 'convo heal ID --dry-run',
  },
  TX206: {
    severity: 'error',
    healing: 'manual',
    title: 'The id in the file is that of another conversation',
    meaning:
      'TENEX loads a conversation by its file name and saves it by the id inside, which here is the name of another file.',
    owner: 'The next save of this conversation overwrites the other one.',
    sound: 'Both, until that save.',
    unknown: 'Whether two files were swapped, or one is a copy of the other.',
    next: 'convo show ID --raw',
  },
} as const satisfies Record<`TX2${number}`, FindingPage>;
