import type { Code } from '../../../model/finding.ts';
import { baseName, folderOf, join } from '../../../model/path.ts';
import { piece, refused, throughLink, unchanged } from '../../decided.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { moved } from '../../engine/steps.ts';
import type { NotChanged, UnitChange } from '../../kind.ts';
import { some } from '../../words.ts';
import { judgeCodex } from '../checks/judge.ts';
import { folderFor, type RolloutName, rolloutNameOf } from '../layout/names.ts';
import { LOCKS, SESSIONS } from '../layout/place.ts';
import type { CodexDocument } from '../read/document.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';

export const PLACE_CODES: readonly Code[] = ['CX017', 'CX301', 'CX304', 'CX305'];

/** Moves the first rollout of a thread that has a wrong name, or is in a wrong folder. */
export function putInPlace(document: CodexDocument, isAsked: (code: Code) => boolean): UnitChange | NotChanged {
  const due = [...judgeCodex(document)].filter(({ code }) => isAsked(code));
  const [first] = due;
  const file = document.files.find(({ part }) => part.path === first?.path);
  if (first === undefined || file === undefined) return unchanged();
  const held = refusedAsHeld(document);
  if (held !== null) return held;
  if (file.part.type !== 'file') return refused(throughLink([first.code]));
  const codes = [...new Set(due.filter(({ path }) => path === file.part.path).map(({ code }) => code))];
  const to = placeFor(file, codes);
  if (to === null) return refused({ codes, reason: 'has no name that says where it belongs' });
  if (document.scope.isThere(to)) return refused(inTheWay(codes, { path: to }));
  const counts = codexCounts(file);
  const steps = [moved(file.part, to)];
  return piece({ path: file.part.path, steps, codes, before: counts, after: counts, notes: [`is moved to ${to}`] });
}

function placeFor(file: RolloutFile, codes: readonly Code[]): string | null {
  const { name, part, where } = file;
  if (name === null) return null;
  const plain = codes.includes('CX017') ? baseName(part.path).replace(/\.zst$/, '') : baseName(part.path);
  const id = codes.includes('CX301') ? (file.head().meta?.id ?? name.thread) : name.thread;
  const named = withId(plain, name, id);
  return where === 'archived' ? join(folderOf(part.path), named) : datedPath(named);
}

function withId(file: string, { thread }: RolloutName, id: string): string {
  const at = file.toLowerCase().indexOf(thread);
  return id === thread ? file : `${file.slice(0, at)}${id}${file.slice(at + thread.length)}`;
}

/** Where the program would have put a rollout of this name; null for a name without a time. */
export function datedPath(file: string): string | null {
  const name = rolloutNameOf(file);
  return name === null ? null : join(SESSIONS, folderFor(name), file);
}

/** A thread that moves with the one that spawned it. */
export interface Relative {
  readonly id: string;
  readonly ids: readonly string[];
  readonly files: readonly RolloutFile[];
}

/** The ids of a thread: the one in its name, those in its records, and those of its segments, by which forks call them. */
export function idsOf(id: string, files: readonly RolloutFile[]): string[] {
  return [...new Set([id, ...files.flatMap((file) => [file.head().meta?.id ?? [], file.name?.window ?? []].flat())])];
}

/** The threads that a thread spawned, and those that these spawned, as the program takes them along; without some that are gone already. */
export function familyOf({ id, files, scope }: CodexDocument, without: ReadonlySet<string>): Relative[] {
  const members: Relative[] = [];
  const parents = idsOf(id, files);
  const met = new Set([...parents, ...without]);
  for (const parent of parents)
    for (const child of scope.subagentsOf(parent)) {
      if (!child.isSpawned || met.has(child.id)) continue;
      const own = scope.filesOf(child.id);
      const member = { id: child.id, ids: idsOf(child.id, own), files: own };
      members.push(member);
      for (const each of member.ids) {
        met.add(each);
        // Appending to the walked list extends the walk.
        parents.push(each);
      }
    }
  return members;
}

export function isOpen({ scope }: CodexDocument, { ids }: Pick<Relative, 'ids'>): boolean {
  return ids.some((id) => scope.isHeld?.(`${LOCKS}/${id}.lock`) === true);
}

/** Nothing of a thread is changed while a program has it open. */
export function refusedAsHeld(document: CodexDocument): NotChanged | null {
  return document.isHeld()
    ? refused({ codes: ['CX401'], reason: 'is open in a program: close it there first', unsafe: true })
    : null;
}

/** Which threads of its subagents go along with a thread, and which do not. */
export function familyNotes({ id, scope }: CodexDocument, along: readonly Relative[]): string[] {
  const gone = along.map((member) => member.id);
  const went = new Set(gone);
  const stay = scope.subagentsOf(id).flatMap((child) => (went.has(child.id) ? [] : child.id));
  return [
    ...(gone.length === 0 ? [] : [`the threads of its subagents go along: ${some(gone)}`]),
    ...(stay.length === 0 ? [] : [`threads of its subagents that stay where they are: ${some(stay)}`]),
  ];
}
