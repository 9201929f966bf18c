import { textOf } from '../../../../codecs/json/value.ts';
import { short } from '../../../some.ts';
import { atValue, expecting, type Trouble } from '../../../trouble.ts';
import type { DecodedTenex } from '../../decode/decoded.ts';
import { DEEPEST, decodeEvent, isSigned } from '../../decode/events/event.ts';
import { countFacts, type EventCounts, type EventFacts, eventFacts } from '../../decode/events/event-facts.ts';
import { textMember } from '../../read/members.ts';
import { tenexFaults } from './faults.ts';
import { refusals } from './refusals.ts';
import { remarksOn } from './remarks.ts';

/** What a file is judged by beside its bytes. */
interface JudgeAsk {
  /** The id that it is named for. */
  readonly id: string;
  /** Whole Unix seconds. */
  readonly now: number;
  readonly signatures: boolean;
}

/** What is wrong with one conversation file, and what the index is to say of it. */
interface Judgement {
  readonly troubles: readonly Trouble[];
  readonly counts: EventCounts;
}

const known = new WeakMap<DecodedTenex, Judgement>();

/** Judges a file once, however often it is asked about: the events are gone through in one pass for all that they tell. */
export function judgeTenex(document: DecodedTenex, ask: JudgeAsk): Judgement {
  const judged = known.get(document) ?? judgementOf(document, ask);
  known.set(document, judged);
  return judged;
}

function judgementOf(document: DecodedTenex, ask: JudgeAsk): Judgement {
  const facts = factsOf(document);
  const counts = countFacts(facts);
  const verdict = document.verdict();
  const troubles = [...tenexFaults(document)];
  if (document.whole) {
    if (verdict.stage === 'schema') troubles.push(...refusals(document, verdict.issues));
    // Of a history that is refused nothing is dropped.
    const events = verdict.stage === 'ok' ? counts.events : facts.length;
    troubles.push(...remarksOn(document, { events, now: ask.now }));
    troubles.push(...eventTroubles(facts, document, ask));
  }
  return { troubles, counts };
}

/** What an event is judged by beside itself. */
interface EventAsk {
  /** The id that the file is named for. */
  readonly id: string;
  readonly signatures: boolean;
}

/** The facts of a document's events, ids worked out, in one pass over them. */
function factsOf({ history }: DecodedTenex): readonly EventFacts[] {
  return history === null ? [] : [...eventFacts(history, true)];
}

/** What is wrong with the events of a document, and with what they belong to. */
function* eventTroubles(facts: readonly EventFacts[], document: DecodedTenex, ask: EventAsk): Generator<Trouble> {
  const seen = new Map<string, number>();
  const known = new Set<unknown>([ask.id, textMember(document, 'id'), ...facts.map(({ id }) => id)]);
  for (const each of facts) {
    // What is not a text is reported by the schema.
    if (each.why === 'no text') continue;
    if (!each.kept) {
      const what = each.why === 'null' ? 'null' : 'no JSON';
      yield tell(each, 'TX120', 'drops', `has an event that TENEX drops: its text is ${what}`);
      continue;
    }
    yield* oneEvent(each, ask);
    yield* inHistory(each, seen, known);
  }
  const first = facts.find(({ kept }) => kept);
  if (first !== undefined) yield* firstEvent(first, textMember(document, 'id'), ask.id);
}

function* oneEvent(each: EventFacts, { signatures }: EventAsk): Generator<Trouble> {
  if (each.why !== null) {
    yield tell(each, 'TX121', 'overwrites', 'has an event that comes out empty: its text is JSON and no list');
    return;
  }
  if (!each.signed && !each.oddities.includes('seal'))
    yield tell(each, 'TX122', 'rewrites', 'has an event that is not signed');
  if (each.oddities.includes('seal'))
    yield tell(each, 'TX125', 'drops', 'has an event whose signature or id is not recognised');
  if (each.oddities.includes('types')) yield tell(each, 'TX126', 'reads', 'has an event with a field of another type');
  if (each.oddities.includes('elements'))
    yield tell(each, 'TX127', 'drops', 'has an event with elements that TENEX does not keep');
  if (each.oddities.includes('depth'))
    yield tell(each, 'TX017', 'crashes', `event nested more than ${DEEPEST} levels deep: every save fails`);
  else if (each.id !== '' && each.id !== each.computedId)
    yield foreign(each, 'TX123', 'has an event whose id is not the hash of its content', each.computedId, each.id);
  if (signatures && each.signed && !hasSignature(each))
    yield tell(each, 'TX124', 'reads', 'has an event whose signature is not that of its author');
}

function hasSignature({ value, computedId }: EventFacts): boolean {
  const { event } = decodeEvent(textOf(value));
  return event !== null && computedId !== null && isSigned(event, computedId);
}

function* inHistory(each: EventFacts, seen: Map<string, number>, known: ReadonlySet<unknown>): Generator<Trouble> {
  const { id, index, root } = each;
  if (typeof id === 'string' && id !== '') {
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else yield tell(each, 'TX128', 'reads', `has an event a second time: it is that at /history/${first}`);
  }
  if (root !== null && !known.has(root))
    yield {
      ...tell(each, 'TX201', 'reads', `has an event of another conversation: its thread began with ${short(root)}`),
      actual: root,
    };
}

/** What the first event is to the index, and to the name of the conversation. */
function* firstEvent(first: EventFacts, inner: string | null, named: string): Generator<Trouble> {
  const { createdAt, id } = first;
  if (createdAt && !(typeof createdAt === 'number' && Number.isFinite(createdAt))) {
    const detail = 'begins with an event whose time is not a number: the next save makes the whole index unreadable';
    yield tell(first, 'TX129', 'rewrites', detail);
  }
  if (typeof id === 'string' && id !== '' && inner !== null && id !== inner && id !== named)
    yield foreign(first, 'TX202', 'has another id than its first event', id, inner);
}

/** An id where another one belongs. */
function foreign(each: EventFacts, code: Trouble['code'], detail: string, expected: unknown, actual: unknown): Trouble {
  const trouble = tell(each, code, 'reads', detail);
  return typeof expected === 'string' ? expecting(trouble, expected, short(String(actual))) : trouble;
}

function tell({ value, index }: EventFacts, code: Trouble['code'], owner: Trouble['owner'], detail: string): Trouble {
  return atValue(code, value, `/history/${index}`, owner, detail);
}
