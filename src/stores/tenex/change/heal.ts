import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { elements, isString, lexemeOf, quote, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  lossRefused,
  NOT_READABLE,
  type Refusal,
  refused,
  type UnitDecision,
} from '../../decision.ts';
import { isWanted } from '../../engine/change/passes.ts';
import { cleared, copied, joinUnitEdits, NO_EDITS, removed, type UnitEdits } from '../../engine/change/steps.ts';
import { withoutLead, withoutTail } from '../../engine/faults/document.ts';
import { bracketOf, type TruncationPoint, truncationNotes } from '../../engine/faults/torn.ts';
import { lastValue } from '../../engine/text-at.ts';
import { shortened } from '../../words.ts';
import { compareCopies } from '../checks/copies.ts';
import { tenexFault } from '../checks/document/faults.ts';
import type { TenexDocument } from '../document.ts';
import {
  type Copies,
  countsOfAll,
  type DecodedTenex,
  refuseFile,
  type TenexFile,
  tenexCounts,
} from '../read/decoded.ts';
import { keepsMember, tenexTruncation } from '../read/members.ts';
import {
  type EditsWithResult,
  edited,
  editFile,
  editTenexFiles,
  type RepairFile,
  refusedAsIs,
  type TenexIndexUpdate,
} from './edit-files.ts';
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
  type PassedTenex,
  runTenexPasses,
  type TenexOptions,
  type TenexPass,
  tenexOptions,
} from './run-passes.ts';

/**
 * Heals the files of one id, then their leftovers. The index follows when the scope is closed. Leftovers stay while a
 * conversation cannot be healed: a temporary file may hold the last good copy.
 */
export function healTenex(document: TenexDocument, ask: AskFor<'heal'>): UnitDecision<TenexIndexUpdate> {
  const files = healFiles(document, ask);
  if (isRefusal(files)) return refusedAsIs(document, files);
  const loads = files.result.file?.loads === true;
  const rest = clearLeftovers(document, ask.only, loads);
  return edited(document, { ...files, ...joinUnitEdits([files, rest]) }, ask);
}

function healFiles(document: TenexDocument, ask: AskFor<'heal'>): EditsWithResult | Refusal {
  const { active, archived } = document;
  const options = tenexOptions(document, ask);
  const { only } = ask;
  if (active !== null && archived !== null && (only === null || only.includes('TX309') || only.includes('TX310')))
    return healCopies(document, { active, archived }, (decoded, check) => healFile(decoded, options, check), ask.lossy);
  return editTenexFiles(document, (decoded, check) => healFile(decoded, options, check));
}

/** Moves temporary files into the journal if TENEX can load the conversation. Otherwise they may be all that is left. */
function clearLeftovers({ unit }: TenexDocument, only: readonly string[] | null, loads: boolean): UnitEdits {
  const rests = unit.parts.filter(({ role, type }) => role === 'temporary' && type === 'file');
  if (!loads || !(only?.includes('TX401') ?? true)) return NO_EDITS;
  const note = 'is a temporary file of a conversation that is whole: goes into the journal';
  return joinUnitEdits(rests.map((part) => cleared(part.path, [removed(part)], 'TX401', `${part.path} ${note}`)));
}

/** Closes a truncated document. Whole events and sections stay, and the whole entries of a cut section. Required members are added. */
const tornPass: TenexPass = (document, options) => {
  const { body, bytes } = document;
  if (body === null || tenexFault(document)?.code !== 'TX006') return null;
  const codes = ['TX006'] as const;
  const truncation = tenexTruncation(body);
  const supplied = membersToSupply((key) => keepsMember(truncation, key), body, options);
  const edit: Edit = {
    at: truncation.at,
    remove: bytes.length - truncation.at,
    insert: closingBrackets(body, truncation, supplied),
  };
  return { codes, edits: [edit], notes: [...tearNotes(document, truncation), ...supplied.map(({ note }) => note)] };
};

/** Sections in the order in which TENEX writes them. */
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
  const inner = lastValue(body, 'id');
  if (!isString(inner) || textOf(inner) === id || isTaken(textOf(inner))) return null;
  const notes = [`the id ${shortened(textOf(inner))} inside it becomes that of its file`];
  return { codes: ['TX205'], edits: [replaceValue(inner, quote(id))], notes };
};

