import type { Value } from '../../../codecs/json/value.ts';
import { type Message, NOTHING_BESIDE, type Section, type Transcript } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { unrecordedPrompts, withTyped } from '../../engine/prompts/typed-prompts.ts';
import { withSaved } from '../../engine/saved-outputs.ts';
import { namesSection } from '../../engine/sections.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TranscriptOptions, TypedPrompt } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { ScannedRecord, SessionFile } from '../session-file.ts';
import type { Agent } from './agents.ts';
import type { BlockText } from './blocks.ts';
import { contentOf, imageFault } from './content.ts';
import { leftInQueue } from './queue.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { AT_WORK, isProgramRecord, isSaid, marksOf, saidIn, spokenBy, whoWrote } from './record-said.ts';
import { Calls, savedOutputs } from './saved-outputs.ts';
import { unansweredServerCalls } from './server-calls.ts';
import { StopHooks } from './stop-hooks.ts';
import { screenTexts } from './unheard.ts';

/** A session as the program sends it when it goes on, block by block; all other words are hidden. */
export function claudeTranscript(file: SessionFile, beside: SessionCompanions, options: ShownOptions = {}): Transcript {
  const { agents } = beside;
  return {
    ...NOTHING_BESIDE,
    messages: messagesOf(file, beside, options),
    // Made on demand: readers of messages need no row of the list.
    get metadata() {
      return { source: JSON.stringify(metadataOf(file)) };
    },
    get sections() {
      return [...namesSection(namesGiven(file), file.listing().title), ...sectionsOf(file, agents)];
    },
    repeated: ['metadata', 'reach'],
  };
}

export interface SessionCompanions {
  readonly agents: readonly Agent[];
  /** All files of the session; `archived`: prefix of the roles that are meant. */
  readonly parts: readonly Part[];
  readonly archived: 'archived-' | '';
  readonly typed: readonly TypedPrompt[];
}

/** `TranscriptOptions` in which `companions` shows the saved outputs of tools. */
type ShownOptions = Pick<TranscriptOptions, 'everything' | 'companions' | 'asides'>;

interface PassedRecords {
  readonly calls: Calls;
  readonly hooks: StopHooks;
}

interface ShownRecord {
  readonly n: number;
  readonly hidden: boolean;
  readonly marks: readonly string[];
}

function messagesOf(
  file: SessionFile,
  { agents, parts, archived, typed }: SessionCompanions,
  { everything = false, companions = false, asides = false }: ShownOptions,
): Iterable<Message> {
  const unsentBlocks = once(() => leftOut(file));
  const said = (wanted: (n: number) => boolean) => {
    const met = { calls: new Calls(agents), hooks: new StopHooks() };
    const how = { unsentBlocks: unsentBlocks(), met, everything, asides };
    const records = everything ? everyRecord(file) : shownInOrder(file);
    const reached = (each: ShownRecord) => (wanted(each.n) ? saidBy(file, each, how) : []);
    return flat(records, everything ? (each: ShownRecord) => allOf(reached(each)) : reached);
  };
  const isNoAnswer = (n: number) => file.records().classOf[n] !== CLASS.assistant;
  return {
    *[Symbol.iterator]() {
      const unrecorded = unrecordedPrompts(typed, () => said(isNoAnswer));
      const all = withSaved(
        said(() => true),
        savedOutputs(parts, archived),
        companions,
      );
      let index = 0;
      for (const each of withTyped(all, unrecorded)) yield { ...each, index: index++ };
    },
  };
}

function* allOf(some: Iterable<Omit<Message, 'index'>>): Generator<Omit<Message, 'index'>> {
  for (const each of some)
    yield each.hidden ? { ...each, hidden: false, ...withMarks([...(each.marks ?? []), 'not sent']) } : each;
}

function* flat<T, U>(some: Iterable<T>, each: (one: T) => Iterable<U>): Generator<U> {
  for (const one of some) yield* each(one);
}

