import type { Edit } from '../../../codecs/edit.ts';
import { spanOf } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, type Finding, ruleOf } from '../../../model/finding.ts';
import { folderOf, join } from '../../../model/path.ts';
import { isDamage } from '../../../model/rules/row.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { isMeant, runRangePasses } from '../../engine/change/passes.ts';
import { editedAt, withEdits } from '../../engine/change/steps.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { appendedLines } from '../../engine/range-edits.ts';
import { countOf } from '../../words.ts';
import { claudeFileFindings } from '../checks/file-findings.ts';
import { listFindings, packedAlone, unseenNames } from '../checks/judge.ts';
import type { ClaudeDocument } from '../document.ts';
import { isUnpacked, packedIdOf, unpackedName } from '../read/packed.ts';
import { RECORD_FLAG } from '../read/record-classes.ts';
import { openFile, type SessionFile } from '../session-file.ts';
import { archivedReason, claudeCounts } from './counts.ts';
import { blocksPass } from './passes/blocks.ts';
import { copiesAtEndPass, copiesPass, lineEndsPass, lostLinesPass, overLinesPass, shapePass } from './passes/lines.ts';
import { beginningsPass, branchesPass, jointsPass, markedPass, passedPass, questionPass } from './passes/links.ts';
import type { ClaudePass, HealingSession } from './passes/pass.ts';

/** Repeats the lines of a title and a tag at the end of the file, where the picker sees them. */
const listingPass: ClaudePass = {
  codes: ['CL304'],
  repair: ({ file, source }) => {
    const lines = unseenNames(file).flatMap(({ n }) => {
      const record = file.scan(n)?.record;
      if (record === undefined) return [];
      const { start, end } = spanOf(record);
      return Buffer.from(record.tape.bytes.subarray(start, end)).toString('utf8');
    });
    if (lines.length === 0) return { edits: [], notes: [] };
    return {
      edits: [appendedLines(source, `${lines.join('\n')}\n`)],
      notes: lines.map((line) => `this line is added: ${line}`),
    };
  },
};

/** Passes in order: lines, links, messages, the list. */
const PASSES: readonly ClaudePass[] = [
  shapePass,
  overLinesPass,
  lineEndsPass,
  lostLinesPass,
  copiesAtEndPass,
  markedPass,
  beginningsPass,
  questionPass,
  passedPass,
  branchesPass,
  jointsPass,
  blocksPass,
  copiesPass,
  listingPass,
];

export function healClaude(document: ClaudeDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { active } = document;
  const packed = packedAlone(document);
  if (packed !== null) return unpackedClaude(packed, ask);
  const targets = transcriptsOf(document).filter(({ file }) => hasAsked(file, ask));
  if (targets.length === 0) return unchanged(whyTooYoung(document));
  const refusal = ask.isForReading === true ? null : unitRefusal(document);
  if (refusal !== null) return refusal;
  const healed: HealedFile[] = [];
  for (const each of targets) {
    const one = healedFile(each, ask);
    if (isRefusal(one)) return one;
    if (one.edits.length > 0) healed.push(one);
  }
  if (healed.length === 0) return unchanged();
  const [{ file: first }] = targets as [AgentFile];
  const own = active ?? first;
  return unitChange({
    path: own.part.path,
    steps: healed.map(({ file, edits }) => ({ ...withEdits(file.part, edits), keepTime: true })),
    codes: [...new Set(healed.flatMap(({ codes }) => codes))],
    before: claudeCounts(own),
    after: claudeCounts(healed.find(({ file }) => file === own)?.now ?? own),
    notes: healed.flatMap(({ notes }) => notes),
  });
}

/** Unpacks a compressed session: it gets the name that the program looks for, and its own bytes. */
function unpackedClaude(file: SessionFile, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { part, source } = file;
  const id = packedIdOf(file);
  if (!isUnpacked(file) || source === null || id === null || !isMeant('CL028', ask)) return unchanged();
  if (part.type !== 'file') return throughLink(['CL028']);
  const path = join(folderOf(part.path), unpackedName(part.path));
  const edits = [{ at: 0, remove: part.size, insert: source.slice(0, source.size) }];
  const after = claudeCounts(openFile({ ...part, path, size: source.size, source }, { id, role: 'session' }));
  return unitChange({
    path: part.path,
    steps: editedAt(part, path, edits),
    codes: ['CL028'],
    before: { ...claudeCounts(file), messages: 0, toolCalls: 0 },
    after,
    notes: [`is unpacked to ${path}`],
    newId: id,
  });
}

/** Why a young file is not healed: its incomplete last line is damage, or is still being written. Null for any other file. */
function whyTooYoung(document: ClaudeDocument): string | null {
  const reason = refusedInUse(document)?.reason ?? null;
  const isUnended = ({ file }: AgentFile) => findingsOf(file).some(({ code }) => code === 'CL003');
  if (typeof reason !== 'string' || !transcriptsOf(document).some(isUnended)) return null;
  return `ends in a line that is not whole, and ${reason}`;
}

