import type { FindingPage } from '../row.ts';

/** What convo itself, or somebody unknown, left in a store. */
export const storeLeftovers = {
  ST401: {
    severity: 'error',
    healing: 'manual',
    title: 'A run was interrupted',
    meaning: 'A changing command of convo was stopped by a crash or a full disk. Some of its changes are made.',
    owner: 'The program reads each file as it is now: every file has its old or its new bytes.',
    sound: 'Every file. What the run replaced or removed is in its journal.',
    unknown: 'Whether you want the rest of the run or none of it.',
    next: 'convo resume RUN',
  },
  ST402: {
    severity: 'warning',
    healing: 'manual',
    title: 'A run of convo left a temporary file',
    meaning: 'convo writes a file under such a name and renames it when it is complete; an interrupted run leaves it.',
    owner: 'The program ignores such a name.',
    sound: 'The file that it was meant to replace, which has its old or its new bytes.',
    unknown: 'Whether a run is active right now; then it removes the file itself.',
    next: 'convo runs',
  },
  ST403: {
    severity: 'info',
    healing: 'manual',
    title: 'A file in the store has no known purpose',
    meaning: 'No version of the program is known to write a file of this name here.',
    owner: 'TENEX ignores the file.',
    sound: 'The file.',
    unknown: 'Who put it there.',
    next: 'convo verify --only ST403',
  },
  ST404: {
    severity: 'warning',
    healing: 'manual',
    title: 'The journal of convo cannot be used',
    meaning:
      'The folder .convo, or a part of it, is a link, is not what convo makes it, or cannot be entered. convo follows no link in its journal, because a store that was copied from elsewhere could lead it to any place on the disk.',
    owner: 'It never looks at the folder.',
    sound: 'Every file of the store, which was judged as usual.',
    unknown: 'Whether a run was cut off here. Until this is settled, convo changes nothing in this store.',
    next: 'convo runs',
  },
  ST405: {
    severity: 'warning',
    healing: 'manual',
    title: 'The journal of a run cannot be read',
    meaning:
      'The plan of this run, or another part of its journal, is missing, damaged or a link. The run can be neither undone nor resumed.',
    owner: 'It never looks at the folder.',
    sound: 'The other runs. What this one replaced is in its folder `kept`, as far as it is there.',
    unknown: 'What the run changed, and whether it was finished.',
    next: 'convo runs',
  },
  ST406: {
    severity: 'warning',
    healing: 'manual',
    title: 'A run was undone only in part',
    meaning:
      'Some changes of the run could not be undone: a file was locked, was changed since, or its original is missing. Their originals stay in the journal, and no prune deletes them.',
    owner: 'It reads each file as it is now.',
    sound: 'Every file: each holds the bytes that it had before the run, or those that came after it.',
    unknown: 'Whether you want the rest undone.',
    next: 'convo undo RUN',
  },
} as const satisfies Record<`ST4${number}`, FindingPage>;
