import { join, relative } from 'node:path';
import { digestFile, digestOf } from '../io/disk/digest.ts';
import { orNull } from '../io/disk/error-code.ts';
import { lineWindows } from '../io/disk/file-source.ts';
import { statOf } from '../io/disk/stat-of.ts';
import { intentions } from '../io/journal/intentions.ts';
import { journalOf } from '../io/journal/journal.ts';
import { requireReadable, requireTrusted } from '../io/journal/readable.ts';
import { runIds } from '../io/journal/run-order.ts';
import { plannedDisk } from '../io/planned-disk.ts';
import type { World } from '../io/world.ts';
import { addTo, addToCount, countEach } from '../model/collections.ts';
import { type Conversation, conversationKey, type Message, type MessageDiff } from '../model/conversation.ts';
import { Failure, nullOnFailure } from '../model/failure.ts';
import { isNameOfCopy, originalOf } from '../model/ids.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { LF, type Source } from '../model/part.ts';
import { isAtOrBelow } from '../model/path.ts';
import type { Change, Step } from '../model/plan.ts';
import { originalsIn } from './originals.ts';
import type { ReadContext } from './reading.ts';
import type { StoredId } from './resolve-ids.ts';
import { readSeal } from './seal/read-seal.ts';
import { baseLike, historyHashes } from './seal/sealing.ts';
import { type ShownConversation, showEach } from './show.ts';
import { type SurveyOptions, withSelection } from './survey/survey-options.ts';

/**
 * Matches messages by content: the nth of equal ones with the nth. Ids, times and places differ between copies and do
 * not count. Linear, unlike a shortest edit script.
 */
export function matchMessages(first: Iterable<Message>, second: Iterable<Message>, all: boolean): MessageDiff {
  const known = new Map<string, number[]>();
  const onlyInSecond = new Set<number>();
  const [ofFirst, ofSecond] = [new HiddenMessages(), new HiddenMessages()];
  const compared = function* (messages: Iterable<Message>, concealed: HiddenMessages) {
    for (const message of messages)
      if (all || !message.hidden) yield message;
      else concealed.add(message);
  };
  for (const message of compared(second, ofSecond)) {
    addTo(known, contentKey(message), message.index);
    onlyInSecond.add(message.index);
  }
  // A queue by position: `shift` would be quadratic for many equal messages.
  const matched = new Map<string, number>();
  const matches = new Map<number, number>();
  const onlyInFirst = new Set<number>();
  let last = -1;
  let isReordered = false;
  let hiddenInSecond = 0;
  for (const message of compared(first, ofFirst)) {
    const key = contentKey(message);
    const nth = matched.get(key) ?? 0;
    const match = known.get(key)?.[nth];
    if (match === undefined) {
      onlyInFirst.add(message.index);
      if (ofSecond.take(key)) hiddenInSecond++;
      continue;
    }
    matched.set(key, nth + 1);
    matches.set(message.index, match);
    onlyInSecond.delete(match);
    isReordered ||= match < last;
    last = match;
  }
  const hiddenInFirst = [...known].flatMap(([key, indices]) =>
    indices.filter((index) => onlyInSecond.has(index) && ofFirst.take(key)),
  ).length;
  const hidden = ofFirst.count + ofSecond.count;
  return { matches, onlyInFirst, onlyInSecond, isReordered, hidden, hiddenInFirst, hiddenInSecond };
}

class HiddenMessages {
  count = 0;
  readonly #remaining = new Map<string, number>();

  add(message: Message): void {
    this.count++;
    addToCount(this.#remaining, contentKey(message), 1);
  }

  take(key: string): boolean {
    const remaining = this.#remaining.get(key) ?? 0;
    if (remaining > 0) this.#remaining.set(key, remaining - 1);
    return remaining > 0;
  }
}

export function contentKey({ role, type, text, name, arguments: passed, pictures }: Message): string {
  const content = JSON.stringify([role, type, text, name ?? null, passed ?? null, pictures ?? null]);
  return digestOf(new TextEncoder().encode(content)).slice(0, 32);
}

/** A copy or fork that has nothing more than its conversation. */
export interface NeedlessCopy {
  readonly copy: Conversation;
  readonly original: Conversation;
}

export async function needlessCopies(
  reading: ReadContext,
  survey: SurveyOptions,
  copies: ReadonlySet<string>,
): Promise<NeedlessCopy[]> {
  if (copies.size === 0) return [];
  const wanted = new Set([...copies].flatMap((id) => [id, originalOf(id)]));
  const read: ReadWhole[] = [];
  const options = withSelection(survey, { projects: [], hasId: (id) => wanted.has(id) });
  for await (const shown of showEach(reading, options)) {
    const counts = shown.conversation.state === 'active' ? contentCounts(shown) : null;
    if (counts !== null) read.push({ conversation: shown.conversation, isShown: shown.isShown, counts });
  }
  const shownOnes = read.filter(({ isShown }) => isShown);
  const originals = new Map(shownOnes.map((each) => [conversationKey(each.conversation), each]));
  return read.flatMap(({ conversation: copy, counts }) => {
    const original = isNameOfCopy(copy.id)
      ? originals.get(conversationKey({ ...copy, id: originalOf(copy.id) }))
      : undefined;
    const isNeedless =
      original !== undefined && [...counts].every(([key, count]) => (original.counts.get(key) ?? 0) >= count);
    return isNeedless ? [{ copy, original: original.conversation }] : [];
  });
}

interface ReadWhole extends Pick<ShownConversation, 'isShown'> {
  readonly conversation: Conversation;
  readonly counts: ReadonlyMap<string, number>;
}

/** Number of each line of a file, or else of each message, hidden ones included; null if a part is unreadable. */
function contentCounts(shown: ShownConversation): ReadonlyMap<string, number> | null {
  if (shown.gaps.length > 0) return null;
  return nullOnFailure(() => countEach(contentKeys(shown)));
}

function* contentKeys({ conversation, lines: source, transcript }: ShownConversation): Generator<string> {
  if (source !== null && KIND_TABLE[conversation.kind].appendsOnly) yield* lineKeys(source);
  else for (const message of transcript({ everything: true }).messages) yield contentKey(message);
}

function* lineKeys(source: Source): Generator<string> {
  for (const { bytes } of lineWindows(source))
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(LF, at);
      yield digestOf(bytes.subarray(at, end < 0 ? bytes.length : end));
      at = end < 0 ? bytes.length : end + 1;
    }
}

