import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const NOTHING = 'Nothing: the bytes say it.';
const HEAL = 'convo heal ID --dry-run';
const LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';
const EVERYTHING = 'convo show ID --everything';

/** What the API is reported to refuse. */
export const claudeHazards = {
  CL410: {
    severity: 'info',
    healing: 'manual',
    title: 'A tool call has no result',
    meaning: 'The program was ended while the tool ran.',
    owner:
      'The program leaves out the call, and what else is in its record, and goes on; at the end of a session it closes the call itself. Versions before 2.1.42 could not go on.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL411: {
    severity: 'info',
    healing: 'manual',
    title: 'A tool result has no call',
    meaning: 'The call that the result names is not sent.',
    owner: 'The program leaves out the result, and goes on. Versions before 2.1.42 could not.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL412: {
    severity: 'info',
    healing: 'manual',
    title: 'A tool result comes too late',
    meaning: 'The program puts each result behind its call, so it is not reported any more.',
    owner: 'The program sends both.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
    retired: 'The program puts each result behind its call.',
  },
  CL413: {
    severity: 'error',
    healing: 'manual',
    title: 'Two tool calls have the same id',
    meaning: 'The ids of calls must differ.',
    owner: 'The program sends the first call and its result. The second pair is not sent.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL414: {
    severity: 'error',
    healing: 'lossy',
    title: 'A text block is blank',
    meaning: 'A text block is empty or holds white space only.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. Text content blocks must contain non-whitespace text.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL415: {
    severity: 'info',
    healing: 'manual',
    title: 'Thinking is kept without its text',
    meaning:
      'A thinking block has its signature and an empty text: since 2.1.69 the program asks for no text, and since Opus 4.7 the API sends none unless asked. The signature holds the thinking.',
    owner:
      'Sends the block back as it came, and the API takes it. Of 2.1.143 to 2.1.156 it is reported that some sessions with such blocks could not go on: `thinking` blocks in the latest assistant message cannot be modified. Only for such a session: `convo heal ID --only CL415` takes the blocks out.',
    sound: 'Every record of the file.',
    unknown: 'Whether the text was ever there.',
    next: SHOW,
  },
  CL416: {
    severity: 'error',
    healing: 'lossy',
    title: 'A thinking block has no signature',
    meaning: 'Thinking is sent back with the signature that came with it.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. Invalid `signature` in `thinking` block.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL417: {
    severity: 'error',
    healing: 'lossy',
    title: 'An image is too large',
    meaning: 'It has more than 8,000 pixels on a side, or more than 5 MB.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. Image dimensions exceed max allowed size; image exceeds 5 MB maximum.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL418: {
    severity: 'warning',
    healing: 'manual',
    title: 'An image is larger than 2,000 pixels',
    meaning: 'In a conversation with many images none may be larger than that.',
    owner: 'The API is reported to refuse the conversation once it holds many images.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL419: {
    severity: 'error',
    healing: 'lossy',
    title: 'An image cannot be decoded',
    meaning: 'Its bytes are not those of an image of the type that it declares.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. Could not process image.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL420: {
    severity: 'error',
    healing: 'safe',
    title: 'Half of a surrogate pair is written as an escape',
    meaning: 'An escape such as \\ud83d is half a character.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. Not valid JSON: no low surrogate in string.',
    sound: 'All other characters.',
    unknown: 'Which character it was.',
    next: HEAL,
  },
  CL421: {
    severity: 'error',
    healing: 'manual',
    title: 'An answer has no content',
    meaning: 'The content of an assistant message is an empty list.',
    owner: 'The API is reported to refuse the whole conversation with this record in it: the session cannot go on.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL422: {
    severity: 'error',
    healing: 'manual',
    title: 'The input of a tool call is not an object',
    meaning: 'A tool takes an object.',
    owner: 'The API is reported to refuse the whole conversation with this record in it: the session cannot go on.',
    sound: REST,
    unknown: NOTHING,
    next: SHOW,
  },
  CL423: {
    severity: 'warning',
    healing: 'lossy',
    title: 'A text holds NUL characters',
    meaning: 'The output of a tool was binary.',
    owner: 'The API is reported to refuse it: unexpected end of data.',
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL424: {
    severity: 'error',
    healing: 'lossy',
    title: 'A thinking block has no text',
    meaning: 'The text of the thinking, which may be empty, is missing or is no text.',
    owner:
      'The API is reported to refuse the whole conversation with this record in it: the session cannot go on. `thinking`: field required.',
    sound: REST,
    unknown: 'What the thinking was: the signature is encrypted.',
    next: LOSSY,
  },
  CL430: {
    severity: 'warning',
    healing: 'manual',
    title: 'The API would refuse a record that is not sent',
    meaning: 'The record is off the chain, or before the last compaction.',
    owner: 'Nothing, until something links the record to the chain again.',
    sound: REST,
    unknown: NOTHING,
    next: EVERYTHING,
  },
} as const satisfies Record<string, FindingPage>;
