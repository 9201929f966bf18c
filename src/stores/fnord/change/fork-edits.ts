import type { Edit } from '../../../codecs/edit.ts';
import { insertMember, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, isArray, isString, member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { AskFor } from '../../kind.ts';
import type { Decoded } from '../decode/decode.ts';
import { scopeOf } from '../hydrate/memory.ts';
import { worktreeOf } from './delete.ts';

/** What a fork changes in a v1 document: its time, its session memories, and the approvals when they are not wanted. */
export function forkEdits(
  { body }: Decoded,
  { now, dropApprovals }: Pick<AskFor<'fork'>, 'now' | 'dropApprovals'>,
): Edit[] {
  if (body === null) return [];
  const time = member(body, 'timestamp');
  const memory = member(body, 'memory');
  return [
    ...(time === null ? [] : [replaceValue(time, String(now))]),
    ...(memory === null ? [] : elements(memory).flatMap(setAside)),
    ...(dropApprovals ? withoutApprovals(body) : []),
  ];
}

/** fnord lets the fork not learn again what its source remembers. */
function setAside(memory: Value): Edit[] {
  if (scopeOf(memory) !== 'session') return [];
  const status = member(memory, 'index_status');
  if (status === null) return [insertMember(memory, 'index_status', '"ignore"')];
  return isString(status) && textOf(status) === 'ignore' ? [] : [replaceValue(status, '"ignore"')];
}

const APPROVALS = 'session_shell_approvals';

function withoutApprovals(body: Value): Edit[] {
  const metadata = member(body, 'metadata');
  if (metadata === null) return [];
  const keys = members(metadata)
    .filter(({ key }) => textOf(key) === APPROVALS)
    .map(({ key }) => key);
  return keys.length === 0 ? [] : removeMembers(metadata, keys);
}

/** What a fork takes along that a person should know of. */
export function carriedNotes(document: Decoded): string[] {
  const metadata = document.body === null ? null : member(document.body, 'metadata');
  const approvals = metadata === null ? null : member(metadata, APPROVALS);
  const worktree = worktreeOf(document);
  return [
    ...(isArray(approvals) && elements(approvals).length > 0
      ? [
          'takes along the approvals of shell commands: fnord will run them without asking (--drop-approvals leaves them out)',
        ]
      : []),
    ...(worktree === null ? [] : [`names the worktree ${worktree} too: both conversations will work in it`]),
  ];
}
