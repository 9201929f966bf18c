import type { Sharing } from '../model/checkout.ts';
import type { Conversation } from '../model/conversation.ts';
import { type Found, type PlacedFinding, standsFor } from '../model/finding.ts';
import { type Code, ruleOf } from '../model/findings.ts';
import { addToFirst, type FirstOf } from '../model/grouped.ts';
import { KIND_TABLE, type KindName } from '../model/kinds.ts';
import { isNameOfCopy, SHORTEST_ID } from '../model/shortest-id.ts';
import { sortTime } from '../model/sort-time.ts';
import { type Concealed, ConcealedCount } from './concealed.ts';
import { list } from './list.ts';
import type { Reading } from './reading.ts';
import { oneProgress } from './survey/one-progress.ts';
import type { SurveyOptions } from './survey/survey.ts';
import { verify } from './verify.ts';

/** One store with what is in it; sizes in bytes. */
export interface StoreCount {
  readonly kind: KindName;
  readonly root: string;
  readonly projects: number;
  readonly conversations: number;
  readonly bytes: number;
}

/** One code that was found, how often, and the first conversation that has it, with its title. */
export interface CodeCount {
  readonly first: PlacedFinding;
  readonly count: number;
  readonly title: string | null;
}

/** The facts that a person wants to know before anything else. */
export interface Overview {
  readonly stores: readonly StoreCount[];
  /** The newest of the folder that was asked about; `isHere` false: of all, because it has none. */
  readonly newest: readonly Conversation[];
  readonly isHere: boolean;
  /** Those that their programs do not list, and that are counted nowhere else here. */
  readonly concealed: Concealed;
  /** Does another conversation begin with what an id is shortened to at least. */
  readonly isShared: (id: string) => boolean;
  /** By their codes: errors, what could not be judged, and what the program will delete soon. */
  readonly troubles: readonly CodeCount[];
  readonly warnings: number;
  /** False where there is too much to judge it for this. */
  readonly isJudged: boolean;
}

interface OverviewOptions extends SurveyOptions {
  /** How many folders a path is below a folder that conversations are about; null where it is not below it. */
  depth(conversations: readonly Conversation[], sharing: Sharing | null): number | null;
}

/** Bytes up to which stores are judged for an overview: some seconds of work. */
const JUDGED = 256 * 2 ** 20;
/** Conversations that are named. */
const NAMED = 5;

/** The contents of these stores, and the findings that need someone; holds a few conversations and one finding a code. */
export async function overview(reading: Reading, options: OverviewOptions): Promise<Overview> {
  const counts = new Map<string, StoreCount & { projects: number; conversations: number; bytes: number }>();
  for (const { kind, root } of reading.sites) counts.set(root, { kind, root, projects: 0, conversations: 0, bytes: 0 });
  let newest: Conversation[] = [];
  let deepest: number | null = null;
  const beginnings = new Beginnings();
  const inTurn = oneProgress(options.progress, 2);
  const concealed = new ConcealedCount();
  await list(reading, {
    ...options,
    progress: inTurn(0),
    wanted: ({ id }) => {
      beginnings.meet(id);
      return true;
    },
    concealed: ({ hidden = null }, kind) => {
      if (!KIND_TABLE[kind].conceals || hidden === null) return false;
      concealed.add(kind, hidden);
      return true;
    },
    states: ['active'],
    count: false,
    sharing: true,
    tell: async (conversations, sharing) => {
      const count = counts.get(conversations[0]?.root ?? '');
      if (count !== undefined) {
        count.projects++;
        count.conversations += conversations.length;
        for (const { bytes } of conversations) count.bytes += bytes;
      }
      const depth = options.depth(conversations, sharing);
      if (deepest !== null && (depth === null || depth < deepest)) return;
      const rivals = depth === deepest ? newest : [];
      deepest = depth;
      newest = [...rivals, ...conversations].sort(byTime).slice(0, NAMED);
    },
  });
  const stores = [...counts.values()];
  const isJudged = stores.reduce((sum, { bytes }) => sum + bytes, 0) <= JUDGED;
  const found = isJudged ? await troublesIn(reading, { ...options, progress: inTurn(1) }) : NOTHING;
  return {
    stores,
    newest: isJudged ? await readWhole(reading, options, newest) : newest,
    isHere: deepest !== null,
    concealed: await concealed.result(reading),
    isShared: (id) => beginnings.isShared(id),
    isJudged,
    ...found,
  };
}

/** Reads conversations whole, to know whether their programs can. */
async function readWhole(
  reading: Reading,
  { progress: _, ...options }: OverviewOptions,
  few: readonly Conversation[],
): Promise<Conversation[]> {
  const ids = new Set(few.map(({ id }) => id));
  const readable = new Map<string, boolean>();
  await list(reading, {
    ...options,
    wants: (id) => ids.has(id),
    wanted: () => true,
    count: true,
    sharing: false,
    tell: async (conversations) => {
      for (const each of conversations) readable.set(each.path, each.readable);
    },
  });
  return few.map((each) => ({ ...each, readable: readable.get(each.path) ?? each.readable }));
}

class Beginnings {
  readonly #shared = new Set<string>();
  readonly #met = new Set<string>();

  meet(id: string): void {
    if (isNameOfCopy(id)) return;
    const beginning = id.slice(0, SHORTEST_ID);
    if (this.#met.has(beginning)) this.#shared.add(beginning);
    else this.#met.add(beginning);
  }

  isShared(id: string): boolean {
    return isNameOfCopy(id) || this.#shared.has(id.slice(0, SHORTEST_ID));
  }
}

const NOTHING = { troubles: [], warnings: 0 };

function byTime(a: Conversation, b: Conversation): number {
  return (sortTime(b) ?? 0) - (sortTime(a) ?? 0);
}

async function troublesIn(
  reading: Reading,
  options: OverviewOptions,
): Promise<Pick<Overview, 'troubles' | 'warnings'>> {
  const troubles = new Map<Code, FirstOf<Pick<Found, 'finding' | 'title'>>>();
  const { summary } = await verify(reading, {
    ...options,
    // Titles come with the bytes around a place.
    reach: 1,
    shows: () => true,
    tell: async ({ finding, title }) => {
      const { code, severity } = finding;
      if (severity !== 'error' && code !== DUE && ruleOf(code).unjudged !== true) return;
      addToFirst(troubles, code, { finding, title }, standsFor(finding));
    },
  });
  const all = Array.from(troubles.values(), ({ first: { finding, title }, count }) => ({
    first: finding,
    title,
    count,
  }));
  return { troubles: all, warnings: summary.warnings };
}

/** Sessions that their program will delete soon. */
const DUE: Code = 'CL402';
