import type { Edit } from '../../../codecs/edit.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/findings.ts';
import { NOT_READABLE, type Refusal, throughLink } from '../../decided.ts';
import type { FileDraft } from '../../engine/draft.ts';
import { type Pass, type Passed, type PassHints, runFilePasses } from '../../engine/passes.ts';
import type { FnordJudgement } from '../checks/judge.ts';
import type { FnordFinding } from '../read/fnord-finding.ts';
import { type OpenedFnord, type Read, readOf } from '../read/opened.ts';
import { fnordCounts } from '../read/summary.ts';

/** The time that a document without one is given. */
export interface Stamp {
  /** Whole Unix seconds. */
  readonly seconds: number;
  /** True when a person said it, false when it is only the time of the file. */
  readonly given: boolean;
}

/** The context of passes, besides the file. */
interface FileHints extends PassHints<FnordFinding> {
  readonly stamp: Stamp;
}

/** One kind of repair of a conversation file. */
export type FnordPass = Pass<Read, FnordFinding, FileHints, readonly Edit[]>;

/** The limits of a repair of a file. */
export interface FileLimits {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  readonly stamp: Stamp;
  /** The size from which a file is never held twice. */
  readonly large?: number;
}

/** What is made of a file: edits on it as it was read, and what it holds then. */
export interface RepairedFnord {
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
  readonly after: Counts;
}

/** The result of passes over a file, while it can be looked at. */
export type PassedFnord = Passed<FileDraft, Read>;

/** Runs passes over one conversation file, and has a look at the result; nothing of that may be in the answer. */
export function runFnordPasses<T>(
  read: Read,
  passes: readonly FnordPass[],
  { only, lossy, stamp, large }: FileLimits,
  look: (passed: PassedFnord) => T,
): T | Refusal {
  // Written out, because a spread into a larger object is slow and every file is given some.
  const hints: FileHints = { only, lossy, stamp, say: ({ detail }) => detail };
  const reader = { open: readOf, findings: ({ judgement }: Read) => judgement.troubles, large };
  return runFilePasses({ bytes: read.document.bytes, doc: read }, reader, passes, hints, look);
}

/** What is left of a look at the result: plain values. */
export function repairedOf({ draft: { edits }, doc, codes, notes }: PassedFnord): RepairedFnord {
  return { edits, codes, notes, after: fnordCounts(doc.document) };
}

/** The refusal of a file that fnord cannot read, and that no pass makes readable. */
export function refusedFor({ troubles }: FnordJudgement, first: FnordFinding): Refusal {
  const codes = new Set([first, ...troubles.filter(({ refuses }) => refuses)].map(({ code }) => code));
  return { codes: [...codes], reason: `${first.detail}, so fnord cannot read it` };
}

/** Why a link is left as it is. */
export const LINK = throughLink(['FN408']);

/** A conversation file, decoded and judged; what is not a file, or cannot be read, is refused. */
export function readDecoded(opened: OpenedFnord): Read | Refusal {
  const { type } = opened.part;
  if (type === 'folder') return { codes: ['FN405'], reason: 'is a folder' };
  const document = opened.decoded();
  const judged = opened.judgement();
  if (document === null || judged === null) return type === 'link' ? LINK : NOT_READABLE;
  return { document, judgement: judged };
}

/** A conversation file that is to be moved or copied as it is; a link is refused too. */
export function readAsIs(opened: OpenedFnord): Read | Refusal {
  return opened.part.type === 'link' ? LINK : readDecoded(opened);
}
