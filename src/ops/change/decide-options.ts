import type { Finding } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import type { Ask, Kind } from '../../stores/kind.ts';
import type { EventOf, SurveyOptions } from '../survey/survey-event.ts';
import { itemOf, type Ledger } from './ledger.ts';

export interface DecideOptions {
  readonly ask: Ask;
  readonly survey: SurveyOptions;
  /** Only conversations last changed at or before this (Unix seconds); null for all. */
  readonly until: number | null;
  /** A folder of its own to write to, absolute and real, the store being left as it is; null to change the store. */
  readonly output: string | null;
  /** Change what would leave the store with a new error too, and name that. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** Files that could not be read on the way through a site: nothing that depends on them may be changed. */
export interface Unread {
  /** Enters a finding of something that could not be judged in the ledger; answers whether it was one. */
  enter(event: Pick<EventOf<'finding'>, 'site' | 'scope' | 'finding'>, ledger: Ledger): boolean;
  /** Something of this unit could not be read. */
  has(scope: string, id: string): boolean;
  /** A folder or a shared file that could not be read, and why, as a clause; null when there is none. */
  blind(): string | null;
}

export function noneUnread(): Unread {
  const units = new Set<string>();
  let blind: string | null = null;
  return {
    enter: ({ site, scope, finding }, ledger) => {
      const { code, id, path, detail: reason, trace } = finding;
      if (ruleOf(code).unjudged !== true) return false;
      if (id !== null) units.add(`${scope}/${id}`);
      else if (UNREAD.has(code)) blind ??= `${path === '' ? 'the store' : path} ${reason}`;
      const traced = trace === undefined ? {} : { trace, notes: [WHERE] };
      ledger.enter(itemOf(site, scope, id, path, { state: 'failed', codes: [code], reason, ...traced }));
      return true;
    },
    has: (scope, id) => units.has(`${scope}/${id}`),
    blind: () => blind,
  };
}

const WHERE = 'the same command with --dry-run --debug shows where in convo, and changes nothing';

/** Codes of paths that may be anything; for others the name says enough. */
const UNREAD: ReadonlySet<Finding['code']> = new Set(['ST001', 'ST002', 'ST007', 'ST008', 'ST009', 'ST010']);

/**
 * True where what would be is looked at once all of a scope was seen. Heal and migrate leave the conversations beside an index by
 * themselves, and only repair it afterwards.
 */
export function previewsErrors({ coupling }: Kind, { ask: { verb }, output }: DecideOptions): boolean {
  if (output !== null) return false;
  return coupling === 'scope' || (coupling === 'index' && verb !== 'heal' && verb !== 'migrate');
}
