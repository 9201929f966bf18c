import type { Edit } from '../codecs/edit.ts';
import type { Source } from '../codecs/lines/source.ts';
import type { Counts } from './conversation.ts';
import type { KindName } from './kinds.ts';

/** Lower-case hex sha256. For a folder: over sorted names, types and digests of its tree. */
export type Digest = string;

/** Content of a put. Bytes are made when the step is applied: plans stay small. */
export type Content =
  | { readonly from: 'edits'; readonly edits: readonly Edit[] }
  | { readonly from: 'bytes'; readonly bytes: Uint8Array }
  | { readonly from: 'copy'; readonly path: string; readonly was: Digest; readonly edits: readonly Edit[] }
  | ({ readonly from: 'range'; readonly edits: readonly Edit[] } & FileRange);

export interface FileRange {
  /** Absolute, outside the root. */
  readonly file: string;
  readonly at: number;
  readonly size: number;
  readonly was: Digest;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** One change on disk. Paths are relative to the root; `was` must hold before. */
export type Step =
  | {
      readonly do: 'put';
      readonly path: string;
      readonly was: Digest | 'absent';
      readonly content: Content;
      readonly keepTime?: true | undefined;
      /** True for a file that only its user may read, even in a shared folder. */
      readonly isPrivate?: true | undefined;
    }
  | { readonly do: 'plant'; readonly path: string; readonly files: readonly PlantedFile[] }
  | {
      readonly do: 'move';
      readonly what: 'file' | 'folder';
      readonly from: string;
      readonly to: string;
      readonly was: Digest;
    }
  | { readonly do: 'remove'; readonly what: 'file' | 'folder'; readonly path: string; readonly was: Digest };

/** `path` is relative to the planted folder. */
export interface PlantedFile {
  readonly path: string;
  readonly content: Exclude<Content, { from: 'edits' }>;
  readonly keepTime?: true | undefined;
}

/** The program's lock folder for a file. Taken over when older than `staleAfter` seconds. */
export interface OwnerLock {
  readonly path: string;
  readonly staleAfter: number;
}

/** The all-or-nothing unit: applied, resumed, undone or refused as a whole. */
export interface Change {
  readonly kind: KindName;
  readonly project: string | null;
  /** Ids of its conversations; empty for leftovers, or for only a shared index. */
  readonly ids: readonly string[];
  /** The file under which people know it, relative to the root. */
  readonly path: string;
  readonly codes: readonly string[];
  readonly steps: readonly Step[];
  readonly locks: readonly OwnerLock[];
  /** `copy` for programs that write in place, and so through a hard link. */
  readonly keep: 'link' | 'copy';
  /** One item per conversation for people, if there are several. */
  readonly items?: readonly ItemOfChange[] | undefined;
  /** Counts that undo and resume report again. */
  readonly counts?: { readonly before: Counts; readonly after: Counts } | undefined;
}

export function countIn({ items }: Pick<Change, 'items'>): number {
  return items?.length ?? 1;
}

/**
 * First line of a plan; its Changes follow as a stream. `root` is absolute, `madeAt` in whole Unix seconds. `newRoot`:
 * the root is an output folder, created if missing.
 */
export interface PlanHeader {
  readonly plan: 1;
  readonly command: string;
  readonly kind: KindName;
  readonly root: string;
  readonly madeAt: number;
  readonly newRoot?: true | undefined;
  readonly request?: PlanRequest | undefined;
}

export interface ItemOfChange {
  readonly id: string | null;
  /** Relative to the root. */
  readonly path: string;
  readonly codes: readonly string[];
  readonly newId?: string | undefined;
}

export interface Versions<T = Source> {
  readonly before: T;
  readonly after: T;
  readonly now: T;
  /** The file as an interrupted undo found it when it replaced it, or began to. */
  readonly earlier?: T;
}

export interface VersionsAndUndone<T = Source> extends Versions<T> {
  readonly undone: T;
}

export type WithBytesAs<T, B> = T extends Uint8Array ? B : { [K in keyof T]: WithBytesAs<T[K], B> };

type WholeContent = Exclude<Content, { from: 'edits' }>;

export function mapBytes<A, B>(step: WithBytesAs<Step, A>, to: (bytes: A) => B): WithBytesAs<Step, B> {
  const edited = <E extends { readonly insert: A }>(edits: readonly E[]) =>
    edits.map((edit) => ({ ...edit, insert: to(edit.insert) }));
  const whole = (content: WithBytesAs<WholeContent, A>): WithBytesAs<WholeContent, B> =>
    content.from === 'bytes' ? { ...content, bytes: to(content.bytes) } : { ...content, edits: edited(content.edits) };
  if (step.do === 'put') {
    const { content } = step;
    return {
      ...step,
      content: content.from === 'edits' ? { ...content, edits: edited(content.edits) } : whole(content),
    };
  }
  if (step.do !== 'plant') return step;
  return { ...step, files: step.files.map((file) => ({ ...file, content: whole(file.content) })) };
}

/** Flags of all verbs; each verb reads its own. */
export interface VerbFlags {
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** Whole Unix seconds. */
  readonly timestamp: number | null;
  /** Working directory for Codex threads that name none, absolute. */
  readonly cwd: string | null;
  /** Pairs of a phase, in lower case, and its replacement. */
  readonly mapPhase: readonly (readonly [string, string])[];
  readonly to: string | null;
  readonly phase: string | null;
  readonly at: string | null;
  readonly dropApprovals: boolean;
  readonly independent: boolean;
  readonly carry: readonly ('changes' | 'remote')[];
  readonly as: string | null;
  /** Absolute path of a copy that the program put aside. */
  readonly from: string | null;
  readonly title: string;
  readonly tag: string | null;
  readonly moved: { readonly from: string; readonly to: string };
}

export const NO_FLAGS: VerbFlags = {
  only: null,
  lossy: false,
  timestamp: null,
  cwd: null,
  mapPhase: [],
  to: null,
  phase: null,
  at: null,
  dropApprovals: false,
  independent: false,
  carry: [],
  as: null,
  from: null,
  title: '',
  tag: null,
  moved: { from: '', to: '' },
};

/** `root` is absolute and real; `file` relative to it. */
export interface PlanStore {
  readonly kind: KindName;
  readonly root: string;
  readonly scope: string | null;
  readonly file: string | null;
}

export interface PlanRequest {
  readonly flags: VerbFlags;
  readonly ids: readonly string[] | null;
  readonly projects: readonly string[];
  readonly scope: string | null;
  readonly file: string | null;
  /** `quietSince` of the command (`--older-than`), as plans name it: no message is later, in Unix seconds; null for all. */
  readonly until: number | null;
  readonly force: boolean;
  /** Source of all new ids; null if none are made. */
  readonly seed: string | null;
  /** All stores of the command, if there are several. */
  readonly stores?: readonly PlanStore[] | undefined;
  /** The store to read, if the root is an output folder. Absolute. */
  readonly store: string | null;
}
