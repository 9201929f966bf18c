import { elements, isString, lexemeOf, textOf } from '../../../codecs/json/value.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { Step } from '../../../model/plan.ts';
import { isRefusal, lossRefused, NOT_READABLE, type Refusal, refusalOf } from '../../decided.ts';
import { copied, removed } from '../../engine/change/steps.ts';
import { compareCopies } from '../checks/copies.ts';
import type { TenexDocument } from '../document.ts';
import {
  type Copies,
  countsOfAll,
  type DecodedTenex,
  refuseFile,
  type TenexFile,
  tenexCounts,
} from '../read/decoded.ts';
import { editFile, type RepairFile, type SettledEdits } from './edit-files.ts';

/**
 * Keeps one of two copies, healed, where it belongs. It is in place before the other goes, so every step leaves each
 * event where TENEX looks for it.
 */
export function healCopies(
  document: TenexDocument,
  copies: Copies,
  edit: RepairFile,
  lossy: boolean,
): SettledEdits | Refusal {
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
    steps: keep.state === to ? [...one.steps, removed(drop.part)] : [replaced(choice, one), removed(keep.part)],
    codes: ['TX310', ...one.codes],
    notes: [choice.note, ...one.notes],
    before: countsOfAll([copies.active, copies.archived]),
    after:
      one.path === null
        ? tenexCounts(keep.decoded(), keep.part.size)
        : { ...one.after, messages: one.left.file?.counts.events ?? 0 },
    left: { ...one.left, place: to },
  };
}

/** A Change names no path twice, so the copy in the right place becomes the other one. */
function replaced({ keep, drop }: RedundantCopy, { steps }: SettledEdits): Step {
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

/**
 * Finds the copy that holds the other, comparing damaged ones as healed. The index decides its place, or else the newer
 * file.
 */
function chooseCopy(copies: Copies, document: TenexDocument, { edit, lossy }: CopyHealing): RedundantCopy | Refusal {
  const { active, archived } = copies;
  const asTheyAre = compareCopies(active, archived);
  const damaged = asTheyAre.holds === 'unreadable';
  const compared = damaged ? compareDamaged(copies, edit) : asTheyAre;
  if (isRefusal(compared)) return compared;
  const { holds, newer, differs, more } = compared;
  const to = flagged(document) ?? newer ?? 'active';
  const whole = holds === 'same' ? (newer ?? to) : holds;
  if (whole === 'neither' || whole === 'unreadable')
    return refusalOf({ codes: ['TX309'], reason: divergent(newer ?? 'active', more) });
  const [keep, drop] = whole === 'active' ? [active, archived] : [archived, active];
  if (damaged && !lossy) return lossRefused(['TX309'], torn(keep));
  const rest = differs.length === 0 ? '' : `; what it has otherwise as ${differs.slice(0, 4).join(', ')} stays there`;
  const note = `${drop.part.path} goes into the journal: the ${keep.state} copy holds all of its events${rest}`;
  return { keep, drop, to, note };
}

/** Compares a damaged copy by its whole parts first, then both as healed. */
function compareDamaged(copies: Copies, edit: RepairFile): ReturnType<typeof compareCopies> | Refusal {
  const holder = longer(copies);
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
      return refusalOf({
        codes: ['TX309', ...(passed.codes ?? [])],
        reason: sentence`is in both places, and the ${opened.state} copy ${passed.reason}`,
      });
    healed.push({ ...opened, decoded: () => passed.made });
  }
  const [one = active, other = archived] = healed;
  return { active: one, archived: other };
}

function flagged({ entries }: TenexDocument): TenexFile['state'] | null {
  const flag = entries[0]?.archived ?? null;
  return flag === null ? null : flag ? 'archived' : 'active';
}

/** The whole document of two, if it holds every whole part of the other. */
function longer({ active, archived }: Copies): TenexFile['state'] | 'neither' {
  const events = textsOf(active.decoded());
  const others = textsOf(archived.decoded());
  if (events === null || others === null) return 'neither';
  if (active.decoded()?.whole === true) return begins(events, others) ? 'active' : 'neither';
  if (archived.decoded()?.whole === true) return begins(others, events) ? 'archived' : 'neither';
  return 'neither';
}

/** Whole texts of a history; null for a file that may hold something else. */
function textsOf(decoded: DecodedTenex | null): string[] | null {
  if (decoded === null) return null;
  const { history, body, bytes } = decoded;
  if (history !== null) return elements(history).map((each) => (isString(each) ? textOf(each) : lexemeOf(each)));
  return body === null && bytes.every((byte) => byte <= 0x20) ? [] : null;
}

function begins(whole: readonly string[], start: readonly string[]): boolean {
  return start.length <= whole.length && start.every((text, i) => text === whole[i]);
}

function torn(keep: TenexFile): string {
  return `is in both places, and not both copies are whole; the ${keep.state} one holds all events of the other`;
}

function divergent(newer: TenexFile['state'], more: Readonly<Record<TenexFile['state'], number>>): Sentence {
  const counts = `${more.active} events in the active one, ${more.archived} in the archived one`;
  const way = sentence`move the file of the other one out of the store, or ${cmd`fork`} the active one first and keep both`;
  return sentence`is in both places, and each copy holds what the other lacks (${counts}); the ${newer} one is newer: to choose, ${way}`;
}
