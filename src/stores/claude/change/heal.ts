import { composeEdits } from '../../../codecs/compose-edits.ts';
import { type Edit, editedSource } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Severity } from '../../../model/findings/row.ts';
import { type Code, row } from '../../../model/findings.ts';
import { count } from '../../count.ts';
import { piece, type Refusal, refused, unchanged } from '../../decided.ts';
import {
  codesOf,
  type Pass as EnginePass,
  type Passed,
  type PassHints,
  runPasses,
  type Workbench,
} from '../../engine/passes.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { claudeFileFindings } from '../checks/file-findings.ts';
import { listFindings } from '../checks/list-findings.ts';
import { refusedAsLiving } from '../checks/living.ts';
import type { ClaudeDocument } from '../document.ts';
import { openFile, type SessionFile } from '../session-file.ts';
import { claudeCounts } from './counts.ts';
import { blocks } from './passes/blocks.ts';
import { lineEnds, lostLines } from './passes/lines.ts';
import { dangling, parallel, rejoined, rings } from './passes/links.ts';
import { listing } from './passes/listing.ts';
import type { ClaudePass, ClaudeRepair } from './passes/pass.ts';
import { characters, raising } from './passes/values.ts';

/** From the outside in: lines, then what keeps the reader from reading, then links, then what is sent, then the list. */
const PASSES: readonly ClaudePass[] = [
  lineEnds,
  lostLines,
  raising,
  rings,
  dangling,
  parallel,
  characters,
  blocks,
  listing,
];

/** Repairs a session by edits; nothing of it is written anew. */
export function healClaude(document: ClaudeDocument, ask: AskFor<'heal'>): Piece | Left {
  const file = document.active;
  if (file?.source == null) return unchanged();
  const first = findingsOf(document.id, file);
  if (first.every(({ code }) => !isAsked(code, ask))) return leftOver(first, ask);
  const living = refusedAsLiving(document);
  if (living !== null) return living;
  const passed = repaired(document.id, { file, source: file.source }, ask);
  if ('reason' in passed) return refused(passed);
  const { draft: edits, doc, codes, notes } = passed;
  if (edits.length === 0) return leftOver(first, ask);
  const { raises } = doc.file.chain();
  if (raises !== null && file.chain().raises === null)
    return refused({ codes, reason: `would not be readable any more (${raises})` });
  const [before, after] = [claudeCounts(file), claudeCounts(doc.file)];
  const loss = lossBetween(before, after);
  if (loss !== null && !ask.lossy && codes.every((code) => row(code).healing === 'safe'))
    return refused({ codes, reason: `would show ${loss} because of what comes back, and needs --lossy` });
  const { path } = file.part;
  return piece({
    path,
    steps: [{ ...withEdits(file.part, edits), keepTime: true }],
    codes,
    before,
    after,
    notes: loss === null ? notes : [...notes, `the program will show ${loss}; the others stay in the file`],
  });
}

/** A record that comes back can begin a chain of its own, and the reader shows that chain alone. */
function lossBetween(before: Counts, after: Counts): string | null {
  if (after.messages >= before.messages) return null;
  return `${count(after.messages, 'message')} instead of ${before.messages}`;
}

/** Does the chain begin with a record whose parent is lost, and show less than before. */
function isCut(before: SessionFile, after: SessionFile): boolean {
  const { chain, messages } = after.chain();
  return messages < before.chain().messages && after.links().parentOf(chain[0] ?? -1) === -2;
}

function findingsOf(id: string, file: SessionFile): Finding[] {
  const around = { id, living: false, isAgent: false };
  return [...claudeFileFindings(file, around), ...(file.part.size > 0 ? listFindings(id, file) : [])];
}

/** Safe codes always, lossy ones with `--lossy` or by name. */
function isAsked(code: Code, { only, lossy }: AskFor<'heal'>): boolean {
  const { healing } = row(code);
  if (!PASSES.some(({ codes }) => codes.includes(code))) return false;
  if (only !== null) return only.includes(code);
  return healing === 'safe' || (healing === 'lossy' && lossy);
}

/** Errors that need `--lossy` are refused, and a warning is a reason to stay as it is. */
function leftOver(findings: readonly Finding[], { only, lossy: isLossy }: AskFor<'heal'>): Piece | Left {
  const lossy = (severity: Severity) =>
    findings.filter(({ code }) => row(code).healing === 'lossy' && row(code).severity === severity);
  const [errors, [warning]] = [lossy('error'), isLossy ? [] : lossy('warning')];
  const [first = warning] = errors;
  if (first === undefined || only !== null) return unchanged();
  const reason = `${first.detail}: needs --lossy, or --only ${first.code}`;
  return errors.length === 0 ? unchanged(reason) : refused({ codes: codesOf(errors), reason });
}

/** A session as some passes left it; its bytes are read when they are asked for, and never held. */
interface Doc {
  readonly file: SessionFile;
  readonly source: Source;
}

function repaired(id: string, doc: Doc, ask: AskFor<'heal'>): Passed<readonly Edit[], Doc> | Refusal {
  const bench: Workbench<readonly Edit[], Doc, Finding, readonly Edit[]> = {
    amend: (edits, more) => composeEdits(doc.source.size, edits, more),
    open: (edits) => {
      const source = editedSource(doc.source, edits);
      return { file: openFile({ ...doc.file.part, size: source.size, source }, 'session'), source };
    },
    findings: ({ file }) => findingsOf(id, file),
  };
  const { only, lossy } = ask;
  const hints: PassHints<Finding> = { only, lossy, say: ({ detail }) => detail };
  const run = (all: readonly ClaudePass[]) =>
    runPasses(
      { draft: [], doc },
      bench,
      all.map((pass) => asEnginePass(pass, id, ask)),
      hints,
    );
  const passed = run(PASSES);
  return 'reason' in passed || !isCut(doc.file, passed.doc.file) ? passed : run([lineEnds, rejoined, ...PASSES]);
}

/** A lossy code that is named with `--only` needs no `--lossy`, so what is due is not asked for that again. */
function asEnginePass(
  { codes, always, repair }: ClaudePass,
  id: string,
  ask: AskFor<'heal'>,
): EnginePass<Doc, Finding, PassHints<Finding>, readonly Edit[]> {
  return ({ doc, findings }) => {
    const due = findings().filter(({ code }) => codes.includes(code) && (always === true || isAsked(code, ask)));
    const { edits, notes } = due.length === 0 ? NOTHING : repair({ id, ...doc, due });
    return edits.length === 0 ? null : { codes: always === true ? [] : codesOf(due), edits, notes, lossless: true };
  };
}

const NOTHING: ClaudeRepair = { edits: [], notes: [] };
