import type { Source } from '../../../codecs/lines/source.ts';
import { NO_SOURCE, sourceOf } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { isSessionName, stemOf } from '../layout/names.ts';
import { readSession, type SessionRead } from './session.ts';

export interface SessionFile {
  readonly part: Part;
  /** The id that its name says; null for a name that the program passes over. */
  readonly named: string | null;
  readonly isArchived: boolean;
  /** Null for one that cannot be read. */
  readonly source: Source | null;
  read(): SessionRead;
}

export function openSession(part: Part): SessionFile {
  const source = sourceOf(part);
  const name = baseName(part.path);
  return {
    part,
    named: isSessionName(name) ? stemOf(name) : null,
    isArchived: part.role.startsWith('archived'),
    source,
    read: once(() => readSession(source ?? NO_SOURCE)),
  };
}

export function rewrittenSession({ part }: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession({ ...part, bytes: null, size: source.size, source });
}
