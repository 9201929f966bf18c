import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import type { Job } from '../job.ts';
import type { ProgressLine } from '../progress.ts';
import type { Selection } from '../scope.ts';
import { consentTo, forewarn } from './consent.ts';

interface Asking {
  /** Nobody has agreed yet. */
  readonly mustAsk: boolean;
  readonly scope: Selection;
  readonly line: ProgressLine;
  /** All changes in all stores, with edits; reads only. */
  preview(): Promise<ChangeReport>;
}

/** One question for all stores. */
interface Question {
  /** Asks first if there are several stores. Throws Failure `usage` when declined. */
  before(): Promise<void>;
  /** Consent for one store. Throws Failure `refused` for changes that were not shown. */
  agree(planned: ChangeReport): Promise<boolean>;
}

export function oneQuestion(job: Job, { mustAsk, scope, line, preview }: Asking): Question {
  let shown: ReadonlySet<string> | null = null;
  const asked = async (planned: ChangeReport, details: () => Promise<ChangeReport>): Promise<boolean> => {
    await line.clear();
    const agreed = await consentTo(job, planned, {
      scope,
      details: async () => {
        const report = await details();
        await line.clear();
        return report;
      },
    });
    if (agreed) line.deciding();
    return agreed;
  };
  return {
    before: async () => {
      if (!mustAsk || scope.reading.sites.length < 2) return;
      const planned = await preview();
      if (planned.changed > 0 && !(await asked(planned, async () => planned)))
        throw new Failure('usage', 'declined: nothing was changed');
      shown = new Set(changesIn(planned));
    },
    agree: async (planned) => {
      if (mustAsk && shown === null) return asked(planned, preview);
      if (shown === null) {
        await line.clear();
        await forewarn(job, planned);
        line.deciding();
      } else if (!changesIn(planned).every((text) => shown?.has(text)))
        throw new Failure(
          'refused',
          `${planned.items[0]?.root} has changed since the question`,
          'Give the command again.',
        );
      return true;
    },
  };
}

/** As comparable text. */
function changesIn({ items }: ChangeReport): string[] {
  const changed = items.filter(({ state }) => state === 'changed');
  return changed.map(({ kind, root, path, id, codes, counts }) =>
    JSON.stringify([kind, root, path, id, codes, counts]),
  );
}
