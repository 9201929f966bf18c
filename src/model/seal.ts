import type { KindName } from './conversation.ts';

/** One file of a store, as a manifest names it. */
export interface SealedFile {
  /** Relative to the manifest's base, `/` between names. */
  readonly path: string;
  /** Lower-case hex sha256. */
  readonly digest: string;
  readonly bytes: number;
}

/** The entry of one conversation in a manifest, so that a later comparison can tell growth from rewriting. */
export interface SealedConversation {
  readonly kind: KindName;
  readonly project: string | null;
  readonly id: string;
  /** Its file or folder, relative to the base. */
  readonly path: string;
  readonly title: string | null;
  /** Whole Unix seconds, as the program has it. */
  readonly updatedAt: number | null;
  /** Messages, hidden ones too; null where the program cannot read it. */
  readonly messages: number | null;
  /** A hash over all messages; empty without any. */
  readonly history: string;
}

/** A manifest of stores: what is in them, file by file. */
export interface Seal {
  readonly files: readonly SealedFile[];
  readonly conversations: readonly SealedConversation[];
}

/** The counts in a manifest's head, enough for a quick comparison. */
export interface SealHead {
  readonly conversations: number;
  readonly files: number;
  readonly bytes: number;
}

/** The counts of a manifest. */
export function headOf({ files, conversations }: Seal): SealHead {
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  return { conversations: conversations.length, files: files.length, bytes };
}
