import { asBuffer } from '../../codecs/bytes.ts';
import { wholeValue } from '../../codecs/json/scan.ts';
import { elements, isArray, isObject, isString, member, type Value } from '../../codecs/json/value.ts';
import { objectsIn } from '../../codecs/lines/shape.ts';
import { NO_COUNTS } from '../../model/change-report.ts';
import { type Counts, type Message, NOTHING_BESIDE, type View } from '../../model/conversation.ts';
import { type Code, type Finding, fileFinding } from '../../model/finding.ts';
import { once } from '../../model/once.ts';
import type { Part } from '../../model/part.ts';
import { baseName } from '../../model/path.ts';
import { type Ask, type NotChanged, refused, type UnitChange, unchanged, unitChange } from '../decision.ts';
import type { OpenDocument, Unit } from '../kind.ts';
import { removed } from './change/steps.ts';
import { pictureOf } from './image.ts';
import { CHECKPOINT } from './layout.ts';
import { FILES, programText } from './prompts/logged-prompts.ts';
import { valuesIn } from './records.ts';
import { callOf, pictureAt, resultOf, type Said, saidQuestion, saidText, saidThought } from './said.ts';
import { unreadIn } from './search/words-of-value.ts';
import { resultText, textAt } from './text-at.ts';

export interface CheckpointDocument extends Pick<OpenDocument, 'id' | 'conversations' | 'transcript' | 'tally'> {
  readonly checkpoint: Part;
}

/** `isDue`: true for the path of a copy that the program deletes at its next start. */
interface CheckpointFormat {
  readonly format: string;
  readonly cwd: string | null;
  readonly isDue?: (path: string) => boolean;
}

/** Null for a unit that is not a saved conversation. */
export function openCheckpoint(
  { id, parts }: Unit,
  { format, cwd, isDue }: CheckpointFormat,
): CheckpointDocument | null {
  const checkpoint = parts.find(({ role }) => role === CHECKPOINT);
  if (checkpoint === undefined) return null;
  const copy = once(() => copyIn(checkpoint.bytes ?? new Uint8Array()));
  const messages = once(() => Array.from(numbered(copy().contents)));
  const visible = once(() => messages().filter(({ hidden, offScreen = false }) => !hidden && !offScreen));
  const view: View = {
    id,
    path: checkpoint.path,
    state: 'active',
    ...(isDue?.(checkpoint.path) === true ? { daysLeft: 0 } : {}),
    hidden: CHECKPOINT,
    cwd,
    bytes: checkpoint.size,
    timestamp: checkpoint.mtime,
    createdAt: null,
    updatedAt: checkpoint.mtime,
    get format() {
      return copy().isTaken ? format : null;
    },
    get readable() {
      return copy().isTaken;
    },
    get title() {
      return visible().find(({ role, type }) => role === 'user' && type === 'text')?.text ?? null;
    },
    get messages() {
      return copy().isTaken ? visible().length : null;
    },
  };
  return {
    id,
    checkpoint,
    conversations: [view],
    // The session counts its messages.
    tally: () => {},
    transcript: () => ({
      messages: messages(),
      ...NOTHING_BESIDE,
      metadata: { source: JSON.stringify({ checkpoint: baseName(checkpoint.path) }) },
    }),
  };
}

/** Findings of a saved conversation; none for any other document. */
export function checkpointFindings(
  { id, checkpoint, conversations }: Partial<CheckpointDocument> & Pick<CheckpointDocument, 'id'>,
  code: Code,
): Finding[] {
  if (checkpoint?.type !== 'file' || conversations?.[0]?.readable !== false) return [];
  return [fileFinding(code, id, checkpoint.path, UNREAD)];
}

const UNREAD = 'is not whole JSON with a list of messages: the program does not find it';

interface Contents {
  readonly at: string;
  readonly value: Value;
}

interface Copy {
  readonly contents: readonly Contents[];
  /** True if the program loads it. */
  readonly isTaken: boolean;
}

/**
 * Keys of lists for the model, the first that is present counts. Copies made before a tool have both: there `history` is what the screen
 * showed.
 */
const LISTS = ['clientHistory', 'history'];

