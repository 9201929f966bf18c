import type { Finding } from '../../../model/finding.ts';
import { CLASS } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';
import { titleTroubles } from './title-troubles.ts';

/** What the picker has of a session that is nothing to go on with, or not under its name. */
export function* listFindings(id: string, file: SessionFile): Generator<Finding> {
  if (file.shape() !== null) return;
  const { path } = file.part;
  if (isEmptyTalk(file)) yield { code: 'CL106', id, path, at: null, offset: null, detail: 'holds no messages' };
  yield* titleTroubles(id, file);
}

/** Nothing is behind a lone CR either, where messages may be. */
function isEmptyTalk(file: SessionFile): boolean {
  const { kind, count } = file.records();
  for (let n = 0; n < count; n++) if (TALK.includes(kind[n] ?? CLASS.blank)) return false;
  return true;
}

const TALK: readonly number[] = [CLASS.user, CLASS.assistant, CLASS.behind];
