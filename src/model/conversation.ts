import { compareText } from './collections.ts';
import type { KindName } from './kinds.ts';

/** `worktree` is absolute; `branch` is null where none is checked out. */
export interface Checkout {
  readonly worktree: string;
  readonly branch: string | null;
}

/** Which worktrees share a scope. Absolute paths. */
export interface SharedWorktrees {
  readonly folder: string;
  readonly worktrees: readonly string[];
}

/**
 * One conversation as its kind describes it, before it is placed below a root. Times are whole Unix seconds; `bytes` is the
 * size on disk. Members may be lazy getters that hold the file's bytes: read them, never spread a View.
 */
export interface View {
  readonly id: string;
  /** Below the site's root, `/` between names. */
  readonly path: string;
  readonly format: string | null;
  readonly state: 'active' | 'archived';
  /** The program can read the file as it is. Archived: could, once restored. */
  readonly readable: boolean;
  /** The program's sort key. Null if missing or unusable. */
  readonly timestamp: number | null;
  /** Sort key in milliseconds, for programs that sort by those. */
  readonly timestampMs?: number;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** Time of the last message, if `updatedAt` is the file's. */
  readonly activeAt?: number | null;
  readonly title: string | null;
  /** Number of messages as the program counts them; null if unreadable. */
  readonly messages: number | null;
  readonly bytes: number;
  readonly phase?: string | undefined;
  readonly agents?: readonly string[];
  /** Why the program's list hides it, as a word; null if listed. */
  readonly hidden?: string | null;
  readonly branch?: string | null;
  readonly tag?: string | null;
  readonly cwd?: string | null;
  /** Project name, if no folder of the store names it. */
  readonly project?: string | null;
  /** The first question, if the title is something else. */
  readonly asked?: string | null;
  /** Number of newer files of its id: 0 for the newest. */
  readonly earlier?: number | undefined;
  /** Id of its successor; null if the program links none. */
  readonly goesOnIn?: string | null;
  readonly cameFrom?: readonly string[];
  /** True if its successor has no file in the project folder. */
  readonly lacksSuccessor?: boolean;
  readonly forkedFrom?: string | null;
  /** False if its program reads it, but refuses to go on with it. */
  readonly resumes?: boolean;
  /** True if the program goes on with another conversation of its id, which is in the right place. */
  readonly isShadowed?: boolean;
  /** The id by which its program goes on with it, if that is not `id`. */
  readonly resumeId?: string | null;
  /** Its session in the program's cloud. */
  readonly cloud?: string | null;
  /** True if `readable` and `messages` need a whole read of a large file. */
  readonly slow?: true | undefined;
  /** True for a slow one whose beginning shows that its program refuses it. */
  readonly isHeadRefused?: boolean;
  /** Days until the program's own retention deletes it. 0 or less: due. */
  readonly daysLeft?: number | null | undefined;
  readonly records?: number | null;
  /** For a folder in `path`: its file that `show --raw` prints, below the root. */
  readonly main?: string;
}

/** By command: the state of the conversations that it takes; missing for a command that takes all. */
export const STATE_TAKEN: Readonly<Record<string, View['state']>> = {
  archive: 'active',
  restore: 'archived',
  resume: 'active',
};

/** States of the conversations that a search reads. */
export function searchedStates(withArchived: boolean): View['state'][] {
  return withArchived ? ['active', 'archived'] : ['active'];
}

/** A view that returns all members at once, cheaper than one by one. */
export interface LazyView extends View {
  /** All members as values. Without `withLarge`, null for facts that need a large file whole. */
  plain(withLarge: boolean): View;
}

const FIELDS: Readonly<Record<keyof View, true>> = {
  id: true,
  path: true,
  format: true,
  state: true,
  // Before `readable`, which may use what the count found.
  messages: true,
  readable: true,
  timestamp: true,
  timestampMs: true,
  createdAt: true,
  updatedAt: true,
  activeAt: true,
  title: true,
  bytes: true,
  phase: true,
  agents: true,
  hidden: true,
  branch: true,
  tag: true,
  cwd: true,
  project: true,
  asked: true,
  earlier: true,
  goesOnIn: true,
  cameFrom: true,
  lacksSuccessor: true,
  forkedFrom: true,
  resumes: true,
  isShadowed: true,
  resumeId: true,
  cloud: true,
  slow: true,
  isHeadRefused: true,
  daysLeft: true,
  records: true,
  main: true,
};

export function newestFirst(a: View, b: View): number {
  return (b.timestampMs ?? 0) - (a.timestampMs ?? 0) || compareText(a.id, b.id);
}

