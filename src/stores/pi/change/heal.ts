import { healSessions } from '../../engine/heal-sessions.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { fileFindings } from '../checks/judge.ts';
import type { PiDocument } from '../document.ts';
import { namedIn, sessionName } from '../layout/layout.ts';
import { rewrittenSession, type SessionFile } from '../read/session.ts';
import { piCounts } from '../read/transcript.ts';
import { folder, header, mark, relined, utf16, version } from './passes/beginning.ts';
import {
  contents,
  copies,
  doubles,
  ids,
  links,
  members,
  nul,
  order,
  type PiPass,
  raw,
  results,
  split,
  tail,
  torn,
  types,
  unpaired,
  utf8,
} from './passes/records.ts';

/** Links are mended while torn records still name their parents. A mark and NUL bytes hide how the rest is written. */
const PASSES: readonly PiPass[] = [
  utf16,
  mark,
  utf16,
  relined,
  nul,
  relined,
  raw,
  split,
  utf8,
  header,
  version,
  folder,
  types,
  ids,
  members,
  contents,
  copies,
  doubles,
  order,
  links,
  tail,
  unpaired,
  results,
  torn,
];

export function healPi(document: PiDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  return healSessions<SessionFile>(document, ask, {
    passes: PASSES,
    findings: fileFindings,
    rewritten: rewrittenSession,
    counts: piCounts,
    renaming: ['PI301'],
    nameOf,
  });
}

/** Null for an id that no name can have. */
function nameOf({ named, read }: SessionFile): string | null {
  const { id = null } = read().header ?? {};
  const name = named === null || id === null ? '' : sessionName(id, named.time);
  return namedIn(name) === null ? null : name;
}
