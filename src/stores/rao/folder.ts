import { type Rds, readRds } from '../../codecs/rds/read-rds.ts';
import type { Part, Unit } from '../kind.ts';
import { once } from '../once.ts';
import {
  type Background,
  type Diffs,
  type FileChanges,
  openBackground,
  openDiffs,
  openFileChanges,
  openPlots,
  openSummaries,
  type Plots,
  type Summaries,
} from './decode/companions.ts';
import { type Log, openLog } from './decode/log.ts';
import { type JsonFile, openJson } from './decode/r-json.ts';
import { type CompanionTable, decodeCompanionTable } from './decode/tables/companion-table.ts';
import { decodeHistory, type History } from './decode/tables/history.ts';
import type { RaoRole } from './layout/layout.ts';

/** One `conversation_N` folder; each file is decoded when it is first asked for. Null and [] mean files that are not there. */
export interface RaoFolder {
  readonly id: string;
  /** Relative to the root. */
  readonly path: string;
  readonly state: 'active' | 'archived';
  /** The folder itself. */
  readonly self: Part;
  /** All that is in it, at any depth. */
  readonly parts: readonly Part[];
  /** Whose shape its files have. */
  format(): 'rao' | 'erdos';
  /** The first part of a role, read or not; null where there is none. */
  part(role: RaoRole): Part | null;
  partsOf(role: RaoRole): readonly Part[];
  log(): Log;
  changes(): FileChanges | null;
  diffs(): Diffs | null;
  summaries(): Summaries | null;
  background(): Background | null;
  backups(): readonly Background[];
  plots(): readonly Plots[];
  history(): History | null;
  buttons(): CompanionTable | null;
  attachments(): CompanionTable | null;
  images(): CompanionTable | null;
  vars(): Rds | null;
  /** Of Erdos: `conversation_vars.json`. */
  erdosVars(): JsonFile | null;
  /** Of Erdos: `code_links.json`. */
  codeLinks(): JsonFile | null;
}

/** The folders of a unit: active first. */
export function openFolders({ id, parts }: Unit): readonly RaoFolder[] {
  const selves = parts.filter(({ role }) => role === 'folder');
  const folders = selves.map((self) => openFolder(id, self, parts));
  return folders.sort((a, b) => (a.state === b.state ? 0 : a.state === 'active' ? -1 : 1));
}

function openFolder(id: string, self: Part, unit: readonly Part[]): RaoFolder {
  const parts = unit.filter(({ path }) => path.startsWith(`${self.path}/`));
  const part = (role: RaoRole): Part | null => parts.find((each) => each.role === role) ?? null;
  const partsOf = (role: RaoRole): readonly Part[] => parts.filter((each) => each.role === role);
  const one = <T>(role: RaoRole, open: (part: Part) => T | null): (() => T | null) =>
    once(() => {
      const found = part(role);
      return found === null ? null : open(found);
    });
  const many = <T>(role: RaoRole, open: (part: Part) => T | null): (() => readonly T[]) =>
    once(() => partsOf(role).flatMap((each) => open(each) ?? []));
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
    changes: one('changes', asJson(openFileChanges)),
    diffs: one('diffs', asJson(openDiffs, 'lines')),
    summaries: one('summaries', asJson(openSummaries)),
    background: one('background', asJson(openBackground)),
    backups: many('background-backup', asJson(openBackground)),
    plots: many('plots', asJson(openPlots)),
    history: one('history', withBytes(decodeHistory)),
    buttons: one('buttons', withBytes(decodeCompanionTable)),
    attachments: one('attachments', withBytes(decodeCompanionTable)),
    images: one('images', withBytes(decodeCompanionTable)),
    vars: one('vars', withBytes(readRds)),
    erdosVars: one('erdos-vars', openJson),
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

/** Erdos keeps its variables as JSON, links of code beside them, and the conversation's number in its messages. */
function formatOf(part: RaoFolder['part'], log: Log): 'rao' | 'erdos' {
  if (part('erdos-vars') !== null || part('code-links') !== null) return 'erdos';
  return log.hasField('conversationId') ? 'erdos' : 'rao';
}