/** Names of all members: getters of a kind are not enumerable. */
export const VIEW_FIELDS = Object.keys(FIELDS) as readonly (keyof View)[];

/** One conversation in every command's output: `C` of the JSON contract. `root` (as typed) and `path` are absolute. */
export interface Conversation extends View {
  /** True if `cwd` is no folder here. Only in JSON. */
  readonly cwdGone?: true;
  readonly kind: KindName;
  readonly root: string;
  readonly project: string | null;
  readonly path: string;
  /** Checkout around the store, and its branch. Only in `list`. */
  readonly worktree?: string;
  readonly goesOnIn?: string;
  readonly forkedFrom?: string;
  readonly resumeId?: string;
  readonly resumes?: false;
  readonly cloud?: string;
}

/** Of several files of one id, the one that `show ID` shows. */
export function shownOf<V extends Pick<View, 'state'>>(views: readonly V[]): V | undefined {
  return views.find(({ state }) => state === 'active') ?? views[0];
}

/** True if the program can go on with it, by the file alone. */
export function isResumable({ readable, resumes }: Pick<View, 'readable' | 'resumes'>): boolean {
  return readable && resumes !== false;
}

export interface Subagent {
  readonly id: string;
  readonly asked: string | null;
  readonly messages: number;
}

export interface WithSubagents {
  readonly conversation: Conversation;
  readonly subagents: readonly Subagent[];
}

export type Role = 'user' | 'assistant' | 'system' | 'tool';
export type MessageType = 'text' | 'tool_call' | 'tool_output' | 'reasoning' | 'image' | 'other';

/** One message as the program reads it: `M` of the JSON contract. */
export interface Message {
  readonly index: number;
  readonly id?: string;
  readonly relatedTo?: string;
  /** JSON pointer into the file's document. */
  readonly at: string;
  readonly role: Role | null;
  readonly type: MessageType;
  readonly text: string | null;
  readonly name?: string;
  readonly callId?: string;
  readonly arguments?: string;
  readonly time?: number;
  readonly author?: string;
  readonly authorName?: string;
  readonly cancelled?: boolean;
  readonly partial?: boolean;
  /** Short marks for a reader: `error`, `completed a task`, `buttons clicked`. */
  readonly marks?: readonly string[];
  /** Further data of the program. `hidden` tags are shown only with the hidden messages. */
  readonly tags?: readonly Tag[];
  /** The writer of a message that is nobody's turn: the program, the summary of a compaction, or an interrupted turn. */
  readonly source?: 'program' | 'summary' | 'interruption';
  /** Those of `marks` that are shown before the message. */
  readonly before?: readonly string[];
  readonly model?: string;
  /** For a tool output: milliseconds since its call. */
  readonly duration?: number;
  readonly failed?: boolean;
  /** For a tool call: the subagent that it started, if its transcript is kept. */
  readonly agent?: string;
  readonly pictures?: readonly Picture[];
  /** `text` without the program's notation. */
  readonly words?: string;
  /** True if it was said in the conversation that this one continues; it is searched only there. */
  readonly inherited?: boolean;
  /** True if it was sent, but is on no screen: views for people omit it like hidden ones. */
  readonly offScreen?: boolean;
  readonly hidden: boolean;
  /** True for thinking that its program keeps and never sends. JSON has it as hidden. */
  readonly isUnsentThought?: true;
  /** For a tool's result, on demand: texts that the screen had, and that may not be in `text`. */
  readonly asides?: () => Iterable<Aside>;
}

/** A text outside of messages. */
export interface Aside {
  /** Its name in the file. */
  readonly name: string;
  readonly text: string;
  /** Its message, or the call, has it too. */
  readonly isRepeated?: () => boolean;
}

export function isUnseen({ hidden, offScreen = false }: Pick<Message, 'hidden' | 'offScreen'>): boolean {
  return hidden || offScreen;
}

/** True for a message that is only hidden because it is thinking: views that fold nothing show it. */
export function isHiddenThought({ isUnsentThought, marks = [] }: Message): boolean {
  return isUnsentThought === true && marks.length === 0;
}

/** A picture or document in a message. Null for unknown members. `base64`: bytes of a type that every browser shows; not in the JSON. */
export interface Picture {
  readonly type: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  readonly base64?: string;
}

export interface Tag {
  readonly values: readonly string[];
  readonly hidden: boolean;
}

/** Conversations are reported as due this many days before their deletion. */
export const DUE_WITHIN_DAYS = 7;

export function isDeletedSoon({ daysLeft = null }: Pick<View, 'daysLeft'>): boolean {
  return daysLeft !== null && daysLeft <= DUE_WITHIN_DAYS;
}