function unitRefusal(document: ClaudeDocument): NotChanged | null {
  if (document.byPath !== null) return null;
  return document.active === null ? refused({ reason: archivedReason(document.id) }) : refusedInUse(document, 'CL403');
}

interface AgentFile {
  readonly file: SessionFile;
  readonly agent: string | null;
}

function transcriptsOf({ active, archived, byPath, agents }: ClaudeDocument): AgentFile[] {
  const file = active ?? archived ?? byPath;
  if (file?.source == null) return [];
  const beside = active === null ? [] : agents().filter((each) => each.file.source !== null);
  return [{ file, agent: null }, ...beside.map(({ id, file }) => ({ file, agent: id }))];
}

interface HealedFile extends AgentFile {
  readonly now: SessionFile;
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

function hasAsked(file: SessionFile, ask: AskFor<'heal'>): boolean {
  return findingsOf(file)
    .flatMap(withHealable)
    .some(({ code }) => isAsked(code, ask));
}

function healedFile({ file, agent }: AgentFile, ask: AskFor<'heal'>): HealedFile | Refusal {
  const passed = runClaudePasses({ file, source: file.source as Source }, ask);
  if (isRefusal(passed)) return passed;
  const { draft: edits, doc, codes, notes } = passed;
  const lost = edits.length === 0 ? 0 : lostBetween(file, doc.file);
  if (lost > 0) {
    const remaining = new Set(findingsOf(doc.file).map(({ code }) => code));
    const said = remaining.size === 0 ? '' : `, with ${[...remaining].join(', ')} left in the file`;
    return refused({ codes, reason: `would take ${countOf(lost, 'message')} from what the program sends${said}` });
  }
  if (file.records().firstSaid() >= 0 && isEmptied(doc.file, codes))
    return refused({ codes, reason: 'would leave nothing of what was said' });
  const named = agent === null ? notes : notes.map((note) => `subagent ${agent}: ${note}`);
  return { file, agent, now: doc.file, edits, codes, notes: named };
}

/** True if no message is left, or if the heal gave something up and the program would send nothing. */
function isEmptied(file: SessionFile, codes: readonly Code[]): boolean {
  const isGivenUp = codes.some((code) => ruleOf(code).healing === 'lossy');
  return file.records().firstSaid() < 0 || (isGivenUp && file.history().sent.length === 0);
}

/** Number of messages that were sent before the heal, and would not be after it. All without a uuid count: they cannot be matched. */
function lostBetween(before: SessionFile, after: SessionFile): number {
  const records = before.records();
  const links = after.links();
  let lost = 0;
  for (const n of before.history().sent) {
    if (records.has(n, RECORD_FLAG.noUuid)) continue;
    const now = links.recordAt(records.id.subarray(2 * n, 2 * n + 2));
    if (now < 0 || !after.history().isSent(now)) lost++;
  }
  return lost + Math.max(0, namelessIn(before) - namelessIn(after));
}

function namelessIn(file: SessionFile): number {
  const records = file.records();
  let count = 0;
  for (const n of file.history().sent) if (records.has(n, RECORD_FLAG.noUuid)) count++;
  return count;
}

function findingsOf(file: SessionFile): Finding[] {
  return [
    ...claudeFileFindings(file, null),
    ...(file.role === 'session' && file.part.role !== 'misnamed' && file.part.size > 0 ? listFindings(file) : []),
  ];
}

/** A finding with its consequences that a heal mends: a torn line below a worse fault is healed because it is the cause. */
function withHealable(found: Finding): readonly Finding[] {
  const { consequences = [] } = found;
  // Where a person has to decide on the cause, its consequences may still be healed.
  const isForPerson = ruleOf(found.code).healing === 'manual';
  return [found, ...consequences.filter(({ code }) => isForPerson || lostLinesPass.codes.includes(code))];
}

/** Harmful findings are healed: safe codes always, lossy ones with `--lossy`. Harmless ones only by name. */
function isAsked(code: Code, ask: AskFor<'heal'>): boolean {
  if (!PASSES.some(({ codes }) => codes.includes(code)) || !isMeant(code, ask)) return false;
  return ask.only !== null || isDamage(ruleOf(code));
}

function runClaudePasses(session: HealingSession, ask: AskFor<'heal'>) {
  const { file } = session;
  const reader = {
    open: (source: Source) => ({ file: openFile({ ...file.part, size: source.size, source }, file), source }),
    findings: (now: HealingSession) => findingsOf(now.file).flatMap(withHealable),
    isAsked: (code: Code) => isAsked(code, ask),
  };
  // Twice, because the first round may bring a record back into the history.
  return runRangePasses(session, reader, [...PASSES, ...PASSES], ask);
}