/** Removes byte-order marks, which JSON.parse refuses. */
const leadPass: TenexPass = ({ lead: end }) =>
  end === 0 ? null : { codes: ['TX003'], edits: withoutLead(end), notes: [] };

/** A pass over members, which skips a document with a remaining syntax fault: a member may be cut. */
const ofWhole =
  (pass: TenexPass): TenexPass =>
  (document, options) =>
    document.isParsed ? pass(document, options) : null;

/** Ordered from the outside in: each pass relies on the ones before it. */
const PASSES = [
  leadPass,
  bytesBehindPass,
  tornPass,
  ...[nullsPass, phaseCasePass, phaseReviewPass, phaseNames, ownIdPass].map(ofWhole),
];

/** Heals a file. No edits mean that nothing was to be healed; after edits, TENEX loads the file. */
function healFile<T>(document: DecodedTenex, options: TenexOptions, view: EditedFileCheck<T>): T | Refusal {
  const check = (passed: PassedTenex) => {
    if (passed.doc.verdict().stage === 'ok') return view.at(passed);
    const refusal = loadRefusal(passed.doc);
    const wanted = options.only === null || refusal.codes?.some((code) => isWanted(code, options));
    return passed.draft.edits.length > 0 || wanted ? refusal : view.at(passed);
  };
  return runTenexPasses(document, PASSES, options, { ...view, at: check });
}

