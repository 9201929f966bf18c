import type { Source } from '../../../codecs/lines/source.ts';
import { NO_SOURCE, sourceOf } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { namedIn } from '../layout/names.ts';
import { ARCHIVE, SESSIONS } from '../layout/place.ts';
import { readSession, type SessionRead } from './session.ts';

export interface SessionFile {
  readonly part: Part;
  /** Null for a name that says neither. */
  readonly named: ReturnType<typeof namedIn>;
  readonly isArchived: boolean;
  /** The project that it is kept in; null outside of a home. */
  readonly project: string | null;
  /** Null for one that cannot be read. */
  readonly source: Source | null;
  read(): SessionRead;
}

export function openSession(part: Part): SessionFile {
  const source = sourceOf(part);
  const [first, project = null] = part.path.split('/');
  return {
    part,
    named: namedIn(baseName(part.path)),
    isArchived: part.role.startsWith('archived'),
    project: (first === SESSIONS || first === ARCHIVE) && part.path.split('/').length === 3 ? project : null,
    source,
    read: once(() => readSession(source ?? NO_SOURCE)),
  };
}

export function rewrittenSession({ part }: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession({ ...part, bytes: null, size: source.size, source });
}
