import type { View } from '../../model/conversation.ts';
import type { Site } from '../kind.ts';
import type { Decoded } from './decode/decoded.ts';
import type { Era } from './decode/era.ts';
import type { Opened } from './opened.ts';
import type { IndexEntry } from './read/index-entry.ts';
import { textMember } from './read/members.ts';
import { finite, floored } from './read/seconds.ts';

/**
 * What a list shows of one conversation file, worked out when it is asked for. Where the index has an entry for its id, that is
 * what TENEX lists and searches by. A class, for the sake of memory, as fnord's view.
 */
export class FileView implements View {
  readonly id: string;
  readonly #site: Pick<Site, 'root'>;
  readonly #opened: Opened;
  readonly #entry: IndexEntry | null;

  constructor(site: Pick<Site, 'root'>, id: string, opened: Opened, entry: IndexEntry | null) {
    this.id = id;
    this.#site = site;
    this.#opened = opened;
    this.#entry = entry;
  }

  get path(): string {
    return this.#opened.part.path;
  }

  get state(): View['state'] {
    return this.#opened.state;
  }

  get bytes(): number {
    return this.#opened.part.size;
  }

  get format(): string | null {
    return eraAt(this.#site, this.#decoded?.era ?? null);
  }

  get readable(): boolean {
    return this.#decoded?.verdict().stage === 'ok';
  }

  get timestamp(): number | null {
    return this.createdAt;
  }

  get createdAt(): number | null {
    return floored(this.createdExactly);
  }

  get createdExactly(): number | null {
    return this.#entry?.createdAt ?? finite(this.#decoded?.counts().first);
  }

  get updatedAt(): number | null {
    return floored(this.#entry?.updatedAt ?? this.#decoded?.counts().last ?? null);
  }

  get title(): string | null {
    return this.#entry?.title ?? textMember(this.#decoded, 'title');
  }

  get phase(): string | undefined {
    return (this.#entry?.phase ?? textMember(this.#decoded, 'phase') ?? undefined)?.toLowerCase();
  }

  get messages(): number | null {
    return this.readable ? (this.#decoded?.counts().events ?? null) : null;
  }

  get agents(): readonly string[] {
    return this.#decoded?.counts().agents ?? [];
  }

  get #decoded(): Decoded | null {
    return this.#opened.decoded();
  }
}

/** The era of a document that is in this site: in October 2025 the same shape moved below the home (docs/formats/tenex.md). */
function eraAt({ root }: Pick<Site, 'root'>, era: Era | null): Era | null {
  return era === 'tenex-e9' && /\/\.tenex\/projects\/[^/]+(?:\/|$)/.test(root) ? 'tenex-e10' : era;
}
