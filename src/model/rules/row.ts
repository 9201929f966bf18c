import { cmd, ID, isNextCommand, NAME, type NextCommand, OLD, PATH, type Sentence, shell, TARGET } from '../command.ts';

/** Levels, worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export function bySeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** How each level counts; comparisons elsewhere use this table. */
const COUNTS_AS = {
  error: { isError: true, isDamage: true },
  warning: { isError: false, isDamage: true },
  info: { isError: false, isDamage: false },
} as const satisfies Readonly<Record<Severity, { readonly isError: boolean; readonly isDamage: boolean }>>;

export function isError({ severity }: { readonly severity: Severity }): boolean {
  return COUNTS_AS[severity].isError;
}

export function isDamage({ severity }: { readonly severity: Severity }): boolean {
  return COUNTS_AS[severity].isDamage;
}

/** `manual`: not without a person. `healedBy` says whether a command does it where that names the code, or as a migration. */
export const HEALINGS = ['safe', 'lossy', 'manual'] as const;
export type Healing = (typeof HEALINGS)[number];

/** The program's reaction when it next reads or writes the file. */
export const PROGRAM_ACTIONS = ['reads', 'refuses', 'rewrites', 'overwrites', 'drops', 'crashes'] as const;
export type ProgramAction = (typeof PROGRAM_ACTIONS)[number];

/** How much is unreadable: everything, a known stretch, or single records. */
export type Extent = 'all' | 'part' | 'record';

/** Fixed meaning of a code; docs/findings/CODE.md explains it. */
export interface FindingRow {
  readonly severity: Severity;
  readonly healing: Healing;
  readonly owner: ProgramAction;
  readonly title: string;
  readonly next: Sentence;
  /** The command that mends it; `heal by name` needs `--only`; null if a person has to decide. */
  readonly healedBy: 'heal' | 'heal by name' | 'migrate' | null;
  readonly expected?: string;
  /** A clause on the line, record or conversation: `skips this line`; null if the message has it. */
  readonly does?: string | null;
  /** Name of the acting program, if it is not the kind's own. */
  readonly by?: string;
  /** True if the damage is in another conversation, which this one continues. */
  readonly ofSource?: true;
  /** Extent of a conversation's words that it hides from a search. */
  readonly hides?: Extent;
  /** True if its lossy heal keeps every word: a search reads the file as healed. */
  readonly keepsWords?: true;
  /** True if its safe heal leaves a torn line, which was before a record on one line. */
  readonly leavesTorn?: true;
  /** True if its line is no JSON and ends in the file: a search of the bytes reads all that is left of it. */
  readonly isTorn?: true;
  /** True for a code that is no longer reported; its page says why. */
  readonly retired?: true;
  /** For a warning: words are lost or not sent, though no record is hidden. */
  readonly isUnsent?: true;
  /** True if the program is writing the file: the next read may have what a torn record hides now. */
  readonly isBeingWritten?: true;
  /** True if its next command needs a person's answer before any heal. */
  readonly asksFirst?: true;
  /** True if the file could not be judged: exit code 3. */
  readonly unjudged?: true;
  /** Of an unjudged path: true if it may be of any conversation, `isOfNone` if it can be of none. Else its name says of which. */
  readonly isOfAny?: true;
  readonly isOfNone?: true;
  /** Of Claude Code: true for a line that hides or loses a record, or its uuid; later losses may follow from it. */
  readonly losesRecord?: true;
  /** Of Claude Code: the part of another record that is missing, a parent or half of a call. */
  readonly misses?: 'parent' | 'half';
}

type RowExtras = Pick<
  FindingRow,
  | 'expected'
  | 'does'
  | 'by'
  | 'ofSource'
  | 'hides'
  | 'keepsWords'
  | 'leavesTorn'
  | 'isTorn'
  | 'retired'
  | 'isUnsent'
  | 'isBeingWritten'
  | 'asksFirst'
  | 'isOfAny'
  | 'isOfNone'
  | 'losesRecord'
  | 'misses'
