import { healSessions } from '../../engine/heal-sessions.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { fileFindings } from '../checks/judge.ts';
import { isSessionName } from '../layout/names.ts';
import type { QwenDocument } from '../read/document.ts';
import { rewrittenSession, type SessionFile } from '../read/session-file.ts';
import { type QwenPass, qwenCounts } from './pass.ts';
import { end, nul, split, torn, utf8 } from './passes/lines.ts';
import { copies, first, folder, lacking, links, order, roles } from './passes/records.ts';

/** Links are mended while torn records still name their parents. */
const PASSES: readonly QwenPass[] = [nul, split, utf8, first, lacking, copies, order, links, roles, torn, end, folder];

/** Lets the program reach all records again that are whole. */
export function healQwen(document: QwenDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  return healSessions<SessionFile>(document, ask, {
    passes: PASSES,
    findings: (file) => fileFindings(file, document.sides),
    rewritten: rewrittenSession,
    counts: qwenCounts,
    renaming: ['QW301', 'QW302'],
    nameOf: ({ read }) => {
      const name = `${read().ids[0]}.jsonl`;
      return isSessionName(name) ? name : null;
    },
  });
}
