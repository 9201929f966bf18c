import type { Conversation, View } from '../../model/conversation.ts';
import { bytesSource } from '../../model/part.ts';
import type { Kind, SharedEntries, Site } from '../../stores/kind.ts';
import { locatePath, locateView } from '../survey/locate.ts';
import type { EventOf, SurveyEvent } from '../survey/survey-event.ts';
import { type FileSecret, secretsInFile } from './file-secrets.ts';
import type { SecretFinder } from './find-secrets.ts';
import { markedLines } from './redacted-lines.ts';

export interface SharedSecret {
  /** Whose entry has it; for an entry of none, the file. */
  readonly conversation: Conversation;
  readonly isOfNone: boolean;
  readonly secret: FileSecret;
}

type EntriesOf = ReadonlyMap<Site['kind'], SharedEntries>;

export async function entriesOfKinds(kinds: readonly Kind[]): Promise<EntriesOf> {
  const all = await Promise.all(kinds.map(async ({ name, entries }) => [name, await entries?.()] as const));
  return new Map(all.flatMap(([name, entries]) => (entries === undefined ? [] : [[name, entries] as const])));
}

/**
 * Secrets in files that conversations share, as far as a pack hands these on: all of a file where everything is
 * searched, else the entries of the searched conversations.
 */
export class SharedSecrets {
  readonly #entriesOf: EntriesOf;
  readonly #find: SecretFinder;
  readonly #isWhole: boolean;
  readonly #wants: (id: string) => boolean;
  #paths = new Map<string, string>();

  constructor(
    entriesOf: EntriesOf,
    find: SecretFinder,
    { isWhole, wants }: { readonly isWhole: boolean; wants(id: string): boolean },
  ) {
    this.#entriesOf = entriesOf;
    this.#find = find;
    this.#isWhole = isWhole;
    this.#wants = wants;
  }

  /** Takes each event of a survey. */
  *see(event: SurveyEvent): Generator<SharedSecret> {
    if (event.type === 'skipped') this.#paths.set(event.id, event.path);
    if (event.type === 'document' && this.#wants(event.document.id)) {
      const { document, parts } = event;
      this.#paths.set(document.id, document.conversations[0]?.path ?? parts[0]?.path ?? '');
    }
    if (event.type !== 'scope-end') return;
    for (const each of this.#inShared(event)) if (!each.isOfNone || this.#isWhole) yield each;
    this.#paths = new Map();
  }

  *#inShared({ site, scope, shared }: EventOf<'scope-end'>): Generator<SharedSecret> {
    const entries = this.#entriesOf.get(site.kind);
    for (const { path, role, bytes } of shared) {
      if (bytes === null || entries?.roles.includes(role) !== true) continue;
      const find = (of: Uint8Array) => [...this.#inBytes(locatePath(site, path), of)];
      const all = find(bytes);
      if (all.length === 0) continue;
      const only = (ids: readonly string[], of: Uint8Array) => entries.only(role, of, new Set(ids));
      const holders = holdersOf([...this.#paths.keys()], bytes, { find, only });
      for (const secret of all) {
        const id = holders.get(secret.secret.value) ?? null;
        const view = viewOf(id ?? path, this.#paths.get(id ?? '') ?? path);
        yield { conversation: locateView(site, scope, view), isOfNone: id === null, secret };
      }
    }
  }

  #inBytes(path: string, bytes: Uint8Array): Generator<FileSecret> {
    const file = { path, source: bytesSource(bytes) };
    return secretsInFile(file, [...markedLines(this.#find.marks, file)], this.#find);
  }
}

interface SharedFile {
  find(bytes: Uint8Array): readonly FileSecret[];
  /** The entries of these ids in bytes of the file; null if unreadable. */
  only(ids: readonly string[], bytes: Uint8Array): Uint8Array | null;
}

/**
 * The first id whose entry has a secret, by secret; none for those in entries of none. By halves of halves: each entry
 * is searched once a level.
 */
function holdersOf(all: readonly string[], bytes: Uint8Array, { find, only }: SharedFile): Map<string, string> {
  const holders = new Map<string, string>();
  const rest = all.length === 0 ? [] : [{ ids: all, of: bytes }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { ids, of } = next;
    const own = only(ids, of) ?? new Uint8Array();
    const found = Array.from(find(own), ({ secret }) => secret.value).filter((value) => !holders.has(value));
    const half = found.length === 0 ? 0 : ids.length >> 1;
    if (half > 0) rest.push({ ids: ids.slice(half), of: own }, { ids: ids.slice(0, half), of: own });
    else for (const value of found) holders.set(value, ids[0] ?? '');
  }
  return holders;
}

function viewOf(id: string, path: string): View {
  return {
    ...{ id, path, format: null, state: 'active', readable: true, title: null, messages: null },
    ...{ timestamp: null, createdAt: null, updatedAt: null, bytes: 0 },
  };
}
