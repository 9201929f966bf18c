import { elements } from '../../../../codecs/json/value.ts';
import type { Counts } from '../../../../model/conversation.ts';
import { piece, type Refusal, refused, unchanged } from '../../../decided.ts';
import type { AskFor, Left, Piece } from '../../../kind.ts';
import { compareCopies } from '../../checks/copies.ts';
import { type Decoded, decode } from '../../decode/decoded.ts';
import type { TenexDocument } from '../../document.ts';
import { isSafeId } from '../../layout/layout.ts';
import { countsOf, type Opened, refuseFile } from '../../opened.ts';
import { LATER, laterMessages } from '../../read/later.ts';
import { textMember } from '../../read/members.ts';
import { withObjects } from '../healing/edit-files.ts';
import { hintsOf } from '../healing/hints.ts';
import { migrateFile } from '../healing/migrate-file.ts';
import { eventLosses, isEmpty, leftOut, memberLosses } from './event-losses.ts';
import { type Loaded, stateOf } from './state.ts';

/**
 * The file of December 2025 that a conversation becomes, active or archived, with every loss in its notes. Whatever era it is of,
 * it must be one that a migration could bring to August 2025; one that has the later shape already is copied.
 */
export function convert(document: TenexDocument, ask: AskFor<'migrate'>): Piece | Left {
  const { id, entries } = document;
  if (!isSafeId(id)) return refused({ codes: ['TX410'], reason: 'has an id that is no file name', unsafe: true });
  const chosen = choose(document);
  if (chosen === null && entries.length === 0) return unchanged();
  if (chosen === null) return refused({ codes: ['TX305'], reason: 'has no conversation file, only an index entry' });
  if ('reason' in chosen) return refused(chosen);
  const { part } = chosen.opened;
  const stored = chosen.opened.decoded();
  if (stored === null) return refused(refuseFile(chosen.opened) ?? { codes: [], reason: 'cannot be read' });
  if (sizeOf(stored) > LARGEST)
    return refused({ codes: [], reason: 'would come to more than 256 MiB, too much to be written anew' });
  const made = laterMessages(stored) === null ? make(stored, document, ask) : copied(stored);
  if ('reason' in made) return refused(made);
  const { bytes, before, messages, notes } = made;
  if (laterMessages(decode(bytes))?.length !== messages)
    return refused({ codes: [], reason: 'would not come out with all of its messages: a fault of convo' });
  const path = `${id}.json`;
  return piece({
    path,
    into: 'output',
    steps: [{ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes } }],
    before: { ...before, bytes: part.size },
    after: { ...before, messages, bytes: bytes.length },
    notes: [...chosen.notes, ...notes],
  });
}

/** Bytes; a plan holds what is written as one text, which has an end. */
const LARGEST = 256 * 1024 * 1024;

/** What is around the text of a message. */
const FRAME = 400;

function sizeOf({ bytes, history }: Decoded): number {
  return bytes.length + (history === null ? 0 : elements(history).length * FRAME);
}

/** A file of December 2025, with how much it was made of. */
interface Made {
  readonly bytes: Uint8Array;
  readonly before: Counts;
  readonly messages: number;
  readonly notes: readonly string[];
}

function copied(stored: Decoded): Made {
  const { bytes } = stored;
  const messages = laterMessages(stored)?.length ?? 0;
  const before = { ...countsOf(stored, bytes.length), messages };
  return { bytes, before, messages, notes: [`has the shape of ${LATER} already: copied as it is`] };
}

/** The database of 2026 takes an event id once in a project. */
const FORK =
  'shares events with the conversation that it is a fork of: the importer of 2026 takes an event id once in a project, and skips those events in one of the two';

/** TENEX names a conversation for its first event, and that of a fork is the name of another one here. */
function isFork([first]: Loaded['events'], { id, index, scope }: TenexDocument): boolean {
  const origin = first?.id;
  if (typeof origin !== 'string' || origin === '' || origin === id) return false;
  return index.places(origin).length > 0 || (scope.units?.has(origin) ?? false);
}

function make(stored: Decoded, document: TenexDocument, ask: AskFor<'migrate'>): Made | Refusal {
  const hints = hintsOf(document, ask);
  // The phase is only for the passes: what is written down is the one that is in the file.
  const passed = migrateFile(stored, { ...hints, givenPhase: hints.givenPhase ?? 'chat', lossy: true });
  if ('reason' in passed) return passed;
  const all = passed.document.events();
  const events = all.flatMap((each) => (each.event === null || isEmpty(each) ? [] : [each.event]));
  const loaded: Loaded = { stored, document: passed.document, events };
  const inner = textMember(stored, 'id');
  const notes = [
    ...eventLosses(events),
    ...(isFork(events, document) ? [FORK] : []),
    ...leftOut(all),
    ...memberLosses(stored),
    ...(inner === null || inner === document.id ? [] : [`calls itself ${inner}: the name of the file counts now`]),
  ];
  const before = withObjects(countsOf(stored, stored.bytes.length), stored);
  return { bytes: Buffer.from(stateOf(loaded)), before, messages: events.length, notes };
}

/** The file that a conversation is taken from, and what a person should know of the choice. */
interface Chosen {
  readonly opened: Opened;
  readonly notes: readonly string[];
}

/** Of two copies the one that holds all events of the other; null where there is no file. */
function choose({ active, archived }: Pick<TenexDocument, 'active' | 'archived'>): Chosen | Refusal | null {
  if (active === null) return archived === null ? null : { opened: archived, notes: [ARCHIVED] };
  if (archived === null) return { opened: active, notes: [] };
  const { holds, newer, differs } = compareCopies(active, archived);
  if (holds === 'unreadable')
    return { codes: ['TX309'], reason: `${BOTH}, and one of them is no whole document: heal it first` };
  if (holds === 'neither')
    return {
      codes: ['TX309'],
      reason: `${BOTH}, and each holds events that the other lacks: move one out of the store first`,
    };
  const taken = holds === 'same' ? (newer ?? 'active') : holds;
  const apart = differs.length === 0 ? '' : `; the other one differs in ${differs.join(', ')}`;
  const note = `${BOTH}: taken from the ${taken} copy, which holds all events${apart}`;
  return { opened: taken === 'active' ? active : archived, notes: [note] };
}

const BOTH = 'lies among the active ones and in the archive';

const ARCHIVED = 'was archived: December 2025 has no archive, so it lies among the others';
