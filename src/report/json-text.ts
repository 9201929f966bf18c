import type { Conversation, WithSource } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { resumeLine } from '../model/resume-line.ts';
import type { Covered } from '../model/unsearched.ts';
import { printableJson } from './printable.ts';
import { isoText } from './time.ts';

/** JSON text to be put in the place of a value, as it is: big integers and depth survive. */
export class Verbatim {
  readonly source: string;

  constructor({ source }: WithSource) {
    this.source = source;
  }
}

/** A value that can be written as JSON. */
export type Json =
  | null
  | undefined
  | boolean
  | number
  | string
  | Verbatim
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A value as JSON on one line, safe to show: no character of it acts on a terminal. Undefined members are left out. */
export function jsonText(value: Json): string {
  return printableJson(textOf(value));
}

function textOf(value: Json): string {
  if (value instanceof Verbatim) return value.source;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`).join(',')}}`;
}

/** The version of the JSON contract, docs/json.md; no other place names it. */
const SCHEMA = 1;

/** Members of a document, by their keys. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A whole document of the JSON contract on one line; `command` is null when none was recognised. */
export function documentJson(command: string | null, members: JsonObject): string {
  return jsonText({ schema: SCHEMA, command, ...members });
}

/** A document of the JSON contract in pieces, its long list one item a line, so that no item is held. */
export interface JsonStream {
  open(): string;
  item(value: Json): string;
  /** The end of the list, and the members that come after it. */
  close(rest: JsonObject): string;
}

/** The document of a command whose long list is called `list`; `first` has the members that come before it. */
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

/** A finding as the JSON contract has it: `F`. */
export function findingJson({ concerns, ofScope, isCause, consequences, ...shown }: PlacedFinding): JsonObject {
  return consequences === undefined ? shown : { ...shown, consequences: consequences.map(findingJson) };
}

/** Why the rest was not read whole. */
export function missedJson({ unjudged, gaps }: Covered): JsonObject[] {
  return [...unjudged, ...gaps.map(({ finding }) => finding)].map(findingJson);
}

/** A conversation as the JSON contract has it: `C`, with its times as ISO 8601 beside the seconds. */
export function conversationJson(each: Conversation): JsonObject {
  const { timestamp, createdAt, updatedAt } = each;
  const iso = { timestamp: isoText(timestamp), createdAt: isoText(createdAt), updatedAt: isoText(updatedAt) };
  const { timestamp: timestampIso, createdAt: createdAtIso, updatedAt: updatedAtIso } = iso;
  return { ...each, resume: resumeLine(each), timestampIso, createdAtIso, updatedAtIso, iso };
}
