import { readdirSync, readFileSync } from 'node:fs';
import { digestOf } from '../../../src/io/disk/digest.ts';
import type { Part } from '../../../src/model/part.ts';
import type { Judged, Scope, Site } from '../../../src/stores/kind.ts';
import { type BaseFacts, namesFiles } from '../../../src/stores/rao/checks/facts.ts';
import { judgeRao } from '../../../src/stores/rao/checks/unit-findings.ts';
import { openRao, type RaoDocument } from '../../../src/stores/rao/document.ts';
import { placeRao } from '../../../src/stores/rao/layout/layout.ts';
import { filePart } from '../open-site.ts';

/** A base as it is given by its own path. */
export const BASE: Site = { kind: 'rao', root: '/base', shape: 'base', scope: null, file: null };

/** What is known of a base, shared files and all. */
export function factsOf(shared: readonly Part[] = [], more: Partial<Scope> = {}): BaseFacts {
  const scope = { name: '', site: BASE, shared, now: 1_800_000_000, signatures: false, ...more };
  return { scope, ...namesFiles(scope), folders: [] };
}

/** Files of one conversation by their paths in its folder; null stands for a folder. */
export type Files = Readonly<Record<string, Uint8Array | string | null>>;

/** The parts of one folder, as the walker would give them. */
export function partsOf(files: Files, id = '1', above = 'conversations'): Part[] {
  const self = `${above}/conversation_${id}`;
  const all: readonly (readonly [string, Uint8Array | string | null])[] = [
    [self, null],
    ...Object.entries(files).map(([path, bytes]) => [`${self}/${path}`, bytes] as const),
  ];
  return all.flatMap(([path, content]) => {
    const bytes = content === null ? null : Buffer.from(content);
    const where = placeRao(BASE, path, bytes === null ? 'folder' : 'file');
    if (where.type !== 'part') return [];
    const look = { role: where.role, size: bytes?.length ?? 0, digest: () => digestOf(bytes ?? EMPTY) };
    return filePart(path, where.load === 'whole' ? bytes : null, { ...look, type: bytes === null ? 'folder' : 'file' });
  });
}

const EMPTY = new Uint8Array();

/** One conversation, opened in a base of its own. */
export function openFiles(files: Files, id = '1', facts = factsOf()): RaoDocument & Judged {
  return openParts(partsOf(files, id), id, facts);
}

/** The same of parts. */
export function openParts(parts: readonly Part[], id = '1', facts = factsOf()): RaoDocument & Judged {
  const document = openRao(facts.scope, facts, { id, parts });
  return { ...document, findings: () => judgeRao(document) };
}

/** The files of a folder on disk; `.keep` stands for nothing. */
export function filesIn(folder: URL, below = ''): Files {
  const files: Record<string, Uint8Array | string | null> = {};
  for (const entry of readdirSync(new URL(below === '' ? '.' : `${below}/`, folder), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name === '.keep') continue;
    files[path] = entry.isDirectory() ? null : readFileSync(new URL(path, folder));
    if (entry.isDirectory()) Object.assign(files, filesIn(folder, path));
  }
  return files;
}
