import type { FindingPage } from '../row.ts';

/** Differences from a seal or a baseline that was written earlier: of the stores over time, not of one file. */
export const storeCompared = {
  ST501: {
    severity: 'error',
    healing: 'manual',
    title: 'A sealed conversation is gone',
    meaning:
      'The seal names a conversation that is not in the store any more, neither at its place nor under its id elsewhere.',
    owner: 'The program does not know that it was there.',
    sound: 'All other conversations.',
    unknown: 'Whether somebody deleted it on purpose.',
    next: 'convo runs, then convo undo RUN if convo deleted it; else a backup',
  },
  ST502: {
    severity: 'error',
    healing: 'manual',
    title: 'A conversation was changed without a new time stamp',
    meaning:
      'Its bytes differ from the sealed ones, but its time is the same. The program sets a new time whenever it saves: something else wrote the file, or the disk lost bits.',
    owner: 'The program reads the file as it is now.',
    sound: 'The messages: they are as many as before, and the same.',
    unknown: 'Who changed it, and what the old bytes were.',
    next: 'compare the file with a backup',
  },
  ST503: {
    severity: 'error',
    healing: 'manual',
    title: 'The history of a conversation was rewritten',
    meaning:
      'The messages that were there when the seal was written are not the first messages of the conversation any more, or cannot be read.',
    owner: 'The program reads the history as it is now.',
    sound: 'Nothing can be said about the changed messages; those after them are new.',
    unknown: 'Whether the program did it (a compaction, an edited message) or something else.',
    next: 'compare the file with a backup',
  },
  ST504: {
    severity: 'info',
    healing: 'manual',
    title: 'A conversation has grown since the seal',
    meaning:
      'All sealed messages are there, unchanged and in their order; the conversation was saved again, in most cases with new ones after them.',
    owner: 'The program reads it.',
    sound: 'Every sealed message.',
    unknown: 'Nothing.',
    next: 'convo seal --output FILE writes a new seal',
  },
  ST505: {
    severity: 'info',
    healing: 'manual',
    title: 'A conversation is newer than the seal',
    meaning: 'The seal does not name it.',
    owner: 'The program reads it.',
    sound: 'Everything that other findings do not name.',
    unknown: 'Nothing.',
    next: 'convo seal --output FILE writes a new seal',
  },
  ST506: {
    severity: 'info',
    healing: 'manual',
    title: 'A sealed conversation is at another place',
    meaning: 'Its bytes are the sealed ones, under another path: it was archived, restored, or its folder was renamed.',
    owner: 'The program reads it at its new place, if it looks there.',
    sound: 'All of it.',
    unknown: 'Nothing.',
    next: 'convo seal --output FILE writes a new seal',
  },
  ST507: {
    severity: 'info',
    healing: 'manual',
    title: 'A sealed file that belongs to no conversation differs',
    meaning:
      'An index, a settings file or a leftover has other bytes than when the seal was written, or is gone. Programs rewrite these as they work.',
    owner: 'The program reads it is now.',
    sound: 'Every conversation that no other finding names.',
    unknown: 'Whether the program wrote it.',
    next: 'convo seal --output FILE writes a new seal',
  },
  ST508: {
    severity: 'error',
    healing: 'manual',
    title: 'A store holds fewer conversations than before',
    meaning: 'The baseline or the quick check of a seal counted more conversations, files or bytes than there are now.',
    owner: 'The program does not know how many there were.',
    sound: 'The conversations that are there, as far as no other finding names them.',
    unknown: 'Which ones are missing: only counts were compared.',
    next: 'convo verify --against FILE with a seal names them; --update-baseline accepts the new counts',
  },
} as const satisfies Record<`ST5${number}`, FindingPage>;
