import type { Source } from '../../../codecs/lines/source.ts';
import { baseName } from '../../../model/path.ts';
import { type OneSession, oneSession, rewrittenPart } from '../../engine/session-files.ts';
import type { Part } from '../../kind.ts';
import { isSessionName, stemOf } from '../layout/layout.ts';
import { readSession, type SessionRead } from './session.ts';

export interface SessionFile extends OneSession<SessionRead> {
  /** The id that its name says; null for a name that the program passes over. */
  readonly named: string | null;
}

export function openSession(part: Part): SessionFile {
  const name = baseName(part.path);
  return { ...oneSession(part, readSession), named: isSessionName(name) ? stemOf(name) : null };
}

export function rewrittenSession(file: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession(rewrittenPart(file, source));
}
