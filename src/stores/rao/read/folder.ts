import { readRds } from '../../../codecs/rds/read-rds.ts';
import type { Part, Unit } from '../../kind.ts';
import { once } from '../../once.ts';
import type { RaoRole } from '../layout/layout.ts';
import { openDiffs, openFileChanges, openPlots, openSummaries } from './companion-files.ts';
import { type Log, openLog } from './log.ts';
import { type JsonFile, openJson } from './r-json.ts';
import { decodeCompanionTable, decodeHistory } from './tables/companion-table.ts';

/** One `conversation_N` folder; files are decoded on demand. */
export interface RaoFolder extends Companions {
  readonly id: string;
  /** Relative to the root. */
  readonly path: string;
  readonly state: 'active' | 'archived';
  readonly self: Part;
  /** All entries at any depth. */
  readonly parts: readonly Part[];
  /** The program whose shape its files have. */
  format(): 'rao' | 'erdos';
  /** The first part of a role, even if unread. */
  part(role: RaoRole): Part | null;
  partsOf(role: RaoRole): readonly Part[];
  log(): Log;
}

/** Null or [] for missing files. */
type Companions = ReturnType<typeof companionsIn>;

/** Active first. */
export function openFolders({ id, parts }: Unit): readonly RaoFolder[] {
  const selves = parts.filter(({ role }) => role === 'folder');
  const folders = selves.map((self) => openFolder(id, self, parts));
  return folders.sort((a, b) => (a.state === b.state ? 0 : a.state === 'active' ? -1 : 1));
}

function openFolder(id: string, self: Part, unit: readonly Part[]): RaoFolder {
  const parts = unit.filter(({ path }) => path.startsWith(`${self.path}/`));
  const part = (role: RaoRole): Part | null => parts.find((each) => each.role === role) ?? null;
  const partsOf = (role: RaoRole): readonly Part[] => parts.filter((each) => each.role === role);
  const log = once(() => openLog(part('log')));
  return {
    id,
    path: self.path,
    state: isArchived(self.path) ? 'archived' : 'active',
    self,
    parts,
    format: once(() => formatOf(part, log())),
    part,
    partsOf,
    log,
    ...companionsIn(partsOf),
  };
}

function companionsIn(partsOf: (role: RaoRole) => readonly Part[]) {
  const many = <T>(role: RaoRole, open: (part: Part) => T | null): (() => readonly T[]) =>
    once(() => partsOf(role).flatMap((each) => open(each) ?? []));
  const one = <T>(role: RaoRole, open: (part: Part) => T | null): (() => T | null) =>
    once(() => {
      const [part] = partsOf(role);
      return part === undefined ? null : open(part);
    });
  return {
    changes: one('changes', asJson(openFileChanges)),
    diffs: one('diffs', asJson(openDiffs, 'lines')),
    summaries: one('summaries', asJson(openSummaries)),
    background: one('background', openJson),
    backups: many('background-backup', openJson),
    plots: many('plots', asJson(openPlots)),
    history: one('history', withBytes(decodeHistory)),
    buttons: one('buttons', withBytes(decodeCompanionTable)),
    attachments: one('attachments', withBytes(decodeCompanionTable)),
    images: one('images', withBytes(decodeCompanionTable)),
    vars: one('vars', withBytes(readRds)),
    /** Of Erdos: `conversation_vars.json`. */
    erdosVars: one('erdos-vars', openJson),
    /** Of Erdos: `code_links.json`. */
    codeLinks: one('code-links', openJson),
  };
}

function withBytes<T>(decode: (bytes: Uint8Array) => T): (part: Part) => T | null {
  return ({ bytes }) => (bytes === null ? null : decode(bytes));
}

function asJson<T>(open: (file: JsonFile) => T, reading?: 'lines'): (part: Part) => T | null {
  return (part) => {
    const file = openJson(part, reading);
    return file === null ? null : open(file);
  };
}

function isArchived(path: string): boolean {
  return path.split('/').at(-2) === 'archive';
}

/** Erdos has variables as JSON, links of code, and conversation numbers in its messages. */
function formatOf(part: RaoFolder['part'], log: Log): 'rao' | 'erdos' {
  if (part('erdos-vars') !== null || part('code-links') !== null) return 'erdos';
  for (const message of log.eachMessage()) if (message.field('conversationId') !== null) return 'erdos';
  return 'rao';
}
