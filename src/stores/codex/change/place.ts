import type { Code } from '../../../model/findings.ts';
import { piece, refused, throughLink, unchanged } from '../../decided.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { moved } from '../../engine/steps.ts';
import type { NotChanged, UnitChange } from '../../kind.ts';
import { baseName, folderOf, join } from '../../path.ts';
import { judgeCodex } from '../checks/judge.ts';
import { folderFor, type RolloutName, rolloutNameOf } from '../layout/names.ts';
import { SESSIONS } from '../layout/place.ts';
import { codexCounts } from '../read/counts.ts';
import type { CodexDocument } from '../read/document.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { refusedAsHeld } from './family.ts';

/** Codes that a rename or move heals. */
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
