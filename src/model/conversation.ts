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
  /** Sort key in milliseconds, of programs that sort by those. */
  readonly timestampMs?: number;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** When something was said last, where `updatedAt` is the time of the file. */
  readonly activeAt?: number | null;
  readonly title: string | null;
  /** As the program counts them. Null if unreadable. */
  readonly messages: number | null;
  readonly bytes: number;
  readonly phase?: string | undefined;
  readonly agents?: readonly string[];
  /** Why the program's list hides it, in a word. Null when listed. */
  readonly hidden?: string | null;
  readonly branch?: string | null;
  readonly tag?: string | null;
  readonly cwd?: string | null;
  /** Project name, where no folder of the store says it. */
  readonly project?: string | null;
  /** The first question, where the title is something else. */
  readonly asked?: string | null;
  /** Age among several files of one id: 0 for the newest. */
  readonly earlier?: number | undefined;
  /** Ids of its successor and predecessor. Null where the program links none. */
  readonly goesOnIn?: string | null;
  readonly cameFrom?: readonly string[];
  /** Its successor has no file in the project folder. */
  readonly lacksSuccessor?: boolean;
  readonly forkedFrom?: string | null;
  /** False where its program reads it, and refuses to go on with it. */
  readonly resumes?: boolean;
  /** Another conversation of its id is where its program looks, and is gone on with. */
  readonly isShadowed?: boolean;
  /** The id by which its program goes on with it, where that is not `id`. */
  readonly resumeId?: string | null;
  /** Its session in the program's cloud. */
  readonly cloud?: string | null;
  /** `readable` and `messages` need a whole read of a large file. */
  readonly slow?: true | undefined;
  /** Of a slow one: its beginning shows that its program refuses it. */
  readonly isHeadRefused?: boolean;
  /** Days until the program's own retention deletes it. 0 or less: due. */
  readonly daysLeft?: number | null | undefined;
  readonly records?: number | null;
  /** Where `path` is a folder: its file that `show --raw` prints, below the root. */
  readonly main?: string;
}

/** By the command: the state of the conversations that it takes, where it does not take all. */
export const STATE_TAKEN: Readonly<Record<string, View['state']>> = {
  archive: 'active',
  restore: 'archived',
  resume: 'active',
};

/** What a search looks at. */
export function searchedStates(withArchived: boolean): View['state'][] {
  return withArchived ? ['active', 'archived'] : ['active'];
}

/** A view that can give all members at once, cheaper than one by one. */
export interface LazyView extends View {
  /** All members as values; without `withLarge`, null for facts that need a large file whole. */
  plain(withLarge: boolean): View;
}

const FIELDS: Readonly<Record<keyof View, true>> = {
  id: true,
  path: true,
  format: true,
  state: true,
  // Before `readable`: what counts messages may see that too.
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
  /** `cwd` is no folder here. Set for JSON alone. */
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

/** As far as the file alone decides. */
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
  /** Further data of the program. `hidden` ones only with the hidden messages. */
  readonly tags?: readonly Tag[];
  /** Who wrote it, where that is nobody's turn: the program, a summary of a compaction, a turn cut short. */
  readonly source?: 'program' | 'summary' | 'interruption';
  /** Some of `marks`, shown before the message. */
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
  /** Said in the conversation that this one continues. Searched for there only. */
  readonly inherited?: boolean;
  /** Sent, but on no screen: views for people leave it out as they do hidden ones. */
  readonly offScreen?: boolean;
  readonly hidden: boolean;
  /** Thinking that its program keeps and never sends. Not in the JSON, which has it as hidden. */
  readonly isUnsentThought?: true;
  /** Of a tool's result, where they are asked for: texts that the screen had, and that may not be in `text`. */
  readonly asides?: () => Iterable<Aside>;
}

/** A text beside messages, under a name of its file. `isTold`: its message, or the call, has it too. */
export interface Aside {
  readonly name: string;
  readonly text: string;
  readonly isTold?: () => boolean;
}

export function isUnseen({ hidden, offScreen = false }: Pick<Message, 'hidden' | 'offScreen'>): boolean {
  return hidden || offScreen;
}

/** Hidden for being thinking alone: views that fold nothing show it. */
export function isHiddenThought({ isUnsentThought, marks = [] }: Message): boolean {
  return isUnsentThought === true && marks.length === 0;
}

/**
 * A picture or document in a message. Null for unknown members. `base64`: bytes of a type that every browser shows; not
 * in the JSON.
 */
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

/** Bytes of threads up to which a verb that has another task compares those that fork: each family is read whole. */
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

/**
 * `key` is that in the JSON document (`phaseTransitions`, `script_history`), `title` the heading for people (`phase
 * transitions`).
 */
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

/**
 * When something was said last, else when it began: what `--since`, `--until` and `--older-than` go by. A copied home has new file
 * times.
 */
export function activeTime({ activeAt, updatedAt, timestamp, createdAt }: Partial<Times>): number | null {
  return activeAt ?? updatedAt ?? timestamp ?? createdAt ?? null;
}

/** Its file was not read whole: neither its messages nor whether its program can read it are known. */
export function isUncounted({ messages, readable }: Pick<Conversation, 'messages' | 'readable'>): boolean {
  return messages === null && readable;
}

export function lastActiveFirst(a: Times, b: Times): number {
  return (activeTime(b) ?? 0) - (activeTime(a) ?? 0);
}

/** `--older-than`: nothing was said after `then`, in Unix seconds. False for one of unknown time. */
export function isQuietSince(times: Partial<Times>, then: number): boolean {
  const active = activeTime(times);
  return active !== null && active <= then;
}

/** A conversation's file as `--older-than` sees it. */
export type TimedFile = Partial<Times> & Pick<View, 'state'>;

/**
 * Time to sort by and to show: the program's own, else creation, else the file's; when something was said last where that is
 * earlier.
 */
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
  /** How many of those in one alone the other has hidden, such as before a break. */
  readonly hiddenInFirst: number;
  readonly hiddenInSecond: number;
}

export function isDifferent({ onlyInFirst, onlyInSecond, isReordered }: MessageDiff): boolean {
  return isReordered || onlyInFirst.size > 0 || onlyInSecond.size > 0;
}

/** Equal for the files of one conversation. Its id may be in another project, or in another store. */
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
