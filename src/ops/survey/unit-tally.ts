import { addToCount } from '../../model/collections.ts';
import { activeTime, type Transcript, type View } from '../../model/conversation.ts';
import { nullOnFailure } from '../../model/failure.ts';
import { type Code, type Finding, findingCount, healingOf, severityWithConsequences } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import type { Severity } from '../../model/rules/row.ts';
import {
  type AnswerUsage,
  type ContentSize,
  type DatedAnswer,
  type LargeConversation,
  type StatsSink,
  Weights,
} from '../../model/stats.ts';
import { type DayOf, daysOf, UTC } from '../../model/time.ts';
import type { Document } from '../../stores/kind.ts';
import { ANSWER_NUMBERS, type AnswerGroup, answerName } from '../token-tally.ts';
import { questionIn, stopsProgram, unreadFinding } from './judge-unit.ts';

const MAX_LARGEST_NAMED = 5;

const COUNTED_BY = ['roles', 'types', 'tools', 'formats', 'days', 'findings', 'graded', 'healing'] as const;
type CountedBy = (typeof COUNTED_BY)[number];

export interface UnitTally {
  readonly project: string | null;
  /** The branch of the first conversation that has one. */
  readonly branch: string | null;
  /** Messages of records that name a branch, which the sums of the unit do not include. */
  readonly onBranches?: readonly UnitTally[];
  /** The topmost working folder of its conversations. */
  readonly cwd: string | null;
  readonly sums: Readonly<Sums>;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly largest: readonly LargeConversation[];
  readonly contents: readonly ContentSize[];
  readonly answers: readonly AnswerGroup[];
  readonly by: Readonly<Record<CountedBy, ReadonlyMap<string, number>>>;
}

interface Sums {
  conversations: number;
  active: number;
  archived: number;
  unreadable: number;
  hidden: number;
  bytes: number;
  messages: number;
}

export interface TallyHere extends Counting {
  readonly largest: LargestSizes;
}

/** `severities`: those that codes have in place of their own. */
export interface Counting {
  readonly byBranch: boolean;
  readonly dayOf: DayOf;
  readonly severities: ReadonlyMap<Code, Severity>;
}

const PLAIN_COUNTING: Counting = { byBranch: false, dayOf: daysOf(UTC), severities: new Map() };

/** The largest conversations of each project so far: titles of smaller ones need not be read. `takesAll` takes every conversation. */
export class LargestSizes {
  readonly #of = new Map<string, readonly Pick<View, 'path' | 'bytes'>[]>();
  readonly #takesAll: boolean;

  constructor(takesAll = false) {
    this.#takesAll = takesAll;
  }

