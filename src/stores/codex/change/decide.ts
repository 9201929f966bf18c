import type { Edit } from '../../../codecs/edit.ts';
import { quote } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { rebasedPath } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import { refused, unchanged, unitChange } from '../../decided.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { appendedLines } from '../../engine/range-edits.ts';
import { withEdits } from '../../engine/steps.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Ask, AskFor, NotChanged, Part, SharedChange, UnitChange, UnitDecision, Verbs } from '../../kind.ts';
import { count } from '../../words.ts';
import type { CodexDocument, CodexUpdate } from '../document.ts';
import { INDEX } from '../layout/layout.ts';
import { nameLines } from '../read/names.ts';
import { codexCounts } from '../read/shown-counter.ts';
import { forkCodex } from './fork.ts';
import { healCodex } from './heal.ts';
import { migrateCodex } from './migrate.ts';
import { refusedAsHeld } from './place.ts';
import { archiveCodex, deleteCodex, restoreCodex } from './shelve.ts';

const CODES: readonly Code[] = ['CX307', 'CX308'];

/** Removes lines of the index of names that the program passes over, or that keep it from deleting. */
function healCodexIndex(index: Part | undefined, { only }: AskFor<'heal'>): SharedChange | NotChanged {
  const wanted = (code: Code) => only?.includes(code) ?? true;
  const lines = index?.bytes == null ? [] : [...nameLines(index.bytes)];
  const codeOf = ({ isUtf8 }: { readonly isUtf8: boolean }): Code => (isUtf8 ? 'CX308' : 'CX307');
  const due = lines.filter((line) => line.named === null && wanted(codeOf(line)));
  const codes = CODES.filter((code) => due.some((line) => codeOf(line) === code));
  return withoutEntries(index, due, codes, 'which the program passes over');
}

function withoutNames(
  index: Part | undefined,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  const gone = new Set(decided.flatMap(({ indexUpdate }) => indexUpdate?.gone ?? []));
  const lines = index?.bytes == null ? [] : [...nameLines(index.bytes)];
  const due = lines.filter(({ named }) => named !== null && gone.has(named.id));
  return withoutEntries(index, due, [], 'which named the threads');
}

function withoutEntries(
  index: Part | undefined,
  due: readonly { readonly at: number; readonly length: number; readonly isEnded: boolean }[],
  codes: readonly Code[],
  what: string,
): SharedChange | NotChanged {
  if (index === undefined || index.type !== 'file' || due.length === 0) return unchanged();
  const edits: Edit[] = due.map(({ at, length, isEnded }) => ({
    at,
    remove: length + (isEnded ? 1 : 0),
    insert: new Uint8Array(),
  }));
  const notes = [`${count(due.length, 'line')} of the index left out, ${what}`];
  return { state: 'changed', path: index.path, first: [], last: [withEdits(index, edits)], codes, notes };
}

/** Gives a thread a name as the program does: one more line of the index. */
function renameCodex(document: CodexDocument, { title, now }: AskFor<'rename'>): UnitChange | NotChanged {
  const [file] = document.files;
  const name = title.trim();
  const meta = file?.head().meta ?? null;
  if (name === '') return refused({ reason: 'needs a name that is not blank' });
  if (file === undefined || meta === null) return refused({ reason: 'has no record that names the thread' });
  if (meta.mode === 'paginated')
    return refused({ reason: `keeps its name in a database of the program: ${renameThere(meta.id)}` });
  if (document.scope.rowOf(meta.id)?.title != null)
    return refused({
      reason: `has a name in the database of the program, which counts before the index: ${renameThere(meta.id)}`,
    });
  const held = refusedAsHeld(document);
  if (held !== null) return held;
  const counts = codexCounts(file);
  const steps = [appended(document.scope.index, nameLine({ id: meta.id, name }, now))];
  return unitChange({
    path: file.part.path,
    steps,
    before: counts,
    after: counts,
    notes: [
      `its name becomes ${quote(name)}`,
      ...(document.scope.isUnread()
        ? ['a name in the database of the program counts before it, and that is not read']
        : []),
    ],
  });
}

/** A person has to, because convo does not write databases. */
function renameThere(id: string): string {
  return `\`codex resume ${id}\`, then \`/rename NAME\` in it`;
}

function withNames(
  index: Part | undefined,
  decided: readonly UnitDecision<CodexUpdate>[],
  now: number,
): SharedChange | NotChanged {
  const lines = decided.flatMap(({ indexUpdate: { named } = {} }) => (named === undefined ? [] : nameLine(named, now)));
  if (lines.length === 0 || (index !== undefined && index.type !== 'file')) return unchanged();
  const notes = [`${count(lines.length, 'line')} of the index added, with the name of the source`];
  const last = [appended(index, lines.join(''))];
  return { state: 'changed', path: index?.path ?? INDEX, first: [], last, codes: [], notes };
}

function nameLine({ id, name }: { readonly id: string; readonly name: string }, now: number): string {
  const time = new Date(now * 1000).toISOString();
  return `{"id":${quote(id)},"thread_name":${quote(name)},"updated_at":${quote(time)}}\n`;
}

function appended(index: Part | undefined, line: string): Step {
  const bytes = Buffer.from(line);
  if (index?.bytes == null) return { do: 'put', path: INDEX, was: 'absent', content: { from: 'bytes', bytes } };
  return withEdits(index, [appendedLines(index.bytes, bytes)]);
}

/** Stays, which matters for a thread of the moved folder. */
function rehomeCodex({ conversations }: CodexDocument, { moved }: AskFor<'rehome'>): NotChanged {
  const isOfIt = conversations.some(({ cwd }) => cwd != null && rebasedPath(cwd, moved) !== null);
  return unchanged(isOfIt ? 'finds its folder in each turn: `codex -C FOLDER resume ID` goes on in another one' : null);
}

export const decideCodex = decideBy<CodexDocument, CodexUpdate>({
  heal: healCodex,
  migrate: migrateCodex,
  fork: forkCodex,
  archive: archiveCodex,
  restore: restoreCodex,
  delete: deleteCodex,
  rename: renameCodex,
  rehome: rehomeCodex,
  tag: refused({ reason: 'cannot be tagged: Codex CLI has no tags' }),
});

export const codexVerbs: Verbs<CodexDocument, { readonly index: Part | undefined }, CodexUpdate> = {
  decide: decideCodex,
  close: ({ index }, ask, decided) => closeCodex(index, ask, decided),
  putBack: putBackLines,
};

export function closeCodex(
  index: Part | undefined,
  ask: Ask,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healCodexIndex(index, ask);
  if (ask.verb === 'fork') return withNames(index, decided, ask.now);
  return ask.verb === 'delete' ? withoutNames(index, decided) : unchanged();
}
