import { addCounts, NO_COUNTS } from '../../../../model/change-report.ts';
import type { Change, ChangeOf, Step } from '../../../../model/plan.ts';
import type { Ask, Closing, Outcome } from '../../../kind.ts';
import type { Refusal } from '../../../outcome.ts';
import type { Facts } from '../../facts.ts';
import { archiveFolder, archiveNamesPath, namesPath } from '../../layout/layout.ts';
import { headerOf } from '../names/name-source.ts';
import { givingWay, type NameChange, nameStep } from '../names/name-step.ts';
import { archiveNamesTrouble, namesTrouble } from '../names/names-trouble.ts';
import { seenOtherwise } from '../names/seen-otherwise.ts';
import { type NameWishes, nameWishes, together } from './name-wishes.ts';
import { reuseNotes } from './reuse-notes.ts';

/**
 * The one Change of all folders that are archived, restored, forked or deleted together, with their rows in the tables of names. A row
 * comes before its folder and goes after it: all that Rao can meet in between is a row without a folder, which it passes over.
 */
export function* closeJoined(facts: Facts, { verb }: Ask): Generator<Closing> {
  const joined = [...facts.joined];
  if (joined.length === 0) return;
  const trouble = troubleOf(facts, verb);
  if (trouble !== null) return yield { state: 'refused', unsafe: false, ...trouble };
  const wishes = together(joined.map(([id, outcome]) => nameWishes(facts, verb, id, outcome)));
  const otherwise = seenOtherwise(facts.names, wishes.owner);
  if ('reason' in otherwise) return yield { state: 'refused', unsafe: false, ...otherwise };
  const outcomes = joined.map(([, outcome]) => outcome);
  const before = outcomes.map((each) => each.before).reduce(addCounts, NO_COUNTS);
  const after = outcomes.map((each) => each.after).reduce(addCounts, NO_COUNTS);
  const items: ChangeOf[] = joined.map(([id, { path, codes, newId }]) => ({ id, path, codes, newId }));
  const change: Change = {
    kind: 'rao',
    project: null,
    ids: items.flatMap(({ id, newId }) => [id, newId].filter((each) => each != null)),
    path: items[0]?.path ?? '',
    codes: [],
    steps: inOrder(tableSteps(facts, wishes), outcomes),
    locks: [],
    // Rao writes its files in place, and would write through a kept link.
    keep: 'copy',
    items,
    counts: { before, after },
  };
  const notes = [
    ...replacedNotes(facts, wishes),
    ...otherwise,
    ...outOfSight(facts, wishes),
    ...reuseNotes(facts, verb),
  ];
  yield { state: 'changed', change, before, after, notes };
}

interface TableStep {
  readonly step: Step | null;
  /** It gains rows. */
  readonly gains: boolean;
}

function tableSteps(facts: Facts, { owner, archive }: NameWishes): TableStep[] {
  const { site } = facts.scope;
  const header = headerOf(facts.names?.names ?? null);
  // Beside a bare folder of conversations the owner's table is out of sight, and no other may be begun.
  const isSeen = facts.names !== null || site.shape === 'base';
  return [
    {
      step: isSeen ? nameStep(namesPath(site), facts.names, owner, header) : null,
      gains: owner.put.length > 0,
    },
    { step: nameStep(archiveNamesPath(site), facts.archiveNames, archive, header), gains: archive.put.length > 0 },
  ];
}

function inOrder(tables: readonly TableStep[], outcomes: readonly Extract<Outcome, { state: 'joined' }>[]): Step[] {
  const those = (gains: boolean) => tables.flatMap((each) => (each.gains === gains && each.step ? [each.step] : []));
  return [...those(true), ...outcomes.flatMap(({ steps }) => steps), ...those(false)];
}

function troubleOf(facts: Facts, verb: Ask['verb']): Refusal | null {
  const archive = `${archiveFolder(facts.scope.site)}/`;
  const isArchive =
    verb !== 'fork' && [...facts.joined.values()].some(({ path }) => verb !== 'delete' || path.startsWith(archive));
  const trouble = namesTrouble(facts.names) ?? (isArchive ? archiveNamesTrouble(facts.archiveNames) : null);
  return trouble ?? (isArchive ? unlikeTables(facts) : null);
}

/** Rows go from one table to the other as they stand. */
function unlikeTables({ names, archiveNames }: Facts): Refusal | null {
  const columns = (file: Facts['names']) => file?.names?.header?.fields.length ?? null;
  const [own, other] = [columns(names), columns(archiveNames)];
  if (own === null || other === null || own === other) return null;
  const reason = `${archiveNames?.part.path} has ${other} columns and ${names?.part.path} ${own}, so no row of one fits the other`;
  return { codes: [], reason };
}

/** Rows of numbers that had no folder. */
function replacedNotes({ names: file }: Facts, { owner }: NameWishes): string[] {
  const names = file?.names ?? null;
  if (names === null) return [];
  return owner.put
    .flatMap((each) => givingWay(names, each) ?? [])
    .map(({ id, name }) => `the row of ${id}, ${JSON.stringify(name)}, was left over and gives way`);
}

function outOfSight({ names, scope }: Facts, { owner }: NameWishes): string[] {
  const isSeen = names !== null || scope.site.shape === 'base';
  return isSeen || changesNothing(owner) ? [] : ['the table of names is out of sight, and stays as it is'];
}

function changesNothing({ remove, put }: NameChange): boolean {
  return remove.length + put.length === 0;
}
