import type { FindingPage } from '../row.ts';

const REFUSES =
  'fnord lists the conversation first and without a question, skips it in background work, and overwrites it with a new one when something saves to this id: the bytes are then lost. `fnord conversations --prune DAYS` crashes while its time is unusable.';

/** Timestamps: docs/formats/fnord.md, section "Timestamps". */
export const fnordTimes = {
  FN015: {
    severity: 'error',
    healing: 'lossy',
    title: 'The conversation never had a timestamp',
    meaning: 'The first shape fnord wrote, in December 2024: a bare object with its messages and no time.',
    owner: REFUSES,
    sound: 'All messages.',
    unknown:
      'When it was saved. With `--timestamp T` you give the time and nothing is lost; otherwise the time of the file is used.',
    next: 'convo heal ID --timestamp T --dry-run',
  },
  FN016: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is missing',
    meaning: 'A v1 document must have an integer `timestamp`.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'When the conversation was saved.',
    next: 'convo show ID --raw',
  },
  FN017: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is not an integer',
    meaning:
      'fnord requires an integer without fraction or exponent: a string, null, `1741953600.0` and `1e9` are refused.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Whether the value is right apart from its form.',
    next: 'convo show ID --raw',
  },
  FN018: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is out of range',
    meaning: 'Seconds must be between -377705116800 and 253402300799 (years -9999 to 9999).',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Which time was meant.',
    next: 'convo show ID --raw',
  },
  FN019: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is in milliseconds',
    meaning: 'The number looks like a time in milliseconds. fnord expects seconds, so it is out of range.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Little: a thousandth of it is most likely the time.',
    next: 'convo show ID --raw',
  },
} as const satisfies Record<`FN0${number}`, FindingPage>;
