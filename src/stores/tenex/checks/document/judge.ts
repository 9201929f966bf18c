import { bytesEqual, nextOf, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { addAll } from '../../../../model/collections.ts';
import { countedFinding } from '../../../../model/finding.ts';
import { atSameValue, causesFrom, inSameObject, inTiedFile } from '../../../engine/causes.ts';
import { atValue, boundedFindings, boundedList, type FileFinding, withExpected } from '../../../file-finding.ts';
import { shortened } from '../../../words.ts';
import type { DecodedTenex } from '../../read/decoded.ts';
import { decodeEvent, MAX_DEPTH } from '../../read/events/event.ts';
import { type EventCounts, type EventFacts, eventCounter, eventFacts } from '../../read/events/event-facts.ts';
import type { SignatureVerifier } from '../../read/events/signatures.ts';
import { textMember } from '../../read/members.ts';
import { tenexFaults } from './faults.ts';
import { refusals } from './refusals.ts';
import { remarksOn } from './remarks.ts';

/** `now` is in whole Unix seconds; `signatures` is null if none are judged. */
interface JudgeOptions {
  readonly id: string;
  readonly now: number;
  readonly signatures: SignatureVerifier | null;
}

export interface Judgement {
  readonly findings: readonly FileFinding[];
  readonly counts: EventCounts;
}

export function judgeTenex(document: DecodedTenex, options: JudgeOptions): Judgement {
  const { counts, elements, findings: ofEvents } = judgeEvents(document, options);
  const verdict = document.verdict();
  const findings = document.plain() ? [] : [...boundedFindings(tenexFaults(document))];
  if (document.isParsed) {
    if (verdict.stage === 'schema') addAll(findings, refusals(document, verdict.issues()));
    const events = verdict.stage === 'ok' ? counts.events : elements;
    addAll(findings, boundedFindings(remarksOn(document, { events, elements, now: options.now })));
    addAll(findings, boundedFindings(ofEvents));
  }
  return { findings, counts };
}

interface EventOptions {
  readonly id: string;
  readonly signatures: SignatureVerifier | null;
}

interface JudgedEvents extends Judgement {
  readonly elements: number;
}

/** Ids with which an event's thread may begin: `met` are those of the history. */
interface KnownIds {
  readonly met: EventIds;
  readonly otherIds: Set<unknown>;
}

/** Judges events in one pass that holds none: a history may have very many. */
function judgeEvents(document: DecodedTenex, options: EventOptions): JudgedEvents {
  const { history } = document;
  if (history === null) return { findings: [], counts: document.counts(), elements: 0 };
  const inner = textMember(document, 'id');
  const known: KnownIds = { met: new EventIds(history), otherIds: new Set([options.id, inner]) };
  const { count, counts } = eventCounter();
  const found: FileFinding[] = [];
  const all = boundedList<FileFinding>(countedFinding);
  // TX201 is not limited here: whether a thread belongs to another conversation is known at the end.
  const take = (each: FileFinding) => {
    if (each.code === 'TX201' || all.admits(each)) found.push(each);
  };
  let elements = 0;
  let first: EventFacts | null = null;
  for (const each of eventFacts(history, { hashed: true })) {
    elements++;
    count(each);
    if (each.loads) first ??= each;
    judgeEvent(take, each, options, known);
  }
  // An event may answer a later one.
  const findings = found.filter(({ code, actual }) => code !== 'TX201' || !isKnown(known, actual));
  addAll(findings, all.rest());
  if (first !== null) addAll(findings, firstEvent(first, inner, options.id));
  return { findings, counts: counts(), elements };
}

type TakeFinding = (found: FileFinding) => void;

/** Judges one event. A thread from elsewhere counts only if its id does not come later. */
function judgeEvent(take: TakeFinding, each: EventFacts, options: EventOptions, known: KnownIds): void {
  if (each.id === '') known.otherIds.add('');
  // The schema reports elements of other types.
  if (each.why === 'no text') return;
  if (!each.loads) {
    const what = each.why === 'null' ? 'null' : 'no JSON';
    take(eventFinding(each, 'TX120', `has an event that TENEX drops: its text is ${what}`));
    return;
  }
  if (each.why === null) judgeAlone(take, each, options);
  else take(eventFinding(each, 'TX121', 'has an event that comes out empty: its text is JSON and no list'));
  judgeAmongOthers(take, each, known);
}

function isKnown({ met, otherIds }: KnownIds, id: unknown): boolean {
  return otherIds.has(id) || (typeof id === 'string' && met.has(id));
}

const ODDITIES = [
  ['seal', 'TX125', 'has an event whose signature or id is not recognised'],
  ['types', 'TX126', 'has an event with a field of another type'],
  ['elements', 'TX127', 'has an event with elements that TENEX does not keep'],
  ['depth', 'TX017', `has an event nested more than ${MAX_DEPTH} levels deep: every save fails`],
] as const;

function judgeAlone(take: TakeFinding, each: EventFacts, { signatures }: EventOptions): void {
  const { id, computedId, signed, oddities } = each;
  if (!signed && !oddities.includes('seal')) take(eventFinding(each, 'TX122', 'has an event that is not signed'));
  if (oddities.length > 0)
    for (const [oddity, code, detail] of ODDITIES)
      if (oddities.includes(oddity)) take(eventFinding(each, code, detail));
  if (id !== '' && id !== computedId && !oddities.includes('depth'))
    take(otherValue(each, 'TX123', 'has an event whose id is not the hash of its content', computedId, id));
  if (signatures !== null && signed && !hasSignature(signatures, each))
    take(eventFinding(each, 'TX124', 'has an event whose signature is not that of its author'));
}

function hasSignature(signatures: SignatureVerifier, { value, computedId }: EventFacts): boolean {
  const { event } = decodeEvent(textOf(value));
  return event !== null && computedId !== null && signatures.isSigned(event, computedId);
}

function judgeAmongOthers(take: TakeFinding, each: EventFacts, known: KnownIds): void {
  const { id, index, value, root } = each;
  if (typeof id === 'string' && id !== '') {
    const first = known.met.note(id, value, index, id === each.computedId);
    if (first !== null)
      take(eventFinding(each, 'TX128', `has an event a second time: it is that at /history/${first}`));
  }
  if (root === null || isKnown(known, root)) return;
  const detail = `has an event of another conversation: its thread began with ${shortened(root)}`;
  take({ ...eventFinding(each, 'TX201', detail), actual: root });
}

/** Judges the first event, which names the conversation, and whose time is in the index. */
function* firstEvent(first: EventFacts, inner: string | null, named: string): Generator<FileFinding> {
  const { createdAt, id } = first;
  if (createdAt && !(typeof createdAt === 'number' && Number.isFinite(createdAt))) {
    const detail = 'begins with an event whose time is not a number: the next save makes the whole index unreadable';
    yield eventFinding(first, 'TX129', detail);
  }
  if (typeof id === 'string' && id !== '' && inner !== null && id !== inner && id !== named)
    yield otherValue(first, 'TX202', 'has another id than its first event', id, inner);
}

function otherValue(
  each: EventFacts,
  code: FileFinding['code'],
  detail: string,
  expected: unknown,
  actual: unknown,
): FileFinding {
  const finding = eventFinding(each, code, detail);
  return typeof expected === 'string' ? withExpected(finding, expected, shortened(String(actual))) : finding;
}

function eventFinding({ value, index }: EventFacts, code: FileFinding['code'], detail: string): FileFinding {
  return atValue(code, value, `/history/${index}`, detail);
}

/** Hexadecimal digits of an id. TENEX writes `\"]"` after it. */
const ID = 64;
const AFTER = 4;
const ID_SLOT_DIGITS = 8;
const SLOTS_PER_ENTRY = 1.5;

/**
 * First places of the ids in a history, which may have very many. An id at the end of its event is not held: its slot has the event's
 * place, where it is read. Other ids are held.
 */
class EventIds {
  readonly #history: Value;
  /** Places in the history, from 1; 0 for none. */
  readonly #slots: Int32Array;
  readonly #others = new Map<string, number>();

  constructor(history: Value) {
    const { start, end } = spanOf(history);
    const max = Math.min(nextOf(history) - history.at, (end - start) / (ID + AFTER));
    this.#history = history;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(max * SLOTS_PER_ENTRY + 2)));
  }

  /** Adds an id; returns its first place, or null for a new one. `isHash`: the id is the hash of its content. */
  note(id: string, value: Value, index: number, isHash: boolean): number | null {
    const slot = this.#slotOf(id);
    const first = (this.#slots[slot] ?? 0) - 1;
    if (first >= 0) return first;
    const known = this.#others.size === 0 ? undefined : this.#others.get(id);
    if (known !== undefined) return known;
    if (isHash && value.at === this.#history.at + 1 + index && this.#isAt(index, id)) this.#slots[slot] = index + 1;
    else this.#others.set(id, index);
    return null;
  }

  has(id: string): boolean {
    return this.#slots[this.#slotOf(id)] !== 0 || this.#others.has(id);
  }

  /** The slot of an id, or a free one. Only hashes are in slots, so nobody can choose collisions. */
  #slotOf(id: string): number {
    const mask = this.#slots.length - 1;
    let slot = 0;
    for (let n = 0; n < ID_SLOT_DIGITS; n++) slot = (slot << 4) ^ id.charCodeAt(n);
    slot &= mask;
    while (this.#slots[slot] !== 0 && !this.#isAt((this.#slots[slot] ?? 0) - 1, id)) slot = (slot + 1) & mask;
    return slot;
  }

  /** True if the element at `index` ends in this id. All elements before it are texts. */
  #isAt(index: number, id: string): boolean {
    const { tape, at } = this.#history;
    const { start, end } = spanOf({ tape, at: at + 1 + index });
    const from = end - AFTER - ID;
    return id.length === ID && from > start && bytesEqual(tape.bytes, from, id);
  }
}

export const tenexCauses = causesFrom([
  // A misnamed key is missing, and also unknown or repeated.
  { from: ['TX105', 'TX106', 'TX111'], follow: ['TX170', 'TX022'], at: inSameObject },
  { from: ['TX101', 'TX103', 'TX104', 'TX107'], follow: ['TX022'], at: atSameValue },
  // A number where the schema wants another type.
  { from: ['TX107', 'TX108', 'TX109'], follow: ['TX014', 'TX015', 'TX016'], at: atSameValue },
  // A changed event no longer fits its signature, and may refer to other events.
  { from: ['TX129'], follow: ['TX126'], at: atSameValue },
  { from: ['TX121', 'TX125', 'TX126', 'TX127'], follow: ['TX123', 'TX124', 'TX128', 'TX201'], at: atSameValue },
  { from: ['TX123'], follow: ['TX124', 'TX128', 'TX201'], at: atSameValue },
  // Unread events are missing for agents that have read them, and for the index.
  { from: ['TX120', 'TX121', 'TX106', 'TX107', 'TX109', 'TX110'], follow: ['TX203'], at: inTiedFile },
  { from: ['TX120', 'TX121'], follow: ['TX312'], at: inTiedFile },
  { from: ['TX126', 'TX123', 'TX203'], follow: ['TX312'], at: inTiedFile },
]);
