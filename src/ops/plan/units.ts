import { printOf } from '../../io/disk/print.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { type Finding, standsFor } from '../../model/finding.ts';
import type { Code } from '../../model/findings.ts';
import type { Change } from '../../model/plan.ts';
import { type Met, type SurveyOptions, survey } from '../survey/survey.ts';
import type { Target } from './judge-change.ts';

/** How often each code is found at a unit, and where: paths in which NUL is in the place of its id, so that many units share them. */
type Found = ReadonlyMap<Code, ReadonlyMap<string, number>>;

/** What is found at one unit, or at the shared files of a scope: under the empty id. */
export interface UnitState {
  readonly found: Found;
  readonly conversations: readonly Held[];
}

/** One conversation file, as far as it can be compared with another state of it. */
export interface Held {
  readonly readable: boolean;
  /** As the program counts them. */
  readonly messages: number;
  /** A number for what all its messages say; 0 where that was not asked for. */
  readonly print: number;
}

/** A unit as it is and as it would be. */
export interface Pair {
  before: UnitState;
  after: UnitState;
}

/** Units by scope and id. */
export type Units = ReadonlyMap<string, Pair>;

/** What is not there. */
export const NOBODY: UnitState = { found: new Map(), conversations: [] };

/** The key of a unit in `Units`. */
export function unitKey(scope: string | null, id: string | null): string {
  return `${scope ?? ''}\0${id ?? ''}`;
}

/** The paths at which something is found of a unit of this id, and how often. */
export function placesOf(places: ReadonlyMap<string, number>, id: string): string[] {
  return Array.from(places.keys(), (place) => place.replaceAll('\0', id));
}

/** Disks on which the same store is looked at. */
export interface Both {
  readonly before: ReadDisk;
  readonly after: ReadDisk;
}

/** Reads and judges units on both disks. `contents`: what they hold is to be compared. Some 300 bytes are held for each. */
export async function lookAtUnits(
  disks: Both,
  target: Target,
  options: SurveyOptions & { readonly contents: boolean },
): Promise<Units> {
  const units = new Map<string, Pair>();
  const shared = sharedFound();
  for (const side of ['before', 'after'] as const)
    await lookOn(disks[side], target, options, (key, gathered, held) => {
      const pair = units.get(key) ?? { before: NOBODY, after: NOBODY };
      const { found, conversations } = pair[side];
      const unit = { found: shared(gathered, found), conversations: held.length === 0 ? conversations : held };
      pair[side] = isSame(pair.before, unit) ? pair.before : unit;
      units.set(key, pair);
    });
  return units;
}

/** The same on one disk; `take` gets what is found of each unit, and its conversations. */
async function lookOn(
  disk: ReadDisk,
  target: Target,
  options: SurveyOptions & { readonly contents: boolean },
  take: (key: string, gathered: Gathered | undefined, held: readonly Held[]) => void,
): Promise<void> {
  const open = new Map<string, Gathered>();
  const close = (key: string, held: readonly Held[]) => {
    take(key, open.get(key), held);
    open.delete(key);
  };
  for await (const met of surveyOn(disk, target, options)) {
    if (met.is === 'finding') enter(open, met.scope, met.finding);
    if (met.is !== 'document') continue;
    const { document, scope } = met;
    for (const finding of document.findings()) enter(open, scope, finding);
    close(unitKey(scope, document.id), heldIn(met, options.contents));
  }
  for (const key of [...open.keys()]) close(key, []);
}

function surveyOn(disk: ReadDisk, { kind, site }: Target, options: SurveyOptions): AsyncGenerator<Met> {
  return survey(disk, [kind], [site], options);
}

/** A unit that stays as it was is one value. */
function isSame(before: UnitState, { found, conversations }: UnitState): boolean {
  return (
    before.found === found &&
    before.conversations.length === conversations.length &&
    before.conversations.every(({ readable, messages, print }, n) => {
      const other = conversations[n];
      return readable === other?.readable && messages === other.messages && print === other.print;
    })
  );
}

type Gathered = Map<Code, Map<string, number>>;

