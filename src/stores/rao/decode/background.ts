import type { Part } from '../../kind.ts';
import { fieldOf } from './field.ts';
import { textIn } from './function-call.ts';
import { type JsonFile, openJson } from './json-file.ts';
import { type Ref, refOf } from './ref.ts';

/** `background_summarization.json`, or a backup of it: a summary that was being made. */
export interface Background {
  readonly file: JsonFile;
  readonly requestId: string | null;
  readonly targetQuery: Ref;
  /** Absolute: a temporary file of the process. */
  readonly streamFile: string | null;
  readonly processId: Ref;
  readonly timestamp: string | null;
}

/** Opens the file; null for a part without bytes. */
export function openBackground(part: Part): Background | null {
  const file = openJson(part);
  if (file === null) return null;
  const { root } = file;
  return {
    file,
    requestId: textIn(root, 'request_id'),
    targetQuery: refOf(fieldOf(root, 'target_query')),
    streamFile: textIn(root, 'stream_file'),
    processId: refOf(fieldOf(root, 'process_id')),
    timestamp: textIn(root, 'timestamp'),
  };
}
