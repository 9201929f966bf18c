import { relative } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { isAtOrBelow } from '../../model/path-below.ts';
import type { KnownId } from '../known-ids.ts';
import type { Reading } from '../reading.ts';
import { readSeal } from '../seal/read-seal.ts';
import { baseLike, historyHashes } from '../seal/sealing.ts';
import type { Shown } from '../show.ts';
import type { World } from '../world.ts';
import { diskWithDigest } from './earlier-disk.ts';

/** A sealed state: the first messages of the conversation as it is, or its file among the originals of runs. */
export type Sealed = { readonly first: number } | { readonly disk: Reading['disk'] };

/**
 * Finds the messages that a conversation had when it was sealed: a manifest has only their hash. Throws Failure `usage` for
 * another file, `no-match` where the conversation is not in it, `failed` where its messages are nowhere.
 */
export function sealedState(
  world: World,
  { disk, sites }: Reading,
  { file, place, shown }: { readonly file: string; readonly place: KnownId; readonly shown: Shown },
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