  /** False for a conversation that is not among the largest. It may be offered again. */
  takes(project: string, { path, bytes }: Pick<View, 'path' | 'bytes'>): boolean {
    if (this.#takesAll) return true;
    const sizes = this.#of.get(project) ?? [];
    if (sizes.some((each) => each.path === path)) return true;
    if (sizes.length === MAX_LARGEST_NAMED && bytes < (sizes.at(-1)?.bytes ?? 0)) return false;
    this.#of.set(project, largestOf([...sizes, { path, bytes }]));
    return true;
  }
}

/** Counts a unit, and its messages as healed. Unreadable parts are findings among the counts. */
export function tallyUnit(
  document: Document,
  parts: readonly Part[],
  { largest, ...counting }: TallyHere,
  healed = document,
): UnitTally {
  const tally = new StatsTally(counting);
  try {
    // First, because other facts may come from this pass.
    if (healed.tally === undefined) tallyMessages(healed, tally);
    else healed.tally(tally, () => healed.findings());
    const stopped = new Set<string>();
    try {
      for (const finding of document.findings()) {
        tally.addFinding(finding);
        if (stopsProgram(finding)) stopped.add(finding.path);
      }
    } finally {
      for (const view of document.conversations) tally.addView(view, { isStopped: stopped.has(view.path) });
      tally.addLargest(document, largest);
    }
  } catch (error) {
    tally.addFinding(unreadFinding(document.id, parts, error));
  }
  return tally.plain();
}

function tallyMessages(document: Document, tally: StatsTally): void {
  for (const view of document.conversations)
    for (const message of transcriptOf(document, view)?.messages ?? []) tally.said(message);
  for (const answer of document.answers?.() ?? []) tally.answered(answer);
}

/** The answers of a document, each once. Throws whatever reading the document throws. */
export function countedAnswers(document: Document): AnswerTable {
  const tally = new StatsTally();
  if (document.answers === undefined) document.tally?.(tally, () => document.findings());
  else for (const answer of document.answers()) tally.answered(answer);
  return tally.answers;
}

export class StatsTally implements StatsSink {
  readonly onBranch: StatsSink['onBranch'];
  readonly contents = new Weights();
  readonly answers = new AnswerTable();
  readonly #sums: Sums = { conversations: 0, active: 0, archived: 0, unreadable: 0, hidden: 0, bytes: 0, messages: 0 };
  readonly #by: Readonly<Record<CountedBy, Map<string, number>>> = {
    roles: new Map(),
    types: new Map(),
    tools: new Map(),
    formats: new Map(),
    days: new Map(),
    findings: new Map(),
    graded: new Map(),
    healing: new Map(),
  };
  #project: string | null = null;
  #branch: string | null = null;
  #cwd: string | null = null;
  #oldest: number | null = null;
  #newest: number | null = null;
  #largest: readonly LargeConversation[] = [];
  /** The branch of the record that is being counted. */
  #onBranch: string | null = null;
  readonly #byBranch = new Map<string, StatsTally>();

  readonly #counting: Counting;

