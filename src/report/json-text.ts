import type { conversation, finding } from '../contract/conversation.ts';
import type { DOCUMENTS, Members } from '../contract/documents.ts';
import type { Inferred } from '../contract/words.ts';
import type { Conversation, WithSource } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import type { Covered } from '../model/gaps.ts';
import { resumeLine } from '../model/resume-line.ts';
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

/** One line; characters that act on a terminal are escaped. Omits undefined members. */
export function jsonText(value: Json): string {
  return printableJson(textOf(value));
}

function textOf(value: Json): string {
  // Most values have nothing verbatim in them, and the engine writes them several times as fast.
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

/** A document, or the beginning of one that is streamed. One line; `command` is null if unknown. */
export function documentJson(command: string | null, members: JsonObject): string {
  return jsonText({ schema: SCHEMA, command, ...members });
}

/** A whole document, held to the contract by its type. */
export function contractJson<K extends CommandDocument>(command: K, members: Members<K>): string {
  return documentJson(command, members as JsonObject);
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

/** `F` of the JSON contract. */
export function findingJson(found: PlacedFinding): Inferred<typeof finding> {
  const { concerns, ofScope, isCause, title, folder, excerpt, wayOn, consequences, ...shown } = found;
  return consequences === undefined ? shown : { ...shown, consequences: consequences.map(findingJson) };
}

export function missedJson({ unjudged, gaps }: Covered): Inferred<typeof finding>[] {
  return [...unjudged, ...gaps.map(({ finding }) => finding)].map(findingJson);
}

/** `C` of the JSON contract, with ISO 8601 times added. */
export function conversationJson(each: Conversation): Inferred<typeof conversation> {
  const { timestamp, createdAt, updatedAt, hidden = null } = each;
  const iso = { timestamp: isoText(timestamp), createdAt: isoText(createdAt), updatedAt: isoText(updatedAt) };
  const { timestamp: timestampIso, createdAt: createdAtIso, updatedAt: updatedAtIso } = iso;
  return { ...each, hidden, resume: resumeLine(each), timestampIso, createdAtIso, updatedAtIso, iso };
}

/** Held findings, and one representative for the rest of each code. */
export function findingsJson(findings: readonly PlacedFinding[]): JsonObject {
  const held = findings.filter(({ count }) => count === undefined);
  return {
    findings: held.map(findingJson),
    ...truncatedJson(findings.filter(({ count }) => count !== undefined)),
  };
}

export function truncatedJson(counted: readonly PlacedFinding[]): JsonObject {
  return counted.length === 0 ? {} : { truncated: counted.map(findingJson) };
}
