import type { conversation, finding } from '../contract/conversation.ts';
import type { DOCUMENTS, Members } from '../contract/documents.ts';
import type { Inferred } from '../contract/words.ts';
import type { Conversation, Message, Section, Transcript, WithSource } from '../model/conversation.ts';
import type { Covered, PlacedFinding } from '../model/finding.ts';
import { isNameOfCopy, originalOf } from '../model/ids.ts';
import { parsedJson } from '../model/parsed-json.ts';
import type { EarlierHeal } from '../model/run.ts';
import { resumeLine } from './resume-lines.ts';
import { chosenMessages, type TranscriptView } from './show/entries.ts';
import { printableJson } from './text.ts';
import { isoText } from './time.ts';

/** JSON text written verbatim: keeps big integers and depth. */
export class Verbatim {
  readonly source: string;

  constructor({ source }: WithSource) {
    this.source = source;
  }
}

export type Json =
  | null
  | undefined
  | boolean
  | number
  | string
  | Verbatim
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The value on one line, with characters escaped that act on a terminal. Omits undefined members. */
export function jsonText(value: Json): string {
  return printableJson(textOf(value));
}

function textOf(value: Json): string {
  // The engine writes values without verbatim parts several times as fast.
  if (!hasVerbatim(value)) return JSON.stringify(value ?? null);
  if (value instanceof Verbatim) return value.source;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`).join(',')}}`;
}

function hasVerbatim(value: Json): value is Exclude<Json, null | undefined | boolean | number | string> {
  if (value === null || typeof value !== 'object') return false;
  return value instanceof Verbatim || Object.values(value).some(hasVerbatim);
}

/** Version of the JSON contract, docs/json.md. Named only here. */
const SCHEMA = 1;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A document on one line, or the beginning of a streamed one; `command` is null if unknown. */
export function documentJson(command: string | null, members: JsonObject): string {
  return jsonText({ schema: SCHEMA, command, ...members });
}

export function contractJson<K extends CommandDocument>(command: K, members: Members<K>): string {
  return documentJson(command === 'resumed' ? 'resume' : command, members as JsonObject);
}

export function resumedJson(
  conversation: Conversation,
  { line, findings }: { readonly line: string; readonly findings: readonly PlacedFinding[] },
): string {
  const resumed = { ...conversationJson(conversation), resume: line };
  return contractJson('resumed', { conversation: resumed, ...findingsJson(findings) });
}

type CommandDocument = Exclude<keyof typeof DOCUMENTS, 'change' | 'error'>;

export interface JsonStream {
  open(): string;
  item(value: Json): string;
  close(rest: JsonObject): string;
}

/** `list`: name of the streamed member; `first`: members before it. */
export function jsonStream(command: string, list: string, first: JsonObject = {}): JsonStream {
  let lead = '\n';
  return {
    open: () => `${documentJson(command, first).slice(0, -1)},${jsonText(list)}:[`,
    item: (value) => {
      const text = lead + jsonText(value);
      lead = ',\n';
      return text;
    },
    close: (rest) => {
      const members = jsonText(rest).slice(1);
      return `${lead === '\n' ? '' : '\n'}]${members === '}' ? '' : ','}${members}\n`;
    },
  };
}

export function findingJson(found: PlacedFinding): Inferred<typeof finding> {
  const { concerns, ofScope, isCause, title, folder, excerpt, next, remedy, consequences, ...members } = found;
  return consequences === undefined ? members : { ...members, consequences: consequences.map(findingJson) };
}

export function missedJson({ unjudged, gaps }: Covered): Inferred<typeof finding>[] {
  return [...unjudged, ...gaps.map(({ finding }) => finding)].map(findingJson);
}

/** `C` of the JSON contract, with ISO 8601 times added. */
export function conversationJson(each: Conversation): Inferred<typeof conversation> {
  const { id, timestamp, createdAt, updatedAt, hidden = null } = each;
  const copy = isNameOfCopy(id) ? { copyOf: originalOf(id) } : {};
  const iso = { timestamp: isoText(timestamp), createdAt: isoText(createdAt), updatedAt: isoText(updatedAt) };
  const { timestamp: timestampIso, createdAt: createdAtIso, updatedAt: updatedAtIso } = iso;
  return {
    ...each,
    ...copy,
    hidden,
    resume: resumeLine(each),
    timestampIso,
    createdAtIso,
    updatedAtIso,
    iso,
  };
}

/** The listed findings, and one for all others of each code. */
function findingsJson(findings: readonly PlacedFinding[]) {
  const listed = findings.filter(({ count }) => count === undefined);
  return {
    findings: listed.map(findingJson),
    ...truncatedJson(findings.filter(({ count }) => count !== undefined)),
  };
}

export function truncatedJson(counted: readonly PlacedFinding[]) {
  return counted.length === 0 ? {} : { truncated: counted.map(findingJson) };
}

interface ShowDocument {
  readonly transcript: Transcript;
  readonly companions: readonly Section[] | null;
  readonly findings: readonly PlacedFinding[];
  readonly healed: readonly EarlierHeal[];
}

/** Show document, streamed. `all`: hidden messages and tags. */
export function* showJson(
  conversation: Conversation,
  { transcript, companions, findings, healed }: ShowDocument,
  view: Pick<TranscriptView, 'all' | 'part' | 'prompts'>,
): Generator<string> {
  const { messages, metadata, memory, tasks, sections = [] } = transcript;
  const { main: _, ...listed } = conversation;
  const { messages: __, ...about } = conversationJson(listed);
  const before = {
    ...about,
    metadata: sourceJson(metadata),
    memory: sourceJson(memory),
    tasks: sourceJson(tasks),
  };
  const after = {
    ...sectionsJson(sections),
    ...(companions === null ? {} : { companions: sectionsJson(companions) }),
    ...(healed.length === 0 ? {} : { healed: healed.map(healedJson) }),
    ...findingsJson(findings),
  };
  yield `${documentJson('show', { conversation: before }).slice(0, -2)},"messages":[`;
  let comma = '';
  for (const message of chosenMessages(messages, view)) {
    yield comma + jsonText(messageJson(message, view.all));
    comma = ',';
  }
  yield `],${jsonText(after).slice(1)}}\n`;
}

function healedJson({ run, number, startedAt, codes, places }: EarlierHeal): Json {
  return { run, number, startedAt, startedAtIso: isoText(startedAt), codes, places };
}

export function messageJson(
  { tags, pictures, asides: _, isUnsentThought: __, ...message }: Message,
  all: boolean,
): Json {
  const tagValues = tags?.filter(({ hidden }) => all || !hidden).map(({ values }) => values);
  const { time } = message;
  return {
    ...message,
    ...(time === undefined ? {} : { timeIso: isoText(time) }),
    ...(tagValues === undefined ? {} : { tags: tagValues }),
    ...(pictures === undefined ? {} : { pictures: pictures.map(({ base64: _, ...picture }) => picture) }),
  };
}

function sectionsJson(sections: readonly Section[]): { readonly [key: string]: Json } {
  return Object.fromEntries(sections.map(({ key, value }) => [key, sourceJson(value)]));
}

/** The source text as JSON; null if a torn file has none. */
function sourceJson(value: WithSource): Json {
  return parsedJson(value.source) === undefined ? null : new Verbatim(value);
}