  constructor(counting = PLAIN_COUNTING) {
    this.#counting = counting;
    if (counting.byBranch) this.onBranch = (branch) => (this.#onBranch = branch);
  }

  said(said: Parameters<StatsSink['said']>[0], times = 1): void {
    if (this.#onBranch === null) this.#say(said, times);
    else this.#at(this.#onBranch).#say(said, times);
  }

  #say({ role, type, name }: Parameters<StatsSink['said']>[0], times: number): void {
    this.#sums.messages += times;
    this.#count('roles', role ?? 'unknown', times);
    this.#count('types', type, times);
    if (type === 'tool_call') this.#count('tools', name?.trim() ? name : 'unknown', times);
  }

  knows(key: number, output: number): boolean {
    return this.answers.knows(key, output);
  }

  /** Adds an answer; the last record of a streamed one has all its tokens. */
  answered(answer: AnswerUsage): void {
    const day = answer.time === null ? null : this.#counting.dayOf(answer.time);
    this.answers.add(answer, day, this.#onBranch ?? answer.branch);
  }

  #at(branch: string): StatsTally {
    const known = this.#byBranch.get(branch) ?? new StatsTally({ ...this.#counting, byBranch: false });
    this.#byBranch.set(branch, known);
    known.#branch = branch;
    return known;
  }

  addFinding(finding: Finding): void {
    this.#count('findings', finding.code, findingCount(finding));
    const severity = severityWithConsequences(finding, this.#counting.severities);
    this.#count('graded', `${finding.code} ${severity}`, findingCount(finding));
    this.#count('healing', healingOf(finding), findingCount(finding));
  }

  /** Adds everything about a view but the part of `addLargest`. */
  addView(view: View, { isStopped }: { readonly isStopped: boolean }): void {
    const { bytes, state, readable, format, createdAt, timestamp, earlier = 0, project = null, cwd = null } = view;
    this.#project ??= project;
    if (this.onBranch !== undefined) this.#branch ??= view.branch ?? null;
    this.#cwd = shorterPath(this.#cwd, cwd);
    if (earlier > 0) {
      // An earlier file of a conversation adds only its bytes.
      this.#sums.bytes += bytes;
      return;
    }
    this.#sums.conversations++;
    this.#sums[state]++;
    this.#sums.unreadable += readable && !isStopped ? 0 : 1;
    this.#sums.hidden += state === 'active' && view.hidden != null ? 1 : 0;
    this.#sums.bytes += bytes;
    this.#count('formats', format ?? 'unknown');
    const begun = createdAt ?? timestamp;
    const day = begun === null ? null : this.#counting.dayOf(begun);
    if (day !== null) this.#count('days', day);
    this.#touched(activeTime(view));
  }

  /** Adds the largest conversations; called after `addView`. Reads titles only of those that may be among the largest. */
  addLargest(document: Titled, largest: LargestSizes): void {
    const project = [this.#project, this.#branch, this.#cwd].join('\0');
    for (const view of document.conversations)
      if ((view.earlier ?? 0) === 0 && largest.takes(project, view)) this.#large([largeOf(document, view)]);
  }

  add({ cwd, sums, oldest, newest, largest, contents, by }: UnitTally): void {
    this.#cwd = shorterPath(this.#cwd, cwd);
    for (const name of Object.keys(this.#sums) as (keyof Sums)[]) this.#sums[name] += sums[name];
    this.#touched(oldest);
    this.#touched(newest);
    this.#large(largest);
    for (const { what, bytes, count, type } of contents) this.contents.add(what, bytes, count, type);
    for (const name of COUNTED_BY) for (const [key, count] of by[name]) this.#count(name, key, count);
  }

  plain(): UnitTally {
    const { contents } = this;
    const more = { oldest: this.#oldest, newest: this.#newest, largest: this.#largest };
    return {
      project: this.#project,
      branch: this.#branch,
      ...(this.#byBranch.size === 0 ? {} : { onBranches: Array.from(this.#byBranch.values(), (each) => each.plain()) }),
      cwd: this.#cwd,
      sums: this.#sums,
      ...more,
      contents: contents.all(),
      answers: this.answers.groups(),
      by: this.#by,
    };
  }

  #count(by: CountedBy, name: string, more = 1): void {
    addToCount(this.#by[by], name, more);
  }

  #touched(time: number | null): void {
    if (time === null) return;
    this.#oldest = Math.min(this.#oldest ?? time, time);
    this.#newest = Math.max(this.#newest ?? time, time);
  }

  #large(more: readonly LargeConversation[]): void {
    const min = this.#largest.length < MAX_LARGEST_NAMED ? -1 : (this.#largest.at(-1)?.bytes ?? 0);
    if (more.every(({ bytes }) => bytes <= min)) return;
    this.#largest = largestOf([...this.#largest, ...more]);
  }
}

type Titled = Pick<Document, 'conversations' | 'transcript'>;

function largeOf(document: Titled, view: View): LargeConversation {
  const { id, title, bytes } = view;
  const asked = title === null ? questionIn(document, view) : null;
  return { id, title, ...(asked === null ? {} : { asked }), bytes };
}

function largestOf<T extends { readonly bytes: number }>(all: T[]): readonly T[] {
  return all.sort((a, b) => b.bytes - a.bytes).slice(0, MAX_LARGEST_NAMED);
}

/** The transcript; null without a file, or for an unreadable one, which has findings. */
export function transcriptOf(document: Document, view: View): Transcript | null {
  if (view.bytes === 0 || !view.readable) return null;
  return nullOnFailure(() => document.transcript(view.path));
}

function shorterPath(one: string | null, other: string | null): string | null {
  if (other === null || other === '') return one;
  return one === null || other.length < one.length ? other : one;
}

const SLOTS = 64;
const MAX_LOAD = 0.5;

type ModelAndDay = Pick<AnswerGroup, 'model' | 'day' | 'branch'>;

/** Answers by key, in order. Of equal keys, the answer with most tokens of output. */
export class AnswerTable {
  #count = 0;
  /** The number of the answer in each slot, from 1; 0 for a free slot. */
  #slots = new Int32Array(SLOTS);
  #numbers = new Float64Array(SLOTS * MAX_LOAD * ANSWER_NUMBERS);
  /** Index in `#named` of each answer. */
  #names = new Uint32Array(SLOTS * MAX_LOAD);
  readonly #named: ModelAndDay[] = [];
  readonly #places = new Map<string, number>();
  #last = 0;

  knows(key: number, output: number): boolean {
    const at = (this.#slots[this.#slotOf(key)] as number) - 1;
    return at >= 0 && (this.#numbers[at * ANSWER_NUMBERS + 2] as number) >= output;
  }

  add(answer: Omit<AnswerUsage, 'time'>, day: string | null, branch?: string): void {
    const { key, model, input, output, cacheRead, cacheWrite } = answer;
    const slot = this.#slotOf(key);
    let at = (this.#slots[slot] as number) - 1;
    if (at >= 0 && (this.#numbers[at * ANSWER_NUMBERS + 2] as number) >= output) return;
    if (at < 0) {
      at = this.#count++;
      this.#slots[slot] = this.#count;
    }
    const from = at * ANSWER_NUMBERS;
    this.#numbers[from] = key;
    this.#numbers[from + 1] = input;
    this.#numbers[from + 2] = output;
    this.#numbers[from + 3] = cacheRead;
    this.#numbers[from + 4] = cacheWrite;
    this.#names[at] = this.#nameOf(model, day, branch);
    if (this.#count === this.#names.length) this.#grow();
  }

  all(): DatedAnswer[] {
    return Array.from({ length: this.#count }, (_, at) => {
      const [key = 0, input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = this.#numbersOf(at);
      return { key, ...(this.#named[this.#names[at] as number] as ModelAndDay), input, output, cacheRead, cacheWrite };
    });
  }

  groups(): AnswerGroup[] {
    const sizes = this.#named.map(() => 0);
    for (let at = 0; at < this.#count; at++) count(sizes, this.#names[at] as number);
    const numbers = sizes.map((size) => new Float64Array(size * ANSWER_NUMBERS));
    sizes.fill(0);
    for (let at = 0; at < this.#count; at++) {
      const name = this.#names[at] as number;
      const to = ANSWER_NUMBERS * (count(sizes, name) - 1);
      // Copied one by one: a subarray for each answer would cost more than its numbers.
      for (let i = 0; i < ANSWER_NUMBERS; i++)
        (numbers[name] as Float64Array)[to + i] = this.#numbers[at * ANSWER_NUMBERS + i] as number;
    }
    return this.#named.map((named, n) => ({ ...named, numbers: numbers[n] as Float64Array }));
  }

  #numbersOf(at: number): Float64Array {
    return this.#numbers.subarray(at * ANSWER_NUMBERS, (at + 1) * ANSWER_NUMBERS);
  }

  /** Index in `#named`. Most answers have the model, day and branch of the one before. */
  #nameOf(model: string, day: string | null, branch: string | undefined): number {
    const last = this.#named[this.#last];
    if (last !== undefined && last.day === day && last.model === model && last.branch === branch) return this.#last;
    const named = branch === undefined ? { model, day } : { model, day, branch };
    const name = answerName(named);
    this.#last = this.#places.get(name) ?? this.#named.push(named) - 1;
    this.#places.set(name, this.#last);
    return this.#last;
  }

  #slotOf(key: number): number {
    const last = this.#slots.length - 1;
    let slot = Math.imul((key % 2 ** 32) ^ (key / 2 ** 20), 0x9e3779b1) >>> 8;
    for (slot &= last; ; slot = (slot + 1) & last) {
      const at = (this.#slots[slot] as number) - 1;
      if (at < 0 || this.#numbers[at * ANSWER_NUMBERS] === key) return slot;
    }
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    const names = new Uint32Array(2 * this.#names.length);
    names.set(this.#names);
    [this.#numbers, this.#names] = [numbers, names];
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#count; at++) this.#slots[this.#slotOf(numbers[at * ANSWER_NUMBERS] as number)] = at + 1;
  }
}

function count(sizes: number[], n: number): number {
  const size = (sizes[n] ?? 0) + 1;
  sizes[n] = size;
  return size;
}
