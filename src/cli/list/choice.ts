import { bech32 } from '@scure/base';
import { addAll, compareText } from '../../model/collections.ts';
import { activeTime, type Conversation, sortTime, type View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE, type KindName, programsWith } from '../../model/kinds.ts';
import { nearestWords } from '../../model/nearest.ts';
import { realDisk } from '../../ops/reading.ts';
import { type Group, newestOfAll } from '../../report/list/headings.ts';
import { numberText, printable } from '../../report/text.ts';
import { JOBS_FLAG } from '../command.ts';
import { flag, parsedBy, toggle, type Values, wordOf, type Zod } from '../flag.ts';
import { REDACT } from '../values/redact.ts';
import { timeFlags, timeTest } from '../values/times.ts';

export const limit = parsedBy(limitIn, 'takes a whole number from 1 up, or all');

function limitIn(text: string): number | null {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Parses hex, a hex prefix, or `npub1...`; returns lower-case hex. */
export const agentKey = parsedBy(hexOf, 'takes a public key in hex, the beginning of one, or an npub');

const KEY_BYTES = 32;

function hexOf(text: string): string | null {
  const lower = text.toLowerCase();
  if (!lower.startsWith('npub1')) return /^[0-9a-f]{1,64}$/.test(lower) ? lower : null;
  try {
    const { prefix, bytes } = bech32.decodeToBytes(lower);
    return prefix === 'npub' && bytes.length === KEY_BYTES ? Buffer.from(bytes).toString('hex') : null;
  } catch {
    return null;
  }
}

const format = (z: Zod) =>
  z
    .string()
    .check(z.refine((text) => formats().includes(text), { error: ({ input }) => unknownFormatText(String(input)) }));

function formats(): string[] {
  return realDisk().kinds.flatMap((kind) => kind.formats);
}

function unknownFormatText(text: string): string {
  const near = nearestWords(text, formats());
  return near.length === 0
    ? `takes one of ${formats().join(', ')}`
    : `takes a known format (did you mean ${near.join(', ')}?)`;
}

const FIELDS = [
  'time',
  'timestamp',
  'created',
  'updated',
  'title',
  'messages',
  'size',
  'bytes',
  'id',
  'project',
  'format',
] as const;

const TEXTS: readonly string[] = ['title', 'id', 'project', 'format'];

export const LIST_FLAGS = {
  title: flag('--title <text>', 'only titles that hold TEXT, in upper or lower case'),
  tag: flag('--tag <tag>', 'claude: only sessions with this tag, in upper or lower case'),
  branch: flag('--branch <branch>', 'only sessions on this branch of git, as `list --json` has it; `*` is any text'),
  phase: flag('--phase <name>', 'only conversations in this phase, in upper or lower case'),
  agent: flag('--agent <key>', 'only conversations with this author: hex, the beginning of it, or npub1...', agentKey),
  ...timeFlags('only those in which something was said from then on, to the second (`stats` takes whole days)'),
  format: flag('--format <format>', 'only this format, such as v0 or v1', format),
  active: toggle('--active', 'active ones (this is the default)'),
  archived: toggle('--archived', 'archived ones'),
  all: toggle('--all', 'all there are: active ones, archived ones, and those of --hidden'),
  hidden: toggle('--hidden', "only those that their program's own list leaves out, and why"),
  lost: toggle(
    '--lost',
    `those whose files are gone and left traces (${programsWith('leavesTraces')}), and what is left`,
  ),
  agents: toggle(
    '--agents',
    `those with subagents and \`/btw\` forks (${programsWith('subagents')}), and what each of these was asked`,
  ),
  count: toggle(
    '--count',
    'messages of all files, and which of them the program cannot read: all of each file is read, as --json does (without it, up to 32 MB of what is shown)',
  ),
  quick: toggle(
    '--quick',
    'no large file is read for its messages: they are unknown, null with --json, and `readable` is as far as its ends show',
  ),
  sort: flag(
    '--sort <field>',
    `one list, newest or largest first, or from A to Z: by ${FIELDS.join(', ')}`,
    wordOf(FIELDS),
  ),
  reverse: toggle('--reverse', 'the other way round'),
  limit: flag(
    '--limit <count>',
    'the newest so many, or all; the first of a sorted list (a terminal shows 30 of a store)',
    limit,
  ),
  ...REDACT,
  jobs: JOBS_FLAG,
} as const;

export type ListFlags = Values<typeof LIST_FLAGS>;

export function refuseOthers(
  chosen: ListFlags,
  flag: '--lost' | '--agents',
  fitting: readonly (keyof ListFlags)[],
): void {
  for (const [key, { absent, flags }] of Object.entries(LIST_FLAGS)) {
    const name = key as keyof ListFlags;
    if (chosen[name] !== absent && !fitting.includes(name))
      throw new Failure('usage', `${flag} cannot be given with ${flags.split(' ')[0]}`);
  }
}

/** True for a list that is chosen by time: it shows when something was said last, and is sorted by that. */
export function isByTime({ since, until, olderThan }: ListFlags): boolean {
  return since !== undefined || until !== undefined || olderThan !== undefined;
}

/** True for views that pass all filters of a list. `now` in Unix seconds. */
export function viewFilter(flags: ListFlags, now: number): (view: View) => boolean {
  const { title, tag, branch, phase, agent, format: wanted } = flags;
  const tests: ((view: View) => boolean)[] = [];
  if (flags.hidden) tests.push(({ hidden = null }) => hidden !== null);
  if (wanted !== undefined) tests.push((view) => view.format === wanted);
  if (tag !== undefined) tests.push((view) => view.tag?.toLowerCase() === tag.toLowerCase());
  if (branch !== undefined) tests.push(branchTest(branch));
  if (phase !== undefined) tests.push((view) => view.phase?.toLowerCase() === phase.toLowerCase());
  if (agent !== undefined) tests.push((view) => view.agents?.some((key) => key.startsWith(agent)) ?? false);
  const isInTime = timeTest(flags, now);
  if (isInTime !== null) tests.push(isInTime);
  // The last test, because titles must be decoded.
  if (title !== undefined) tests.push((view) => view.title?.toLowerCase().includes(title.toLowerCase()) ?? false);
  return (view) => tests.every((test) => test(view));
}

/** Notes the branch of each view that it passes to the filter. */
export function notingBranches(isWanted: (view: View) => boolean, branches: Set<string>): (view: View) => boolean {
  return (view) => {
    if (view.branch != null) branches.add(view.branch);
    return isWanted(view);
  };
}

/** A sentence for a list without a session on the wanted branch; null if one of `branches` is that. */
export function noBranchText({ branch: pattern }: ListFlags, branches: ReadonlySet<string>): string | null {
  if (pattern === undefined) return null;
  const isWanted = branchTest(pattern);
  const known = [...branches].sort(compareText);
  if (known.some((branch) => isWanted({ branch }))) return null;
  const near = nearestWords(pattern, known);
  const more = known.length - MAX_BRANCHES_NAMED;
  const named = `${known.slice(0, MAX_BRANCHES_NAMED).join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
  const there = near.length > 0 ? `: did you mean ${near.join(', ')}?` : known.length > 0 ? `: there are ${named}` : '';
  return printable(`no session here is on the branch ${pattern}${there}`);
}

const MAX_BRANCHES_NAMED = 6;

function branchTest(pattern: string): (view: Pick<View, 'branch'>) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  return ({ branch = null }) => {
    if (branch === null || last === undefined) return branch === pattern;
    if (!branch.startsWith(first) || !branch.endsWith(last)) return false;
    let at = first.length;
    for (const part of others) {
      const next = branch.indexOf(part, at);
      if (next < 0) return false;
      at = next + part.length;
    }
    return at <= branch.length - last.length;
  };
}

export function states({ active, archived, all }: ListFlags): View['state'][] {
  if (all || (active && archived)) return ['active', 'archived'];
  return [archived ? 'archived' : 'active'];
}

/** Sorts the newest or largest first, texts from A to Z; with `reverse`, the other way round. Missing values come last; stable. */
function sortedBy(conversations: readonly Conversation[], field: SortField, reverse: boolean): Conversation[] {
  const known = conversations.filter((each) => fieldOf(each, field) !== null);
  const isUpwards = TEXTS.includes(field) !== reverse;
  const sorted = known.sort((a, b) => (isUpwards ? 1 : -1) * compare(fieldOf(a, field), fieldOf(b, field)));
  return [...sorted, ...conversations.filter((each) => fieldOf(each, field) === null)];
}

type SortField = (typeof FIELDS)[number] | 'active';

/** The field that a list is sorted by. A list chosen by time uses `active`, when something was said last, in place of other times. */
export function sortField(flags: ListFlags): SortField | undefined {
  const { sort } = flags;
  return isByTime(flags) && (sort === 'time' || sort === 'updated') ? 'active' : sort;
}

function fieldOf(each: Conversation, field: SortField): string | number | null {
  if (field === 'active') return activeTime(each);
  if (field === 'time') return sortTime(each);
  if (field === 'size') return each.bytes;
  if (field === 'created') return each.createdAt;
  if (field === 'updated') return each.updatedAt;
  return field === 'title' ? (each.title?.toLowerCase() ?? null) : each[field];
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

/**
 * True for conversations listed only on request and in JSON: a program that `conceals` hides them on purpose. Other programs hide damage,
 * which people must see. A file that is given by its path is always listed.
 */
export function isConcealed(
  { hidden = null }: View,
  { kind, file = null }: { readonly kind: KindName; readonly file?: string | null },
): boolean {
  return KIND_TABLE[kind].conceals && hidden !== null && file === null;
}

interface GroupOrder {
  add(group: Group): readonly Group[];
  end(): readonly Group[];
  /** Number of conversations beyond `--limit`. */
  over(): number;
}

/** Order of groups: one sorted list, the newest of all groups, or each group as it comes. */
export function groupOrder(flags: ListFlags): GroupOrder {
  const { reverse, limit = Number.POSITIVE_INFINITY } = flags;
  const sort = sortField(flags);
  if (sort !== undefined)
    return afterAll(limit, (groups) => {
      const all: Conversation[] = [];
      for (const { conversations } of groups) addAll(all, conversations);
      return [{ conversations: sortedBy(all, sort, reverse).slice(0, limit), sharing: null }];
    });
  const turned = (group: Group) => (reverse ? reversed(group) : group);
  if (Number.isFinite(limit)) return afterAll(limit, (groups) => newestOfAll(groups, limit).map(turned));
  return { add: (group) => [turned(group)], end: () => [], over: () => 0 };
}

function afterAll(limit: number, arrange: (groups: readonly Group[]) => Group[]): GroupOrder {
  const groups: Group[] = [];
  return {
    add: (group) => {
      groups.push(group);
      return [];
    },
    end: () => arrange(groups),
    over: () => Math.max(0, groupedCount(groups) - limit),
  };
}

function reversed(group: Group): Group {
  return { ...group, conversations: group.conversations.toReversed() };
}

export function groupedCount(groups: readonly Group[]): number {
  return groups.reduce((sum, { conversations }) => sum + conversations.length, 0);
}
