import { quote } from '../../../codecs/json/quote.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { member, members, root, spanOf, textOf } from '../../../codecs/json/value.ts';
import type { Step } from '../../../model/plan.ts';
import { refused, unchanged } from '../../decided.ts';
import { replacing } from '../../engine/range-edits.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged, Part, SharedChange } from '../../kind.ts';
import { rebased } from '../../path.ts';
import { registered } from '../layout/projects.ts';
import type { GeminiScope } from '../read/document.ts';

/** Writes the new folder of a project into the registry and the marks, by which the program finds its sessions. */
export function rehomeGemini(scope: GeminiScope, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const to = scope.folder === null ? null : rebased(scope.folder, moved);
  if (scope.folder === null || to === null || to === scope.folder) return unchanged();
  const registry = scope.common?.find(({ role }) => role === 'registry');
  const known = registered(registry);
  if (known === null) return refused({ path: registry?.path ?? '', codes: ['GM306'], reason: 'is not whole JSON' });
  if ([...known].some(([slug, folder]) => folder === to && slug !== scope.name))
    return refused({ path: registry?.path ?? '', reason: `has another project for ${to}` });
  const marks = scope.shared.filter(({ role, bytes }) => role.endsWith('mark') && bytes !== null);
  const steps = [...entrySteps(registry, scope.name, to), ...marks.map((mark) => markStep(mark, to))];
  if (steps.length === 0) return unchanged();
  const path = registry?.path ?? marks[0]?.path ?? '';
  return { state: 'changed', path, first: steps, last: [], codes: [], notes: [`${scope.folder} is now ${to}`] };
}

function entrySteps(registry: Part | undefined, slug: string, to: string): Step[] {
  if (registry?.bytes == null) return [];
  const all = members(member(root(scan(registry.bytes)), 'projects', 'last'));
  const own = all.filter(({ value }) => textOf(value) === slug);
  const edits = own.map(({ key }) => {
    const { start, end } = spanOf(key);
    return replacing(start, end - start, quote(to));
  });
  return edits.length === 0 ? [] : [withEdits(registry, edits)];
}

function markStep(mark: Part, to: string): Step {
  return withEdits(mark, [replacing(0, mark.size, to)]);
}
