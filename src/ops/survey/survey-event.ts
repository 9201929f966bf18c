import type { ReadBuffer } from '../../io/disk/read-buffer.ts';
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

/** Options of a survey. */
export interface SurveyOptions {
  /** Whole Unix seconds. */
  readonly now: number;
  /** Only these scopes, by name; null or none for all. */
  readonly projects?: readonly string[] | null;
  /** Only these scopes are opened, and the others are walked for the ids that are in several; null or none to open all. */
  readonly opens?: readonly string[] | null;
  /** Only these ids; findings about whole scopes are left out then, because not all of a scope was seen. */
  readonly wants?: ((id: string) => boolean) | null;
  /**
   * Only these units. Of a scope that the filter admits all units are opened, because what concerns the whole of it depends on them,
   * and those that it does not admit are only noted.
   */
  readonly filter?: UnitFilter | null;
  /** Judge signatures too, where documents carry any. */
  readonly signatures?: boolean;
  /** The facts of units that need not be read again: they are noted, and no document comes of them. Undefined for any other. */
  readonly known?: (scope: string, id: string) => unknown;
  /** Is the process of this id alive: a program that is at work on a conversation may be known by it. */
  readonly alive?: (pid: number) => boolean;
  /** Threads that may answer; null or none to answer here. */
  readonly jobs?: Threads | null;
  /** Called after each unit. */
  readonly progress?: (progress: Progress) => void;
  /** Asked between units; the survey ends with a Failure `interrupted` when it says yes. */
  readonly interrupted?: () => boolean;
  /** Awaited between units: gives signals their turn now and then. */
  readonly yieldNow?: () => Promise<void>;
}

/** What is asked of every unit of a survey. */
export interface Asked {
  readonly want: Want;
  /** Decides here, where `want` asks for a change. */
  readonly decide?: DecideRead;
  /** Gets each document before it is answered about; no thread answers then. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

/** How far a survey is. `files` and `bytes` are of one site when it is reported in an event, of all in a progress. */
export interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** Files asked for in the sites walked so far, read or not. */
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
  /** The answer about a unit, where one was asked for. */
  | { readonly type: 'answered'; readonly scope: string; readonly id: string; readonly answer: DocumentAnswer }
  /** Could not be judged, or concerns a scope; `bytes` of the file where they are at hand. */
  | {
      readonly type: 'finding';
      readonly scope: string | null;
      readonly finding: Finding;
      readonly bytes: Uint8Array | null;
    }
  /** Nothing to do for the verb asked; `path` is the first file of the unit. */
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

/** The event of a survey that is one of these. */
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

/** The survey around one scope. */
export interface SurveyContext {
  readonly options: SurveyOptions;
  /** Null where documents are asked for. */
  readonly asked: Asked | null;
  /** The names of all scopes of the site, known once the walk is done; null where only some were walked. */
  readonly scopes: ReadonlySet<string> | null;
  /** Shared files of the whole site. */
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
  /** Files of an id in other scopes. */
  elsewhere(scope: string, id: string): readonly WalkEntry[];
  step(files: number, bytes: number): Promise<void>;
}