/** Everything that was said: sent messages in the order of sending, each after the unsent ones that precede it in the file. */
function* shownInOrder(file: SessionFile): Generator<ShownRecord> {
  const records = file.records();
  const history = file.history();
  const joined = new Set(history.chain.joined);
  const isInterjected = interjections(file);
  const waiting = leftInQueue(file);
  let next = 0;
  for (const [i, n] of history.sent.entries()) {
    const passed = unsentBetween(file, next, n, { isInterjected, waiting });
    yield* passed;
    next = Math.max(next, n);
    const said = passed.filter(
      ({ n: each, hidden }) =>
        hidden && isSaid(records, each) && !records.has(each, RECORD_FLAG.sidechain | RECORD_FLAG.apiError),
    );
    yield { n, hidden: false, marks: marksBefore(file, said, i === 0, joined.has(n)) };
  }
  yield* unsentBetween(file, next, records.count, { isInterjected, waiting });
}

/** Words typed while the program was at work that it did not send as such. */
interface TypedWhileBusy {
  readonly isInterjected: (n: number) => boolean;
  readonly waiting: ReadonlySet<number>;
}

/** Unsent records between two places in the file that are linked to the conversation, such as attachments. Other branches are not shown. */
function unsentBetween(file: SessionFile, from: number, to: number, typed: TypedWhileBusy): ShownRecord[] {
  const some: ShownRecord[] = [];
  for (let n = from; n < to; n++) {
    const unsent = file.history().isSent(n) ? null : unsentRecord(file, n, typed);
    if (unsent !== null) some.push({ n, ...unsent });
  }
  return some;
}

function unsentRecord(
  file: SessionFile,
  n: number,
  { isInterjected, waiting }: TypedWhileBusy,
): Omit<ShownRecord, 'n'> | null {
  const records = file.records();
  if (isProgramRecord(records, n)) return { hidden: !hangsOn(file, n), marks: [] };
  if (isSaid(records, n)) return isInterjected(n) ? { hidden: false, marks: INTERJECTED } : { hidden: true, marks: [] };
  if (waiting.has(n)) return { hidden: false, marks: [] };
  return records.classOf[n] === CLASS.unknown ? { hidden: false, marks: ['not sent'] } : null;
}

const INTERJECTED: readonly string[] = ['not sent', AT_WORK];

/**
 * Returns a test: true for a question typed while a call ran, which Escape then interrupted. It is a leaf beside the call's result, and its
 * answer follows the interruption.
 */
function interjections(file: SessionFile): (n: number) => boolean {
  const answered = once(() => answeredRecords(file));
  return (n) => {
    const parent = file.links().parentOf(n);
    if (parent < 0 || !(file.history().isOn(parent) || file.history().isSent(parent))) return false;
    const record = file.scan(n)?.record ?? null;
    return textAt(record, 'promptSource') === 'queued' && answered()[n] === 0;
  };
}

function answeredRecords(file: SessionFile): Uint8Array {
  const { classOf, count } = file.records();
  const answered = new Uint8Array(count);
  for (let n = count - 1; n >= 0; n--) {
    const parent = file.links().parentOf(n);
    if (parent >= 0 && (classOf[n] === CLASS.assistant || answered[n] === 1)) answered[parent] = 1;
  }
  return answered;
}

/** Most records between an aside and the conversation. */
const MAX_ASIDE_RECORDS = 16;

function hangsOn(file: SessionFile, n: number): boolean {
  const history = file.history();
  if (file.records().has(n, RECORD_FLAG.sidechain) || file.links().isGone(n)) return false;
  for (let [at, steps] = [n, 0]; at >= 0 && steps < MAX_ASIDE_RECORDS; at = file.links().parentOf(at), steps++) {
    if (history.isOn(at) || history.isSent(at)) return true;
    if (at !== n && isSaid(file.records(), at) && !isProgramRecord(file.records(), at)) return false;
  }
  return false;
}

function marksBefore(file: SessionFile, all: readonly ShownRecord[], isFirst: boolean, isJoined: boolean): string[] {
  const history = file.history();
  const marks: string[] = [];
  // The first record of a repeated uuid is on no other branch.
  const passed = all.filter(({ n }) => !file.links().isReplaced(n));
  const repeated = all.length - passed.length;
  if (repeated > 0) marks.push(`${countOf(repeated, 'message')} left aside: repeated further down`);
  // An unsent record on the chain lost its other half.
  const aside = passed.filter(({ n }) => !history.isOn(n)).length;
  const isBranch = aside === passed.length;
  if (isFirst) {
    if (aside > 0) marks.push(`${countOf(aside, 'message')} before this ${whyFirst(file)}`);
    if (!isBranch) marks.push(`${countOf(passed.length - aside, 'message')} not sent`);
  } else if (passed.length > 0) {
    const said = countOf(passed.length, 'message');
    marks.push(isBranch ? `${said} of another branch left aside` : `${said} not sent`);
  }
  if (isJoined) marks.push('its parent is not in the file: it follows what was written before it');
  return marks;
}

