import type { View } from '../model/conversation.ts';
import { type Part, type Source, sourceOfPart } from '../model/part.ts';
import type { Document } from '../stores/kind.ts';

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
  return document.lines === undefined ? sourceOfPart(mainPart(view, parts)) : document.lines(view.path);
}

export function mainPart({ main, path }: View, parts: readonly Part[]): Part | undefined {
  return parts.find((part) => part.path === (main ?? path));
}
