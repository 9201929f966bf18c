import type { Source } from '../../../codecs/lines/source.ts';
import { baseName } from '../../../model/path.ts';
import { type OneSession, oneSession, rewrittenPart } from '../../engine/session-files.ts';
import type { Part } from '../../kind.ts';
import { ARCHIVE, namedIn, SESSIONS } from '../layout/layout.ts';
import { readSession, type SessionRead } from './session.ts';

export interface SessionFile extends OneSession<SessionRead> {
  /** Null for a name that says neither. */
  readonly named: ReturnType<typeof namedIn>;
  /** The project that it is kept in; null outside of a home. */
  readonly project: string | null;
}

export function openSession(part: Part): SessionFile {
  const [first, project = null] = part.path.split('/');
  return {
    ...oneSession(part, readSession),
    named: namedIn(baseName(part.path)),
    project: (first === SESSIONS || first === ARCHIVE) && part.path.split('/').length === 3 ? project : null,
  };
}

export function rewrittenSession(file: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession(rewrittenPart(file, source));
}