function enter(open: Map<string, Gathered>, scope: string | null, finding: Finding): void {
  const { id, code, path } = finding;
  const key = unitKey(scope, id);
  const found = open.get(key) ?? new Map();
  const places = found.get(code) ?? new Map();
  const place = id === null || id === '' ? path : path.replaceAll(id, '\0');
  open.set(key, found.set(code, places.set(place, (places.get(place) ?? 0) + standsFor(finding))));
}

/** Adds what was gathered to what is found already; one value for all units of which the same is found. */
function sharedFound(): (gathered: Gathered | undefined, old: Found) => Found {
  const known = new Map<string, Found>();
  return (gathered, old) => {
    if (gathered === undefined) return old;
    const all: Gathered = new Map(Array.from(old, ([code, places]) => [code, new Map(places)]));
    for (const [code, places] of gathered) {
      const sum = all.get(code) ?? new Map();
      for (const [place, count] of places) sum.set(place, (sum.get(place) ?? 0) + count);
      all.set(code, sum);
    }
    const text = JSON.stringify(Array.from(all, ([code, places]) => [code, ...places]));
    const found = known.get(text) ?? all;
    known.set(text, found);
    return found;
  };
}

function heldIn({ document }: Extract<Met, { is: 'document' }>, contents: boolean): Held[] {
  return document.conversations.map(({ readable, messages, path }) => ({
    readable,
    messages: messages ?? 0,
    print: contents && readable ? printOfAll(contentsOf(document, path)) : 0,
  }));
}

/** The same for the same set of numbers. */
function printOfAll(contents: ReadonlySet<number>): number {
  return numberOf(Float64Array.from(contents).sort());
}

/** What is said and by whom, a number for each message; places in the file change when others are healed, so they are left out. */
function contentsOf(document: Extract<Met, { is: 'document' }>['document'], path: string): ReadonlySet<number> {
  const { messages } = document.transcript(path);
  const all = new Set<number>();
  for (const { role, text, name, arguments: given } of messages)
    all.add(numberOf(Buffer.from(JSON.stringify([role, text, name, given]))));
  return all;
}

function numberOf(bytes: NodeJS.ArrayBufferView): number {
  const { buffer, byteOffset, byteLength } = bytes;
  return Number.parseInt(printOf(new Uint8Array(buffer, byteOffset, byteLength)).slice(0, 12), 16);
}

/** What the messages of units say of which one says something else afterwards. */
export type Sayings = Readonly<Record<keyof Both, ReadonlyMap<string, ReadonlySet<number>>>>;

const NOTHING: Sayings = { before: new Map(), after: new Map() };

/** Looked at apart from the rest: in most plans no message changes, and the numbers of all messages are much to hold. */
export async function whatIsSaid(
  disks: Both,
  target: Target,
  changes: Iterable<Change>,
  units: Units,
  options: SurveyOptions,
): Promise<Sayings> {
  const ids = new Set<string>();
  for (const change of changes)
    if (change.ids.some((id) => saysOtherwise(pairAt(units, change, id)))) for (const id of change.ids) ids.add(id);
  if (ids.size === 0) return NOTHING;
  const course = { ...options, wants: (id: string) => ids.has(id) };
  return {
    before: await contentsOn(disks.before, target, course),
    after: await contentsOn(disks.after, target, course),
  };
}

function saysOtherwise({ before, after }: Pair): boolean {
  const prints = ({ conversations }: UnitState) =>
    new Set(conversations.flatMap(({ readable, print }) => (readable ? [print] : [])));
  const [was, is] = [prints(before), prints(after)];
  return was.size !== is.size || [...was].some((print) => !is.has(print));
}

/** A unit that a Change names. */
export function pairAt(units: Units, { project }: Change, id: string): Pair {
  return units.get(unitKey(project, id)) ?? { before: NOBODY, after: NOBODY };
}

/** The numbers of all messages in the readable files of each of these units, on one disk. */
async function contentsOn(
  disk: ReadDisk,
  target: Target,
  options: SurveyOptions,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const all = new Map<string, ReadonlySet<number>>();
  for await (const met of surveyOn(disk, target, options)) {
    if (met.is !== 'document') continue;
    const { document, scope } = met;
    const readable = document.conversations.filter((each) => each.readable);
    all.set(unitKey(scope, document.id), new Set(readable.flatMap(({ path }) => [...contentsOf(document, path)])));
  }
  return all;
}
