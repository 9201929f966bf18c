import { nodeDisk, type ReadDisk } from '../io/disk.ts';
import type { View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { type Part, type Source, sourceOfPart } from '../model/part.ts';
import type { DecidingScope, Document, Kind, Site } from '../stores/kind.ts';
import { KINDS } from '../stores/registry.ts';

export interface ReadContext {
  readonly disk: ReadDisk;
  readonly kinds: readonly Kind[];
  readonly sites: readonly Site[];
}

export interface UnitInStore {
  readonly site: Site;
  readonly opened: DecidingScope;
  readonly document: Document;
  readonly parts: readonly Part[];
}

export function realDisk(): Omit<ReadContext, 'sites'> {
  return { disk: nodeDisk(), kinds: KINDS };
}

/** The kind of a site. Throws Failure for an unknown kind. */
export function kindOfSite<K extends Kind>(kinds: readonly K[], { kind }: Pick<Site, 'kind'>): K {
  const found = kinds.find(({ name }) => name === kind);
  if (found === undefined) throw new Failure('failed', `this convo does not know stores of the kind ${kind}`);
  return found;
}

/** Key of a unit: an id may be in two scopes, or in two stores. */
export function unitKey({ root }: Pick<Site, 'root'>, scope: string, id: string): string {
  return [root, scope, id].join('\0');
}

export interface LineFile {
  readonly path: string;
  readonly source: Source;
}

/** The files of a unit, inflated, without those that its kind did not read. */
export function* textFiles(document: Document, parts: readonly Part[]): Generator<LineFile> {
  for (const part of parts) {
    const source = sourceOfText(document, part);
    if (source !== null) yield { path: part.path, source };
  }
}

/** A file as its kind read it, inflated; null for one that it did not read. */
export function sourceOfText(document: Document, part: Part): Source | null {
  if (part.type === 'folder') return null;
  return (part.path.endsWith('.zst') ? document.lines?.(part.path) : null) ?? sourceOfPart(part);
}

export function shownLines(document: Document, view: View, parts: readonly Part[]): Source | null {
  const { lines = () => sourceOfPart(mainPart(view, parts)) } = document;
  return document.unpacked?.(view.path) ?? lines(view.path);
}

export function mainPart({ main, path }: View, parts: readonly Part[]): Part | undefined {
  return parts.find((part) => part.path === (main ?? path));
}
