import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, insertMember, type NewMember, replaceValue } from '../../../codecs/json/edits.ts';
import {
  eachElement,
  elements,
  isArray,
  isObject,
  isString,
  lastMembers,
  lexemeOf,
  members,
  quote,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { type AskFor, isRefusal, lossRefused, type Refusal, refused, type UnitDecision } from '../../decision.ts';
import { lastValue } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import type { TenexDocument } from '../document.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import { decodeEvent, eventIdOf } from '../read/events/event.ts';
import { isPhase, objectElements, PHASES } from '../read/members.ts';
import { edited, editTenexFiles, refusedAsIs, type TenexIndexUpdate } from './edit-files.ts';
import {
  isReview,
  mappedPhase,
  membersToSupply,
  nullsPass,
  phaseCasePass,
  phaseReviewPass,
  renamedPhases,
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

/** The era that the adapter of August 2025 loads. */
const TARGET = 'tenex-e5';

/** Migrates the files of one id to August 2025. The index follows when the scope is closed. */
export function migrateTenex(document: TenexDocument, ask: AskFor<'migrate'>): UnitDecision<TenexIndexUpdate> {
  const { active, archived } = document;
  const to = ask.to ?? TARGET;
  if (to !== TARGET)
    return refusedAsIs(document, refused({ reason: `cannot become ${to}: TENEX stores are migrated to ${TARGET}` }));
  const options = tenexOptions(document, ask);
  const files = editTenexFiles(document, (decoded, check) => migrateFile(decoded, options, check));
  if (isRefusal(files)) return refusedAsIs(document, files);
  const nothing = active === null && archived === null ? null : `is what ${TARGET} loads already`;
  return edited(document, files, ask, nothing);
}

/** Turns event objects of June 2025 into texts of equal content and id. */
const historyPass: TenexPass = ({ body }, { lossy }) => {
  const list = lastValue(body, 'history');
  if (!isArray(list)) return null;
  const edits: Edit[] = [];
  const made: EventText[] = [];
  let index = -1;
  for (const value of eachElement(list)) {
    index++;
    if (!isObject(value)) continue;
    const event = eventText(value);
    if (typeof event === 'string')
      return refused({ codes: ['TX110'], reason: `has an event, ${index}, that ${event}` });
    edits.push(replaceValue(value, quote(event.text)));
    made.push(event);
  }
  if (edits.length === 0) return null;
  const unknownKeys = [...new Set(made.flatMap((each) => each.unknownKeys))];
  if (unknownKeys.length > 0 && !lossy)
    return lossRefused(['TX110'], `has events with ${unknownKeys.join(', ')}, which their new form has no place for`);
  return { codes: ['TX110'], edits, notes: textNotes(made, unknownKeys) };
};

/**
 * Turns agent contexts of July 2025 into agent states. Each starts at the beginning of the history, because the read
 * part is not recorded: rereading costs time, skipping loses messages.
 */
const contextsPass: TenexPass = ({ body }) => {
  const old = lastValue(body, 'agentContexts');
  if (body === null || !isObject(old)) return null;
  const states = lastValue(body, 'agentStates');
  if (states !== null && !isObject(states)) return null;
  const there = lastMembers(states);
  const come = [...lastMembers(old)].filter(([key]) => !there.has(key));
  if (come.length === 0) return null;
  const added = come.map(([key, value]): NewMember => ({ key, json: stateOf(value) }));
  const edits =
    states === null ? [insertMember(body, 'agentStates', sourceOf(added))] : changeMembers(states, { last: added });
  const names = added.map(({ key }) => key).join(', ');
  return {
    codes: ['TX112'],
    edits,
    notes: [
      `gets agentStates for ${names}, each at the start of the history: how far an agent had read is not recorded`,
      'keeps agentContexts, which TENEX does not read and drops when it saves',
    ],
  };
};

/** Adds members that TENEX requires to transitions of June 2025; `context` becomes `message`. */
const transitionsPass: TenexPass = ({ body }) => {
  const old = objectElements(body, 'phaseTransitions').filter(
    (each) => lastValue(each, 'message') === null && isString(lastValue(each, 'context')),
  );
  if (old.length === 0) return null;
  const nameless = old.filter((each) => absentMembers(each).length > 0).length;
  return {
    codes: ['TX111'],
    edits: old.flatMap((each) => [...renameContext(each), ...changeMembers(each, { last: absentMembers(each) })]),
    notes: [
      `the context of ${countOf(old.length, 'transition')} is called message now`,
      ...(nameless === 0 ? [] : [`nothing records which agent made ${nameless} of them: its name and key are empty`]),
    ],
  };
};

/** Gives phases beyond the seven the names that a person chose. */
const freePhases = renamedPhases(phaseName, (nameless) => `has the phase ${JSON.stringify(nameless)}, ${askFor()}`);

const noPhasePass: TenexPass = ({ body }, { givenPhase }) => {
  const phase = lastValue(body, 'phase');
  if (body === null || isString(phase)) return null;
  if (givenPhase === null || !isPhase(givenPhase))
    return refused({ codes: ['TX105'], reason: `has no phase, ${askFor()}` });
  const json = quote(givenPhase);
  const edit = phase === null ? insertMember(body, 'phase', json) : replaceValue(phase, json);
  return { codes: ['TX105'], edits: [edit], notes: [`gets the phase ${givenPhase}`] };
};

/** Adds required members that an era lacked. Phases have their own pass. */
const missingMembersPass: TenexPass = ({ body, history, members }, options) => {
  if (body === null || history === null) return null;
  const supplied = membersToSupply((key) => members.has(key), body, options);
  if (supplied.length === 0) return null;
  return {
    codes: ['TX106'],
    edits: changeMembers(body, { last: supplied }),
    notes: supplied.map(({ note }) => note),
  };
};

/** Ordered from the history outwards. Data that TENEX ignores stays. */
const PASSES = [
  historyPass,
  transitionsPass,
  contextsPass,
  nullsPass,
  phaseCasePass,
  phaseReviewPass,
  freePhases,
  noPhasePass,
  missingMembersPass,
];

/** Migrates one file to August 2025. No edits mean that it has that shape. TENEX loads the result. */
export function migrateFile<T>(document: DecodedTenex, options: TenexOptions, view: EditedFileCheck<T>): T | Refusal {
  if (document.era() === 'tenex-e12') return refused({ codes: ['TX113'], reason: ONE_WAY });
  if (!document.isParsed) return loadRefusal(document);
  const check = (passed: PassedTenex) =>
    passed.doc.verdict().stage === 'ok' ? view.at(passed) : loadRefusal(passed.doc);
  return runTenexPasses(document, PASSES, options, { ...view, at: check });
}

const ONE_WAY =
  'holds the messages of a later TENEX, which kept no signatures and no tags: the events that they were cannot be made again';

function phaseName(text: string, options: TenexOptions): string | null {
  return mappedPhase(text, options) ?? (isReview(text) ? 'verification' : options.givenPhase);
}

function askFor(): string {
  return `and TENEX of August 2025 wants one of ${PHASES.join(', ')}: name it with --phase PHASE`;
}

function renameContext(transition: Value): Edit[] {
  const found = members(transition).findLast(({ key }) => textOf(key) === 'context');
  if (found === undefined) return [];
  const { start, end } = spanOf(found.key);
  return [{ at: start, remove: end - start, insert: Buffer.from('"message"') }];
}

function absentMembers(transition: Value): NewMember[] {
  return ['agentPubkey', 'agentName']
    .filter((key) => lastValue(transition, key) === null)
    .map((key) => ({ key, json: '""' }));
}

function stateOf(context: Value): string {
  const session = lastValue(context, 'claudeSessionId');
  const carried = isString(session) ? `,"claudeSessionId":${lexemeOf(session)}` : '';
  return `{"lastProcessedMessageIndex":0${carried}}`;
}

function sourceOf(members: readonly NewMember[]): string {
  return `{${members.map(({ key, json }) => `${quote(key)}:${Buffer.from(json).toString()}`).join(',')}}`;
}

function textNotes(made: readonly EventText[], unknownKeys: readonly string[]): string[] {
  const unsigned = made.filter(({ signed }) => !signed).length;
  return [
    `${made.length === 1 ? '1 event object becomes a text' : `${made.length} event objects become texts`} with the same id`,
    ...(unsigned === 0 ? [] : [`${unsigned} of them unsigned: TENEX drops the id of such an event when it loads it`]),
    ...unknownKeys.map((key) => `leaves out ${key} of its events, which their new form has no place for`),
  ];
}

/** An event object of June 2025 as the text that TENEX has kept since. */
interface EventText {
  readonly text: string;
  readonly signed: boolean;
  readonly unknownKeys: readonly string[];
}

/**
 * Builds `[0,pubkey,created_at,kind,tags,content,sig,id]` from the object's own source (docs/formats/tenex.md, "Event string"). If the text
 * would be another event, returns a sentence that follows the event's name.
 */
export function eventText(object: Value): EventText | string {
  const fields = lastMembers(object);
  const wrong = REQUIRED_MEMBERS.find(({ key, fits }) => !fits(fields.get(key) ?? null));
  if (wrong !== undefined) return `has no ${wrong.key} that an event can have`;
  const source = (key: string) => valueSource(fields.get(key) ?? null);
  const parts = ['pubkey', 'created_at', 'kind', 'tags', 'content'].map(source);
  const sig = fields.get('sig') ?? null;
  const text = `[0,${parts.join(',')},${isString(sig) ? valueSource(sig) : 'null'},${fields.has('id') ? source('id') : '""'}]`;
  if (!isSame(object, text)) return 'does not come out as the same event';
  const unknownKeys = [...fields.keys()].filter((key) => !KEYS.has(key));
  return { text, signed: isString(sig), unknownKeys };
}

const KEYS = new Set(['id', 'kind', 'content', 'tags', 'pubkey', 'created_at', 'sig']);

type IsAccepted = (value: Value | null) => boolean;

const isText: IsAccepted = (value) => isString(value);
const isNumber: IsAccepted = (value) =>
  value !== null && typeOf(value) === 'number' && Number.isFinite(Number(lexemeOf(value)));
const isTags: IsAccepted = (value) =>
  isArray(value) && elements(value).every((tag) => isArray(tag) && elements(tag).every((each) => isString(each)));
const isUnset: IsAccepted = (value) => value === null || typeOf(value) === 'null' || isString(value);
const isIdOrUnset: IsAccepted = (value) => value === null || isString(value);

const REQUIRED_MEMBERS: readonly { readonly key: string; readonly fits: IsAccepted }[] = [
  { key: 'pubkey', fits: isText },
  { key: 'created_at', fits: isNumber },
  { key: 'kind', fits: isNumber },
  { key: 'tags', fits: isTags },
  { key: 'content', fits: isText },
  { key: 'sig', fits: isUnset },
  { key: 'id', fits: isIdOrUnset },
];

/** JSON source of a value. Numbers keep their digits; texts are escaped like JSON.stringify does, because an id is the hash of its output. */
function valueSource(value: Value | null): string {
  if (value === null) return 'null';
  if (isString(value)) return quote(textOf(value));
  if (isArray(value)) return `[${elements(value).map(valueSource).join(',')}]`;
  return lexemeOf(value);
}

function isSame(object: Value, text: string): boolean {
  const { event } = decodeEvent(text);
  return event !== null && eventIdOf(event) === eventIdOf(JSON.parse(lexemeOf(object)));
}