function whyFirst(file: SessionFile): string {
  const { chain } = file.history();
  const records = file.records();
  const [first = -1] = chain.records;
  if (chain.isBroken) return `not sent: ${brokenLink(file.links().parentOf(first), first)}`;
  const isCompacted =
    chain.records.some((n) => records.has(n, RECORD_FLAG.boundary)) || records.has(first, RECORD_FLAG.summary);
  return isCompacted ? 'not sent any more: compacted' : 'not sent: the conversation begins here';
}

function brokenLink(parent: number, n: number): string {
  if (parent < 0) return 'its parent is not in the file';
  return parent === n ? 'it is its own parent' : 'its parent is after it';
}

function* everyRecord(file: SessionFile): Generator<ShownRecord> {
  const records = file.records();
  const history = file.history();
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n)) {
      if (records.isMetadata(n)) yield { n, hidden: false, marks: [] };
      continue;
    }
    const isAside = isSaid(records, n) ? !history.isSent(n) : !history.isOn(n);
    yield { n, hidden: false, marks: isAside ? ['not sent'] : [] };
  }
}

function leftOut(file: SessionFile): ReadonlySet<string> {
  const { tools } = file.records();
  const { unsent } = file.history();
  const blocks = new Set<string>();
  for (let i = 0; i < tools.count; i++) if (unsent[i] !== 0) blocks.add(`${tools.n[i]} ${tools.block[i]}`);
  for (const { n, block } of unansweredServerCalls(file)) blocks.add(`${n} ${block}`);
  return blocks;
}

interface SayOptions extends Required<Pick<ShownOptions, 'everything' | 'asides'>> {
  readonly unsentBlocks: ReadonlySet<string>;
  readonly met: PassedRecords;
}

function* saidBy(file: SessionFile, record: ShownRecord, how: SayOptions): Generator<Omit<Message, 'index'>> {
  const { n, hidden } = record;
  const { unsentBlocks, everything } = how;
  const scanned = file.scan(n);
  if (scanned === null) return;
  let { marks } = record;
  for (const [i, said] of shownBlocks(file, n, scanned, how).entries()) {
    const isLeft =
      !hidden && (unsentBlocks.has(`${n} ${i}`) || (said.type === 'image' && !isSendable(scanned.record, i)));
    const before = marks.length === 0 || everything ? {} : { before: marks };
    const { isOwn, ...block } = said;
    yield {
      ...block,
      ...withMarks([...marks, ...(said.marks ?? [])]),
      ...before,
      hidden: hidden || isLeft || isOwn === true,
    };
    // Only the first block has the marks of its record.
    if (!isLeft) marks = [];
  }
}

/** False for an image that the API refused: the program sends a note in its place. */
function isSendable(record: Value, block: number): boolean {
  const image = contentOf(lastValue(record, 'message'))[block] ?? null;
  if (textAt(image, 'type') !== 'image') return true;
  const isInside = textAt(lastValue(image, 'source'), 'type') === 'base64';
  return !isInside || imageFault(image as Value)?.code !== 'CL419';
}

function shownBlocks(
  file: SessionFile,
  n: number,
  { record }: ScannedRecord,
  { met: { calls, hooks }, everything, asides }: SayOptions,
): (Omit<Message, 'index' | 'hidden'> & Pick<BlockText, 'isOwn'>)[] {
  const id = textAt(record, 'uuid') ?? '';
  const parent = textAt(record, 'parentUuid');
  const time = file.timeOf(n);
  const marks = marksOf(file, n, record);
  const about = { ...modelOf(record), ...whoWrote(file.records(), n) };
  const all = saidIn(file.records(), n, record, { hooks, everything });
  return (everything ? [...all, ...screenBlocks(all, record, calls)] : all).map(({ path, ...said }) => ({
    id,
    ...(parent === null ? {} : { relatedTo: parent }),
    at: `/${n}${path}`,
    ...said,
    ...(asides ? asidesOf(said, record, calls) : {}),
    ...calls.add(said, record, time),
    ...(time === null ? {} : { time: Math.floor(time / 1000) }),
    ...about,
    ...spokenBy({ ...said, ...about }),
    ...withMarks([...marks, ...(said.marks ?? [])]),
  }));
}

