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
 * Secrets in files that conversations share, as far as a pack hands these on: all of a file where everything is searched, else
 * the entries of the searched conversations.
 */
export class SharedSecrets {
  readonly #entriesOf: EntriesOf;
  readonly #find: SecretFinder;
  readonly #isWhole: boolean;
  readonly #wants: (id: string) => boolean;
  /** Paths of the conversations of the scope, by id. */
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

  /** Has to see each event of a survey. */
  *see(event: SurveyEvent): Generator<SharedSecret> {
    if (event.type === 'settled') this.#paths.set(event.id, event.path);
    if (event.type === 'document' && this.#wants(event.document.id)) {
      const { document, parts } = event;
      this.#paths.set(document.id, document.conversations[0]?.path ?? parts[0]?.path ?? '');
    }
    if (event.type !== 'seen') return;
    for (const each of this.#inShared(event)) if (!each.isOfNone || this.#isWhole) yield each;
    this.#paths = new Map();
  }

  *#inShared({ site, scope, shared }: EventOf<'seen'>): Generator<SharedSecret> {
    const entries = this.#entriesOf.get(site.kind);
    for (const { path, role, bytes } of shared) {
      if (bytes === null || entries?.roles.includes(role) !== true) continue;
      const only = (ids: readonly string[]) => entries.only(role, bytes, new Set(ids));
      for (const secret of this.#inBytes(locatePath(site, path), bytes)) {
        const id = this.#holderOf(secret, only);
        const view = viewOf(id ?? path, this.#paths.get(id ?? '') ?? path);
        yield { conversation: locateView(site, scope, view), isOfNone: id === null, secret };
      }
    }
  }

  #inBytes(path: string, bytes: Uint8Array): Generator<FileSecret> {
    const file = { path, source: bytesSource(bytes) };
    return secretsInFile(file, [...markedLines(this.#find.marks, file)], this.#find);
  }

  /** By halves. Null for an entry of none of the scope. */
  #holderOf({ secret: { value } }: FileSecret, only: (ids: readonly string[]) => Uint8Array | null): string | null {
    const written = [value, JSON.stringify(value).slice(1, -1)];
    const holds = (ids: readonly string[]) => {
      const bytes = Buffer.from(only(ids) ?? '');
      return written.some((each) => bytes.includes(each));
    };
    let ids = [...this.#paths.keys()];
    if (!holds(ids)) return null;
    while (ids.length > 1) {
      const first = ids.slice(0, ids.length >> 1);
      ids = holds(first) ? first : ids.slice(first.length);
    }
    return ids[0] ?? null;
  }
}

function viewOf(id: string, path: string): View {
  return {
    ...{ id, path, format: null, state: 'active', readable: true, title: null, messages: null },
    ...{ timestamp: null, createdAt: null, updatedAt: null, bytes: 0 },
  };
}
