import type { Edit } from '../../../codecs/edit.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import { faultOfConvo, isRefusal, NOT_READABLE, type Refusal, refused, throughLink } from '../../decision.ts';
import type { FileDraft } from '../../engine/change/draft.ts';
import { type Pass, type PassOptions, type PassResult, runFilePasses } from '../../engine/change/passes.ts';
import { changeEach, joinUnitEdits, NO_EDITS, type UnitEdits, withEdits } from '../../engine/change/steps.ts';
import type { FnordJudgement } from '../checks/judge.ts';
import { type DecodedAndJudged, decodeAndJudge, type FnordFile } from '../conversation-file.ts';
import type { FnordDocument } from '../document.ts';
import type { FnordFinding } from '../read/fnord-finding.ts';
import { fnordCounts } from '../read/summary.ts';

export interface FileTime {
  /** Whole Unix seconds. */
  readonly seconds: number;
  readonly isFromUser: boolean;
}

interface FileOptions extends PassOptions<FnordFinding> {
  readonly stamp: FileTime;
}

export type FnordPass = Pass<DecodedAndJudged, FnordFinding, FileOptions, readonly Edit[]>;

export interface FileLimits {
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  readonly stamp: FileTime;
  /** Bytes from which a file is never held twice. */
  readonly large?: number;
}

export interface RepairedFnord {
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
  readonly after: Counts;
}

export type PassedFnord = PassResult<FileDraft, DecodedAndJudged>;

/** Runs passes over one conversation file. The result of `finish` must not keep the document. */
export function runFnordPasses<T>(
  read: DecodedAndJudged,
  passes: readonly FnordPass[],
  { only, lossy, stamp, large }: FileLimits,
  finish: (passed: PassedFnord) => T,
): T | Refusal {
  // Written out: a spread into a larger object is slow, and every file gets options.
  const options: FileOptions = { only, lossy, stamp };
  const reader = { open: decodeAndJudge, findings: ({ judgement }: DecodedAndJudged) => judgement.findings, large };
  return runFilePasses({ bytes: read.document.bytes, doc: read }, reader, passes, options, finish);
}

/** The result as plain values that outlive the document. */
export function repairedOf({ draft: { edits }, doc, codes, notes }: PassedFnord): RepairedFnord {
  return { edits, codes, notes, after: fnordCounts(doc.document) };
}

/** Refuses a file that fnord cannot read and no pass repairs. */
export function refusedFor({ findings }: FnordJudgement, first: FnordFinding): Refusal {
  const codes = new Set([first, ...findings.filter(({ refuses }) => refuses)].map(({ code }) => code));
  return refused({ codes: [...codes], reason: `${first.detail}, so fnord cannot read it` });
}

const LINK = throughLink(['FN408']);

function readDecoded(opened: FnordFile): DecodedAndJudged | Refusal {
  const { type } = opened.part;
  if (type === 'folder') return refused({ codes: ['FN405'], reason: 'is a folder' });
  const document = opened.decoded();
  const judged = opened.judgement();
  if (document === null || judged === null) return type === 'link' ? LINK : NOT_READABLE;
  return { document, judgement: judged };
}

/** A file that is moved or copied unread; a refusal for a link. */
export function decodedUnchanged(opened: FnordFile): DecodedAndJudged | Refusal {
  return opened.part.type === 'link' ? LINK : readDecoded(opened);
}

/** Edits both files of a conversation; a refusal of one refuses both. */
export function editFnordFiles(
  { active, archived }: FnordDocument,
  edit: (read: DecodedAndJudged, opened: FnordFile) => RepairedFnord | Refusal,
): UnitEdits | Refusal {
  const files = [active, archived].filter((opened) => opened !== null);
  const all = changeEach(files, (opened) => editFile(opened, edit));
  return isRefusal(all) ? all : joinUnitEdits(all);
}

function editFile(
  opened: FnordFile,
  edit: (read: DecodedAndJudged, opened: FnordFile) => RepairedFnord | Refusal,
): UnitEdits | Refusal {
  const { part } = opened;
  const read = readDecoded(opened);
  if (isRefusal(read)) return read;
  const passed = edit(read, opened);
  if (isRefusal(passed) || passed.edits.length === 0) return isRefusal(passed) ? passed : NO_EDITS;
  if (part.type === 'link') return LINK;
  const before = fnordCounts(read.document);
  const { after } = passed;
  if (!sameContent(before, after)) return refused({ codes: passed.codes, reason: miscountReason(before, after) });
  const steps = [withEdits(part, passed.edits)];
  return { path: part.path, steps, codes: passed.codes, notes: passed.notes, before, after };
}

function sameContent(before: Counts, after: Counts): boolean {
  const keys = ['messages', 'toolCalls', 'tasks', 'memories'] as const;
  return keys.every((key) => before[key] === after[key]);
}

function miscountReason(before: Counts, after: Counts): string {
  const show = ({ messages, toolCalls, tasks, memories }: Counts) =>
    `${messages} messages, ${toolCalls} tool calls, ${tasks} tasks and ${memories} memories`;
  return faultOfConvo(show(before), show(after));
}
