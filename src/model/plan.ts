import type { Edit } from '../codecs/edit.ts';
import type { Source } from '../codecs/lines/source.ts';
import type { Counts, KindName } from './conversation.ts';
import type { PlanRequest } from './plan-request.ts';

/** Lower-case hex sha256 of a file's bytes; of a folder, over its sorted names, types and prints. */
export type Digest = string;

/** The content that a put writes. Bytes are made only when the step is applied, so that a plan for many files stays small. */
export type Content =
  | { readonly from: 'edits'; readonly edits: readonly Edit[] }
  | { readonly from: 'bytes'; readonly bytes: Uint8Array }
  | { readonly from: 'copy'; readonly path: string; readonly was: Digest; readonly edits: readonly Edit[] }
  | ({ readonly from: 'range'; readonly edits: readonly Edit[] } & FileRange);

/** A file that is part of another one, such as an archive, with the mode and time that are to be its own. */
export interface FileRange {
  /** Absolute, outside of the root. */
  readonly file: string;
  readonly at: number;
  readonly size: number;
  readonly was: Digest;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** One change on disk. Paths are relative to the root, `/` between names. `was` is what must be true first. */
export type Step =
  | {
      readonly do: 'put';
      readonly path: string;
      readonly was: Digest | 'absent';
      readonly content: Content;
      /** The file that takes the place of another keeps its time of modification, and a copy has that of what it copies. */
      readonly keepTime?: true | undefined;
      /** A new file is for its owner alone, whatever its folder lets others read. */
      readonly isPrivate?: true | undefined;
    }
  | { readonly do: 'plant'; readonly path: string; readonly files: readonly Planted[] }
  | {
      readonly do: 'move';
      readonly what: 'file' | 'folder';
      readonly from: string;
      readonly to: string;
      readonly was: Digest;
    }
  | { readonly do: 'remove'; readonly what: 'file' | 'folder'; readonly path: string; readonly was: Digest };

/** One file of a planted folder; `path` is relative to that folder. */
export interface Planted {
  readonly path: string;
  readonly content: Exclude<Content, { from: 'edits' }>;
  /** A copy has the time of modification of what it copies. */
  readonly keepTime?: true | undefined;
}

/** The program's own lock for a file: a folder made by mkdir, taken over when older than `staleAfter` seconds. */
export interface OwnerLock {
  readonly path: string;
  readonly staleAfter: number;
}

/** The all-or-nothing unit: applied, resumed, undone and refused as one. */
export interface Change {
  readonly kind: KindName;
  readonly project: string | null;
  /** The conversations it is about; empty for a change to leftovers or a shared index alone. */
  readonly ids: readonly string[];
  /** The file the person knows it by, relative to the root. */
  readonly path: string;
  /** The findings it heals, or none. */
  readonly codes: readonly string[];
  readonly steps: readonly Step[];
  /** Held while the steps are carried out. */
  readonly locks: readonly OwnerLock[];
  /** `copy` for owners that write in place: they could write through a kept link. */
  readonly keep: 'link' | 'copy';
  /** Its items for a person, where those are more than one conversation. */
  readonly items?: readonly ItemOfChange[] | undefined;
  /** The counts of the conversations before and after, reported again when the run is undone or resumed. */
  readonly counts?: { readonly before: Counts; readonly after: Counts } | undefined;
}

/** How many conversations, or other things, a Change counts for. */
export function countIn({ items }: Pick<Change, 'items'>): number {
  return items?.length ?? 1;
}

/** A plan's first line; the Changes follow as a stream. */
export interface PlanHeader {
  readonly plan: 1;
  readonly command: string;
  readonly kind: KindName;
  /** Absolute. */
  readonly root: string;
  /** Whole Unix seconds. */
  readonly madeAt: number;
  /** The root is a folder of its own for what the plan writes, made where it is missing. */
  readonly newRoot?: true | undefined;
  /** The request that it was made for. */
  readonly request?: PlanRequest | undefined;
}

/** The part of a Change of several conversations that concerns one of them. */
export interface ItemOfChange {
  readonly id: string | null;
  /** Relative to the root. */
  readonly path: string;
  readonly codes: readonly string[];
  readonly newId?: string | undefined;
}

/** A file before a run, as the run left it, and as it is now. */
export interface Versions<T = Source> {
  /** Empty when there was none. */
  readonly before: T;
  readonly after: T;
  readonly now: T;
  /** The file as it was when an undo that was cut off replaced it, or began to. */
  readonly earlier?: T;
}

/** Versions of a file, and the file as undoing the run would leave it. */
export interface SavedOver<T = Source> extends Versions<T> {
  readonly undone: T;
}

/** A value with something else in the place of its bytes, such as base64. */
export type Coded<T, B> = T extends Uint8Array ? B : { [K in keyof T]: Coded<T[K], B> };

type Whole = Exclude<Content, { from: 'edits' }>;

/** A step with something else in the place of all bytes that it writes. */
export function mapBytes<A, B>(step: Coded<Step, A>, to: (bytes: A) => B): Coded<Step, B> {
  const edited = <E extends { readonly insert: A }>(edits: readonly E[]) =>
    edits.map((edit) => ({ ...edit, insert: to(edit.insert) }));
  const whole = (content: Coded<Whole, A>): Coded<Whole, B> =>
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