export function diskBeforeRun({ disk }: World, { site, id }: StoredId, run: string): ReadContext['disk'] | null {
  const root = orNull(() => disk.realpath(site.root)) ?? site.root;
  requireTrusted(disk, root);
  if (!runIds(disk, root).includes(run)) return null;
  const journal = journalOf(root, run);
  requireReadable(disk, journal);
  const changes: Pick<Change, 'steps'>[] = [];
  for (const { change, number, refused } of intentions(disk, journal)) {
    if (refused !== null || !change.ids.includes(id)) continue;
    const steps = change.steps.flatMap((step, index) =>
      inverseSteps(disk, root, step, join(journal.originalsFolder, `${number}.${index}`)),
    );
    if (steps.length > 0) changes.push({ steps: steps.reverse() });
  }
  return changes.length === 0 ? null : plannedDisk(disk, site.root, { changes: () => changes });
}

function inverseSteps(disk: World['disk'], root: string, step: Step, originalPath: string): Step[] {
  const was = '';
  if (step.do === 'move') {
    const isThere = statOf(disk, join(root, step.to)) !== null;
    return isThere ? [{ ...step, from: step.to, to: step.from }] : [];
  }
  if (step.do === 'plant') return [{ do: 'remove', what: 'folder', path: step.path, was }];
  if (step.do === 'put' && step.was === 'absent') return [{ do: 'remove', what: 'file', path: step.path, was }];
  const what = step.do === 'remove' ? step.what : 'file';
  if (statOf(disk, originalPath) === null) return [];
  return [{ do: 'move', what, from: relative(root, originalPath), to: step.path, was }];
}

/** A disk on which the file has this digest, from the originals of all runs; null for none. */
function diskWithDigest(
  { disk }: World,
  { site }: StoredId,
  { path, digest }: { readonly path: string; readonly digest: string },
): ReadContext['disk'] | null {
  const root = orNull(() => disk.realpath(site.root)) ?? site.root;
  const originals = originalsIn(disk, root, (each) => (each === path ? path : null), []).get(path) ?? [];
  const original = originals.find((each) => digestFile(disk, each.path) === digest);
  if (original === undefined) return null;
  const step: Step = { do: 'move', what: 'file', from: relative(root, original.path), to: path, was: digest };
  return plannedDisk(disk, site.root, { changes: () => [{ steps: [step] }] });
}

/** A sealed state: the conversation's first messages, or its file among the originals. */
type Sealed = { readonly first: number } | { readonly disk: ReadContext['disk'] };

/**
 * The messages of a conversation at a seal, of which its manifest has only the hash. Throws Failure `usage` for another file, `no-match`
 * for another conversation, `failed` if its messages are gone.
 */
export function sealedState(
  world: World,
  { disk, sites }: ReadContext,
  { file, storedId, shown }: { readonly file: string; readonly storedId: StoredId; readonly shown: ShownConversation },
): Sealed {
  const seal = readSeal(disk, file);
  const base = baseLike(disk, sites, seal);
  const { id, kind, path, root } = shown.conversation;
  const name = relative(base, path);
  const sealed =
    seal.conversations.find((each) => each.path === name) ??
    seal.conversations.find((each) => each.kind === kind && each.id === id);
  if (sealed === undefined) throw new Failure('no-match', `the seal ${file} does not have ${id}`, null);
  const { messages: count, history } = sealed;
  const hashes = shown.conversation.readable ? historyHashes(shown.transcript().messages) : [];
  if (count !== null && hashes[count] === history) return { first: count };
  const digest = seal.files.get(sealed.path);
  const below = relative(root, path);
  const earlier =
    digest === undefined || !isAtOrBelow(path, root) ? null : diskWithDigest(world, storedId, { path: below, digest });
  if (earlier !== null) return { disk: earlier };
  throw new Failure(
    'failed',
    `${id} was rewritten since it was sealed, and no run of convo keeps it as it was`,
    'A seal has only hashes: `convo verify --against FILE` says which files differ.',
  );
}
