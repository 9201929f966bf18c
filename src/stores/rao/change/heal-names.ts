import type { Edit } from '../../../codecs/edit.ts';
import type { Finding } from '../../../model/finding.ts';
import { row } from '../../../model/findings.ts';
import { type Refusal, refused, unchanged } from '../../decided.ts';
import { amendFile, type FileDraft, fileDraft, withBytes } from '../../engine/draft.ts';
import { codesOf, type Hints, isWanted, lossOf, type Pass, runPasses, type Workbench } from '../../engine/passes.ts';
import type { Around, AskFor, Left } from '../../kind.ts';
import { scopeFindings } from '../checks/scope-findings.ts';
import { decodeNames } from '../decode/tables/names.ts';
import type { Facts } from '../facts.ts';
import { NAMES, type NamesPass } from './passes/names.ts';

/**
 * Repairs the names table, as far as its rows can be distinguished. Where ids were named, `whole` is false: only their rows are touched,
 * and damage that concerns all rows is refused.
 */
export function healNames(facts: Facts, { only, lossy }: AskFor<'heal'>, whole: boolean): Around | Left {
  const { names } = facts;
  if (names?.part.bytes == null) return unchanged();
  const isMeant = meant(facts, whole);
  const hints: NamesHints = { only, lossy, whole, isMeant, say: ({ detail }) => detail };
  const start = { draft: fileDraft(names.part.bytes), doc: facts };
  const passed = runPasses(start, benchFor(facts, isMeant), NAMES.map(passOf), hints);
  if ('reason' in passed) return refused(passed);
  const { draft, codes, notes } = passed;
  if (draft.edits.length === 0) return unchanged();
  const { path } = names.part;
  const put = { do: 'put', path, was: names.part.print(), content: { from: 'edits', edits: draft.edits } } as const;
  return { state: 'changed', path, first: [put], last: [], codes, notes };
}

interface NamesHints extends Hints<Finding> {
  /** All conversations were looked at. */
  readonly whole: boolean;
  isMeant(id: number): boolean;
}

/** Where ids were named, those are all that were opened. */
function meant({ folders }: Facts, whole: boolean): (id: number) => boolean {
  if (whole) return () => true;
  const opened = new Set(folders.map(({ number }) => number));
  return (id) => opened.has(id);
}

function benchFor(facts: Facts, isMeant: NamesHints['isMeant']): Workbench<FileDraft, Facts, Finding, readonly Edit[]> {
  return {
    amend: amendFile,
    open: ({ bytes }) => withTable(facts, bytes),
    findings: (now) =>
      [...scopeFindings(now)].filter(
        ({ path, id }) => path === now.names?.part.path && (id === null || isMeant(Number(id))),
      ),
  };
}

function withTable(facts: Facts, bytes: Uint8Array): Facts {
  if (facts.names === null) return facts;
  return { ...facts, names: { part: withBytes(facts.names.part, bytes), names: decodeNames(bytes) } };
}

function passOf(pass: NamesPass): Pass<Facts, Finding, NamesHints, readonly Edit[]> {
  return ({ doc, findings }, hints) => {
    const found = findings().filter(({ code }) => pass.codes.includes(code) && isWanted(code, hints));
    const bytes = doc.names?.part.bytes;
    if (found.length === 0 || bytes == null || isLeft(found, pass, hints)) return null;
    const refusal = refuse(doc, found, pass, hints);
    if (refusal !== null) return refusal;
    const repair = pass.repair(bytes, hints.isMeant);
    return typeof repair === 'string'
      ? { codes: codesOf(found), reason: repair }
      : { codes: codesOf(found), ...repair };
  };
}

/** What is harmless and concerns all conversations is no reason to refuse a few. */
function isLeft(found: readonly Finding[], pass: NamesPass, { whole }: NamesHints): boolean {
  return pass.whole && !whole && found.every(({ code }) => row(code).severity === 'info');
}

/** Why a pass is not for this run; null when it is. */
function refuse({ names }: Facts, found: readonly Finding[], pass: NamesPass, hints: NamesHints): Refusal | null {
  if (pass.whole && !hints.whole)
    return {
      codes: codesOf(found),
      reason: `${found[0]?.detail}: that concerns all conversations, so run heal without ids`,
    };
  const loss = lossOf(found, hints);
  if (loss !== null) return { ...loss, codes: codesOf(found) };
  if (names?.part.type !== 'file')
    return { codes: [], reason: 'is a link, and nothing is changed through a link', unsafe: true };
  return null;
}
