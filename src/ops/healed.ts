import { join } from 'node:path';
import { orNull } from '../io/disk/error-code.ts';
import { digestSource } from '../io/disk/file-source.ts';
import { editedFile, seeFile } from '../io/disk/seen-file.ts';
import { intentions, type NumberedChange } from '../io/journal/intentions.ts';
import { type Journal, journalOf } from '../io/journal/journal.ts';
import { toUndo } from '../io/journal/marker.ts';
import { untrustedInRoot } from '../io/journal/readable.ts';
import { runIds } from '../io/journal/run-order.ts';
import { runs } from '../io/journal/runs.ts';
import type { World } from '../io/world.ts';
import { addTo } from '../model/collections.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Source } from '../model/part.ts';
import { isFileOfRecords } from '../model/path.ts';
import type { Digest } from '../model/plan.ts';
import type { EarlierHeal, Run, UndoableHeal } from '../model/run.ts';
import { begunBy, messagesAt, movedPlaces, type SizedEdit } from '../stores/engine/change/moved-places.ts';
import { runNamesIn } from './change/run-ids.ts';
import { originalsBelow } from './originals.ts';
import { lineColumns } from './survey/line-columns.ts';

/** Heals of these conversations, oldest first, by the journals of their stores. Reads a journal once. Reads only. */
export function healedIn(
  { disk }: Pick<World, 'disk'>,
  wants: (id: string) => boolean,
): (conversation: Conversation) => readonly EarlierHeal[] {
  const known = new Map<string, ReadonlyMap<string, HealRun[]>>();
  return (conversation) => {
    const { root, path, main } = conversation;
    const real = orNull(() => disk.realpath(root)) ?? root;
    const heals = known.get(real) ?? healsOf(disk, real, wants);
    known.set(real, heals);
    const { id, kind } = conversation;
    // A journal does not know a project that only the conversation names.
    const mended = heals.get(keyOf(conversation, id)) ?? heals.get(keyOf({ kind, project: null }, id)) ?? [];
    if (mended.length === 0) return [];
    const file = main ?? path.slice(root.length + 1);
    const edited = mended.map(({ files }) => files.get(file) ?? null);
    // A file written meanwhile differs from the healed one.
    const places = orNull(() => mendedPlaces(file, originalsBelow({ disk }, real)(file), edited)) ?? [];
    return mended.map(({ run, codes }, n) => {
      const { id, number, startedAt } = run;
      return { run: id, number, startedAt, codes, places: places[n] ?? [] };
    });
  };
}

/** Adds the size of each heal's undo. `undoOf` returns the command. */
export function withUndoSizes(
  { disk }: Pick<World, 'disk'>,
  roots: readonly string[],
  healed: readonly EarlierHeal[],
  undoOf: (name: string) => string,
): UndoableHeal[] {
  const trusted = roots.filter((root) => untrustedInRoot(disk, root, 'read') === null);
  const wanted = new Set(healed.map(({ run }) => run));
  const those = trusted.filter((root) => runIds(disk, root).some((id) => wanted.has(id)));
  const inEffect = new Map<string, number>();
  for (const run of those.flatMap((root) => runs(disk, root)))
    inEffect.set(run.id, (inEffect.get(run.id) ?? 0) + run.standing);
  const nameOf = runNamesIn(disk, trusted);
  return healed.map((heal) => ({
    ...heal,
    otherChanges: (inEffect.get(heal.run) ?? 0) - 1,
    undo: undoOf(nameOf(heal.run)),
  }));
}

interface HealRun {
  readonly run: Run;
  readonly codes: readonly string[];
  readonly files: ReadonlyMap<string, MendedFile>;
}

function healsOf(disk: World['disk'], root: string, wants: (id: string) => boolean): ReadonlyMap<string, HealRun[]> {
  const found = new Map<string, HealRun[]>();
  if (untrustedInRoot(disk, root, 'read') !== null) return found;
  for (const run of runs(disk, root))
    if (run.state === 'done' && HEALING.includes(run.command ?? '')) addHeals(disk, run, wants, found);
  return found;
}