/** Texts of the screen that neither a result nor its call has. */
function screenBlocks(all: readonly BlockText[], record: Value, calls: Calls): BlockText[] {
  const texts = all.flatMap((said) => [...(asidesOf(said, record, calls).asides?.() ?? [])]);
  const unrepeated = texts.filter(({ isRepeated }) => isRepeated?.() !== true);
  if (unrepeated.length === 0) return [];
  const text = ['toolUseResult', ...unrepeated.map((each) => `${each.name}=${each.text}`)].join('\n');
  return [{ path: '/toolUseResult', role: 'tool', type: 'other', text }];
}

function asidesOf(said: Omit<BlockText, 'path'>, record: Value, calls: Calls): Pick<Message, 'asides'> {
  if (said.type !== 'tool_output') return {};
  const passed = calls.argumentsOf(said.callId ?? '');
  return { asides: () => screenTexts(record, { text: said.text, arguments: passed }) };
}

function modelOf(record: Value): Pick<Message, 'model'> {
  const model = textAt(lastValue(record, 'message'), 'model');
  // `<synthetic>`: the program wrote the record in place of an answer.
  return model === null || model === '<synthetic>' ? {} : { model };
}

function withMarks(marks: readonly string[]): { readonly marks?: readonly string[] } {
  return marks.length === 0 ? {} : { marks: [...new Set(marks)] };
}

function metadataOf(file: SessionFile): Record<string, unknown> {
  const { title, customTitle, firstPrompt, branch, tag } = file.listing();
  return { title, customTitle, firstPrompt, gitBranch: branch, cwd: file.cwd(), tag };
}

/** Titles and tags of a session, and the title from the program that the list shows: an AI title or a summary. */
export function sessionNames(file: SessionFile | null): string[] {
  if (file?.source == null) return [];
  const names = namesGiven(file);
  const { title, isNamed, customTitle } = file.listing();
  if (title === null || !isNamed || (customTitle !== null && names.includes(customTitle))) return names;
  return [...names, title];
}

function namesGiven(file: SessionFile): string[] {
  const given = file.records().naming.map((n) => {
    const record = file.scan(n)?.record ?? null;
    return textAt(record, 'customTitle') ?? textAt(record, 'tag') ?? textAt(record, 'aiTitle') ?? '';
  });
  return given.filter((name) => name.trim() !== '');
}

function sectionsOf(file: SessionFile, agents: readonly Agent[]): Section[] {
  const records = file.records();
  const { sent, chain } = file.history();
  let count = 0;
  let messages = 0;
  for (let n = 0; n < records.count; n++) {
    if (records.isKept(n)) count++;
    if (records.isMessage(n)) messages++;
  }
  const lines = [
    `${countOf(sent.length, 'message')} sent when the program goes on, ${countOf(count, 'record')} of the conversation, ${countOf(records.count, 'line')} in all`,
  ];
  const counts = { lines: records.count, records: count, reached: chain.records.length, messages, sent: sent.length };
  const section: Section = { key: 'reach', title: 'records', value: { source: JSON.stringify(counts) }, lines };
  return agents.length === 0 ? [section] : [section, agentSection(agents)];
}

function agentSection(agents: readonly Agent[]): Section {
  const rows = agents.map(({ id, file, toolUseId, parentAgentId, name }) => ({
    id,
    messages: file.history().sent.length,
    toolUseId,
    parentAgentId,
    ...(name === null ? {} : { name }),
  }));
  return {
    key: 'agents',
    title: 'subagents',
    value: { source: JSON.stringify(rows) },
    lines: rows.map(
      ({ id, messages, name }) => `${id}: ${[name ?? [], countOf(messages, 'message')].flat().join(', ')}`,
    ),
  };
}
