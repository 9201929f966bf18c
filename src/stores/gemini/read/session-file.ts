import type { Source } from '../../../codecs/lines/source.ts';
import { NO_SOURCE, sourceOf } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { type SessionName, sessionNameOf } from '../layout/names.ts';
import { readSession, type SessionRead } from './session.ts';

/** One file of a session; it is read when it is first asked about. */
export interface SessionFile {
  readonly part: Part;
  /** Null for a name that the program passes over. */
  readonly name: SessionName | null;
  readonly isArchived: boolean;
  /** Null for what cannot be read. */
  readonly source: Source | null;
  read(): SessionRead;
}

export function openSession(part: Part): SessionFile {
  const source = sourceOf(part);
  return {
    part,
    name: sessionNameOf(baseName(part.path)),
    isArchived: part.role.startsWith('archived'),
    source,
    read: once(() => readSession(source ?? NO_SOURCE)),
  };
}

/** A link out of the store, or no file: the bytes that the program reads there were not looked at. */
export function isUnseen({ part, source }: Pick<SessionFile, 'part' | 'source'>): boolean {
  return source === null && part.type !== 'file';
}

export function rewrittenSession({ part }: Pick<SessionFile, 'part'>, source: Source): SessionFile {
  return openSession({ ...part, bytes: null, size: source.size, source });
}
