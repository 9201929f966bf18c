import { join } from 'node:path';
import { sizeAt } from '../io/disk/stat-of.ts';
import type { WalkEvent } from '../io/walk.ts';
import { addToCount, addToFirst, type FirstOf } from '../model/collections.ts';
import {
  type Conversation,
  conversationKey,
  isDeletedSoon,
  lastActiveFirst,
  projectKey,
  type SharedWorktrees,
  type View,
} from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { type Code, findingCount, isKeptFromModel, type PlacedFinding, ruleOf } from '../model/finding.ts';
import { KIND_TABLE, type KindName } from '../model/kinds.ts';
import { isError } from '../model/rules/row.ts';
import type {
  CodeFindings,
  DeletionCount,
  LeftFolder,
  LocatedFindings,
  RoamingCount,
  StoreCount,
} from '../model/stats.ts';
import type { Site } from '../stores/kind.ts';
import type { KeptIn } from './kept.ts';
import { list, listRows, type RowsOptions } from './list.ts';
import { kindOfSite, type ReadContext } from './reading.ts';
import { goneFolderOf } from './sites/given.ts';
import type { SurveyOptions } from './survey/survey-options.ts';
import { walkSite } from './survey/walk-site.ts';
import { verify } from './verify.ts';

export interface Overview {
  readonly stores: readonly StoreCount[];
  readonly deletions: readonly DeletionCount[];
  readonly leftFolders: readonly LeftFolder[];
  readonly roaming: readonly RoamingCount[];
  /** The newest conversations of the folders with the greatest `depth`; null: the newest of all, because none has one. */
  readonly newest: readonly Conversation[];
  readonly depth: number | null;
  /** Paths of those in `newest` of which the program does not send everything. */
  readonly damaged: ReadonlySet<string>;
  /** Conversations that their programs do not list, unless counted elsewhere in the overview. */
  readonly concealed: ConcealedConversations;
  readonly ids: readonly string[];
  /** Errors and unjudged files, by code. */
  readonly findings: readonly LocatedFindings[];
  readonly warnings: number;
  /** False if there was too much data to judge. */
  readonly isJudged: boolean;
}

interface OverviewOptions extends SurveyOptions {
  readonly keptIn: KeptIn;
  /** Number of levels of a folder below a folder of conversations; null if it is not below one. */
  depth(conversations: readonly Conversation[], sharing: SharedWorktrees | null): number | null;
}

/** Most bytes of stores that an overview judges, in some seconds. */
const JUDGED = 256 * 2 ** 20;
const MAX_NEWEST = 5;
const STATES: readonly View['state'][] = ['active'];

/** Contents of stores, and findings that need a person. Holds few conversations, and one finding a code. */
export async function overview(reading: ReadContext, options: OverviewOptions): Promise<Overview> {
  const counts = new StoreCounts(reading.sites);
  let newest: Conversation[] = [];
  let deepest: number | null = null;
  const concealed = new ConcealedCount();
  const deletions = new DeletionCounter(options.keptIn);
  const folders = new Folders(reading.disk);
  const isJudged = await isWithin(reading, options, JUDGED);
  const rows: RowsOptions = {
    wanted: ({ id }) => {
      counts.ids.push(id);
      return true;
    },
    concealed: (view, site, project) => {
      deletions.add(view, site, project);
      folders.addGone(view, site, project);
      return concealed.takes(site, view);
    },
    onOtherStates: (site, id, count) => counts.addArchived(site, id, count),
    count: isJudged,
    sharing: true,
    report: async (conversations, sharing) => {
      counts.add(conversations);
      folders.add(conversations, sharing);
      const depth = options.depth(conversations, sharing);
      if (deepest !== null && (depth === null || depth < deepest)) return;
      const rivals = depth === deepest ? newest : [];
      deepest = depth;
      newest = [...rivals, ...conversations].sort(lastActiveFirst).slice(0, MAX_NEWEST);
    },
  };
  const { unsent, ...found } = isJudged ? await findingsIn(reading, options, rows) : NO_FINDINGS;
  if (!isJudged) await list(reading, { ...options, ...rows, states: STATES });
  return {
    stores: counts.all(),
    deletions: deletions.result(),
    leftFolders: folders.gone(),
    roaming: folders.roaming(),
    newest: newest.map((each) => folders.placed(each)),
    depth: deepest,
    concealed: await concealed.result(reading),
    ids: counts.ids,
    isJudged,
    damaged: new Set(newest.filter((each) => unsent.has(conversationKey(each))).map(({ path }) => path)),
    ...found,
    findings: found.findings.map((each) => located(each, folders, counts)),
  };
}

