import type { View } from '../../model/conversation.ts';
import type { Folder } from './folder.ts';
import { isReached } from './layout/layout.ts';

/** What a list shows of one folder, worked out when it is asked for. */
export class FolderView implements View {
  readonly timestamp = null;
  readonly createdAt = null;
  readonly #folder: Folder;
  readonly #names: readonly (string | null)[];

  constructor(folder: Folder, names: readonly (string | null)[]) {
    this.#folder = folder;
    this.#names = names;
  }

  get id(): string {
    return this.#folder.id;
  }

  get path(): string {
    return this.#folder.path;
  }

  get main(): string {
    return `${this.#folder.path}/conversation_log.json`;
  }

  get state(): View['state'] {
    return this.#folder.state;
  }

  get format(): string {
    return this.#folder.format();
  }

  get readable(): boolean {
    const { id, self } = this.#folder;
    return self.type === 'folder' && isReached(id) && this.#folder.log().error === null;
  }

  get updatedAt(): number | null {
    const times = this.#folder.parts.flatMap(({ type, mtime }) => (type === 'folder' ? [] : mtime));
    return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
  }

  /** As Rao shows it: the name in its table; `New conversation` where it has none, which Rao shows for want of one. */
  get title(): string {
    return this.#names.find((name) => name !== null) ?? 'New conversation';
  }

  get messages(): number | null {
    // A link to a folder is not looked into.
    return this.#folder.self.type === 'folder' ? this.#folder.log().length : null;
  }

  get bytes(): number {
    return this.#folder.parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0);
  }
}