const HEALING: readonly string[] = ['heal', 'apply'];

function addHeals(disk: World['disk'], run: Run, wants: (id: string) => boolean, found: Map<string, HealRun[]>): void {
  const journal = journalOf(run.root, run.id);
  const isInEffect = toUndo(disk, journal);
  for (const item of intentions(disk, journal)) {
    const { change, number, refused } = item;
    const isCompanion = change.counts?.after.conversations === 0;
    if (refused !== null || isCompanion || !isInEffect(number)) continue;
    const { items = change.ids.map((id) => ({ id, codes: change.codes })) } = change;
    const healed = items.filter(({ id, codes }) => id !== null && codes.length > 0 && wants(id));
    const files = healed.length === 0 ? new Map() : filesOf(disk, journal, item);
    for (const { id, codes } of healed) addTo(found, keyOf(change, id ?? ''), { run, codes, files });
  }
}

function keyOf({ kind, project }: Pick<Conversation, 'kind' | 'project'>, id: string): string {
  return `${kind}\0${project ?? ''}\0${id}`;
}

function filesOf(
  disk: World['disk'],
  { originalsFolder }: Journal,
  { number, change: { steps } }: NumberedChange,
): ReadonlyMap<string, MendedFile> {
  const files = new Map<string, MendedFile>();
  for (const [index, step] of steps.entries()) {
    if (step.do !== 'put' || step.content.from !== 'edits') continue;
    const { edits } = step.content;
    const result = orNull(() => {
      const source = editedFile(seeFile(disk, join(originalsFolder, `${number}.${index}`)), edits);
      return { becomes: digestSource(source), size: source.size };
    });
    const cuts = edits.map(({ at, remove, insert }) => ({ at, remove, insert: insert.length }));
    if (result !== null) files.set(step.path, { was: step.was, ...result, edits: cuts });
  }
  return files;
}

interface MendedFile {
  readonly was: Digest | 'absent';
  readonly becomes: Digest;
  readonly size: number;
  readonly edits: readonly SizedEdit[];
}

const MAX_DOCUMENT_BYTES = 1 << 26;

/**
 * Records or messages that each change edited, in order; null for other files. They are known while the file begins as the last change left
 * it; earlier ones while no other program wrote.
 */
function mendedPlaces(path: string, file: Source | null, all: readonly (MendedFile | null)[]): string[][] {
  const places: string[][] = all.map(() => []);
  const later: MendedFile[] = [];
  for (let n = all.length - 1; n >= 0 && file !== null; n--) {
    const change = all[n] ?? null;
    if (change === null) continue;
    const [next] = later;
    if (next === undefined ? !beginsAs(file, change) : next.was !== change.becomes) break;
    const starts = (at: readonly number[], edits: readonly SizedEdit[]) =>
      movedPlaces(at, edits, 'starts').filter((place) => place !== null);
    const offsets = later.reduce((at, { edits }) => starts(at, edits), begunBy(change.edits));
    places[n] = recordsAt(path, file, offsets);
    later.unshift(change);
  }
  return places;
}

function beginsAs(file: Source, { size, becomes }: MendedFile): boolean {
  if (size > file.size) return false;
  const slice: Source['slice'] = (at, length) => file.slice(at, Math.max(Math.min(length, size - at), 0));
  return digestSource({ size, slice }) === becomes;
}

function recordsAt(path: string, file: Source, offsets: readonly number[]): string[] {
  if (isFileOfRecords(path)) {
    const position = lineColumns(file);
    return [...new Set(offsets.map((offset) => `/${position(offset).line - 1}`))];
  }
  return file.size > MAX_DOCUMENT_BYTES ? [] : messagesAt(file.slice(0, file.size), offsets);
}
