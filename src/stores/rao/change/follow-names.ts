import { applyEdits } from '../../../codecs/edit.ts';
import { cmd } from '../../../model/command.ts';
import { type Code, ruleOf } from '../../../model/findings.ts';
import type { Step } from '../../../model/plan.ts';
import { type Sentence, sentence } from '../../../model/sentence.ts';
import { type Refusal, refused } from '../../decided.ts';
import type { NotChanged, Scope, SharedChange, UnitChange } from '../../kind.ts';
import type { BaseFacts, NamesFile } from '../checks/facts.ts';
import { columnTroubles, tableTroubles } from '../checks/names.ts';
import { archiveNamesPath, NAMES_FILE, numberOf, raoArchive } from '../layout/layout.ts';
import { decodeNames } from '../read/tables/names.ts';
import {
  givingWay,
  headerOf,
  isBegunAnew,
  type NameChange,
  nameEdits,
  nameStep,
  nameUpdates,
  type Shelving,
  updateOf,
} from './name-updates.ts';
import { numbersOf } from './numbers.ts';
import { limited } from './pass.ts';

/** A moved, copied or removed folder. */
interface FolderPiece {
  readonly id: string;
  readonly piece: UnitChange;
}

/**
 * Changes the rows of all folders of a run together. A row comes before its folder and goes after it. In between Rao
 * can meet a row without a folder, which it ignores.
 */
export function followNames(
  facts: BaseFacts,
  ask: Shelving,
  pieces: readonly FolderPiece[],
): SharedChange | NotChanged {
  const { verb } = ask;
  const trouble = troubleOf(facts, verb, pieces);
  if (trouble !== null) return refused(trouble);
  const updates = pieces.flatMap(({ id, piece }) => nameUpdates(facts, ask, id, piece));
  const [owner, archive] = [updateOf(updates, 'names'), updateOf(updates, 'archiveNames')];
  const otherwise = seenOtherwise(facts.names, owner);
  if ('reason' in otherwise) return refused(otherwise);
  const { site } = facts.scope;
  const header = headerOf(facts.names?.names ?? null);
  // A bare folder of conversations has its table out of sight, and gets no other.
  const isSeen = facts.names !== null || site.shape === 'base';
  const tables = [
    { change: owner, step: isSeen ? nameStep(NAMES_FILE, facts.names, owner, header) : null },
    { change: archive, step: nameStep(archiveNamesPath(site), facts.archiveNames, archive, header) },
  ];
  const stepsOf = (gains: boolean): Step[] =>
    tables.flatMap(({ change, step }) => (change.put.length > 0 === gains && step !== null ? [step] : []));
  const isUnseen = !isSeen && owner.remove.length + owner.put.length > 0;
  const notes = [
    ...(verb === 'rename' ? [] : replacedNotes(facts, owner)),
    ...otherwise,
    ...(isUnseen ? ['the table of names is out of sight, and stays as it is'] : []),
    ...(verb === 'archive' ? reuseNotes(facts.scope, pieces) : []),
  ];
  return { state: 'changed', path: NAMES_FILE, first: stepsOf(true), last: stepsOf(false), codes: [], notes };
}

function troubleOf(facts: BaseFacts, verb: Shelving['verb'], pieces: readonly FolderPiece[]): Refusal | null {
  const archive = `${raoArchive(facts.scope.site)}/`;
  const isOfOne = verb === 'delete' || verb === 'rename';
  const isArchive = verb !== 'fork' && pieces.some(({ piece }) => !isOfOne || piece.path.startsWith(archive));
  const own = namesTrouble(facts.names);
  if (own !== null || !isArchive) return own;
  const other = namesTrouble(facts.archiveNames);
  return other === null ? unlikeTables(facts) : { ...other, codes: ['RA316'] };
}

/** Rows move between tables unchanged. */
function unlikeTables({ names, archiveNames }: BaseFacts): Refusal | null {
  const columns = (file: BaseFacts['names']) => {
    const names = file?.names ?? null;
    if (names !== null && isBegunAnew(names)) return 'conversation_id, name';
    return names?.header?.fields.map(({ text }) => text.trim()).join(', ') ?? null;
  };
  const [own, other] = [columns(names), columns(archiveNames)];
  if (own === null || other === null || own === other) return null;
  const reason = `${archiveNames?.part.path} has the columns ${other} and ${names?.part.path} ${own}, so no row of one fits the other`;
  return { reason };
}

