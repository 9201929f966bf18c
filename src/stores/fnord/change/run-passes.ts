import type { Edit } from '../../../codecs/edit.ts';
import type { Code } from '../../../model/findings.ts';
import type { Refusal } from '../../decided.ts';
import { amendFile, type FileDraft, fileDraft } from '../../engine/draft.ts';
import { type Pass, type PassHints, runPasses as run, type Workbench } from '../../engine/passes.ts';
import { type FnordJudgement, judgeFnord } from '../checks/judge.ts';
import { type DecodedFnord, decodeFnord } from '../decode/decode.ts';
import type { FnordTrouble } from '../decode/trouble.ts';
import type { OpenedFnord } from '../opened.ts';

/** The time that a document without one is given. */
export interface Stamp {
  /** Whole Unix seconds. */
  readonly seconds: number;
  /** True when a person said it, false when it is only the time of the file. */
  readonly given: boolean;
}

/** A file as read, or as some passes left it. */
export interface Read {
  readonly document: DecodedFnord;
  readonly judgement: FnordJudgement;
}

/** What passes know besides the file. */
interface FileHints extends PassHints<FnordTrouble> {
  readonly stamp: Stamp;
}

/** One kind of repair of a conversation file. */
export type FnordPass = Pass<Read, FnordTrouble, FileHints, readonly Edit[]>;

/** What may be done to a file. */
export interface FileLimits {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  readonly stamp: Stamp;
}

/** What passes made of a file: edits on it was read, and what it is then. */
export interface RepairedFnord extends Read {
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/** Runs passes over one conversation file. */
export function runFnordPasses(read: Read, passes: readonly FnordPass[], wish: FileLimits): RepairedFnord | Refusal {
  const start = { draft: fileDraft(read.document.bytes), doc: read };
  const passed = run(start, BENCH, passes, { ...wish, say: ({ detail }) => detail });
  if ('reason' in passed) return passed;
  const { draft, doc, codes, notes } = passed;
  return { ...doc, edits: draft.edits, codes, notes };
}

const BENCH: Workbench<FileDraft, Read, FnordTrouble, readonly Edit[]> = {
  amend: amendFile,
  open({ bytes }) {
    const document = decodeFnord(bytes);
    return { document, judgement: judgeFnord(document) };
  },
  findings: ({ judgement }) => judgement.troubles,
};

/** The refusal of a file that fnord cannot read, and that no pass makes readable. */
export function refusedFor({ troubles }: FnordJudgement, first: FnordTrouble): Refusal {
  const codes = new Set([first, ...troubles.filter(({ refuses }) => refuses)].map(({ code }) => code));
  return { codes: [...codes], reason: `${first.detail}, so fnord cannot read it` };
}

/** Why a link is left as it is. */
export const LINK: Refusal = {
  codes: ['FN408'],
  reason: 'is a link, and nothing is changed through a link',
  unsafe: true,
};

/** A conversation file, decoded and judged; what is no file, or cannot be read, is refused. */
export function readDecoded({ part, decoded, judgement }: OpenedFnord): Read | Refusal {
  if (part.type === 'folder') return { codes: ['FN405'], reason: 'is a folder' };
  const document = decoded();
  const judged = judgement();
  if (document === null || judged === null)
    return part.type === 'link' ? LINK : { codes: [], reason: 'cannot be read' };
  return { document, judgement: judged };
}

/** A conversation file that is to be moved or copied as it is; a link is refused too. */
export function readAsIs(opened: OpenedFnord): Read | Refusal {
  return opened.part.type === 'link' ? LINK : readDecoded(opened);
}
