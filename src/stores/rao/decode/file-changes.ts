import { elements, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { fieldOf } from './field.ts';
import { textIn } from './function-call.ts';
import { type JsonFile, openJson } from './json-file.ts';
import { type Ref, refOf } from './ref.ts';

/** One change to a person's file. */
export interface FileChange {
  readonly index: number;
  readonly value: Value;
  readonly id: Ref;
  /** The message that the change was made at: no conversation, whatever it is called. */
  readonly conversationId: Ref;
  readonly conversationIndex: Ref;
  readonly action: string | null;
  readonly filePath: string | null;
  readonly timestamp: string | null;
}

/** `file_changes.json`: what a revert undoes on disk. */
export interface FileChanges {
  readonly file: JsonFile;
  /** The list; null when there is none. */
  readonly list: Value | null;
  /** Whole entries in their order, whether or not R reads the file. */
  readonly entries: readonly FileChange[];
}

/** Opens the file; null for a part without bytes. */
export function openFileChanges(part: Part): FileChanges | null {
  const file = openJson(part);
  if (file === null) return null;
  const list = fieldOf(file.root, 'changes');
  return { file, list, entries: list === null ? [] : elements(list).map(changeOf) };
}

function changeOf(value: Value, index: number): FileChange {
  return {
    index,
    value,
    id: refOf(fieldOf(value, 'id')),
    conversationId: refOf(fieldOf(value, 'conversation_id')),
    conversationIndex: refOf(fieldOf(value, 'conversation_index')),
    action: textIn(value, 'action'),
    filePath: textIn(value, 'file_path'),
    timestamp: textIn(value, 'timestamp'),
  };
}
