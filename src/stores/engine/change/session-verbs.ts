import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import type { Counts, Message } from '../../../model/conversation.ts';
import type { Part } from '../../../model/part.ts';
import { rebasedPath } from '../../../model/path.ts';
import {
  type AskFor,
  BLANK_TITLE,
  type NotChanged,
  type Refusal,
  refused,
  throughLink,
  type UnitChange,
  unitChange,
} from '../../decision.ts';
import type { Scope } from '../../kind.ts';
import { countOfEntries } from '../../words.ts';
import { refusedInUse, type SessionLife } from '../in-use.ts';
import { appendEdit } from '../range-edits.ts';
import { type Span, setMembers } from '../records.ts';
import type { OneSession } from '../session-files.ts';
import { inTheWay } from './shelving.ts';
import { editedAt, moved, withEdits } from './steps.ts';

interface Named<R> {
  readonly messages: Iterable<Pick<Message, 'at'>>;
  readonly records: readonly R[];
  pointerOf(record: NoInfer<R>): string;
  idOf(record: NoInfer<R>): string | null;
}

/** The record of message `at`: its number among all shown ones, or its id. */
export function recordNamed<R>(at: string, { messages, records, pointerOf, idOf }: Named<R>): R | Refusal {
  const places = Array.from(messages, (message) => message.at);
  const isNumber = /^\d{1,7}$/.test(at);
  const record = records.find((each) => (isNumber ? pointerOf(each) === places[Number(at)] : idOf(each) === at));
  if (record !== undefined) return record;
  return refused({
    reason: `has ${countOfEntries(places.length)}: give a number from 0 to ${places.length - 1}`,
  });
}

/** Appends the record by which the program gives a session a title; `recordOf` makes it. */
export function retitled(
  { part, source }: Pick<OneSession, 'part' | 'source'>,
  { title, before }: { readonly title: string; readonly before: Counts },
  recordOf: (title: string) => object,
): UnitChange | NotChanged {
  const trimmed = title.trim();
  if (source === null || trimmed === '') return BLANK_TITLE;
  const edit = appendEdit(source, recordOf(trimmed));
  const after = { ...before, bytes: before.bytes + edit.insert.length };
  const notes = [`its title becomes ${JSON.stringify(trimmed)}`];
  return unitChange({ path: part.path, steps: [withEdits(part, [edit])], before, after, notes });
}

export interface SessionUnit<F> {
  readonly scope: Scope;
  readonly files: readonly F[];
  life(): SessionLife | null;
}

interface Rehoming<F> {
  readonly to: string;
  readonly sides: readonly Part[];
  newPath(path: string): string;
  editsOf(file: F): readonly Edit[];
  countsOf(file: F): Counts;
}

export function rehomed<F extends OneSession>(
  document: SessionUnit<F>,
  file: F,
  { to, sides, newPath, editsOf, countsOf }: Rehoming<F>,
): UnitChange | NotChanged {
  const { files, scope } = document;
  const all = [...sides, ...files.map(({ part }) => part)];
  if (all.some(({ type }) => type !== 'file')) return throughLink();
  const moving = ({ path }: Part) => newPath(path) !== path;
  const obstacle = all.find(
    (each) => moving(each) && scope.exists?.(`${scope.site.root}/${newPath(each.path)}`) === true,
  );
  if (obstacle !== undefined) return inTheWay([], { path: newPath(obstacle.path) });
  const steps = [
    ...sides.filter(moving).map((side) => moved(side, newPath(side.path))),
    ...files.flatMap((each) => editedAt(each.part, newPath(each.part.path), editsOf(each))),
  ];
  const before = countsOf(file);
  const after = { ...before, bytes: before.bytes + sizeChange(editsOf(file)) };
  const notes = [`is of ${to} now`];
  return refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before, after, notes });
}

export function folderEdits(
  { source }: Pick<OneSession, 'source'>,
  record: (Span & { readonly cwd: string | null }) | null,
  ask: AskFor<'rehome'>['moved'],
): Edit[] {
  const to = record?.cwd == null ? null : rebasedPath(record.cwd, ask);
  if (source === null || record === null || to === null || to === record.cwd) return [];
  return setMembers(source, record, { cwd: to });
}
