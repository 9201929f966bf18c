import type { Source } from '../../../codecs/lines/source.ts';
import { baseName } from '../../../model/path.ts';
import { type OneSession, oneSession, rewrittenPart } from '../../engine/session-files.ts';
import type { Part } from '../../kind.ts';
import { type SessionName, sessionNameOf } from '../layout/layout.ts';
import { readSession, type SessionRead } from './session.ts';

export interface SessionFile extends OneSession<SessionRead> {
  /** Null for a name that the program passes over. */
  readonly name: SessionName | null;
}

export function openSession(part: Part): SessionFile {
  return { ...oneSession(part, readSession), name: sessionNameOf(baseName(part.path)) };
}

/** A link out of the store, or no file: the bytes that the program reads there were not looked at. */
export function isUnseen({ part, source }: Pick<SessionFile, 'part' | 'source'>): boolean {
  return source === null && part.type !== 'file';
}

export function rewrittenSession(file: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession(rewrittenPart(file, source));
}