>;

export function rule(severity: Severity, healing: Healing, owner: ProgramAction, title: string, next: Sentence, more: RowExtras = {}): FindingRow {
  return { severity, healing, owner, title, next, healedBy: healing === 'manual' ? null : 'heal', ...more };
}

export function healedByName(code: string, severity: Severity, healing: Healing, owner: ProgramAction, title: string, more: RowExtras = {}): FindingRow {
  const next = healing === 'lossy' ? cmd`heal ${ID} --only ${code} --lossy --dry-run` : cmd`heal ${ID} --only ${code} --dry-run`;
  return { ...rule(severity, healing, owner, title, next, more), healedBy: 'heal by name' };
}

export function migrated(severity: Severity, owner: ProgramAction, title: string, more: RowExtras = {}): FindingRow {
  return { ...rule(severity, 'manual', owner, title, MIGRATE, more), healedBy: 'migrate' };
}

export function notJudged(severity: Severity, owner: ProgramAction, title: string, next: Sentence, more: RowExtras = {}): FindingRow {
  return { ...rule(severity, 'manual', owner, title, next, more), unjudged: true };
}

// Next commands of rules and reasons. Placeholders are filled in when known.
export const HEAL = cmd`heal ${ID} --dry-run`;
export const LOSSY = cmd`heal ${ID} --lossy --dry-run`;
export const HEAL_ALL = cmd`heal --dry-run`;
export const LOSSY_ALL = cmd`heal --lossy --dry-run`;
export const SHOW = cmd`show ${ID}`;
export const DIFF = cmd`diff ${ID}`;
export const SHOW_AGENT = cmd`show ${ID} --agent ${NAME}`;
export const RAW = cmd`show ${ID} --raw`;
export const SHOW_ALL = cmd`show ${ID} --all`;
export const COMPANIONS = cmd`show ${ID} --companions`;
export const SHOW_EVERYTHING = cmd`show ${ID} --everything`;
export const LIST_ALL = cmd`list --all`;
export const VERIFY = cmd`verify ${ID}`;
export const WHY = cmd`why ${ID}`;
export const REHOME = cmd`rehome ${OLD} NEW`;
export const RESTORE = cmd`restore ${ID}`;
export const DELETE = cmd`delete ${ID} --dry-run`;
export const MIGRATE = cmd`migrate ${ID} --dry-run`;
export const LS = shell`ls -l ${PATH}`;
/** Command for a compressed file, which no verb writes. */
export const INFLATE = shell`zstd -d --rm ${PATH}`;

/** Commands for a session compressed by gzip: with `.gz` in its name, and with the name of a session. */
export const GUNZIP = shell`gunzip ${PATH}`;
export const GUNZIP_PRINTED = shell`gunzip -c ${PATH}`;

/** True if a heal would change the file, but cannot write a compressed one. */
export function isUnwritten({ remedy }: { readonly remedy?: NextCommand | undefined }): boolean {
  return remedy?.program === INFLATE.program;
}

export const READLINK = shell`readlink ${PATH}`;
export const FNORD_INDEX = shell`fnord index`;
export const LIST = cmd`list`;
export const LIST_LOST = cmd`list --lost`;
export const LIST_TARGET = cmd`list ${TARGET}`;
export const LIST_PROJECT = cmd`list --project ${NAME}`;
export const SEAL = cmd`seal --output FILE`;
export const NEW_SEAL: Sentence = [SEAL, ' writes a new seal'];
export const RUNS = cmd`runs`;

/** True for a heal as next command; where there is none, a heal is refused. */
export function isHeal(next: NextCommand): boolean {
  return next.words[0] === 'heal';
}

/** The command that comes before any heal of the finding; null for none. */
export function beforeHeal({ next, asksFirst, healedBy }: FindingRow): NextCommand | null {
  if (!isNextCommand(next)) return null;
  return asksFirst === true || healedBy === 'migrate' || healedBy === 'heal by name' ? next : null;
}
