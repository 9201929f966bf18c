import type { Code } from '../../../model/finding.ts';
import { baseName, folderOf, join } from '../../../model/path.ts';
import { type NotChanged, refused, throughLink } from '../../decision.ts';
import { inTheWay } from '../../engine/change/shelving.ts';
import { firstNames } from '../../words.ts';
import type { CodexDocument } from '../document.ts';
import type { RelatedThread } from '../family.ts';
import { folderOfName, type RolloutName, SESSIONS } from '../layout/layout.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

export const PLACE_CODES: readonly Code[] = ['CX017', 'CX301', 'CX304', 'CX305'];

/** The right path of a rollout with a wrong name or in a wrong folder; its present path if `targets` is empty. */
export function placeFor(
  document: CodexDocument,
  file: RolloutFile,
  targets: readonly Code[],
  filled: ReadonlySet<string>,
): string | NotChanged {
  const { part } = file;
  const codes = [...new Set(targets)];
  const [first] = codes;
  if (first === undefined) return part.path;
  const open = refusedAsOpen(document);
  if (open !== null) return open;
  if (part.type !== 'file') return throughLink([first]);
  const to = pathFor(file, codes);
  if (to === null) return refused({ codes, reason: 'has no name that says where it belongs' });
  return document.scope.isThere(to) || filled.has(to) ? inTheWay(codes, { path: to }) : to;
}

function pathFor({ name, part, where, head }: RolloutFile, codes: readonly Code[]): string | null {
  if (name === null) return null;
  const plain = codes.includes('CX017') ? baseName(part.path).replace(/\.zst$/, '') : baseName(part.path);
  const id = codes.includes('CX301') ? (head().meta?.id ?? name.thread) : name.thread;
  const named = withId(plain, name, id);
  return where === 'archived' ? join(folderOf(part.path), named) : datedPath(named);
}

function withId(file: string, { thread }: RolloutName, id: string): string {
  const at = file.toLowerCase().indexOf(thread);
  return id === thread ? file : `${file.slice(0, at)}${id}${file.slice(at + thread.length)}`;
}

/** The path that the program gives a rollout of this name; null for a name without a time. */
export function datedPath(file: string): string | null {
  const folder = folderOfName(file);
  return folder === null ? null : join(SESSIONS, folder, file);
}

export function isOpen({ scope }: CodexDocument, { ids }: Pick<RelatedThread, 'ids'>): boolean {
  return ids.some(scope.ofThread.isLocked);
}

/** Refuses a change of a thread that a program has open; null for any other. */
export function refusedAsOpen(document: CodexDocument): NotChanged | null {
  return document.isOpen()
    ? refused({ codes: ['CX401'], reason: 'is open in a program: close it there first', unsafe: true })
    : null;
}

/** Notes on relatives that are not changed along: each may be changed separately in the same run. */
export function familyNotes({ id, scope }: CodexDocument, along: readonly RelatedThread[]): string[] {
  const gone = along.map((member) => member.id);
  const went = new Set(gone);
  const stay = scope.ofThread.subagents(id).flatMap((child) => (went.has(child.id) ? [] : child.id));
  const copies = scope.ofThread.copies(id);
  return [
    ...(copies.length === 0 ? [] : [`copies of it that do not go along: ${firstNames(copies)}`]),
    ...(gone.length === 0 ? [] : [`the threads of its subagents go along: ${firstNames(gone)}`]),
    ...(stay.length === 0 ? [] : [`threads of its subagents that do not go along: ${firstNames(stay)}`]),
  ];
}
