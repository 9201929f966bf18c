import type { Row } from '../row.ts';

const REFUSES =
  'fnord lists the conversation first, without a question, skips it in its background work, and starts a fresh one over it when something saves to this id: the bytes are then gone. `fnord conversations --prune DAYS` crashes while its time is unusable.';

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
      'When it was saved. With `--timestamp T` you say it and nothing is lost; else the time of the file serves.',
    next: 'convo heal ID --timestamp T --dry-run',
  },
  FN016: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is missing',
    meaning: 'A v1 document must carry a whole number under `timestamp`.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'When the conversation was saved.',
    next: 'convo show ID --raw',
  },
  FN017: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp is not a whole number',
    meaning:
      'fnord wants an integer token: a text, null, `1741953600.0` or `1e9` will not do, even where the value is whole.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Whether the value is right apart from its form.',
    next: 'convo show ID --raw',
  },
  FN018: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp lies outside the years that fnord knows',
    meaning: 'Seconds must lie between -377705116800 and 253402300799 (years -9999 to 9999).',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Which time was meant.',
    next: 'convo show ID --raw',
  },
  FN019: {
    severity: 'error',
    healing: 'manual',
    title: 'The timestamp counts milliseconds',
    meaning: 'The number has the size of a time in milliseconds; fnord counts seconds and finds it out of range.',
    owner: REFUSES,
    sound: 'Everything else.',
    unknown: 'Nothing much: a thousandth of it is most likely the time.',
    next: 'convo show ID --raw',
  },
} as const satisfies Record<`FN0${number}`, Row>;
