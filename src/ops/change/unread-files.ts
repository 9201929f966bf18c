import { ruleOf } from '../../model/finding.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { itemOf, type Ledger } from './ledger.ts';

/** Files that the survey could not read: no change may depend on them. */
export interface UnreadFiles {
  /** Enters a finding that reports something unjudged. False for others. */
  enter(event: Pick<EventOf<'finding'>, 'site' | 'scope' | 'finding'>, ledger: Ledger): boolean;
  has(scope: string, id: string): boolean;
  /** Why a folder or shared file could not be read, as a clause; null if all were read. */
  blind(): string | null;
}

export function noneUnread(): UnreadFiles {
  const units = new Set<string>();
  let blind: string | null = null;
  return {
    enter: ({ site, scope, finding }, ledger) => {
      const { code, id, path, detail: reason, trace } = finding;
      const { unjudged, isOfAny } = ruleOf(code);
      if (unjudged !== true) return false;
      if (id !== null) units.add(`${scope}/${id}`);
      else if (isOfAny) blind ??= `${path === '' ? 'the store' : path} ${reason}`;
      const traced = trace === undefined ? {} : { trace, notes: [DEBUG_HINT] };
      ledger.enter(itemOf(site, scope, id, path, { state: 'failed', codes: [code], reason, ...traced }));
      return true;
    },
    has: (scope, id) => units.has(`${scope}/${id}`),
    blind: () => blind,
  };
}

const DEBUG_HINT = 'the same command with --dry-run --debug shows where in convo, and changes nothing';
