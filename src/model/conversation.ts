import type { KindName } from './kinds.ts';

export type { KindName } from './kinds.ts';

/**
 * One conversation on disk as its kind describes it, before it is placed below a root.
 * Times are whole Unix seconds, `bytes` is the size of its file or folder.
 * A kind may work its members out when each is asked for, and hold the file's bytes until then: read them, never spread it.
 */
export interface View {
  readonly id: string;
  /** Below the site's root, `/` between names. */
  readonly path: string;
  readonly format: string | null;
  readonly state: 'active' | 'archived';
  /** Can the program read this file as it is; for an archived one, were it restored. */
  readonly readable: boolean;
  /** The key that the program sorts by; null where it has no such key or cannot use it. */
  readonly timestamp: number | null;
  /** Where the program sorts by milliseconds: the same in these. */
  readonly timestampMs?: number;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  /** Where the program's times have fractions: when it was created, in seconds, not rounded. */
  readonly createdExactly?: number | null;
  readonly title: string | null;
  /** As the program counts them; null when it cannot read the file. */
  readonly messages: number | null;
  readonly bytes: number;
  /** Where the program keeps phases: the one the conversation is in. */
  readonly phase?: string | undefined;
  /** Where the program keeps agents: the keys of those that take part. */
  readonly agents?: readonly string[];
  /** Why the program's own list leaves it out, in a word; null when it is listed. */
  readonly hidden?: string | null;
  /** Where the program keeps them: the branch, the tag and the working directory that its list shows. */
  readonly branch?: string | null;
  readonly tag?: string | null;
  readonly cwd?: string | null;
  /** The name of its project, where no folder of the store says it. */
  readonly project?: string | null;
  /** The first question, where the title is not that. */
  readonly asked?: string | null;
  /** Of several files of one id: 0 for the one that its id alone means, 1 for the one before it. */
  readonly earlier?: number | undefined;
  /** Ids of the conversations that go on with it, and that it goes on with; null or none where the program links none. */
  readonly goesOnIn?: string | null;
  readonly cameFrom?: readonly string[];
  /** Its session in the cloud of the program. */
  readonly cloud?: string | null;
  /** Whether it is readable, and its messages, are known only once all of a large file was read. */
  readonly slow?: true | undefined;
  /** Days until the program's own retention deletes it, none or fewer when it is due. */
  readonly daysLeft?: number | null;
  /** Lines of a file of lines. */
  readonly records?: number | null;
  /** Where `path` is a folder: the file in it that `show --raw` prints, below the root. */
  readonly main?: string;
}

const FIELDS: Readonly<Record<keyof View, true>> = {
  id: true,
  path: true,
  format: true,
  state: true,
  readable: true,
  timestamp: true,
  timestampMs: true,
  createdAt: true,
  updatedAt: true,
  createdExactly: true,
  title: true,
  messages: true,
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
  cloud: true,
  slow: true,
  daysLeft: true,
  records: true,
  main: true,
};

/** The name of each member of a view: a kind may define members as getters, which nothing enumerates. */
export const VIEW_FIELDS = Object.keys(FIELDS) as readonly (keyof View)[];

/** One conversation as every command prints it: `C` of the JSON contract. */
export interface Conversation extends View {
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  readonly project: string | null;
  /** Absolute, below `root`. */
  readonly path: string;
  /** The working copy of a repository that the store is in, and its branch; shown by `list`. */
  readonly worktree?: string;
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
  /** The author's name, where the program gives one. */
  readonly authorName?: string;
  readonly cancelled?: boolean;
  readonly partial?: boolean;
  /** Marks of the message for a reader, a few words each: `error`, `completed a task`, `buttons clicked`. */
  readonly marks?: readonly string[];
  /** Data that the program keeps with it; `hidden` ones only with the hidden messages. */
  readonly tags?: readonly Tag[];
  /** Its source where nobody said it, whatever its role: words of the program, a summary of what was compacted, a turn cut short. */
  readonly source?: 'program' | 'summary' | 'interruption';
  /** Marks that a reader should see before it, a few words each; in `marks` too. */
  readonly before?: readonly string[];
  /** The model that answered. */
  readonly model?: string;
  /** Of a tool output: milliseconds from the call to it. */
  readonly duration?: number;
  /** Of a tool output: the tool failed. */
  readonly failed?: boolean;
  /** Of a tool call: the subagent that it started, whose transcript is kept. */
  readonly agent?: string;
  /** Pictures and documents in it. */
  readonly pictures?: readonly Picture[];
  /** Its text for a reader, where `text` is in the notation of the program: of an output with pictures, of a command. */
  readonly words?: string;
  /** Another conversation said it, whose file has it: this one goes on from there. It is searched for in that one. */
  readonly inherited?: boolean;
  readonly hidden: boolean;
}

/** A picture or document in a message; null for what its bytes do not tell, or where they are elsewhere. */
export interface Picture {
  /** As `image/png`. */
  readonly type: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  /** Its bytes, where it is of a type that every browser shows; not in the JSON. */
  readonly base64?: string;
}

/** One tag of a message: its name, then its values. */
export interface Tag {
  readonly values: readonly string[];
  readonly hidden: boolean;
}

/** Days before the program deletes a conversation from which that is said. */
export const SOON = 7;

/** JSON text taken from the file, or built with its lexemes: big integers and depth survive. */
export interface WithSource {
  readonly source: string;
}

/** A conversation opened for reading: `show` prints it. */
export interface Transcript {
  /** Made anew each time they are gone through, so that the text of one is held, not that of all. */
  readonly messages: Iterable<Message>;
  readonly metadata: WithSource;
  readonly memory: WithSource;
  readonly tasks: WithSource;
  /** Further data of the program, in the order in which it is shown. */
  readonly sections?: readonly Section[];
  /** The files beside it, where they were asked for. */
  readonly companions?: readonly Section[];
  /** Keys of sections that repeat the head and the messages: people see them only on request. */
  readonly repeated?: readonly string[];
}

/** The first message of a person that is shown: a conversation without a title is shown by it. Null where nobody has said anything. */
export function firstAsked({ messages }: Pick<Transcript, 'messages'>): string | null {
  for (const { role, type, text, hidden } of messages) if (role === 'user' && type === 'text' && !hidden) return text;
  return null;
}

/** Something shown after the messages, or a file beside them. */
export interface Section {
  /** Its key in the JSON document: `phaseTransitions`, `script_history`. */
  readonly key: string;
  /** For people: `phase transitions`. */
  readonly title: string;
  /** Its content, whole. */
  readonly value: WithSource;
  /** For people, a line each. */
  readonly lines?: readonly string[];
}

/** The counts of a conversation, before and after a change; `bytes` is the size of its files. */
export interface Counts {
  readonly conversations: number;
  readonly messages: number;
  readonly toolCalls: number;
  readonly tasks: number;
  readonly memories: number;
  readonly bytes: number;
}
