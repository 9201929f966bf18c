import { newestFirst } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { ListRows, Scope } from '../../kind.ts';
import { daysLeft, retentionDaysIn } from '../layout/layout.ts';
import { type DaysLeft, MAX_WHOLE_BYTES, viewOf } from './file-view.ts';
import { listedFile } from './listed-file.ts';
import { successionOf } from './succession.ts';

/** Rows from both ends of sessions. Small sessions and those that are no file of lines are opened to count messages. */
export function claudeRows(scope: Scope): ListRows {
  const listed = { ...scope, daysLeft: daysLeftIn(scope) };
  return {
    row: (id, part) => {
      if (part.size <= MAX_WHOLE_BYTES) return null;
      const file = listedFile(part);
      if (file.shape() !== null) return null;
      return viewOf(listed, id, file, () => successionOf(scope, file));
    },
    order: newestFirst,
  };
}

export function daysLeftIn(scope: Pick<Scope, 'common' | 'site' | 'now'>): DaysLeft {
  const retentionDays = once(() => retentionDaysIn(scope.common));
  return (mtime) => (scope.site.shape === 'home' ? daysLeft(scope, retentionDays(), mtime) : null);
}