/** False if the files together have more bytes. */
async function isWithin({ disk, kinds, sites }: ReadContext, options: SurveyOptions, max: number): Promise<boolean> {
  let bytes = 0;
  for (const site of sites) {
    const take = (walked: WalkEvent): void => {
      if (walked.type !== 'entry' || walked.entry.place.load === 'name' || bytes > max) return;
      bytes += sizeAt(disk, join(site.root, walked.entry.path));
    };
    if (bytes <= max) await walkSite(disk, kindOfSite(kinds, site), site, options, { take });
  }
  return bytes <= max;
}

function located(each: CodeFindings, folders: Folders, counts: StoreCounts): LocatedFindings {
  const { first } = each;
  return { ...each, folder: first.folder ?? folders.of(first), isArchived: counts.isArchived(first) };
}

class StoreCounts {
  readonly ids: string[] = [];
  readonly #byRoot = new Map<string, { -readonly [Key in keyof StoreCount]: StoreCount[Key] }>();
  readonly #archived = new Set<string>();

  constructor(sites: readonly Site[]) {
    for (const { kind, root } of sites)
      this.#byRoot.set(root, { kind, root, projects: 0, conversations: 0, bytes: 0, archived: 0 });
  }

  add(conversations: readonly Conversation[]): void {
    const count = this.#byRoot.get(conversations[0]?.root ?? '');
    if (count === undefined) return;
    count.projects++;
    count.conversations += conversations.length;
    for (const { bytes } of conversations) count.bytes += bytes;
  }

  addArchived({ root }: Site, id: string, more: number): void {
    const count = this.#byRoot.get(root);
    if (count !== undefined) count.archived += more;
    this.ids.push(id);
    this.#archived.add(`${root}\0${id}`);
  }

  isArchived({ root, id }: Pick<PlacedFinding, 'root' | 'id'>): boolean {
    return this.#archived.has(`${root}\0${id}`);
  }

  all(): StoreCount[] {
    return [...this.#byRoot.values()];
  }
}

class DeletionCounter {
  readonly #counts = new Map<KindName, { -readonly [K in keyof DeletionCount]: DeletionCount[K] }>();
  readonly #counted = new Set<string>();
  readonly #keptIn: KeptIn;

  constructor(keptIn: KeptIn) {
    this.#keptIn = keptIn;
  }

