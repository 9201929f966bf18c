import type { LazyView, View } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { Scope } from '../../kind.ts';
import { folderName } from '../layout/layout.ts';
import { isGzipped, packedIdOf } from '../read/packed.ts';
import type { SessionFile } from '../session-file.ts';
import type { ListedFile } from './listed-file.ts';
import type { Hidden, Listing } from './listing.ts';
import type { Succession } from './succession.ts';

/** Largest session, in bytes, that a list reads whole. */
export const MAX_WHOLE_BYTES = 1 << 13;

/** A file above `MAX_WHOLE_BYTES` lacks these members: only its ends are read. */
type ViewedFile = ListedFile & Partial<Pick<SessionFile, 'goesOn' | 'sentCount' | 'records'>>;

interface ClaudeViewInit extends Pick<View, 'id' | 'state'> {
  readonly file: ViewedFile;
  readonly hidden: () => Hidden | null;
  readonly daysLeft?: DaysLeft;
  readonly succession?: () => Succession | null;
  readonly isShadowed?: () => boolean;
}

/** A row of a list for one session, computed on demand. A class, so that all rows share one shape. */
export class ClaudeView implements LazyView {
  readonly id: string;
  readonly state: View['state'];
  readonly format = 'claude';
  readonly daysLeft: number | null;
  readonly #file: ViewedFile;
  readonly #hidden: () => Hidden | null;
  readonly #succession: () => Succession | null;
  readonly #isShadowed: () => boolean;

  constructor(init: ClaudeViewInit) {
    const { id, file, state, hidden, daysLeft = () => null, succession = () => null, isShadowed = () => false } = init;
    this.id = id;
    this.state = state;
    this.#file = file;
    this.#hidden = once(hidden);
    this.#succession = succession;
    this.#isShadowed = isShadowed;
    this.daysLeft = daysLeft(file.part.mtime);
  }

  get path(): string {
    return this.#file.part.path;
  }

  /** True for a file that its row reads only in part: all but small ones and those that are no file of lines. */
  get slow(): true | undefined {
    return this.bytes > MAX_WHOLE_BYTES && this.#file.shape() === null ? true : undefined;
  }

  get bytes(): number {
    return this.#file.part.type === 'folder' ? 0 : this.#file.part.size;
  }

  get timestamp(): number | null {
    return Math.floor(this.timestampMs / 1000);
  }

  get updatedAt(): number | null {
    return this.#file.part.mtime;
  }

  get activeAt(): number | null {
    const said = this.#file.lastSaidAt();
    return said === null ? this.timestamp : Math.floor(Math.min(this.#changedMs, said) / 1000);
  }

  get createdAt(): number | null {
    const { createdAt } = this.#file.times();
    return createdAt === null ? null : Math.floor(createdAt / 1000);
  }

  get listing(): Listing {
    return this.#file.listing();
  }

  get title(): string | null {
    return this.listing.title;
  }

  get branch(): string | null {
    return this.listing.branch;
  }

  get tag(): string | null {
    return this.listing.tag;
  }

  get cwd(): string | null {
    return this.#file.cwd();
  }

  get asked(): string | null {
    const { title, firstPrompt } = this.listing;
    return (firstPrompt === title ? null : firstPrompt) ?? this.#file.questionOfShape();
  }

  get goesOnIn(): string | null {
    return this.listing.continuedIn;
  }

  get lacksSuccessor(): boolean {
    return this.#succession() === 'missing';
  }

  get isShadowed(): boolean {
    return this.#isShadowed();
  }

  get forkedFrom(): string | null {
    return this.listing.forkedFrom;
  }

  get cloud(): string | null {
    return this.listing.cloud;
  }

  get hidden(): Hidden | null {
    return this.#hidden();
  }

  /** The picker's sort key, in milliseconds: the time of the file, but not after the last message, for copies have new times. */
  get timestampMs(): number {
    return Math.min(this.#changedMs, this.#file.times().lastAt ?? this.#changedMs);
  }

  get #changedMs(): number {
    const { mtimeMs, mtime } = this.#file.part;
    return Math.trunc(mtimeMs ?? mtime * 1000);
  }

  get readable(): boolean {
    return this.#file.source !== null && this.#file.goesOn?.() === true;
  }

  get messages(): number | null {
    return this.readable ? (this.#file.sentCount?.() ?? null) : null;
  }

  get records(): number | null {
    return this.#file.records?.().objects() ?? null;
  }

  plain(withLarge: boolean): View {
    // Reads the whole listing first; members would otherwise be read one by one, too.
    this.#file.listing();
    // Written out: a spread of a part costs as much as all the rest.
    const view = {
      id: this.id,
      path: this.path,
      format: this.format,
      state: this.state,
      readable: true,
      timestamp: this.timestamp,
      timestampMs: this.timestampMs,
      createdAt: this.createdAt,
      updatedAt: this.updatedAt,
      activeAt: this.activeAt,
      title: this.title,
      messages: null as number | null,
      bytes: this.bytes,
      hidden: this.hidden,
      branch: this.branch,
      tag: this.tag,
      cwd: this.cwd,
      asked: this.asked,
      goesOnIn: this.goesOnIn,
      lacksSuccessor: this.lacksSuccessor,
      isShadowed: this.isShadowed,
      forkedFrom: this.forkedFrom,
      cloud: this.cloud,
      daysLeft: this.daysLeft,
      slow: this.slow,
      records: withLarge ? this.records : null,
    } satisfies Record<Exclude<keyof View, MemberOfOthers>, unknown>;
    if (!withLarge && view.slow) return view;
    view.readable = this.readable;
    view.messages = view.readable ? this.messages : null;
    return view;
  }
}

/** Members of a view that only other kinds have, or that only its document knows. */
type MemberOfOthers =
  | 'phase'
  | 'agents'
  | 'project'
  | 'earlier'
  | 'cameFrom'
  | 'resumes'
  | 'resumeId'
  | 'isHeadRefused'
  | 'main';

export type DaysLeft = (mtime: number) => number | null;

export function viewOf(
  scope: Pick<Scope, 'exists' | 'site'> & { readonly daysLeft: DaysLeft },
  id: string,
  file: ViewedFile,
  succession: () => Succession | null,
): ClaudeView {
  const { role } = file.part;
  if (role === 'misnamed')
    return new ClaudeView({ id, file, state: 'active', hidden: () => (isPackedSession(file) ? 'compressed' : 'name') });
  if (role === 'archived-misnamed') return new ClaudeView({ id, file, state: 'archived', hidden: () => 'name' });
  if (role === 'nested') return new ClaudeView({ id, file, state: 'active', hidden: () => 'nested-project-folder' });
  if (role === 'archived-session') return new ClaudeView({ id, file, state: 'archived', hidden: () => file.hidden() });
  const known = once(succession);
  const hidden = () => file.hidden() ?? (known() === 'held' ? 'continued' : null);
  const isShadowed = () => isElsewhere(scope, id, file);
  return new ClaudeView({ id, file, state: 'active', hidden, daysLeft: scope.daysLeft, succession: known, isShadowed });
}

function isPackedSession(file: ViewedFile): boolean {
  return isGzipped(file) && packedIdOf(file) !== null;
}

/** True if the project folder of the session's working directory has another file of its id. */
function isElsewhere({ exists, site }: Pick<Scope, 'exists' | 'site'>, id: string, file: ViewedFile): boolean {
  const cwd = file.cwd();
  if (cwd === null) return false;
  const there = `projects/${folderName(cwd.normalize('NFC'))}/${id}.jsonl`;
  return file.part.path !== there && exists?.(`${site.root}/${there}`) === true;
}
