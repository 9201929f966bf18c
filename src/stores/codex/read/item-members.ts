import { elements, isText } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import {
  absent,
  absentOr,
  aList,
  anyOf,
  aText,
  bool,
  type IsAccepted,
  integer,
  listOf,
  mapOf,
  number,
  object,
  objectWith,
  oneOf,
  optionally,
  tagged,
  unsigned,
} from './accepted.ts';

/** Members that items and events need, or else version 0.171.0 drops the whole item. */

export const phase = optionally(oneOf('commentary', 'final_answer'));
const part = tagged({
  input_text: objectWith({ text: aText }),
  output_text: objectWith({ text: aText }),
  input_image: objectWith({ image_url: aText, detail: optionally(oneOf('auto', 'low', 'high', 'original')) }),
  input_audio: object,
});
export const messageParts = listOf(part);
export const output = anyOf(aText, messageParts);

const citedLines = objectWith({ path: aText, lineStart: unsigned, lineEnd: unsigned, note: aText });
export const memoryCitation = optionally(objectWith({ entries: listOf(citedLines), rolloutIds: listOf(aText) }));

const twoNumbers: IsAccepted = (value) => value !== null && listOf(unsigned)(value) && elements(value).length === 2;
export const duration = anyOf(twoNumbers, objectWith({ secs: unsigned, nanos: unsigned }));

const byteRange = objectWith({ start: unsigned, end: unsigned });
export const textElements = absentOr(listOf(objectWith({ byte_range: byteRange, placeholder: optionally(aText) })));

export const mcpResult = objectWith({ content: aList, isError: optionally(bool) });
export const mcpOutcome = anyOf(objectWith({ Ok: mcpResult, Err: absent }), objectWith({ Ok: absent, Err: aText }));

/** Files that a patch adds, deletes or updates, by path. */
export const changes = mapOf(
  tagged({
    add: objectWith({ content: aText }),
    delete: objectWith({ content: aText }),
    update: objectWith({ unified_diff: aText, move_path: optionally(aText) }),
  }),
);

const WEB_ACTIONS: Readonly<Record<string, IsAccepted>> = {
  search: objectWith({ query: optionally(aText), queries: optionally(listOf(aText)) }),
  open_page: objectWith({ url: optionally(aText) }),
  find_in_page: objectWith({ url: optionally(aText), pattern: optionally(aText) }),
};

/** An action of an unknown type is accepted with any members. */
export const webAction: IsAccepted = (value) => {
  const type = lastValue(value, 'type');
  if (type === null || !anyOf(aText, unsigned)(type)) return false;
  return Object.entries(WEB_ACTIONS).every(([word, accepts]) => !isText(type, word) || accepts(value));
};

export const reviewTarget = tagged({
  uncommittedChanges: objectWith({}),
  baseBranch: objectWith({ branch: aText }),
  commit: objectWith({ sha: aText, title: optionally(aText) }),
  custom: objectWith({ instructions: aText }),
});

const lineRange = objectWith({ start: unsigned, end: unsigned });
const reviewFinding = objectWith({
  title: aText,
  body: aText,
  confidence_score: number,
  priority: integer,
  code_location: objectWith({ absolute_file_path: aText, line_range: lineRange }),
});
export const reviewOutput = objectWith({
  findings: listOf(reviewFinding),
  overall_correctness: aText,
  overall_explanation: aText,
  overall_confidence_score: number,
});
