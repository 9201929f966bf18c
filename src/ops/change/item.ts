import type { ChangeItem } from '../../model/change-report.ts';
import type { Site } from '../../stores/kind.ts';
import { locatePath } from '../survey/locate.ts';

type What = Omit<ChangeItem, 'kind' | 'project' | 'id' | 'path'>;

/** An item of the report; `path` is relative to the site's root. */
export function itemOf(site: Site, scope: string | null, id: string | null, path: string, what: What): ChangeItem {
  const project = scope === '' ? null : scope;
  return { kind: site.kind, project, id, path: locatePath(site, path), ...what };
}