/** Replaced rows of numbers without a folder. */
function replacedNotes({ names: file }: BaseFacts, { put }: NameChange): string[] {
  const names = file?.names ?? null;
  if (names === null) return [];
  return put
    .flatMap((each) => givingWay(names, each) ?? [])
    .map(({ id, name }) => `the row of ${id}, ${JSON.stringify(name)}, was left over and gives way`);
}

/**
 * Rao numbers a new conversation after the highest one. Archiving that one frees its number (docs/formats/rao.md,
 * "Numbers").
 */
function reuseNotes(scope: Scope, pieces: readonly { readonly id: string }[]): Sentence[] {
  // A single given folder has the others out of sight.
  if (scope.site.file !== null) return [];
  const gone = new Set(pieces.map(({ id }) => numberOf(id)).filter((number) => number !== null));
  const left = [...numbersOf(scope).active].filter((number) => !gone.has(number));
  const highest = left.reduce((a, b) => Math.max(a, b), 0);
  const given = [...gone].filter((number) => number > highest).sort((a, b) => a - b);
  const [next] = given;
  if (next === undefined) return [];
  const which = given.length === 1 ? `${next}` : `${next} to ${given.at(-1)}`;
  return [
    sentence`Rao counts on from ${highest} now, and will give ${which} to new conversations: ${cmd`restore ${next} --as N`} brings back one whose number is taken`,
  ];
}

/** The reason why rows of Rao's table cannot change; null if they can, or without a table. */
function namesTrouble(file: NamesFile | null): Refusal | null {
  if (file === null) return null;
  const { part, names } = file;
  if (part.type !== 'file')
    return { reason: `${part.path} is a ${part.type}, and nothing is changed through it`, unsafe: true };
  if (names === null) return { reason: `${part.path} cannot be read` };
  // R types rows together: a good row may be misread once others are gone.
  const trouble = [...tableTroubles(names)].find(({ code }) => code !== 'RA303' || names.table.open >= 0);
  if (trouble !== undefined) return toMendFirst(trouble.code, `${part.path} ${trouble.detail}`);
  if (names.isPlain) return null;
  const [strange] = columnTroubles(names);
  if (strange !== undefined) return toMendFirst(strange.code, `${part.path} ${strange.detail}`);
  // R adds a row by column names, so their order does not matter.
  return names.read.ok && names.read.labelled
    ? toMendFirst('RA318', `${part.path} has labels before its numbers`)
    : null;
}

/** A heal of one conversation leaves the shared table. */
function toMendFirst(code: Code, trouble: string): Refusal {
  const { healing } = ruleOf(code);
  const way =
    healing === 'manual'
      ? sentence`see ${cmd`explain ${code}`}`
      : sentence`run ${healing === 'lossy' ? cmd`heal --lossy` : cmd`heal`} first, without ids`;
  return { codes: [code], reason: sentence`${trouble}: ${way}` };
}

/**
 * A sentence for each remaining name that R will read differently, because it types rows together. A refusal if R could
 * no longer read the table, and so would overwrite it.
 */
function seenOtherwise(file: NamesFile | null, change: NameChange): readonly string[] | Refusal {
  const names = file?.names ?? null;
  if (file === null || names === null) return [];
  const after = decodeNames(applyEdits(names.table.bytes, nameEdits(names, change)));
  if (!after.read.ok) return { reason: `R would not read what is left of ${file.part.path}: ${after.read.error}` };
  const touched = new Set([...change.remove, ...change.put].map(({ id }) => id));
  const notes = [...names.shown].flatMap(([id, shown]) => {
    const [was, current] = [shown[0] ?? null, after.shown.get(id)?.[0] ?? null];
    return touched.has(id) || was === current
      ? []
      : `R shows the name of ${id} as ${JSON.stringify(current ?? 'NA')} from now on, not ${JSON.stringify(was ?? 'NA')}`;
  });
  return limited(notes);
}
