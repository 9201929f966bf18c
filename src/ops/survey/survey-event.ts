import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Finding } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import type { Document, Session, Site } from '../../stores/kind.ts';
import type { Threads, WantedOfThreads } from '../threads/thread-work.ts';
import type {
  AnsweringScope,
  AskedUnit,
  DecideRead,
  DocumentAnswer,
  SeenUnit,
  UnitAnswer,
  Want,
  WordSearch,
} from './answer-unit.ts';
import type { UnitFilter } from './unit-filter.ts';

export interface Selection {
  /** Scopes by name; null or none for all. */
  readonly projects?: readonly string[] | null;
  /** Scopes that are opened; others are only walked, for ids in several scopes. Null for all. */
  readonly opens?: readonly string[] | null;
  /** Ids; null for all. Excludes findings about whole scopes, which would need all units. */
  readonly wants?: ((id: string) => boolean) | null;
  /** A part of the units. Others of an admitted scope are opened for their facts alone. */
  readonly filter?: UnitFilter | null;
}

export interface Run {
  /** Threads that may answer; null or none to answer here. */
  readonly jobs?: Threads | null;
  readonly progress?: (progress: Progress) => void;
  /** Asked between units; true ends the survey with Failure `interrupted`. */
  readonly interrupted?: () => boolean;
  /** Awaited between units, for signals. */
  readonly yieldNow?: () => Promise<void>;
  /** True for the id of a live process, which may be at work on a conversation. */
  readonly alive?: (pid: number) => boolean;
}

export interface SurveyOptions extends Selection, Run {
  /** Whole Unix seconds. */
  readonly now: number;
  readonly signatures?: boolean;
  /** Facts of a unit that need not be read again: it comes as no document. Undefined for others. */
  readonly known?: (scope: string, id: string) => unknown;
}

export interface Asked {
  readonly want: Want;
  /** Decides here, where `want` asks for a change. */
  readonly decide?: DecideRead;
  /** Gets each document before it is answered about; no thread answers then. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

/** `files` and `bytes`: of one site in an event, of all sites in a progress. */
export interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** Selected files of the sites walked so far, read or not. */
  readonly of: number;
}

/** An event of a survey, in the order of sites, scopes by name and ids. `scope` names the project, empty for none. */
export type SurveyEvent = { readonly site: Site } & (
  | {
      readonly type: 'document';
      readonly scope: string;
      readonly session: Session;
      readonly document: Document;
      /** Its files as read; not to be kept beyond the next event. */
      readonly parts: readonly Part[];
    }
  | { readonly type: 'answered'; readonly scope: string; readonly id: string; readonly answer: DocumentAnswer }
  /** About an unread file, or a scope. `bytes` of the file where they are at hand. */
  | {
      readonly type: 'finding';
      readonly scope: string | null;
      readonly finding: Finding;
      readonly bytes: Uint8Array | null;
    }
  /** The verb has nothing to do. `path`: the first file of the unit. */
  | { readonly type: 'settled'; readonly scope: string; readonly id: string; readonly path: string }
  /** All of the scope was seen: `session.close` may be asked. `reopen` opens it with other shared files, and no unit noted. */
  | {
      readonly type: 'seen';
      readonly scope: string;
      readonly session: Session;
      readonly shared: readonly Part[];
      reopen(shared: readonly Part[]): Promise<Session>;
    }
  /** The site is done; its counts. `units` are those that are there, chosen or not. */
  | { readonly type: 'done'; readonly files: number; readonly bytes: number; readonly units: number }
);

export type EventOf<Is extends SurveyEvent['type']> = Extract<SurveyEvent, { type: Is }>;

/** The events of a unit, of which the session takes in the facts; none where only those are wanted. */
export function eventsOf(
  { site, name, session }: Pick<AnsweringScope, 'site' | 'name' | 'session'>,
  { id, factsOnly, entries }: Pick<AskedUnit, 'id' | 'factsOnly' | 'entries'>,
  { settled, unread = [], document }: UnitAnswer,
): SurveyEvent[] {
  if (document?.facts !== undefined) session.addFacts(document.facts);
  if (factsOnly) return [];
  if (settled) return [{ type: 'settled', site, scope: name, id, path: entries[0]?.path ?? '' }];
  const events: SurveyEvent[] = [];
  for (const finding of unread) events.push({ type: 'finding', site, scope: name, finding, bytes: null });
  if (document !== null) events.push({ type: 'answered', site, scope: name, id, answer: document });
  return events;
}

export interface SurveyContext {
  readonly options: SurveyOptions;
  /** Null where documents are asked for. */
  readonly asked: Asked | null;
  /** The names of all scopes of the site, known once the walk is done; null where only some were walked. */
  readonly scopes: ReadonlySet<string> | null;
  readonly common: readonly WalkEntry[];
  /** The memory that units are read into; null for memory of their own. */
  readonly buffer: ReadBuffer | null;
  /** The threads that look at the units; null for none. */
  readonly workers: WantedOfThreads | null;
  /** As `wordSearch` prepares it; null where no words are looked for. */
  readonly words: WordSearch | null;
  /** Called with each scope that was asked for as a whole, once all of it was seen. */
  seen(session: Session): void;
  /** Called once the threads have nothing left to begin with: they may begin with the scope that comes next. */
  ahead(): void;
  elsewhere(scope: string, id: string): readonly WalkEntry[];
  step(files: number, bytes: number): Promise<void>;
}

/** The progress of so many surveys of the same files, one after the other, shown as that of one: each of them is a part of it. */
export function oneProgress(
  tell: ((progress: Progress) => void) | undefined,
  surveys: number,
): (turn: number) => (now: Progress) => void {
  let of = 0;
  const bytes = Array.from({ length: surveys }, () => 0);
  return (turn) => (now) => {
    of = Math.max(of, now.of);
    bytes[turn] = now.bytes;
    const read = bytes.reduce((sum, each) => sum + each, 0);
    tell?.({ files: Math.floor((turn * of + now.files) / surveys), bytes: Math.floor(read / surveys), of });
  };
}
