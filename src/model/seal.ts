import type { KindName } from './kinds.ts';

/** File at the top of a pack, for `sha256sum -c` and `convo verify --against`. */
export const PACK_MANIFEST = 'MANIFEST';

export interface SealedFile {
  /** Relative to the manifest's base. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}

/** Facts by which a later comparison tells growth from rewriting. */
export interface SealedConversation {
  readonly kind: KindName;
  readonly project: string | null;
  readonly id: string;
  /** A file or folder, relative to the base. */
  readonly path: string;
  readonly title: string | null;
  /** The program's own time. */
  readonly updatedAt: number | null;
  /** Includes hidden ones; null if the program cannot read it. */
  readonly messages: number | null;
  /** A hash over all messages; empty without any. */
  readonly history: string;
  /** Size of a file of lines that its program only appends to; missing for others, and in manifests of earlier versions. */
  readonly bytes?: number;
}

/** `projects`: names of projects, the only ones that it covers; empty for all. */
export interface Seal {
  readonly projects: readonly string[];
  readonly files: readonly SealedFile[];
  readonly conversations: readonly SealedConversation[];
}

export interface SealHead {
  readonly conversations: number;
  readonly files: number;
  readonly bytes: number;
}

export function sealHead({ files, conversations }: Seal): SealHead {
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  return { conversations: conversations.length, files: files.length, bytes };
}
