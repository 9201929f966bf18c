import type { Edit } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isString, member, members, quote, root, spanOf, textOf } from '../../../codecs/json/value.ts';
import { rebasedPath } from '../../../model/path.ts';
import { refused, unchanged } from '../../decided.ts';
import { replacing } from '../../engine/range-edits.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged, Part, SharedChange } from '../../kind.ts';
import type { GeminiScope } from '../document.ts';
import { registered } from '../layout/projects.ts';

/**
 * Writes the new folders of projects into the registry and the marks, by which the program finds their sessions. The registry is of all
 * projects, and a run writes to a file once: it is written with its own scope.
 */
export function rehomeGemini(scope: GeminiScope, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const whole = scope.shared.find(({ role }) => role === 'registry');
  if (whole !== undefined) return rehomeRegistry(whole, moved);
  const to = scope.folder === null ? null : rebasedPath(scope.folder, moved);
  if (scope.folder === null || to === null || to === scope.folder) return unchanged();
  const registry = scope.common?.find(({ role }) => role === 'registry');
  const known = registered(registry);
  if (known === null) return refused({ path: registry?.path ?? '', codes: ['GM306'], reason: 'is not whole JSON' });
  if ([...known].some(([slug, folder]) => folder === to && slug !== scope.name))
    return refused({ path: registry?.path ?? '', reason: `has another project for ${to}` });
  const marks = scope.shared.filter(({ role, bytes }) => role.endsWith('mark') && bytes !== null);
  if (marks.length === 0) return unchanged();
  const steps = marks.map((mark) => withEdits(mark, [replacing(0, mark.size, to)]));
  return rehomed(steps, [`${scope.folder} is now ${to}`]);
}

/** Refuses entries that would collide with another project's. */
function rehomeRegistry(registry: Part, moved: AskFor<'rehome'>['moved']): SharedChange | NotChanged {
  if (registry.bytes === null || registered(registry) === null) return unchanged();
  const entries = members(member(root(scan(registry.bytes)), 'projects', 'last')).filter(({ value }) =>
    isString(value),
  );
  const taken = new Set(entries.map(({ key }) => textOf(key)));
  const edits: Edit[] = [];
  const notes: string[] = [];
  for (const { key } of entries) {
    const folder = textOf(key);
    const to = rebasedPath(folder, moved);
    if (to === null || taken.has(to)) continue;
    const { start, end } = spanOf(key);
    edits.push(replacing(start, end - start, quote(to)));
    notes.push(`${folder} is now ${to}`);
  }
  return edits.length === 0 ? unchanged() : rehomed([withEdits(registry, edits)], notes);
}

function rehomed(steps: readonly PutStep[], notes: readonly string[]): SharedChange {
  return { state: 'changed', path: steps[0]?.path ?? '', first: steps, last: [], codes: [], notes };
}

type PutStep = ReturnType<typeof withEdits>;
