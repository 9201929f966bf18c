import { join } from 'node:path';
import type { Source } from '../../codecs/lines/source.ts';
import { foldersOf, pathsIn } from '../../model/check-change.ts';
import { addTo } from '../../model/collections.ts';
import type { Change, Step } from '../../model/plan.ts';
import { orNull } from '../disk/error-code.ts';
import { digestSource } from '../disk/file-source.ts';
import { placeIn } from '../disk/place.ts';
import { editedFile, seeFile, statOf } from '../disk/seen-file.ts';
import type { Journal } from '../journal/journal.ts';
import { contentSource } from '../steps/content.ts';
import type { PutStep } from '../steps/work.ts';
import type { World } from '../world.ts';

export interface LaterChange {
  readonly journal: Journal;
  /** In its run, from 0. */
  readonly number: number;
  /** Among all later Changes, from 0. */
  readonly order: number;
  readonly ids: readonly string[];
  /** Reads it again from its journal. */
  read(): Change;
}

type SeparatingWorld = Pick<World, 'disk' | 'putBack'>;

/**
 * True if a Change and later ones can be undone in any order, to the same bytes. They share only files that each
 * replaced. Reads only.
 */
export function areSeparable(world: SeparatingWorld, own: JournalledChange, later: readonly LaterChange[]): boolean {
  const mine = replacements(own);
  const shared = new Map<string, Replacement[]>();
  const touches = pathTest(own.change);
  for (const each of later) {
    const theirs = replacements({ ...each, change: each.read() });
    for (const path of each.read().steps.flatMap(pathsIn)) {
      const replacement = theirs.get(path);
      if (replacement !== undefined && mine.has(path)) addTo(shared, path, replacement);
      else if (touches(path)) return false;
    }
  }
  return [...mine].every(([path, replacement]) => {
    const others = shared.get(path)?.reverse() ?? [];
    return others.length === 0 || orNull(() => isSeparable(world, replacement, others)) === true;
  });
}

interface JournalledChange {
  readonly journal: Journal;
  readonly number: number;
  readonly change: Change;
}

/** A step that replaced a file, with the place of its original. */
interface Replacement {
  readonly root: string;
  readonly kind: Change['kind'];
  readonly step: PutStep;
  readonly kept: string;
}

function replacements({ journal, number, change }: JournalledChange): Map<string, Replacement> {
  const { root } = journal;
  const { kind } = change;
  return new Map(
    change.steps.flatMap((step, n) =>
      isReplacement(step)
        ? [[step.path, { root, kind, step, kept: join(journal.kept, `${number}.${n}`) }] as const]
        : [],
    ),
  );
}

function isReplacement(step: Step): step is PutStep {
  return step.do === 'put' && step.was !== 'absent' && ['edits', 'bytes'].includes(step.content.from);
}

function pathTest({ steps }: Change): (path: string) => boolean {
  const paths = new Set(steps.flatMap(pathsIn));
  const folders = new Set([...paths].flatMap(foldersOf));
  return (path) => [path, ...foldersOf(path)].some((each) => paths.has(each)) || folders.has(path);
}

/** `later`: newest first. */
function isSeparable(world: SeparatingWorld, own: Replacement, later: readonly Replacement[]): boolean {
  const { disk } = world;
  // Undone before an undo of its Change was cut off.
  if (statOf(disk, own.kept) === null) return true;
  const now = seeFile(disk, placeIn(disk, own.root, own.step.path)).source;
  const [inOrder, ownFirst] = [
    [...later, own],
    [own, ...later],
  ].map((all) => all.reduce<Source | null>((file, each) => file && withoutReplacement(world, each, file), now));
  return inOrder != null && ownFirst != null && digestSource(inOrder) === digestSource(ownFirst);
}

/** The file after an undo of the step; null if it could not be undone. */
function withoutReplacement({ disk, putBack }: SeparatingWorld, replacement: Replacement, now: Source): Source | null {
  const { root, kind, kept, step } = replacement;
  const original = seeFile(disk, kept);
  if (original.digest() !== step.was) return null;
  const { content, path } = step;
  const after = content.from === 'edits' ? editedFile(original, content.edits) : contentSource(disk, root, content);
  const before = original.source;
  if (digestSource(now) === digestSource(after)) return before;
  return putBack?.(kind, path, { before, after, now }) ?? null;
}
