import type { Row } from '../row.ts';

/** What convo itself, or somebody unknown, left in a store. */
export const storeLeftovers = {
  ST401: {
    severity: 'error',
    healing: 'manual',
    title: 'A run was cut off',
    meaning:
      'A changing command of convo was stopped before its end, by a crash or a full disk. Some changes are made.',
    owner: 'It reads each file as it is now: every single one holds its old or its new bytes.',
    sound: 'Every file. What the run replaced or took away lies in its journal.',
    unknown: 'Whether you want the rest of the run or none of it.',
    next: 'convo resume, or convo undo',
  },
  ST402: {
    severity: 'warning',
    healing: 'manual',
    title: 'A run of convo left a temporary file',
    meaning: 'A file is built under such a name and renamed when it is complete; a run that was cut off leaves it.',
    owner: 'It never looks at such a name.',
    sound: 'The file that it was to replace, which has its old or its new bytes.',
    unknown: 'Whether a run is at work right now; then the file goes away by itself.',
    next: 'convo runs',
  },
  ST403: {
    severity: 'info',
    healing: 'manual',
    title: 'A file of no known purpose lies in the store',
    meaning: 'No version of the owner is known to write a file of this name here.',
    owner: 'It never looks at the file.',
    sound: 'The file.',
    unknown: 'Who put it there.',
    next: 'convo verify --only ST403',
  },
} as const satisfies Record<`ST4${number}`, Row>;
