import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import type { Finding } from '../../../model/finding.ts';
import { type Code, row } from '../../../model/findings.ts';
import { type Refusal, refused, unchanged } from '../../decided.ts';
import type { Around, AskFor, Left } from '../../kind.ts';
import { scopeFindings } from '../checks/scope-findings.ts';
import { decodeNames } from '../decode/tables/names.ts';
import type { Facts } from '../facts.ts';
import { withBytes } from './draft.ts';
import { NAMES, type NamesPass } from './passes/names.ts';
import { isWanted } from './run-passes.ts';

/**
 * Repairs the names table, as far as its rows can be told apart. Where ids were named, `whole` is false: only their rows are touched,
 * and damage that concerns all rows is refused.
 */
export function healNames(facts: Facts, ask: HealAsk, whole: boolean): Around | Left {
  if (facts.names?.part.bytes == null) return unchanged();
  let healed: Healed = { facts, edits: [], codes: [], notes: [] };
  for (const pass of NAMES) {
    const next = runPass(healed, pass, ask, whole);
    if ('reason' in next) return refused(next);
    healed = next;
  }
  return healed.edits.length === 0 ? unchanged() : aroundOf(facts, healed);
}

type HealAsk = AskFor<'heal'>;

/** The table as some passes left it. */
interface Healed {
  readonly facts: Facts;
  /** Counted in the table as it was read. */
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

function runPass(before: Healed, pass: NamesPass, ask: HealAsk, whole: boolean): Healed | Refusal {
  const isAbout = isMeant(before.facts, whole);
  const found = findingsOf(before.facts).filter(
    ({ code, id }) => pass.codes.includes(code) && isWanted(code, ask) && (id === null || isAbout(Number(id))),
  );
  const bytes = before.facts.names?.part.bytes;
  if (found.length === 0 || bytes == null || isLeft(found, pass, whole)) return before;
  const refusal = refuse(before.facts, found, pass, ask, whole);
  if (refusal !== null) return refusal;
  const repair = pass.repair(bytes, isAbout);
  const codes = [...new Set(found.map(({ code }) => code))];
  if (typeof repair === 'string') return { codes, reason: repair };
  const facts = withTable(before.facts, applyEdits(bytes, repair.edits));
  const left = findingsOf(facts).find(({ code }) => codes.includes(code));
  if (whole && left !== undefined) return { codes, reason: `${left.detail}, and that cannot be healed here` };
  const size = before.edits.reduce((sum, { remove, insert }) => sum + remove - insert.length, bytes.length);
  return {
    facts,
    edits: composeEdits(size, before.edits, repair.edits),
    codes: [...before.codes, ...codes],
    notes: [...before.notes, ...repair.notes],
  };
}

/** What is harmless and concerns all conversations is no reason to refuse a few. */
function isLeft(found: readonly Finding[], pass: NamesPass, whole: boolean): boolean {
  return pass.whole && !whole && found.every(({ code }) => row(code).severity === 'info');
}

/** Why a pass is not for this run; null when it is. */
function refuse(
  facts: Facts,
  found: readonly Finding[],
  { whole: isForAll }: NamesPass,
  { lossy }: HealAsk,
  whole: boolean,
): Refusal | null {
  const codes = [...new Set(found.map(({ code }) => code))];
  const [first] = found.filter(({ code }) => row(code).healing === 'lossy');
  if (isForAll && !whole)
    return { codes, reason: `${found[0]?.detail}: that concerns all conversations, so run heal without ids` };
  if (first !== undefined && !lossy) return { codes, reason: `${first.detail}: needs --lossy` };
  if (facts.names?.part.type !== 'file')
    return { codes: [], reason: `is a link, and nothing is changed through a link`, unsafe: true };
  return null;
}

function pathOf({ names }: Facts): string {
  return names?.part.path ?? '';
}

/** What is found in the names table. */
function findingsOf(facts: Facts): Finding[] {
  return [...scopeFindings(facts)].filter(({ path }) => path === pathOf(facts));
}

/** Where ids were named, those are all that were opened. */
function isMeant({ folders }: Facts, whole: boolean): (id: number) => boolean {
  if (whole) return () => true;
  const opened = new Set(folders.map(({ number }) => number));
  return (id) => opened.has(id);
}

function withTable(facts: Facts, bytes: Uint8Array): Facts {
  if (facts.names === null) return facts;
  return { ...facts, names: { part: withBytes(facts.names.part, bytes), names: decodeNames(bytes) } };
}

function aroundOf({ names }: Facts, { edits, codes, notes }: Healed): Around {
  const path = names?.part.path ?? '';
  const put = { do: 'put', path, was: names?.part.print() ?? '', content: { from: 'edits', edits } } as const;
  return { state: 'changed', path, first: [put], last: [], codes, notes };
}
