import type { Threads } from '../threads/thread-work.ts';
import type { UnitFilter } from './unit-filter.ts';

/**
 * Options of every survey: which units are meant, and how it runs. Each verb adds its own wants, with `AnswersOptions` for answers or
 * `DocumentsOptions` for documents.
 */
export interface SurveyOptions {
  readonly select: SurveySelection;
  readonly run: SurveyRun;
}

/**
 * `projects` are scopes by name; empty for all. `hasId` is null for all ids; otherwise there are no findings about whole scopes, which
 * would need all units. `filter` selects a part of the units; null for all. Other units in its scopes are opened only for their facts.
 */
export interface SurveySelection {
  readonly projects: readonly string[];
  readonly hasId: ((id: string) => boolean) | null;
  readonly filter: UnitFilter | null;
}

export const EVERYTHING: SurveySelection = { projects: [], hasId: null, filter: null };

export interface SurveyRun {
  /** Whole Unix seconds. */
  readonly now: number;
  /** Threads for the answers; null for this process alone. */
  readonly jobs: Threads | null;
  /** True for a running process, which may be at work on a conversation; null if unknown. */
  readonly alive: ((pid: number) => boolean) | null;
  progress(progress: Progress): void;
  /** Asked between units: true ends the survey with Failure `interrupted`. */
  interrupted(): boolean;
  /** Awaited between units, for signals. */
  yieldNow(): Promise<void>;
}

/** `files` and `bytes` are of one site in an event, of all sites in a progress. */
export interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** Number of selected files; 0 until all sites are walked. */
  readonly of: number;
  /** Part of the work from 0 to 1, which never falls; each site counts alike. */
  readonly share: number;
}

/** A run in this process alone, silent and without interruption. */
export function silentRun(now: number): SurveyRun {
  return { now, jobs: null, alive: null, progress: () => {}, interrupted: () => false, yieldNow: async () => {} };
}

export function everythingAt(now: number): SurveyOptions {
  return { select: EVERYTHING, run: silentRun(now) };
}

export function withSelection<T extends SurveyOptions>(options: T, select: Partial<SurveySelection>): T {
  return { ...options, select: { ...options.select, ...select } };
}

export function withRun<T extends SurveyOptions>(options: T, run: Partial<SurveyRun>): T {
  return { ...options, run: { ...options.run, ...run } };
}

export function withoutProgress<T extends SurveyOptions>(options: T): T {
  return withRun(options, { progress: () => {} });
}

export function isIdWanted({ hasId }: Pick<SurveySelection, 'hasId'>, id: string): boolean {
  return hasId === null || hasId(id);
}

export function wantsAllScopes({ projects }: Pick<SurveySelection, 'projects'>): boolean {
  return projects.length === 0;
}

export function isScopeWanted({ projects }: Pick<SurveySelection, 'projects'>, scope: string): boolean {
  return projects.length === 0 || projects.includes(scope);
}

/** Joins the progress of consecutive surveys of the same files into one. */
export function oneProgress(
  progress: SurveyRun['progress'],
  surveys: number,
): (survey: number) => SurveyRun['progress'] {
  let of = 0;
  const bytes = Array.from({ length: surveys }, () => 0);
  return (survey) => (now) => {
    of = Math.max(of, now.of);
    bytes[survey] = now.bytes;
    const read = bytes.reduce((sum, each) => sum + each, 0);
    const files = Math.floor((survey * of + now.files) / surveys);
    progress({ files, bytes: Math.floor(read / surveys), of, share: (survey + now.share) / surveys });
  };
}
