import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { isString, quote, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { AskFor } from '../../ask.ts';
import { isRefusal, type Refusal, type UnitDecision } from '../../decided.ts';
import { isWanted } from '../../engine/change/passes.ts';
import { cleared, joinUnitEdits, NO_EDITS, removed, type UnitEdits } from '../../engine/change/steps.ts';
import { withoutLead, withoutTail } from '../../engine/faults/document.ts';
import { bracketOf, type Cut, cutNotes } from '../../engine/faults/torn.ts';
import { shortened } from '../../words.ts';
import { tenexFault } from '../checks/document/faults.ts';
import type { TenexDocument } from '../document.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import { keepsMember, lastMember, tenexCut } from '../read/members.ts';
import { edited, editTenexFiles, refusedAsIs, type SettledEdits, type TenexIndexUpdate } from './edit-files.ts';
import { healCopies } from './heal-copies.ts';
import {
  type MissingMember,
  membersToSupply,
  nullsPass,
  phaseCasePass,
  phaseNames,
  phaseReviewPass,
} from './member-passes.ts';
import {
  type EditedFileCheck,
  loadRefusal,
  optionsOf,
  type PassedTenex,
  runTenexPasses,
  type TenexOptions,
  type TenexPass,
} from './run-passes.ts';

/**
 * Heals the files of one id, then their leftovers. The index follows when the scope is closed. Leftovers stay while a
 * conversation cannot be healed: a temporary file may hold the last good copy.
 */
export function healTenex(document: TenexDocument, ask: AskFor<'heal'>): UnitDecision<TenexIndexUpdate> {
  const files = healFiles(document, ask);
  if (isRefusal(files)) return refusedAsIs(document, files);
  const loads = files.left.file?.loads === true;
  const rest = clearLeftovers(document, ask.only, loads);
  return edited(document, { ...files, ...joinUnitEdits([files, rest]) }, ask);
}

function healFiles(document: TenexDocument, ask: AskFor<'heal'>): SettledEdits | Refusal {
  const { active, archived } = document;
  const options = optionsOf(document, ask);
  const { only } = ask;
  if (active !== null && archived !== null && (only === null || only.includes('TX309') || only.includes('TX310')))
    return healCopies(document, { active, archived }, (decoded, look) => healFile(decoded, options, look), ask.lossy);
  return editTenexFiles(document, (decoded, look) => healFile(decoded, options, look));
}

/**
 * Moves temporary files into the journal if TENEX can load the conversation. Otherwise they may be all that is left.
 */
function clearLeftovers({ unit }: TenexDocument, only: readonly string[] | null, loads: boolean): UnitEdits {
  const rests = unit.parts.filter(({ role, type }) => role === 'temporary' && type === 'file');
  if (!loads || !(only?.includes('TX401') ?? true)) return NO_EDITS;
  const note = 'is a temporary file of a conversation that is whole: goes into the journal';
  return joinUnitEdits(rests.map((part) => cleared(part.path, [removed(part)], 'TX401', `${part.path} ${note}`)));
}

/**
 * Closes a truncated document. Whole events and sections stay, and the whole entries of a cut section. Required members
 * are added.
 */
const tornPass: TenexPass = (document, options) => {
  const { body, bytes } = document;
  if (body === null || tenexFault(document)?.code !== 'TX006') return null;
  const codes = ['TX006'] as const;
  const cut = tenexCut(body);
  const supplied = membersToSupply((key) => keepsMember(cut, key), body, options);
  const edit: Edit = { at: cut.at, remove: bytes.length - cut.at, insert: closingBrackets(body, cut, supplied) };
  return { codes, edits: [edit], notes: [...tearNotes(document, cut), ...supplied.map(({ note }) => note)] };
};

/** In the order in which TENEX writes them. */
const SECTIONS = ['agentStates', 'metadata', 'phaseTransitions', 'orchestratorTurns', 'executionTime'];

/** Removes bytes after a whole document. */
const bytesBehindPass: TenexPass = (document) => {
  const { bytes, tape } = document;
  const code = tenexFault(document)?.code;
  if (code !== 'TX007' && code !== 'TX008' && code !== 'TX009') return null;
  const second = code === 'TX009' ? ': a second document, and only the first one is kept' : '';
  return { codes: [code], ...withoutTail(bytes, tape.end, second) };
};

/**
 * Writes the file's name into a conversation that has another id: TENEX finds it by the name but saves under the id.
 * Skipped if the id is another conversation's: one may be a copy.
 */
const ownIdPass: TenexPass = ({ body }, { id, isTaken }) => {
  const inner = lastMember(body, 'id');
  if (!isString(inner) || textOf(inner) === id || isTaken(textOf(inner))) return null;
  const notes = [`the id ${shortened(textOf(inner))} inside it becomes that of its file`];
  return { codes: ['TX205'], edits: [replaceValue(inner, quote(id))], notes };
};

/** Removes byte-order marks, which JSON.parse refuses. */
const leadPass: TenexPass = ({ lead: end }) =>
  end === 0 ? null : { codes: ['TX003'], edits: withoutLead(end), notes: [] };

/** Passes over members skip a document with a remaining syntax fault: a member may be cut. */
const ofWhole =
  (pass: TenexPass): TenexPass =>
  (document, options) =>
    document.whole ? pass(document, options) : null;

/** From the outside in: each pass relies on the ones before it. */
const PASSES = [
  leadPass,
  bytesBehindPass,
  tornPass,
  ...[nullsPass, phaseCasePass, phaseReviewPass, phaseNames, ownIdPass].map(ofWhole),
];

/** No edits mean that nothing needed healing. TENEX loads the healed file. */
function healFile<T>(document: DecodedTenex, options: TenexOptions, view: EditedFileCheck<T>): T | Refusal {
  const look = (passed: PassedTenex) => {
    if (passed.doc.verdict().stage === 'ok') return view.at(passed);
    const refusal = loadRefusal(passed.doc);
    const wanted = options.only === null || refusal.codes?.some((code) => isWanted(code, options));
    return passed.draft.edits.length > 0 || wanted ? refusal : view.at(passed);
  };
  return runTenexPasses(document, PASSES, options, { ...view, at: look });
}

/** Closing brackets, with the white space of the document's beginning. */
function closingBrackets(
  body: Value,
  { section, entries, whole }: Cut,
  supplied: readonly MissingMember[],
): Uint8Array {
  const gap = gapOf(body);
  const colon = gap === '' ? ':' : ': ';
  const bracket = section === null ? '' : bracketOf(section.value);
  const inner = section === null ? '' : `${entries === 0 ? '' : gap}${bracket}`;
  const first = whole.length === 0 && section === null;
  const added = supplied.map(({ key, json }, i) => `${first && i === 0 ? '' : ','}${gap}"${key}"${colon}${json}`);
  return Buffer.from(`${inner}${added.join('')}${gap === '' ? '' : '\n'}}`);
}

function gapOf(body: Value): string {
  const { start } = spanOf(body);
  const text = Buffer.from(body.tape.bytes.subarray(start + 1, start + 65)).toString('latin1');
  return /^\r?\n[ \t]*/.exec(text)?.[0] ?? '';
}

function tearNotes({ bytes }: DecodedTenex, cut: Cut): string[] {
  const found = [...cut.whole, ...(cut.section === null ? [] : [cut.section])].map(({ key }) => textOf(key));
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return cutNotes(cut, bytes.length, absent);
}