function copyIn(bytes: Uint8Array): Copy {
  const value = wholeValue(bytes);
  if (value === null) return { contents: contentsBefore(asBuffer(bytes)), isTaken: false };
  const key = LISTS.find((each) => isArray(member(value, each, 'last')));
  const list = isArray(value) ? value : key === undefined ? null : member(value, key, 'last');
  const at = key === undefined ? '' : `/${key}`;
  return { contents: elements(list).map((each, n) => ({ at: `${at}/${n}`, value: each })), isTaken: list !== null };
}

function contentsBefore(bytes: Buffer): Contents[] {
  const list = LISTS.map((key) => bytes.indexOf(`"${key}"`)).find((at) => at >= 0) ?? 0;
  const values = valuesIn(bytes, objectsIn(bytes, bytes.indexOf('[', list) + 1));
  return values.map((value, n) => ({ at: `/history/${n}`, value }));
}

function* numbered(contents: readonly Contents[]): Generator<Message> {
  let index = 0;
  for (const { at, value } of contents) for (const said of saidIn(value)) yield { index: index++, at, ...said };
}

const SETUP = /^<(?:session_context|hook_context|system-reminder)>/;

/** True for a text that the program puts before a question. */
export function isSetup(text: string): boolean {
  return SETUP.test(text);
}

function* saidIn(value: Value): Generator<Said> {
  const parts = elements(member(value, 'parts', 'last'));
  const isAnswer = textAt(value, 'role') === 'model';
  if (!isAnswer) yield* askedIn(parts);
  for (const part of parts) yield* partSaid(part, isAnswer);
}

function* partSaid(part: Value, isAnswer: boolean): Generator<Said> {
  const [call, response] = [member(part, 'functionCall', 'last'), member(part, 'functionResponse', 'last')];
  if (isObject(call)) yield callOf(call, {});
  else if (isObject(response)) yield resultIn(response);
  else if (isString(member(part, 'text', 'last'))) yield* isAnswer ? answerIn(part) : [];
  else if (!isObject(pictureAt(part))) yield* unreadIn('a part of an unknown type', part, {});
}

function* answerIn(part: Value): Generator<Said> {
  const text = textAt(part, 'text');
  if (text) yield member(part, 'thought') === null ? saidText('assistant', text, {}) : saidThought(text, {});
}

/** A question, separate from the texts that the program put before and after it. */
function* askedIn(parts: readonly Value[]): Generator<Said> {
  const texts = parts.flatMap((part) => textAt(part, 'text') ?? []);
  const setup = texts.filter(isSetup);
  for (const text of setup) yield { role: 'user', type: 'text', text, source: 'program', hidden: true };
  const said = texts.filter((text) => !setup.includes(text));
  const pictures = parts.map(pictureAt).filter(isObject);
  const filesAt = said.indexOf(FILES);
  const typed = filesAt < 0 ? said : said.slice(0, filesAt);
  if (typed.join('') !== '' || pictures.length > 0) yield saidQuestion(typed.join('\n'), pictures.map(pictureOf), {});
  if (filesAt >= 0) yield programText(said.slice(filesAt).join('\n'), {});
}

function resultIn(response: Value): Said {
  const body = member(response, 'response', 'last');
  const failed = textAt(body, 'error') === null ? {} : { failed: true };
  return { ...resultOf(response, resultText(body), {}), ...failed };
}

/** Deletes a saved conversation; refuses all other verbs. Null for any other document. */
export function checkpointChange(
  { checkpoint, conversations }: { readonly checkpoint?: Part; readonly conversations: readonly View[] },
  { verb }: Ask,
): UnitChange | NotChanged | null {
  if (checkpoint === undefined) return null;
  if (verb === 'heal' || verb === 'migrate' || verb === 'rehome') return unchanged();
  if (verb !== 'delete')
    return refused({ reason: 'is a copy that the program made of a conversation: it can be shown and deleted' });
  const messages = conversations[0]?.messages ?? 0;
  const before: Counts = { ...NO_COUNTS, conversations: 1, messages, bytes: checkpoint.size };
  return unitChange({ path: checkpoint.path, steps: [removed(checkpoint)], before, after: NO_COUNTS });
}
