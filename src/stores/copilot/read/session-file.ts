import type { Source } from '../../../codecs/lines/source.ts';
import { type OneSession, oneSession, rewrittenPart } from '../../engine/session-files.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { readSession, type SessionRead } from './session.ts';
import { readWorkspace, type Workspace } from './workspace.ts';

/** A session's folder, here or in the archive; each file is read when it is first asked about. */
export interface SessionFile extends OneSession<SessionRead> {
  /** The folder itself, where it was met. */
  readonly folder: Part | null;
  /** `workspace.yaml`; null for none. */
  readonly workspace: Part | null;
  readonly backups: readonly Part[];
  readonly locks: readonly Part[];
  /** Null without the file. */
  says(): Workspace | null;
}

export function sessionsIn(parts: readonly Part[]): SessionFile[] {
  return parts.flatMap((part) => {
    if (part.role !== 'events' && part.role !== 'archived-events') return [];
    const prefix = part.role.slice(0, -'events'.length);
    const beside = (role: string) => parts.filter((each) => each.role === `${prefix}${role}`);
    const [folder = null] = beside('folder');
    const [workspace = null] = beside('workspace');
    return openFile(part, { folder, workspace, backups: beside('backup'), locks: beside('lock') });
  });
}

type Beside = Pick<SessionFile, 'folder' | 'workspace' | 'backups' | 'locks'>;

function openFile(part: Part, beside: Beside): SessionFile {
  return {
    ...beside,
    ...oneSession(part, readSession),
    says: once(() => (beside.workspace?.bytes == null ? null : readWorkspace(beside.workspace.bytes))),
  };
}

export function rewrittenFile(file: SessionFile, source: Source): SessionFile {
  return openFile(rewrittenPart(file, source), file);
}

export function folderOfSession({ says, read }: Pick<SessionFile, 'says' | 'read'>): string | null {
  return says()?.cwd ?? read().header?.cwd ?? null;
}
