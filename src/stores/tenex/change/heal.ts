import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { isString, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Refusal } from '../../decided.ts';
import { withoutLead, withoutTail } from '../../engine/faults/document.ts';
import { bracketOf, type Cut, cutNotes } from '../../engine/faults/torn.ts';
import { isWanted } from '../../engine/passes.ts';
import { removed } from '../../engine/steps.ts';
import { cleared, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/unit-edits.ts';
import type { AskFor, UnitDecision } from '../../kind.ts';
import { short } from '../../some.ts';
import { tenexFault } from '../checks/document/faults.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import type { TenexDocument } from '../read/document.ts';
import { keepsMember, last, tenexCut } from '../read/sections.ts';
import { edited, editTenexFiles, refusedAsIs, type Settled } from './edit-files.ts';
import { healCopies } from './heal-copies.ts';
import { type Missing, membersToSupply, nulls, phaseCase, phaseNames, phaseReview } from './member-passes.ts';
import type { Owed } from './outcome.ts';
import {
  hintsOf,
  type Look,
  type PassedTenex,
  runTenexPasses,
  type TenexHints,
  type TenexPass,
  whyNot,
} from './run-passes.ts';

/**
 * Heals what TENEX has of one id: its files, then what was left behind beside them. The index follows when the scope is closed.
 * While a conversation cannot be healed its leftovers stay, because a temporary file may hold the last good copy.
 */
export function healTenex(document: TenexDocument, ask: AskFor<'heal'>): UnitDecision<Owed> {
  const files = healFiles(document, ask);
  if ('reason' in files) return refusedAsIs(document, files);
  const loads = files.left.file?.loads === true;
  const rest = clearLeftovers(document, ask.only, loads);
  return edited(document, { ...files, ...joinUnitEdits([files, rest]) }, ask);
}

function healFiles(document: TenexDocument, ask: AskFor<'heal'>): Settled | Refusal {
  const { active, archived } = document;
  const hints = hintsOf(document, ask);
  const { only } = ask;
  if (active !== null && archived !== null && (only === null || only.includes('TX309') || only.includes('TX310')))
    return healCopies(document, { active, archived }, (decoded, look) => healFile(decoded, hints, look), ask.lossy);
  return editTenexFiles(document, (decoded, look) => healFile(decoded, hints, look));
}

/** Moves the temporary files of a conversation that TENEX can load into the journal; of another they may be all that is left. */
function clearLeftovers({ unit }: TenexDocument, only: readonly string[] | null, loads: boolean): UnitEdits {
  const rests = unit.parts.filter(({ role, type }) => role === 'temporary' && type === 'file');
  if (!loads || !(only?.includes('TX401') ?? true)) return NOTHING;
  const note = 'is a temporary file of a conversation that is whole: goes into the journal';
  return joinUnitEdits(rests.map((part) => cleared(part.path, [removed(part)], 'TX401', `${part.path} ${note}`)));
}

/**
 * Closes a document that ends before its time: every event and every section that is whole before the cut stays, of the section
 * that was cut its whole entries too, and what TENEX cannot do without is supplied.
 */
const torn: TenexPass = (document, hints) => {
  const { body, bytes } = document;
  if (body === null || tenexFault(document)?.code !== 'TX006') return null;
  const codes = ['TX006'] as const;
  const cut = tenexCut(body);
  const supplied = membersToSupply((key) => keepsMember(cut, key), body, hints);
  const edit: Edit = { at: cut.at, remove: bytes.length - cut.at, insert: ending(body, cut, supplied) };
  return { codes, edits: [edit], notes: [...notesOf(document, cut), ...supplied.map(({ note }) => note)] };
};

/** Sections in the order in which TENEX writes them. */
const SECTIONS = ['agentStates', 'metadata', 'phaseTransitions', 'orchestratorTurns', 'executionTime'];

/** Takes away what follows a whole document. */
const rest: TenexPass = (document) => {
  const { bytes, tape } = document;
  const code = tenexFault(document)?.code;
  if (code !== 'TX007' && code !== 'TX008' && code !== 'TX009') return null;
  const second = code === 'TX009' ? ': a second document, and only the first one is kept' : '';
  return { codes: [code], ...withoutTail(bytes, tape.end, second) };
};

/**
 * Writes the name of its file into a conversation that calls itself otherwise: TENEX finds it by the name, and would save it
 * under what is inside. Left alone where that is another conversation: one of the two may be a copy, or both exchanged.
 */
const ownId: TenexPass = ({ body }, { id, isTaken }) => {
  const inner = last(body, 'id');
  if (!isString(inner) || textOf(inner) === id || isTaken(textOf(inner))) return null;
  const notes = [`the id ${short(textOf(inner))} inside it becomes that of its file`];
  return { codes: ['TX205'], edits: [replaceValue(inner, quote(id))], notes };
};

/** Takes away byte-order marks, which JSON.parse does not read over. */
const lead: TenexPass = ({ lead: end }) =>
  end === 0 ? null : { codes: ['TX003'], edits: withoutLead(end), notes: [] };

/** A pass over members, of which there may be half a one where a fault of the grammar was left. */
const ofWhole =
  (pass: TenexPass): TenexPass =>
  (document, hints) =>
    document.whole ? pass(document, hints) : null;

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, ...[nulls, phaseCase, phaseReview, phaseNames, ownId].map(ofWhole)];

/** Heals one conversation file; without edits there was nothing to heal. What is healed, TENEX loads afterwards. */
function healFile<T>(document: DecodedTenex, hints: TenexHints, view: Look<T>): T | Refusal {
  const look = (passed: PassedTenex) => {
    if (passed.doc.verdict().stage === 'ok') return view.at(passed);
    const refusal = whyNot(passed.doc);
    const wanted = hints.only === null || refusal.codes?.some((code) => isWanted(code, hints));
    return passed.draft.edits.length > 0 || wanted ? refusal : view.at(passed);
  };
  return runTenexPasses(document, PASSES, hints, { ...view, at: look });
}

/** What closes the document, set off as its beginning is. */
function ending(body: Value, { section, entries, whole }: Cut, supplied: readonly Missing[]): Uint8Array {
  const gap = gapOf(body);
  const colon = gap === '' ? ':' : ': ';
  const bracket = section === null ? '' : bracketOf(section.value);
  const inner = section === null ? '' : `${entries === 0 ? '' : gap}${bracket}`;
  const first = whole.length === 0 && section === null;
  const added = supplied.map(({ key, json }, i) => `${first && i === 0 ? '' : ','}${gap}"${key}"${colon}${json}`);
  return Buffer.from(`${inner}${added.join('')}${gap === '' ? '' : '\n'}}`);
}

/** The white space before the first key. */
function gapOf(body: Value): string {
  const { start } = spanOf(body);
  const text = Buffer.from(body.tape.bytes.subarray(start + 1, start + 65)).toString('latin1');
  return /^\r?\n[ \t]*/.exec(text)?.[0] ?? '';
}

function notesOf({ bytes }: DecodedTenex, cut: Cut): string[] {
  const found = [...cut.whole, ...(cut.section === null ? [] : [cut.section])].map(({ key }) => textOf(key));
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return cutNotes(cut, bytes.length, absent);
}
