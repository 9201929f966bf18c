import type { FindingPage } from '../row.ts';

const REST = 'Every other record of the file.';
const ALL = 'Every record of the file.';
const STUCK = 'The session cannot go on, at any attempt.';
const NOTHING = 'Nothing: the bytes say it.';
const HEAL = 'convo heal ID --dry-run';
const LOSSY = 'convo heal ID --lossy --dry-run';
const SHOW = 'convo show ID';
const EVERYTHING = 'convo show ID --everything';

/** What the program cannot send, or sends in a way that the API refuses: tried with version 2.1.330. */
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
    severity: 'info',
    healing: 'safe',
    title: 'A question says nothing',
    meaning:
      'Its content is an empty list, or blocks of blank text or of nothing; or it is a blank text beside other words of the user.',
    owner:
      'Leaves it out, or sends "(no content)" in its place, and goes on. Versions up to 2.1.20 cannot go on with a session that holds an empty or blank text block. `convo heal ID --only CL414` writes (empty) for such versions.',
    sound: ALL,
    unknown: 'Whether anything was said there.',
    next: 'convo heal ID --only CL414 --dry-run',
  },
  CL415: {
    severity: 'info',
    healing: 'manual',
    retired: 'Newer programs keep all thinking so, and the API takes it.',
    title: 'Thinking is kept without its text',
    meaning:
      'A thinking block has its signature and an empty text: since 2.1.69 the program keeps all thinking so. The signature holds the thinking.',
    owner: 'Sends the block back as it came, and the API takes it.',
    sound: ALL,
    unknown: 'Whether the text was ever there.',
    next: SHOW,
  },
  CL416: {
    severity: 'warning',
    healing: 'lossy',
    title: 'A thinking block has no signature',
    meaning: 'Thinking is sent back with the signature that came with it. Here it is missing or empty.',
    owner:
      'Sends the conversation, is refused, and sends it again without any thinking of the session: the model no longer sees what it thought, and every further question is sent twice. Versions up to 2.1.181 cannot go on at all. A heal removes these blocks, so that all other thinking is sent.',
    sound: 'Every other record of the file, and all other thinking.',
    unknown: NOTHING,
    next: LOSSY,
  },
  CL417: {
    severity: 'error',
    healing: 'lossy',
    title: 'An image is larger than 5 MB',
    meaning: 'Its base64 has more than 5,242,880 characters.',
    owner: `Sends nothing, at every attempt: "Image base64 size (7MB) exceeds API limit (5MB)". ${STUCK}`,
    sound: REST,
    unknown: NOTHING,
    next: LOSSY,
  },
  CL418: {
    severity: 'info',
    healing: 'manual',
    title: 'An image is larger than 2,000 pixels',
    meaning: 'In a conversation with many images none may be larger than that on a side.',
    owner:
      'Sends it. Once the conversation holds many images the API is reported to refuse it; the program then sends the conversation again without the image.',
    sound: ALL,
    unknown: 'From how many images on.',
    next: SHOW,
  },
  CL419: {
    severity: 'warning',
    healing: 'lossy',
    title: 'An image cannot be sent',
    meaning:
      'It has no bytes, or bytes that are not base64, not an image, or not one of the type that it declares, or it has more than 8,000 pixels on a side.',
    owner:
      'Sends the conversation, is refused, and sends it again with "[Image removed ...]" in its place, at every question anew: the model does not see the image. Versions up to 2.1.20, and 2.1.81 to 2.1.126, cannot go on at all.',
    sound: REST,
    unknown: 'What the image showed.',
    next: LOSSY,
  },
  CL420: {
    severity: 'info',
    healing: 'lossy',
    title: 'Half of a surrogate pair is written as an escape',
    meaning: 'An escape such as \\ud83d is half a character.',
    owner:
      'Sends U+FFFD in its place. Older versions are reported to be refused: no low surrogate in string. `convo heal ID --only CL420` writes U+FFFD into the file.',
    sound: 'All other characters.',
    unknown: 'Which character it was.',
    next: 'convo heal ID --only CL420 --dry-run',
  },
  CL421: {
    severity: 'info',
    healing: 'manual',
    title: 'An answer has no content',
    meaning: 'The content of an assistant message is an empty list.',
    owner: 'Sends "(no content)" in its place.',
    sound: REST,
    unknown: 'Whether anything was answered.',
    next: SHOW,
  },
  CL422: {
    severity: 'error',
    healing: 'safe',
    title: 'The input of a tool call is not an object',
    meaning: 'The input is missing, null, a text, a number or a list. A tool takes an object.',
    owner: `Sends the call as it is, and the API refuses the conversation: input should be a valid dictionary. ${STUCK} A heal puts the input into an object: {"input": ...}, and {} for none.`,
    sound: ALL,
    unknown: 'What the tool was called with, where it is missing.',
    next: HEAL,
  },
  CL423: {
    severity: 'info',
    healing: 'manual',
    retired: 'The program sends them as they are.',
    title: 'A text holds NUL characters',
    meaning: 'The output of a tool was binary.',
    owner: 'Sends them as they are.',
    sound: ALL,
    unknown: NOTHING,
    next: SHOW,
  },
  CL424: {
    severity: 'warning',
    healing: 'lossy',
    title: 'A thinking block has no text',
    meaning: 'The field `thinking`, which may be an empty text, is missing or is not a text.',
    owner:
      'Sends the block as it is. The API is documented to require the field; whether it refuses the conversation was not tried, and the program would not go on then.',
    sound: REST,
    unknown: 'What the thinking was: the signature is encrypted.',
    next: LOSSY,
  },
  CL425: {
    severity: 'error',
    healing: 'safe',
    title: 'A question is blank',
    meaning:
      'The content of a message of the user is an empty or blank text, and nothing else of the user is beside it.',
    owner: `Sends it as it is, and the API refuses the conversation: user messages must have non-empty content. ${STUCK} A heal writes (empty).`,
    sound: ALL,
    unknown: 'What was asked.',
    next: HEAL,
  },
  CL426: {
    severity: 'error',
    healing: 'safe',
    title: 'A tool call has no name that can be sent',
    meaning: 'The name of the tool is missing, empty, not a text, or longer than 200 characters.',
    owner: `Sends the call as it is, and the API refuses the conversation: tool_use.name: field required. ${STUCK} A heal names the tool "unknown", or cuts the name.`,
    sound: ALL,
    unknown: 'Which tool was called, where the name is missing.',
    next: HEAL,
  },
  CL427: {
    severity: 'error',
    healing: 'safe',
    title: 'A block has a type that the API does not know',
    meaning: 'Another program, or a version to come, wrote a block of a type that is in no list of the API.',
    owner: `Sends the block as it is, and the API refuses the conversation: input tag found using 'type' does not match any of the expected tags. ${STUCK} A heal makes it a text block that holds its JSON source.`,
    sound: ALL,
    unknown: 'Whether the API takes the type by now.',
    next: HEAL,
  },
  CL428: {
    severity: 'error',
    healing: 'safe',
    title: 'A snapshot record has no snapshot',
    meaning: 'A `file-history-snapshot` record of a message lacks its `snapshot`.',
    owner:
      'Crashes before it sends anything: "Failed to resume session". The session cannot go on, at any attempt. A heal adds a snapshot of no files.',
    sound: 'All messages.',
    unknown: 'Which files the snapshot named: a rewind to this message does not restore them.',
    next: HEAL,
  },
  CL430: {
    severity: 'info',
    healing: 'manual',
    title: 'The API would refuse a record that is not sent',
    meaning: 'The record is on another branch, or before the last compaction.',
    owner: 'Nothing, until something makes the record a part of the conversation again.',
    sound: ALL,
    unknown: NOTHING,
    next: EVERYTHING,
  },
} as const satisfies Record<string, FindingPage>;
