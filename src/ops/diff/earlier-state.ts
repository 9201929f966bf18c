import { join, relative } from 'node:path';
import { digestFile } from '../../io/disk/digest.ts';
import { orNull } from '../../io/disk/error-code.ts';
import { statOf } from '../../io/disk/seen-file.ts';
import { intentions } from '../../io/journal/intentions.ts';
import { journalOf } from '../../io/journal/journal.ts';
import { requireReadable, requireTrusted } from '../../io/journal/readable.ts';
import { runIds } from '../../io/journal/run-order.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { Failure } from '../../model/failure.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { Change, Step } from '../../model/plan.ts';
import { originalsIn } from '../originals.ts';
import type { ReadContext } from '../reading.ts';
import type { KnownId } from '../resolve-ids.ts';
import { readSeal } from '../seal/read-seal.ts';
import { baseLike, historyHashes } from '../seal/sealing.ts';
import type { ShownConversation } from '../show.ts';
import type { World } from '../world.ts';

export function diskBeforeRun({ disk }: World, { site, id }: KnownId, run: string): ReadContext['disk'] | null {
  const root = orNull(() => disk.realpath(site.root)) ?? site.root;
  requireTrusted(disk, root);
  if (!runIds(disk, root).includes(run)) return null;
  const journal = journalOf(root, run);
  requireReadable(disk, journal);
  const changes: Pick<Change, 'steps'>[] = [];
  for (const { change, number, refused } of intentions(disk, journal)) {
    if (refused !== null || !change.ids.includes(id)) continue;
    const steps = change.steps.flatMap((step, index) =>
      inverseSteps(disk, root, step, join(journal.kept, `${number}.${index}`)),
    );
    if (steps.length > 0) changes.push({ steps: steps.reverse() });
  }
  return changes.length === 0 ? null : plannedDisk(disk, site.root, { changes: () => changes });
}

function inverseSteps(disk: World['disk'], root: string, step: Step, kept: string): Step[] {
  const was = '';
  if (step.do === 'move') {
    const isThere = statOf(disk, join(root, step.to)) !== null;
    return isThere ? [{ ...step, from: step.to, to: step.from }] : [];
  }
  if (step.do === 'plant') return [{ do: 'remove', what: 'folder', path: step.path, was }];
  if (step.do === 'put' && step.was === 'absent') return [{ do: 'remove', what: 'file', path: step.path, was }];
  const what = step.do === 'remove' ? step.what : 'file';
  if (statOf(disk, kept) === null) return [];
  return [{ do: 'move', what, from: relative(root, kept), to: step.path, was }];
}

/** The disk with one file at this digest, from the originals of all runs; null for none. */
function diskWithDigest(
  { disk }: World,
  { site }: KnownId,
  { path, digest }: { readonly path: string; readonly digest: string },
): ReadContext['disk'] | null {
  const root = orNull(() => disk.realpath(site.root)) ?? site.root;
  const originals = originalsIn(disk, root, (each) => (each === path ? path : null), []).get(path) ?? [];
  const kept = originals.find((each) => digestFile(disk, each.path) === digest);
  if (kept === undefined) return null;
  const step: Step = { do: 'move', what: 'file', from: relative(root, kept.path), to: path, was: digest };
  return plannedDisk(disk, site.root, { changes: () => [{ steps: [step] }] });
}

/** A sealed state: the conversation's first messages, or its file among the originals. */
type Sealed = { readonly first: number } | { readonly disk: ReadContext['disk'] };

/**
 * The messages of a conversation at a seal, whose manifest has only their hash. Throws Failure `usage` for another
 * file, `no-match` for another conversation, `failed` if its messages are gone.
 */
export function sealedState(
  world: World,
  { disk, sites }: ReadContext,
  { file, place, shown }: { readonly file: string; readonly place: KnownId; readonly shown: ShownConversation },
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
    digest === undefined || !isAtOrBelow(path, root) ? null : diskWithDigest(world, place, { path: below, digest });
  if (earlier !== null) return { disk: earlier };
  throw new Failure(
    'failed',
    `${id} was rewritten since it was sealed, and no run of convo keeps it as it was`,
    'A seal has only hashes: `convo verify --against FILE` says which files differ.',
  );
}
