import { isObject, type Value } from '../../../codecs/json/value.ts';
import { compareText } from '../../../model/collections.ts';
import type { View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Site } from '../../kind.ts';
import { indexPath, isSafeId, tenexArchivePath, tenexPath } from '../layout/layout.ts';
import { type DecodedTenex, laterMessages, type TenexFile } from '../read/decoded.ts';
import { DECEMBER_2025, type Era } from '../read/era.ts';
import type { IndexEntry, IndexFile } from '../read/index-file.ts';
import { numberAt, textMember, usableTime, wholeSeconds } from '../read/members.ts';

/** One row of a list, computed on demand. An index entry wins, because TENEX lists and searches by it. A class, to save memory. */
export class TenexView implements View {
  readonly id: string;
  readonly #site: Pick<Site, 'root'>;
  readonly #opened: TenexFile | null;
  readonly #entry: IndexEntry | null;
  readonly #index: Pick<IndexFile, 'state'> | null;

  /** `opened`: null without a file. `index`: null if out of sight. */
  constructor(
    site: Pick<Site, 'root'>,
    id: string,
    opened: TenexFile | null,
    entry: IndexEntry | null,
    index: Pick<IndexFile, 'state'> | null = null,
  ) {
    this.id = id;
    this.#index = index;
    this.#site = site;
    this.#opened = opened;
    this.#entry = entry;
  }

  get path(): string {
    return this.#opened?.part.path ?? '';
  }

  get state(): View['state'] {
    return this.#opened?.state ?? 'active';
  }

  get bytes(): number {
    return this.#opened?.part.size ?? 0;
  }

  get format(): string | null {
    return eraAt(this.#site, this.#decoded?.era() ?? null);
  }

  get readable(): boolean {
    return this.#decoded?.verdict().stage === 'ok';
  }

  get hidden(): string | null {
    if (this.state === 'archived' || this.#index === null) return null;
    if (this.#index.state !== 'sound') return this.#index.state === 'missing' ? 'index-missing' : 'index-unreadable';
    if (this.#entry === null) return 'not-indexed';
    return this.readable ? null : 'unreadable';
  }

  get timestamp(): number | null {
    return this.createdAt;
  }

  get createdAt(): number | null {
    return wholeSeconds(this.createdExactly);
  }

  get createdExactly(): number | null {
    return this.#entry?.createdAt ?? usableTime(this.#decoded?.counts().first);
  }

  get updatedAt(): number | null {
    return wholeSeconds(this.#entry?.updatedAt ?? this.#decoded?.counts().last ?? null);
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

  get #decoded(): DecodedTenex | null {
    return this.#opened?.decoded() ?? null;
  }
}

/** The era at this site: in October 2025 one shape moved below the home (docs/formats/tenex.md). */
function eraAt({ root }: Pick<Site, 'root'>, era: Era | null): Era | null {
  return era === 'tenex-e9' && /\/\.tenex\/projects\/[^/]+(?:\/|$)/.test(root) ? 'tenex-e10' : era;
}

export class AbsentView extends TenexView {
  readonly #site: Site;
  readonly #entry: IndexEntry;

  constructor(site: Site, id: string, entry: IndexEntry) {
    super(site, id, null, entry);
    this.#site = site;
    this.#entry = entry;
  }

  /** The path that its file should have; for an unsafe id, that of the index. */
  override get path(): string {
    if (!isSafeId(this.id)) return indexPath(this.#site);
    return (this.state === 'archived' ? tenexArchivePath : tenexPath)(this.#site, this.id);
  }

  override get state(): View['state'] {
    return this.#entry.archived === true ? 'archived' : 'active';
  }
}

/** One row of a list for a conversation of the TENEX of December 2025. */
export class LaterView extends TenexView {
  readonly #opened: TenexFile;
  readonly #messages: () => readonly Value[];

  constructor(site: Site, id: string, opened: TenexFile) {
    super(site, id, opened, null);
    this.#opened = opened;
    this.#messages = once(() => {
      const decoded = opened.decoded();
      return (decoded === null ? null : laterMessages(decoded)) ?? [];
    });
  }

  override get format(): string {
    return DECEMBER_2025;
  }

  override get readable(): boolean {
    return true;
  }

  override get phase(): undefined {
    return undefined;
  }

  override get createdExactly(): number | null {
    return this.#times[0] ?? null;
  }

  override get updatedAt(): number | null {
    return wholeSeconds(this.#times.at(-1) ?? null);
  }

  override get title(): string | null {
    const metadata = this.#opened.decoded()?.members.get('metadata');
    return isObject(metadata) ? textAt(metadata, 'title') : null;
  }

  override get messages(): number {
    return this.#messages().length;
  }

  override get agents(): readonly string[] {
    return [...new Set(this.#messages().flatMap((message) => textAt(message, 'pubkey') ?? []))];
  }

  get #times(): number[] {
    return this.#messages().flatMap((message) => numberAt(message, 'timestamp') ?? []);
  }
}

/** TENEX's order: the index, then unlisted ones by creation, unusable times first, ties by id. */
export function tenexOrder(index: IndexFile): (a: View, b: View) => number {
  return (a, b) => {
    const one = index.entriesOf(a.id)[0]?.position ?? Number.POSITIVE_INFINITY;
    const other = index.entriesOf(b.id)[0]?.position ?? Number.POSITIVE_INFINITY;
    if (one !== other) return one - other;
    const tie = one === Number.POSITIVE_INFINITY ? (a.createdAt ?? 0) - (b.createdAt ?? 0) : 0;
    return tie || compareText(a.id, b.id) || compareText(a.state, b.state);
  };
}
