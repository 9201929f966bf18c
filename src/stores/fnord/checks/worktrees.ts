import { isString, member, spanOf, textOf } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import type { FnordDocument } from '../document.ts';

/** Worktrees named and not there, or there and not named (docs/formats/fnord.md, "Worktrees"). */
export function* worktreeFindings(document: FnordDocument): Generator<Finding> {
  const { unit, active, archived } = document;
  const folder = unit.parts.find(({ role }) => role === 'worktree');
  if (folder === undefined) yield* gone(document);
  else if (active === null && archived === null) {
    const base = { id: unit.id, path: folder.path, at: null, offset: null };
    yield { ...base, code: 'FN204', owner: 'reads', detail: 'is a worktree without a conversation' };
  }
}

/** Only a worktree inside this project's store can be looked for; the home may have been moved since. */
function* gone({ unit, scope, active }: FnordDocument): Generator<Finding> {
  const { shape, file } = scope.site;
  const body = active?.decoded()?.body ?? null;
  if (active === null || body === null || file !== null || (shape !== 'home' && shape !== 'project')) return;
  const metadata = member(body, 'metadata');
  const worktree = metadata === null ? null : member(metadata, 'worktree');
  const path = worktree === null ? null : member(worktree, 'path');
  if (!isString(path) || !textOf(path).endsWith(`/${scope.name}/worktrees/${unit.id}`)) return;
  const at = { at: '/metadata/worktree/path', offset: spanOf(path).start };
  yield {
    ...at,
    code: 'FN203',
    id: unit.id,
    path: active.part.path,
    owner: 'reads',
    detail: 'names a worktree that is gone',
  };
}