/** Closing brackets and supplied members, with the white space of the document's beginning. */
function closingBrackets(
  body: Value,
  { section, entries, whole }: TruncationPoint,
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

function tearNotes({ bytes }: DecodedTenex, truncation: TruncationPoint): string[] {
  const found = [...truncation.whole, ...(truncation.section === null ? [] : [truncation.section])].map(({ key }) =>
    textOf(key),
  );
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return truncationNotes(truncation, bytes.length, absent);
}

/**
 * Keeps one of two copies, healed, where it belongs. It is in place before the other goes, so every step leaves each
 * event where TENEX looks for it.
 */
function healCopies(
  document: TenexDocument,
  copies: Copies,
  edit: RepairFile,
  lossy: boolean,
): EditsWithResult | Refusal {
  for (const opened of [copies.active, copies.archived]) {
    const refusal = refuseFile(opened);
    if (refusal !== null) return refusal;
  }
  const choice = chooseCopy(copies, document, { edit, lossy });
  if (isRefusal(choice)) return choice;
  const { keep, drop, to } = choice;
  const one = editFile(keep, edit);
  if (isRefusal(one)) return one;
  return {
    path: drop.part.path,
    steps: keep.state === to ? [...one.steps, removed(drop.part)] : [replaceStep(choice, one), removed(keep.part)],
    codes: ['TX310', ...one.codes],
    notes: [choice.note, ...one.notes],
    before: countsOfAll([copies.active, copies.archived]),
    after:
      one.path === null
        ? tenexCounts(keep.decoded(), keep.part.size)
        : { ...one.after, messages: one.result.file?.counts.events ?? 0 },
    result: { ...one.result, state: to },
  };
}

/** Puts the kept copy over the other one, because a Change names no path twice. */
function replaceStep({ keep, drop }: RedundantCopy, { steps }: EditsWithResult): Step {
  const [put] = steps;
  const edits = put?.do === 'put' && put.content.from === 'edits' ? put.content.edits : [];
  const content = copied(keep.part, edits);
  return { do: 'put', path: drop.part.path, was: drop.part.digest(), content };
}

interface RedundantCopy {
  readonly keep: TenexFile;
  readonly drop: TenexFile;
  readonly to: 'active' | 'archived';
  readonly note: string;
}

interface CopyHealing {
  readonly edit: RepairFile;
  readonly lossy: boolean;
}

/** Finds the copy that holds the other, comparing damaged ones as healed. The index decides its place, or else the newer file. */
function chooseCopy(copies: Copies, document: TenexDocument, { edit, lossy }: CopyHealing): RedundantCopy | Refusal {
  const { active, archived } = copies;
  const asTheyAre = compareCopies(active, archived);
  const damaged = asTheyAre.holds === 'unreadable';
  const compared = damaged ? compareDamaged(copies, edit) : asTheyAre;
  if (isRefusal(compared)) return compared;
  const { holds, newer, differs, more } = compared;
  const to = flaggedState(document) ?? newer ?? 'active';
  const whole = holds === 'same' ? (newer ?? to) : holds;
  if (whole === 'neither' || whole === 'unreadable')
    return refused({ codes: ['TX309'], reason: divergentReason(newer ?? 'active', more) });
  const [keep, drop] = whole === 'active' ? [active, archived] : [archived, active];
  if (damaged && !lossy) return lossRefused(['TX309'], tornNote(keep));
  const rest = differs.length === 0 ? '' : `; what it has otherwise as ${differs.slice(0, 4).join(', ')} stays there`;
  const note = `${drop.part.path} goes into the journal: the ${keep.state} copy holds all of its events${rest}`;
  return { keep, drop, to, note };
}

/** Compares copies, one of them damaged: by their whole parts first, then both as healed. */
function compareDamaged(copies: Copies, edit: RepairFile): ReturnType<typeof compareCopies> | Refusal {
  const holder = longerState(copies);
  if (holder !== 'neither') return { ...compareCopies(copies.active, copies.archived), holds: holder };
  const healed = healedCopies(copies, edit);
  return isRefusal(healed) ? healed : compareCopies(healed.active, healed.archived);
}

function healedCopies({ active, archived }: Copies, edit: RepairFile): Copies | Refusal {
  const healed: TenexFile[] = [];
  for (const opened of [active, archived]) {
    const decoded = opened.decoded();
    const passed = decoded === null ? NOT_READABLE : edit(decoded, { at: ({ doc }) => ({ made: doc }), holds: true });
    if (isRefusal(passed))
      return refused({
        codes: ['TX309', ...passed.codes],
        reason: sentence`is in both places, and the ${opened.state} copy ${passed.reason}`,
      });
    healed.push({ ...opened, decoded: () => passed.made });
  }
  const [one = active, other = archived] = healed;
  return { active: one, archived: other };
}

function flaggedState({ entries }: TenexDocument): TenexFile['state'] | null {
  const flag = entries[0]?.archived ?? null;
  return flag === null ? null : flag ? 'archived' : 'active';
}

/** The copy that is a whole document, if its events begin with all whole events of the other; else `neither`. */
function longerState({ active, archived }: Copies): TenexFile['state'] | 'neither' {
  const events = textsOf(active.decoded());
  const others = textsOf(archived.decoded());
  if (events === null || others === null) return 'neither';
  if (active.decoded()?.isParsed === true) return beginsWith(events, others) ? 'active' : 'neither';
  if (archived.decoded()?.isParsed === true) return beginsWith(others, events) ? 'archived' : 'neither';
  return 'neither';
}

/** Whole texts of a history, none for a blank file; null for a file that may hold something else. */
function textsOf(decoded: DecodedTenex | null): string[] | null {
  if (decoded === null) return null;
  const { history, body, bytes } = decoded;
  if (history !== null) return elements(history).map((each) => (isString(each) ? textOf(each) : lexemeOf(each)));
  return body === null && bytes.every((byte) => byte <= 0x20) ? [] : null;
}

function beginsWith(whole: readonly string[], start: readonly string[]): boolean {
  return start.length <= whole.length && start.every((text, i) => text === whole[i]);
}

function tornNote(keep: TenexFile): string {
  return `is in both places, and not both copies are whole; the ${keep.state} one holds all events of the other`;
}

function divergentReason(newer: TenexFile['state'], more: Readonly<Record<TenexFile['state'], number>>): Sentence {
  const counts = `${more.active} events in the active one, ${more.archived} in the archived one`;
  const way = sentence`move the file of the other one out of the store, or ${cmd`fork`} the active one first and keep both`;
  return sentence`is in both places, and each copy holds what the other lacks (${counts}); the ${newer} one is newer: to choose, ${way}`;
}
