import { quote } from '../../../codecs/json/quote.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Decoded } from '../decode/decode.ts';
import { indexStatusOf, MEMORY_KEYS, scopeOf } from './memory.ts';
import { type TaskList, taskLists } from './tasks.ts';

/** The metadata as JSON, spelled as in the file; null where the file is cut inside it. */
export function metadataSource({ body }: Decoded): string {
  const metadata = body === null ? null : member(body, 'metadata');
  if (metadata === null) return '{}';
  return isComplete(metadata) ? lexemeOf(metadata) : 'null';
}

/** The memories as JSON, with the nine fields that fnord hydrates, each spelled as in the file; of a cut list the whole ones. */
export function memorySource({ body }: Decoded): string {
  const memory = body === null ? null : member(body, 'memory');
  if (memory === null || isObject(memory)) return '[]';
  if (!isArray(memory)) return lexemeOf(memory);
  return `[${elements(memory).map(memoryFields).join(',')}]`;
}

function memoryFields(memory: Value): string {
  if (!isObject(memory)) return lexemeOf(memory);
  return `{${MEMORY_KEYS.map((key) => `"${key}":${memoryField(memory, key)}`).join(',')}}`;
}

function memoryField(memory: Value, key: (typeof MEMORY_KEYS)[number]): string {
  if (key === 'scope') return quote(scopeOf(memory));
  const status = key === 'index_status' ? indexStatusOf(memory) : null;
  if (key === 'index_status') return status === null ? 'null' : quote(status);
  return sourceOr(member(memory, key), 'null');
}

/** The task lists as JSON: description and tasks of each, with the four fields that fnord hydrates. */
export function tasksSource(document: Decoded): string {
  return `{${Array.from(taskLists(document), listSource).join(',')}}`;
}

function listSource({ name, description, tasks }: TaskList): string {
  const hydrated = tasks === null ? [] : elements(tasks).map(taskSource);
  return `${quote(name)}:{"description":${sourceOr(description, 'null')},"tasks":[${hydrated.join(',')}]}`;
}

function taskSource(task: Value): string {
  if (!isObject(task)) return lexemeOf(task);
  const field = (key: string) => sourceOr(member(task, key), 'null');
  return `{"id":${field('id')},"data":${field('data')},"outcome":${outcome(task)},"result":${field('result')}}`;
}

function outcome(task: Value): string {
  const value = member(task, 'outcome');
  if (value !== null && kindOf(value) === 'null') return 'null';
  const name = isString(value) ? textOf(value) : '';
  return name === 'done' || name === 'failed' ? quote(name) : '"todo"';
}

function sourceOr(value: Value | null, absent: string): string {
  return value === null ? absent : lexemeOf(value);
}
