import type { View } from '../../model/conversation.ts';
import type { Site } from '../kind.ts';
import { archivePath, conversationPath, indexPath, isSafeId } from './layout/layout.ts';
import type { IndexEntry } from './read/index-entry.ts';
import { floored } from './read/seconds.ts';

/** A conversation that the index names and the disk lacks, as TENEX lists it. */
export class AbsentView implements View {
  readonly id: string;
  readonly format = null;
  readonly readable = false;
  readonly messages = null;
  readonly bytes = 0;
  readonly agents: readonly string[] = [];
  readonly #site: Site;
  readonly #entry: IndexEntry;

  constructor(site: Site, id: string, entry: IndexEntry) {
    this.id = id;
    this.#site = site;
    this.#entry = entry;
  }

  /** Where its file should be; the index, for an id that would lead elsewhere. */
  get path(): string {
    if (!isSafeId(this.id)) return indexPath(this.#site);
    return (this.state === 'archived' ? archivePath : conversationPath)(this.#site, this.id);
  }

  get state(): View['state'] {
    return this.#entry.archived === true ? 'archived' : 'active';
  }

  get timestamp(): number | null {
    return this.createdAt;
  }

  get createdAt(): number | null {
    return floored(this.createdExactly);
  }

  get createdExactly(): number | null {
    return this.#entry.createdAt;
  }

  get updatedAt(): number | null {
    return floored(this.#entry.updatedAt);
  }

  get title(): string | null {
    return this.#entry.title;
  }

  get phase(): string | undefined {
    return this.#entry.phase?.toLowerCase();
  }
}
