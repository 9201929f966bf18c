import { nodeDisk, type ReadDisk } from '../io/disk.ts';
import { Failure } from '../model/failure.ts';
import type { Part } from '../model/part.ts';
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
