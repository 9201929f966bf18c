import { join } from 'node:path';
import { digestFile } from '../../io/disk/digest.ts';
import { unless } from '../../io/disk/error-code.ts';
import { statOf } from '../../io/disk/look.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { type ChangeReport, NO_COUNTS } from '../../model/change-report.ts';
import type { Counts } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { Change, FileRange, Step } from '../../model/plan.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { filesNote, isBesideCopies, manifestOf } from '../keep.ts';
import type { Reading } from '../reading.ts';
import { survey } from '../survey/survey.ts';
import type { World } from '../world.ts';
import { carryOutChanges } from './carry-out.ts';
import { keepOf } from './change-of.ts';
import { itemOf, newLedger } from './ledger.ts';
import { refuseOwner } from './refuse-owner.ts';

/** A conversation to be brought back from where `keep` copied it. */
export interface Wanted {
  /** The folder that was given to `keep`, absolute. */
  readonly from: string;
  /** The id, or a beginning of it. */
  readonly id: string;
  readonly run: string;
  /** Whole Unix seconds. */
  readonly now: number;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Brings a kept conversation back to its project, with what belongs to it, as one run. A file that the manifest names must be as it says;
 * one that is in its place with the bytes of its copy stays.
 * Throws Failure for an id that is not there, or in several projects, and where something is in the way.
 */
export async function bringBack(world: World, reading: Reading, wanted: Wanted): Promise<ChangeReport> {
  const site = reading.sites.find(({ kind, shape }) => KIND_TABLE[kind].deletes && shape === 'home');
  const kind = reading.kinds.find(({ name }) => name === site?.kind);
  if (site === undefined || kind === undefined)
    throw new Failure('usage', 'there is no Claude Code store to restore to', 'Name one with --root.');
  const kept = find(world, wanted);
  const manifest = manifestOf(world.disk, wanted.from);
  const change = changeFor(site, kind, kept, { disk: world.disk, from: wanted.from, manifest });
  const ledger = newLedger('restore');
  if (change.steps.length === 0) {
    ledger.enter(itemOf(site, kept.project, kept.id, change.path, { state: 'unchanged', codes: [] }));
    return ledger.report({ run: null, dryRun: wanted.dryRun });
  }
  if (!wanted.dryRun && !wanted.force) refuseOwner(world, reading.kinds, [site]);
  const counts = await countsAfter(world, kind, site, change, wanted.now);
  const notes = notesOf(wanted, kept, change.steps.length, manifest);
  const item = itemOf(site, kept.project, kept.id, change.path, { state: 'changed', codes: [], notes });
  ledger.changes.push([ledger.enter(item, counts)]);
  if (wanted.dryRun) return ledger.report({ run: null, dryRun: true });
  const root = world.disk.realpath(site.root);
  const header = { plan: 1, command: 'restore', kind: kind.name, root, madeAt: wanted.now } as const;
  const run = await carryOutChanges(world, header, [{ ...change, counts }], { run: wanted.run, ledger });
  return ledger.report({ run, dryRun: false });
}

/** Where the files come from, which of them are there already, and what is not known of them. */
function notesOf({ from }: Wanted, { project, files }: Kept, brought: number, manifest: ReadonlyMap<string, string>) {
  const unknown = files.filter((name) => !manifest.has(name)).length;
  const there = files.length - brought;
  return [
    `${filesNote(brought)} from ${join(from, project)}`,
    ...(there > 0 ? [`${filesNote(there)} there already, with the bytes of the copy`] : []),
    ...(unknown > 0 ? [`SHA256SUMS has no hash of ${unknown} of them, so nothing was compared`] : []),
    TIME,
  ];
}

const TIME = 'its time is that of the restore, and the retention counts from it';

/** A conversation in the folder of copies. */
interface Kept {
  readonly id: string;
  readonly project: string;
  /** Below that folder, as its manifest names them. */
  readonly files: readonly string[];
}

function find({ disk }: World, { from, id }: Wanted): Kept {
  const found: Kept[] = [];
  for (const project of namesIn(disk, from, 'folder'))
    for (const name of namesIn(disk, join(from, project), 'file')) {
      const its = /^(.*)\.jsonl$/s.exec(name)?.[1];
      if (its === undefined || !its.startsWith(id) || id === '') continue;
      const below = filesBelow(disk, from, `${project}/${its}`).filter((each) => !isBesideCopies(disk, from, each));
      found.push({ id: its, project, files: [...below, `${project}/${name}`] });
    }
  const [first, second] = found;
  if (first === undefined) throw new Failure('no-match', `${from} holds no copy of ${id}`, null);
  if (second === undefined) return first;
  const named = found.map((each) => `${each.project}/${each.id}`).join('\n');
  throw new Failure(
    'usage',
    `${found.length} copies in ${from} begin with ${id}`,
    `Give more of one of them:\n${named}`,
  );
}

function namesIn(disk: World['disk'], path: string, type: 'file' | 'folder'): string[] {
  const names = unless(['ENOENT', 'ENOTDIR'], () => disk.list(path));
  if (names === null) throw new Failure('usage', `${path} is not a folder`, 'Name the folder that was given to keep.');
  return names.flatMap((each) => (each.type === type && each.name !== null ? [each.name] : []));
}

function filesBelow(disk: World['disk'], top: string, name: string): string[] {
  const entries = unless(['ENOENT', 'ENOTDIR'], () => disk.list(join(top, name))) ?? [];
  return entries.flatMap((each) => {
    if (each.name === null) return [];
    const path = `${name}/${each.name}`;
    if (each.type === 'folder') return filesBelow(disk, top, path);
    return each.type === 'file' ? [path] : [];
  });
}

/** The folder of copies, with the hashes that its manifest has of them. */
interface Copies {
  readonly disk: World['disk'];
  readonly from: string;
  readonly manifest: ReadonlyMap<string, string>;
}

/** Companions first: a session is never without them. */
function changeFor(site: Site, kind: Kind, { id, project, files }: Kept, copies: Copies): Change {
  const path = `projects/${project}/${id}.jsonl`;
  const steps = files.flatMap((name): Step[] => {
    const to = `projects/${name}`;
    const place = kind.layout.place(site, to, 'file');
    if (place.type !== 'part' || place.id !== id)
      throw new Failure('usage', `${join(copies.from, name)} is not a file of a session`, null);
    const there = join(site.root, to);
    if (isThere(copies, name, there)) return [];
    if (statOf(copies.disk, there) !== null)
      throw new Failure(
        'refused',
        `${there} is in the way: it is not as the copy of it is`,
        'Delete or archive that one first.',
      );
    return [{ do: 'put', path: to, was: 'absent', content: { from: 'range', ...rangeOf(copies, name), edits: [] } }];
  });
  const ids = [id];
  return { kind: kind.name, project, ids, path, codes: [], steps, locks: [], keep: keepOf(kind) };
}

/** A file is in its place with the bytes of its copy. */
function isThere({ disk, from }: Copies, name: string, there: string): boolean {
  const stat = statOf(disk, there);
  const copy = join(from, name);
  return (
    stat?.type === 'file' && stat.size === disk.stat(copy).size && digestFile(disk, there) === digestFile(disk, copy)
  );
}

/** All of a copy, for its user alone. Throws Failure for one that is not as the manifest has it. */
function rangeOf({ disk, from, manifest }: Copies, name: string): FileRange {
  const file = join(from, name);
  const { size, mtimeMs } = disk.stat(file);
  const was = digestFile(disk, file);
  if ((manifest.get(name) ?? was) !== was)
    throw new Failure(
      'refused',
      `${file} is not what SHA256SUMS says`,
      'The copy was changed after it was made, or `convo keep` was cut off: it enters what it copied when it is run again.',
    );
  return { file, at: 0, size, was, mode: 0o600, mtimeMs };
}

/** What the store has of the conversation once it is back. */
async function countsAfter(world: World, kind: Kind, site: Site, change: Change, now: number) {
  const disk = plannedDisk(world.disk, site.root, { changes: () => [change] });
  const [id = ''] = change.ids;
  const options = { now, projects: [change.project ?? ''], wants: (each: string) => each === id };
  let after: Counts = { ...NO_COUNTS, conversations: 1 };
  for await (const event of survey(disk, [kind], [site], options)) {
    const view =
      event.type === 'document' ? event.document.conversations.find(({ path }) => path === change.path) : undefined;
    if (view !== undefined) after = { ...after, messages: view.messages ?? 0, bytes: view.bytes };
  }
  return { before: NO_COUNTS, after };
}