/** Most bytes of threads that a verb with another task compares for forks: each family is read whole. */
export const MAX_COMPARED_BYTES = 2 ** 26;

/** JSON text from the file: keeps big integers and any depth. */
export interface WithSource {
  readonly source: string;
}

/**
 * `messages` are generated on each iteration: only one text is held at a time. `sections` are further data of the
 * program, in display order, and `companions` files beside it, if asked for. `repeated` has keys of sections that
 * repeat the head or the messages, and are shown only on request.
 */
export interface Transcript {
  readonly messages: Iterable<Message>;
  readonly metadata: WithSource;
  readonly memory: WithSource;
  readonly tasks: WithSource;
  readonly sections?: readonly Section[];
  readonly companions?: readonly Section[];
  readonly repeated?: readonly string[];
}

export const NOTHING_BESIDE = {
  metadata: { source: '{}' },
  memory: { source: '[]' },
  tasks: { source: '{}' },
} as const satisfies Partial<Transcript>;

export function firstAsked({ messages }: Pick<Transcript, 'messages'>): string | null {
  for (const { role, type, text, hidden } of messages) if (role === 'user' && type === 'text' && !hidden) return text;
  return null;
}

/** `key` is that in the JSON document (`phaseTransitions`, `script_history`), `title` the heading for people (`phase transitions`). */
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly value: WithSource;
  readonly lines?: readonly string[];
}

/** `bytes` is the size of its files. */
export interface Counts {
  readonly conversations: number;
  readonly messages: number;
  readonly toolCalls: number;
  readonly tasks: number;
  readonly memories: number;
  readonly bytes: number;
}

type Times = Pick<View, 'updatedAt' | 'activeAt' | 'timestamp' | 'createdAt'>;

/** Time of the last message, else of the start, for `--since`, `--until` and `--older-than`. A copied home has new file times. */
export function activeTime({ activeAt, updatedAt, timestamp, createdAt }: Partial<Times>): number | null {
  return activeAt ?? updatedAt ?? timestamp ?? createdAt ?? null;
}

/** True if its file was not read whole: neither its number of messages nor its readability is known. */
export function isUncounted({ messages, readable }: Pick<Conversation, 'messages' | 'readable'>): boolean {
  return messages === null && readable;
}

export function lastActiveFirst(a: Times, b: Times): number {
  return (activeTime(b) ?? 0) - (activeTime(a) ?? 0);
}

/** `--older-than`: nothing was said after `quietSince`, in Unix seconds. False for one of unknown time. */
export function isQuietSince(times: Partial<Times>, quietSince: number): boolean {
  const active = activeTime(times);
  return active !== null && active <= quietSince;
}

/** A conversation's file as `--older-than` sees it. */
export type TimedFile = Partial<Times> & Pick<View, 'state'>;

/** Time to sort by and to show: the program's own, else creation, else the file's; that of the last message if it is earlier. */
export function sortTime({ timestamp, createdAt, updatedAt, activeAt }: Times): number | null {
  const own = timestamp ?? createdAt ?? updatedAt;
  return own === null ? null : Math.min(own, activeAt ?? updatedAt ?? own);
}

export interface DiffSide {
  readonly conversation: Conversation;
  /** Distinguishes two states of one conversation: `before run b1ce`. Null for the state on disk. */
  readonly state: string | null;
  readonly messages: Iterable<Message>;
}

export interface MessageDiff {
  readonly matches: ReadonlyMap<number, number>;
  readonly onlyInFirst: ReadonlySet<number>;
  readonly onlyInSecond: ReadonlySet<number>;
  readonly isReordered: boolean;
  readonly hidden: number;
  /** Number of messages only in the first that are hidden in the other, as before a break. */
  readonly hiddenInFirst: number;
  readonly hiddenInSecond: number;
}

export function isDifferent({ onlyInFirst, onlyInSecond, isReordered }: MessageDiff): boolean {
  return isReordered || onlyInFirst.size > 0 || onlyInSecond.size > 0;
}

/** A key that is equal for the files of one conversation. Its id may also be in another project or store. */
export function conversationKey({
  kind,
  root,
  project,
  id,
}: Pick<Conversation, 'kind' | 'root' | 'project'> & { readonly id: string | null }): string {
  return JSON.stringify([kind, root, project, id]);
}

export function projectKey({ kind, root, project }: Pick<Conversation, 'kind' | 'root' | 'project'>): string {
  return JSON.stringify([kind, root, project]);
}

export function titleOrAsked({ title }: Pick<View, 'title'>, transcript: Pick<Transcript, 'messages'>): string | null {
  return title ?? firstAsked(transcript);
}
