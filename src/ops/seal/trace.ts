import { join, relative } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { attempt } from '../../io/disk/error-code.ts';
import { digestSource } from '../../io/disk/file-source.ts';
import { editedFile, seeFile } from '../../io/disk/seen-file.ts';
import { beginningOf, intentions, type Numbered } from '../../io/journal/intentions.ts';
import { type Journal, journalOf } from '../../io/journal/journal.ts';
import { type JournalDisk, journalDisk } from '../../io/journal/journal-disk.ts';
import { rankedRuns } from '../../io/journal/run-order.ts';
import { stateOf, toUndo } from '../../io/journal/state.ts';
import { distrustRoot } from '../../io/journal/trust.ts';
import { addTo } from '../../model/grouped.ts';
import { isAtOrBelow } from '../../model/path-below.ts';
import type { Digest, Step } from '../../model/plan.ts';
import type { Reading } from '../reading.ts';

/** A file somewhere: its path, and its print, null where none is there. */
export interface FileThen {
  readonly path: string;
  readonly digest: Digest | null;
}

/** The effect of all standing runs on a file. */
interface Traced extends FileThen {
  /** Those that had to do with it, as `run 3 (migrate)` without the first word. */
  readonly runs: readonly string[];
}

/**
 * Follows a file through all runs of convo that are not undone, by the journals of its store: what they made of exactly these bytes, of
 * which the originals are still kept. Paths are relative to `base`. Journals are read when the first file is followed.
 */
export function traceRuns({ disk, sites }: Reading, base: string): (file: FileThen) => Traced {
  const stores = sites.map(({ root }) => {
    let moves: Moves | null = null;
    const below = relative(base, root);
    return { below, moves: () => (moves ??= movesBelow(disk, root)) };
  });
  return ({ path, digest }) => {
    const store = stores.find(({ below }) => below === '' || isAtOrBelow(path, below));
    if (store === undefined) return { path, digest, runs: [] };
    const { below, moves } = store;
    const traced = follow(moves(), { path: below === '' ? path : path.slice(below.length + 1), digest });
    return { ...traced, path: join(below, traced.path) };
  };
}

/** The file after a step at its path, or above it. Null where the step does not concern it as it is. */
interface Move {
  readonly run: string;
  readonly turn: number;
  make(file: FileThen): FileThen | null;
}

/** By the path that each step takes. */
type Moves = ReadonlyMap<string, readonly Move[]>;

function follow(moves: Moves, file: FileThen): Traced {
  const runs = new Set<string>();
  let now = file;
  for (let move = nextMove(moves, now.path, -1); move !== null; move = nextMove(moves, now.path, move.turn)) {
    const made = move.make(now);
    if (made === null) continue;
    now = made;
    runs.add(move.run);
  }
  return { ...now, runs: [...runs] };
}

/** The first step after a turn that concerns this path, or a folder above it. */
function nextMove(moves: Moves, path: string, turn: number): Move | null {
  let first: Move | null = null;
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const next = (moves.get(at) ?? []).find((move) => move.turn > turn);
    if (next !== undefined && next.turn < (first?.turn ?? Number.POSITIVE_INFINITY)) first = next;
  }
  return first;
}

function movesBelow(disk: Reading['disk'], given: string): Moves {
  const moves = new Map<string, Move[]>();
  const root = attempt(() => disk.realpath(given)) ?? given;
  if (distrustRoot(disk, root, 'read') !== null) return moves;
  const pieces = journalDisk(disk);
  let turn = 0;
  for (const { id, number } of attempt(() => rankedRuns(disk, root)) ?? []) {
    const journal = journalOf(root, id);
    // Of a run that cannot be read nothing is known.
    for (const [run, item] of attempt(() => [...standing(pieces, journal, number)]) ?? [])
      for (const [path, make] of movesOf(disk, journal, item)) addTo(moves, path, { run, turn: turn++, make });
  }
  return moves;
}

/** The Changes of a run that stand, each with the name of the run. */
function* standing(disk: JournalDisk, journal: Journal, number: number): Generator<readonly [string, Numbered]> {
  if (stateOf(disk, journal) === 'undone') return;
  const run = `${number} (${beginningOf(disk, journal).header.command})`;
  const isStanding = toUndo(disk, journal);
  for (const item of intentions(disk, journal)) if (item.refused === null && isStanding(item.number)) yield [run, item];
}

function* movesOf(disk: Reading['disk'], journal: Journal, item: Numbered): Generator<[string, Move['make']]> {
  for (const [index, step] of item.change.steps.entries()) {
    const kept = join(journal.kept, `${item.number}.${index}`);
    if (step.do === 'put')
      yield [
        step.path,
        (file) => written(file, step, () => digestAfter(disk, kept, step, item.becomes[index] ?? null)),
      ];
    else if (step.do === 'plant') yield* planted(step);
    else if (step.do === 'move') yield [step.from, (file) => (isMeant(step, file) ? moved(file, step) : null)];
    else yield [step.path, (file) => (isMeant(step, file) ? { ...file, digest: null } : null)];
  }
}

function* planted({ path, files }: Extract<Step, { do: 'plant' }>): Generator<[string, Move['make']]> {
  for (const { path: name, content } of files)
    if (content.from === 'bytes') yield [`${path}/${name}`, (file) => created(file, digestOf(content.bytes))];
}

function written(
  { path, digest }: FileThen,
  step: Extract<Step, { do: 'put' }>,
  becomes: () => Digest | null,
): FileThen | null {
  const made = path === step.path && (digest ?? 'absent') === step.was ? becomes() : null;
  return made === null ? null : { path, digest: made };
}

function created({ path, digest }: FileThen, made: Digest): FileThen | null {
  return digest === null ? { path, digest: made } : null;
}

function moved({ path, digest }: FileThen, { from, to }: Extract<Step, { do: 'move' }>): FileThen {
  return { path: to + path.slice(from.length), digest };
}

/** True for the file that a step expects to move or remove; in a folder, for any. */
function isMeant({ what, was }: Extract<Step, { do: 'move' | 'remove' }>, { digest }: FileThen): boolean {
  return digest !== null && (what === 'folder' || was === digest);
}

/** The digest of the bytes that a step wrote. Null where the original is not kept unchanged. */
function digestAfter(
  disk: Reading['disk'],
  kept: string,
  { was, content }: Extract<Step, { do: 'put' }>,
  known: Digest | null,
): Digest | null {
  if (was === 'absent') return known;
  return attempt(() => {
    const original = seeFile(disk, kept);
    if (digestSource(original.source) !== was) return null;
    return known ?? (content.from === 'edits' ? digestSource(editedFile(original, content.edits)) : null);
  });
}
