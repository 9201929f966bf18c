import { createHash } from 'node:crypto';
import type { Part } from '../../../../src/model/part.ts';
import type { DecidingScope, Site } from '../../../../src/stores/kind.ts';
import { type Asked, asked, beginNow } from '../../asked.ts';
import { filePart } from '../open-site.ts';

/** The one project of these tests, and where its conversations lie. */
export const FOLDER = 'projects/lantern/conversations';
export const ID = '0b6f3c1e-8a52-4d0f-9c63-2f1f4f6f9a10';
export const NOW = 1_800_000_000;

/** A sound v1 document with these members. */
export const v1 = (members: string) => `{"version":1,"timestamp":1741953600,${members}}`;

/** A part of the unit ID: its path below FOLDER, role and text; null for a folder. */
export function part(path: string, role: string, text: string | null, more: Partial<Part> = {}): Part {
  const bytes = text === null ? null : Buffer.from(text);
  return filePart(`${FOLDER}/${path}`, bytes, { role, type: bytes === null ? 'folder' : 'file', ...more });
}

/** The conversation file, the archived one, and an index entry of either. */
export const active = (text: string) => part(`${ID}.json`, 'conversation', text);
export const archived = (text: string) => part(`archive/${ID}.json`, 'archived', text);
export const entry = (folder: 'index' | 'archive/index' = 'index') => {
  const role = folder === 'index' ? 'index' : 'archived-index';
  return [
    part(`${folder}/${ID}/embeddings.json`, `${role}-embeddings`, '[]'),
    part(`${folder}/${ID}/metadata.json`, `${role}-metadata`, '{"last_indexed_ts":1}'),
  ];
};

/** Opens the unit ID of a home, in a session of its own where none is given. */
export function openUnit(...parts: readonly Part[]): Asked {
  return openIn(begin(), ...parts);
}

export function begin(): DecidingScope {
  const site: Site = { kind: 'fnord', root: '/home/ann/.fnord', shape: 'home', scope: null, file: null };
  return beginNow('fnord', { name: 'lantern', site, shared: [], now: NOW, signatures: false });
}

export function openIn(session: DecidingScope, ...parts: readonly Part[]): Asked {
  return asked(session, session.open({ id: ID, parts }), 'fnord');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
