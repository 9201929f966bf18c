import type { ReadBuffer } from '../../io/disk/read-file.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Finding } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import type { DecidingScope, Document, EndedScope, Site } from '../../stores/kind.ts';
import type { WantedOfThreads } from '../threads/thread-work.ts';
import type { AnsweringScope, DecideRead, UnitRequest } from './answer-unit.ts';
import type { FileText } from './judge-unit.ts';
import type { ReadUnit } from './open-scope.ts';
import type { SurveyRun, SurveySelection } from './survey-options.ts';
import type { DocumentAnswer, SeenUnit, UnitAnswer, Want } from './want.ts';
import type { WordSearch } from './word-search.ts';

/** Which documents a survey without answers opens. */
export interface DocumentsOptions {
  /** Names of the scopes to open; others are only walked, for ids in several scopes. Null for all. */
  readonly scopes: readonly string[] | null;
  /** False for a unit that need not be opened: its event is `skipped`, and it counts as one conversation. Null opens all. */
  readonly isWorthOpening: ((unit: ReadUnit) => boolean) | null;
  /** Facts of a unit that need not be read, and then has no document; undefined for other units. */
  factsOf(scope: string, id: string): unknown;
}

export const EVERY_DOCUMENT: DocumentsOptions = { scopes: null, isWorthOpening: null, factsOf: () => undefined };

export interface AnswersOptions {
  readonly want: Want;
  /** The result of `wordSearch` for `want`, if the caller uses it too. */
  readonly words?: WordSearch | null;
  /** Decides in this process, if `want` asks for a change. */
  readonly decide?: DecideRead;
  /** Gets each document before its answer; no thread answers then. */
  readonly see?: ((unit: SeenUnit) => void) | undefined;
}

/** Events in order of sites, scopes by name, and ids. `scope` is the project; empty for none. */
export type SurveyEvent = { readonly site: Site } & (
  | {
      readonly type: 'document';
      readonly scope: string;
      readonly opened: DecidingScope;
      readonly document: Document;
      /** Its files as read, valid until the next event. */
      readonly parts: readonly Part[];
      /** Releases document and parts, which each generator on the way would hold until the next event. */
      release(): void;
    }
  | { readonly type: 'answered'; readonly scope: string; readonly id: string; readonly answer: DocumentAnswer }
  /** A finding about an unread file, or a scope. `text`: the content of its file if it has a place there. */
  | {
      readonly type: 'finding';
      readonly scope: string | null;
      readonly finding: Finding;
      readonly text: FileText | null;
    }
  /** A unit for which the verb has nothing to do. `path`: its first file. */
  | { readonly type: 'skipped'; readonly scope: string; readonly id: string; readonly path: string }
  /** The end of a scope, after its last unit: `opened.close` may be called. `reopen` opens it with other shared files, without added units. */
  | {
      readonly type: 'scope-end';
      readonly scope: string;
      readonly opened: DecidingScope;
      readonly shared: readonly Part[];
      reopen(shared: readonly Part[]): Promise<DecidingScope>;
    }
  /** The end, after the last scope, with counts. `units`: number on disk, selected or not. */
  | { readonly type: 'done'; readonly files: number; readonly bytes: number; readonly units: number }
);

export type EventOf<Type extends SurveyEvent['type']> = Extract<SurveyEvent, { type: Type }>;

/** Makes the event of a document. Reading `document` or `parts` after `release` throws. */
export function documentEvent(
  { site, name, opened }: Pick<AnsweringScope, 'site' | 'name' | 'opened'>,
  read: Pick<EventOf<'document'>, 'document' | 'parts'>,
): EventOf<'document'> {
  let unreleased: typeof read | null = read;
  const beforeRelease = () => {
    if (unreleased === null) throw new Error('the document of an event was released');
    return unreleased;
  };
  return {
    type: 'document',
    site,
    scope: name,
    opened,
    get document() {
      return beforeRelease().document;
    },
    get parts() {
      return beforeRelease().parts;
    },
    release: () => {
      unreleased = null;
    },
  };
}

/** The events of a unit; empty if only facts are wanted. Adds its facts to the scope. */
export function eventsOf(
  { site, name, opened }: Pick<AnsweringScope, 'site' | 'name' | 'opened'>,
  { id, factsOnly, entries }: Pick<UnitRequest, 'id' | 'factsOnly' | 'entries'>,
  { skipped, unreadFindings = [], document }: UnitAnswer,
): SurveyEvent[] {
  if (document?.facts !== undefined) opened.addFacts(document.facts);
  if (factsOnly) return [];
  if (skipped) return [{ type: 'skipped', site, scope: name, id, path: entries[0]?.path ?? '' }];
  const events: SurveyEvent[] = [];
  for (const finding of unreadFindings) events.push({ type: 'finding', site, scope: name, finding, text: null });
  if (document !== null) events.push({ type: 'answered', site, scope: name, id, answer: document });
  return events;
}

export interface SurveyContext {
  readonly select: SurveySelection;
  readonly run: SurveyRun;
  /** How units are answered; null if `documents` are wanted. */
  readonly answers: AnswersOptions | null;
  readonly documents: DocumentsOptions;
  /** All scope names of the site, after the walk; null for a partial walk. */
  readonly scopes: ReadonlySet<string> | null;
  readonly common: readonly WalkEntry[];
  readonly buffer: ReadBuffer | null;
  readonly workers: WantedOfThreads | null;
  readonly words: WordSearch | null;
  /** Called after the last unit of each whole scope. */
  addSum(opened: EndedScope): void;
  /** Called when no batches are left for the threads: the next scope may begin. */
  ahead(): void;
  elsewhere(scope: string, id: string): readonly WalkEntry[];
  /** Counts files and bytes, and lets signals in. Throws Failure `interrupted`. */
  advance(files: number, bytes: number): Promise<void>;
}
