import { isObject, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { fieldOf } from './field.ts';
import { textIn } from './function-call.ts';
import { type JsonFile, openJson } from './json-file.ts';
import { type Ref, refOf } from './ref.ts';

/** What was said for one question, in short. */
export interface Summary {
  /** Which question: its place among the questions, from 1, as text. */
  readonly name: string;
  readonly key: Value;
  readonly value: Value;
  readonly queryNumber: Ref;
  readonly timestamp: string | null;
  readonly text: string | null;
}

/** `summaries.json`. */
export interface Summaries {
  readonly file: JsonFile;
  /** The member `summaries`: an object, an empty list, or null when it is not there. */
  readonly list: Value | null;
  /** Whole entries in their order, duplicates too, whether or not R reads the file. */
  readonly entries: readonly Summary[];
}

/** Opens the file; null for a part without bytes. */
export function openSummaries(part: Part): Summaries | null {
  const file = openJson(part);
  if (file === null) return null;
  const list = fieldOf(file.root, 'summaries');
  return { file, list, entries: isObject(list) ? members(list).map(({ key, value }) => summaryOf(key, value)) : [] };
}

function summaryOf(key: Value, value: Value): Summary {
  return {
    name: textOf(key),
    key,
    value,
    queryNumber: refOf(fieldOf(value, 'query_number')),
    timestamp: textIn(value, 'timestamp'),
    text: textIn(value, 'summary_text'),
  };
}
