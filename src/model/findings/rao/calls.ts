import type { FindingPage } from '../row.ts';

const STOPS =
  'Rao displays the conversation up to this call, and stops there. A console or terminal command is displayed empty.';
const OTHERS = 'All other messages.';
const NOTHING = 'Nothing.';
const RAW = 'convo show ID --raw';
const HEAL = 'convo heal ID --dry-run';

/** Calls and their arguments: docs/formats/rao.md, section "Calls". */
export const raoCalls = {
  RA120: {
    severity: 'error',
    healing: 'lossy',
    title: 'Call arguments are torn',
    meaning: 'The string ends in the middle of a JSON object.',
    owner: STOPS,
    sound: 'The complete members of the object.',
    unknown: 'What followed the cut.',
    next: 'convo heal ID --lossy --dry-run',
  },
  RA121: {
    severity: 'error',
    healing: 'manual',
    title: 'Call arguments are not a JSON object',
    meaning: 'They are missing, not a string, not JSON, not an object, or have a path or pattern that is not a string.',
    owner: STOPS,
    sound: OTHERS,
    unknown: 'What the model asked for.',
    next: RAW,
  },
  RA122: {
    severity: 'error',
    healing: 'safe',
    title: 'Call arguments are an object with one member',
    meaning: 'Rao unboxes lists of one, and an object with one member looks the same to R.',
    owner: STOPS,
    sound: 'The arguments. Heal writes them as a string.',
    unknown: NOTHING,
    next: HEAL,
  },
  RA123: {
    severity: 'warning',
    healing: 'safe',
    title: 'Call arguments are an object',
    meaning: 'Model APIs expect a string of JSON.',
    owner: 'Rao displays the call, and sends the object unchanged.',
    sound: 'The arguments. Heal writes them as a string.',
    unknown: 'Whether the model API accepts it.',
    next: HEAL,
  },
  RA124: {
    severity: 'error',
    healing: 'manual',
    title: 'Call without a name',
    meaning: 'A call must be an object with a name, arguments, a call id and the id of its message.',
    owner: 'Rao displays nothing for it, or stops there with an error.',
    sound: OTHERS,
    unknown: 'What was called.',
    next: RAW,
  },
  RA125: {
    severity: 'warning',
    healing: 'manual',
    title: 'Call without a call id',
    meaning: 'Outputs are matched to calls by that id.',
    owner: 'Rao displays the call; the model API may reject the conversation.',
    sound: OTHERS,
    unknown: 'Which output belongs to it.',
    next: RAW,
  },
  RA126: {
    severity: 'error',
    healing: 'safe',
    title: 'Command arguments in a list of one',
    meaning: 'Rao reads the arguments of commands without taking them out of a list, as it does for other calls.',
    owner: 'Rao stops at a run_file, and shows an empty command for the others.',
    sound: 'The arguments in the list.',
    unknown: NOTHING,
    next: HEAL,
  },
} as const satisfies Record<`RA12${number}`, FindingPage>;
