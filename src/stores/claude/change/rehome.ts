import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, isString, members, quote, root, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { cmd } from '../../../model/command.ts';
import type { Part } from '../../../model/part.ts';
import { join, parentOf, rebasedPath } from '../../../model/path.ts';
import type { PlantedFile, Step } from '../../../model/plan.ts';
import {
  type AskFor,
  type NotChanged,
  refused,
  type SharedChange,
  type UnitDecision,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { copied, editedAt, moved, removed, withEdits } from '../../engine/change/steps.ts';
import { refusedInUse, runningOf } from '../../engine/in-use.ts';
import type { Scope } from '../../kind.ts';
import type { ClaudeDocument } from '../document.ts';
import { ARCHIVE, findFolder, folderName } from '../layout/layout.ts';
import { pieces } from '../read/pieces.ts';
import { claudeCounts } from './counts.ts';

export interface Rehomed {
  readonly target: string;
  readonly stays: boolean;
}

export function rehomeClaude(document: ClaudeDocument, { moved: ask }: AskFor<'rehome'>): UnitDecision<Rehomed> {
  const { id, scope } = document;
  const file = document.active ?? document.archived ?? document.misnamed ?? document.archivedMisnamed;
  const decided = (outcome: NotChanged): UnitDecision<Rehomed> => ({ id, outcome });
  if (file?.source == null) return decided(unchanged());
  const target = targetOf(scope, firstCwd(file.part), ask);
  if (target === null) return decided(unchanged());
  const refusal = whyNot(document, target);
  if (refusal !== null) return { id, outcome: refusal, indexUpdate: { target, stays: true } };
  const steps = stepsFor(document, target, ask);
  if (steps.length === 0) return decided(unchanged());
  const counts = claudeCounts(file);
  const after = { ...counts, bytes: counts.bytes + sizeAfter(steps, file.part.path) };
  const isArchived = file === document.archived || file === document.archivedMisnamed;
  const notes = target === scope.name ? [] : [`goes to ${isArchived ? ARCHIVE : 'projects'}/${target}`];
  const outcome = unitChange({ path: file.part.path, steps, before: counts, after, notes, isJoint: true });
  return { id, outcome, indexUpdate: { target, stays: false } };
}

/** Moves the other files of a project folder with its sessions; none if a session has to stay. */
export function closeRehome(
  scope: Scope,
  ask: AskFor<'rehome'>,
  decided: readonly UnitDecision<Rehomed>[],
): SharedChange | NotChanged {
  if (scope.name === '') return rehomeHistory(scope, ask);
  const going = decided.flatMap(({ indexUpdate }) => indexUpdate ?? []);
  const [first] = going;
  const staying = decided.find(({ indexUpdate }) => indexUpdate?.stays === true);
  // Sessions that cannot be moved have their own refusals: there is nothing else to move.
  if (first === undefined || going.every(({ stays }) => stays)) return unchanged();
  if (staying !== undefined)
    return refused({ reason: `stays, because ${staying.id} of its project cannot be moved`, unsafe: true });
  const memory = scope.shared.find(({ role, type }) => role === 'memory' && type === 'folder');
  const to = `projects/${first.target}/memory`;
  const isAlone = going.every(({ target }) => target === first.target && target !== scope.name);
  const isFree = scope.exists?.(`${scope.site.root}/${to}`) === false;
  const moves = memory !== undefined && isAlone && isFree;
  const last: Step[] = moves ? [moved(memory, to)] : [];
  const notes = memory === undefined || moves ? [] : [`${memory.path} stays where it is`];
  return { state: 'changed', path: `projects/${scope.name}`, first: [], last, codes: [], notes };
}

/**
 * The folder of a session after the move; null if it is not about the moved project. Sessions of several projects may share a folder, so
 * the first working directory in the session decides.
 */
function targetOf({ name, scopes = new Set() }: Scope, cwd: string | null, { from, to }: ProjectMove): string | null {
  const folderFor = (path: string) => findFolder(path, [...scopes]) ?? folderName(path);
  if (cwd === null) return spellings(from).some((each) => folderFor(each) === name) ? folderFor(to) : null;
  if (rebasedPath(cwd, { from, to }) === null) return null;
  // A program may have been started below the folder under which its sessions are kept.
  for (let path = cwd.normalize('NFC'); path.length >= from.length; path = parentOf(path)) {
    const goal = rebasedPath(path, { from, to }) ?? to;
    if (spellings(path).some((each) => findFolder(each, [name]) === name)) return folderFor(goal);
    if (findFolder(goal, [name]) === name) return name;
  }
  // The project did not move: its folder in the store has another name than its path gives.
  return from === to ? folderFor(cwd) : null;
}

/** A path, with a drive of Windows in both cases: programs write either. */
function spellings(path: string): string[] {
  if (!/^[A-Za-z]:/.test(path)) return [path];
  const drive = path.slice(0, 1);
  const rest = path.slice(1);
  return [drive.toLowerCase() + rest, drive.toUpperCase() + rest];
}

function firstCwd(part: Part): string | null {
  for (const { value } of textsIn(part, 'cwd')) return textOf(value);
  return null;
}

function whyNot(document: ClaudeDocument, target: string): NotChanged | null {
  const { unit, scope } = document;
  const inUse = refusedInUse(document, 'CL403');
  if (inUse !== null) return inUse;
  if (scope.site.shape !== 'home') return refused({ reason: 'is not in a config folder', unsafe: true });
  if (target === scope.name) return null;
  const ofTarget = (unit.elsewhere ?? []).filter(({ path }) => path.split('/')[1] === target);
  const own = unit.parts.find((part) => ofTarget.some(({ path }) => isSibling(part, path)));
  const obstacle = ofTarget.find(({ path }) => own !== undefined && isSibling(own, path));
  if (own === undefined || obstacle === undefined) return null;
  const next = cmd`diff ${join(scope.site.root, own.path)} ${join(scope.site.root, obstacle.path)}`;
  return refused({ codes: ['CL305'], reason: `cannot be moved: ${obstacle.path} is in the way`, unsafe: true, next });
}

/** Roles of files that are moved: transcripts, archived ones and copies under other names too. */
const MOVED_ROLES: ReadonlySet<string> = new Set([
  'session',
  'agent',
  'archived-session',
  'archived-agent',
  'misnamed',
  'archived-misnamed',
]);

/** Companions come first and removals last, so that a session is never without its companions. */
function stepsFor(document: ClaudeDocument, target: string, ask: ProjectMove): Step[] {
  const { unit, scope } = document;
  const own = unit.parts.filter(({ role }) => MOVED_ROLES.has(role));
  const edits = new Map(own.map((part) => [part.path, pathEdits(part, 'cwd', ask)]));
  const editsOf = ({ path }: Part) => edits.get(path) ?? [];
  if (target === scope.name) return own.flatMap((part) => editedAt(part, part.path, editsOf(part)));
  const pathOf = ({ path }: Part) => {
    const [top = '', , ...rest] = path.split('/');
    return [top, target, ...rest].join('/');
  };
  const session = own
    .filter(({ role }) => !role.endsWith('agent'))
    .flatMap((part) => editedAt(part, pathOf(part), editsOf(part)));
  const companions = unit.parts.filter(({ role }) => role.endsWith('companions'));
  const folders = companions.flatMap((folder) => folderMoves(folder, pathOf(folder), unit.parts, editsOf));
  const isGone = (step: Step) => step.do === 'remove';
  return [...folders, ...session].sort((a, b) => Number(isGone(a)) - Number(isGone(b)));
}

function isSibling({ path }: Part, other: string): boolean {
  const [top, , name] = path.split('/');
  const [otherTop, , otherName] = other.split('/');
  return top === otherTop && name === otherName;
}

/** Moves a folder in which nothing is edited; otherwise writes a new folder, and moves the original into the journal. */
function folderMoves(
  folder: Part,
  to: string,
  parts: readonly Part[],
  editsOf: (part: Part) => readonly Edit[],
): Step[] {
  const inside = parts.filter(({ path }) => path.startsWith(`${folder.path}/`));
  const isPlain = inside.every(({ type }) => type === 'file');
  if (!isPlain || inside.every((part) => editsOf(part).length === 0)) return [moved(folder, to)];
  const files = inside.map((part): PlantedFile => {
    return { path: part.path.slice(folder.path.length + 1), content: copied(part, editsOf(part)), keepTime: true };
  });
  return [{ do: 'plant', path: to, files }, removed(folder)];
}

function sizeAfter(steps: readonly Step[], path: string): number {
  const all = steps.flatMap((step) => {
    if (step.do !== 'put' || step.content.from === 'bytes') return [];
    const isIt = step.content.from === 'copy' ? step.content.path === path : step.path === path;
    return isIt ? step.content.edits : [];
  });
  return sizeChange(all);
}

/** Moves the prompts typed in a project to its new folder in the history, so that the program offers them there. */
function rehomeHistory(scope: Scope, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const { shared, common = [], alive = () => false } = scope;
  const part = shared.find(({ role }) => role === 'history');
  const edits = part === undefined ? [] : pathEdits(part, 'project', moved);
  if (part === undefined || edits.length === 0) return unchanged();
  // Any running program appends to it.
  const isOpen = runningOf([...shared, ...common]).some((each) => each !== null && alive(each.pid));
  if (isOpen)
    return refused({
      codes: ['CL403'],
      path: part.path,
      reason: 'is in use by a running program: end that first',
      unsafe: true,
    });
  const notes = [`${edits.length === 1 ? 'one prompt follows' : `${edits.length} prompts follow`} the folder`];
  return {
    state: 'changed',
    path: part.path,
    first: [],
    last: [{ ...withEdits(part, edits), keepTime: true }],
    codes: [],
    notes,
  };
}

type ProjectMove = AskFor<'rehome'>['moved'];

/** The text values of `key` in all records; records quoted in texts do not count. */
function* textsIn({ source }: Part, key: string): Generator<{ readonly value: Value; readonly base: number }> {
  if (source == null) return;
  for (const { record, base } of recordsIn(source))
    for (const { key: own, value } of members(record))
      if (textOf(own) === key && isString(value)) yield { value, base };
}

function* recordsIn(source: Source): Generator<{ readonly record: Value; readonly base: number }> {
  for (const { at, start, bytes, tape } of pieces(source)) {
    const text = bytes?.subarray(start) ?? new Uint8Array();
    for (const { record, base } of recordsOn(text, tape ?? scan(text))) yield { record, base: at + start + base };
  }
}

/** The record of a line; for a damaged line its whole records, which a heal restores. */
function recordsOn(text: Uint8Array, tape: Tape): { readonly record: Value; readonly base: number }[] {
  const spans = tape.fault === null ? [{ start: 0, end: text.length }] : shapeOf(text, tape).pieces;
  return spans.flatMap(({ start, end }) => {
    const record = root(tape.fault === null ? tape : scan(text.subarray(start, end)));
    return isObject(record) ? [{ record, base: start }] : [];
  });
}

function pathEdits(part: Part, key: string, ask: ProjectMove): Edit[] {
  const edits: Edit[] = [];
  // Nearly all records name one folder: one text each would fill the memory.
  const made = new Map<string, Uint8Array | null>();
  for (const { value, base } of textsIn(part, key)) {
    const from = textOf(value);
    let insert = made.get(from);
    if (insert === undefined) {
      const to = rebasedPath(from, ask);
      insert = to === null || to === from ? null : Buffer.from(quote(to));
      made.set(from, insert);
    }
    const { start, end } = spanOf(value);
    if (insert !== null) edits.push({ at: base + start, remove: end - start, insert });
  }
  return edits;
}