  add({ id, path, bytes, daysLeft = null }: View, { kind, root }: Site, project: string): void {
    const key = conversationKey({ kind, root, project, id });
    // An empty file has nothing to keep.
    if (!isDeletedSoon({ daysLeft }) || this.#counted.has(key) || bytes === 0) return;
    this.#counted.add(key);
    const count = this.#counts.get(kind) ?? { kind, due: 0, soon: 0, firstIn: null, kept: 0, keptIn: null };
    this.#counts.set(kind, count);
    const days = daysLeft ?? 0;
    count[days <= 0 ? 'due' : 'soon']++;
    if (days > 0) count.firstIn = Math.min(days, count.firstIn ?? days);
    const folder = this.#keptIn({ kind, root, path: join(root, path), bytes });
    if (folder === null) return;
    count.kept++;
    count.keptIn ??= folder;
  }

  result(): DeletionCount[] {
    return [...this.#counts.values()];
  }
}

/** Folders of projects; holds one path a project, and ids of those whose folder is missing. */
class Folders {
  readonly #byProject = new Map<string, string>();
  readonly #gone = new Map<string, { readonly kind: KindName; readonly folder: string; readonly ids: Set<string> }>();
  readonly #roaming = new Map<KindName, Set<string>>();
  readonly #isGoneByFolder = new Map<string, boolean>();
  readonly #disk: ReadContext['disk'];

  constructor(disk: ReadContext['disk']) {
    this.#disk = disk;
  }

  add(conversations: readonly Conversation[], sharing: SharedWorktrees | null): void {
    const [first] = conversations;
    if (first === undefined) return;
    const folder = sharing?.folder ?? conversations.find(({ cwd }) => cwd != null && cwd !== '')?.cwd;
    if (folder != null) this.#byProject.set(projectKey(first), folder);
  }

  /**
   * Counts a conversation whose folder is gone. Unlisted ones count too: `rehome` or a flag gives them a folder, unless the kind stores it
   * in each turn.
   */
  addGone({ id, cwd = null }: View, { kind, root }: Site, project: string): void {
    const { byFolder, folderFlag } = KIND_TABLE[kind];
    if (cwd === null || (!byFolder && folderFlag === null) || !this.#isGone(cwd)) return;
    const conversation = conversationKey({ kind, root, project, id });
    if (!byFolder) {
      this.#roaming.set(kind, (this.#roaming.get(kind) ?? new Set()).add(conversation));
      return;
    }
    const key = `${kind} ${cwd}`;
    const { ids } = this.#gone.get(key) ?? { ids: new Set<string>() };
    this.#gone.set(key, { kind, folder: cwd, ids: ids.add(conversation) });
  }

  #isGone(cwd: string): boolean {
    const known = this.#isGoneByFolder.get(cwd) ?? goneFolderOf(this.#disk, { cwd }) !== null;
    this.#isGoneByFolder.set(cwd, known);
    return known;
  }

  of(about: Pick<Conversation, 'kind' | 'root' | 'project'>): string | null {
    return this.#byProject.get(projectKey(about)) ?? null;
  }

  placed(conversation: Conversation): Conversation {
    return conversation.cwd ? conversation : { ...conversation, cwd: this.of(conversation) };
  }

  roaming(): RoamingCount[] {
    return Array.from(this.#roaming, ([kind, ids]) => ({ kind, conversations: ids.size }));
  }

  gone(): LeftFolder[] {
    const all = Array.from(this.#gone.values(), ({ ids, ...rest }) => ({ ...rest, conversations: ids.size }));
    return all.sort((a, b) => b.conversations - a.conversations);
  }
}

/** `unsent`: keys of conversations of which the program does not send everything. */
interface OverviewFindings extends Pick<Overview, 'warnings'> {
  readonly findings: readonly CodeFindings[];
  readonly unsent: ReadonlySet<string>;
}

const NO_FINDINGS: OverviewFindings = { findings: [], warnings: 0, unsent: new Set() };

async function findingsIn(
  reading: ReadContext,
  options: OverviewOptions,
  rows: RowsOptions,
): Promise<OverviewFindings> {
  const findings = new FindingsByCode();
  const unsent = new Set<string>();
  const { take } = listRows(reading.disk, rows);
  const { summary, interrupted } = await verify(reading, {
    ...options,
    // A finding's title needs the bytes around its place.
    excerptBytes: 1,
    alsoViews: { views: { states: STATES, withLarge: true }, take },
    admits: () => true,
    report: async (finding) => {
      const { code, severity, kind, root, project, id } = finding;
      if (isKeptFromModel(finding) && id !== null) unsent.add(conversationKey({ kind, root, project, id }));
      if (isError({ severity }) || ruleOf(code).unjudged === true) findings.add(finding);
      else findings.addConsequences(finding);
    },
  });
  if (interrupted) throw new Failure('interrupted', 'interrupted before everything was looked at');
  return { findings: findings.all(), warnings: summary.warnings, unsent };
}

interface ConcealedConversations {
  readonly count: number;
  /** The most frequent reason, with a clause that follows a noun; null for none. */
  readonly most: { readonly count: number; readonly kind: KindName; readonly are: string } | null;
}

class ConcealedCount {
  readonly #counts = new Map<string, { readonly kind: KindName; readonly word: string; count: number }>();

  takes({ kind }: Site, { hidden = null }: View): boolean {
    if (!KIND_TABLE[kind].conceals || hidden === null) return false;
    const key = `${kind}\0${hidden}`;
    const known = this.#counts.get(key) ?? { kind, word: hidden, count: 0 };
    known.count++;
    this.#counts.set(key, known);
    return true;
  }

  async result({ kinds }: Pick<ReadContext, 'kinds'>): Promise<ConcealedConversations> {
    const all = [...this.#counts.values()].sort((a, b) => b.count - a.count);
    const count = all.reduce((sum, each) => sum + each.count, 0);
    const [first] = all;
    if (first === undefined) return { count, most: null };
    const reasons = await kinds.find(({ name }) => name === first.kind)?.reasons?.();
    const are = reasons?.[first.word]?.are;
    return { count, most: are === undefined ? null : { count: first.count, kind: first.kind, are } };
  }
}

export class FindingsByCode {
  readonly #alone = new Map<Code, FirstOf<PlacedFinding>>();
  readonly #beside = new Map<Code, number>();

  add(finding: PlacedFinding): void {
    addToFirst(this.#alone, finding.code, finding, findingCount(finding));
    this.addConsequences(finding);
  }

  /** Counts findings that explain the others or follow from them. */
  addConsequences({ consequences = [] }: PlacedFinding): void {
    for (const each of consequences) addToCount(this.#beside, each.code, findingCount(each));
  }

  all(): CodeFindings[] {
    return Array.from(this.#alone, ([code, found]) => ({ ...found, beside: this.#beside.get(code) ?? 0 }));
  }
}
