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

/** A line of a manifest as sha256sum writes it: a name with a backslash or a line end is escaped, and its line begins with a backslash. */
export function sumLine(name: string, digest: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/** The name and hash in a line without its line end; null for any other text. */
export function parsedSumLine(line: string): { readonly name: string; readonly digest: string } | null {
  const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(line);
  if (match === null) return null;
  const [, mark, digest = '', written = ''] = match;
  const name = mark === '' ? written : written.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
  return { name, digest };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
