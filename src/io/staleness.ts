import { join } from 'node:path';
import { pathTurnover } from '../model/check-change.ts';
import type { Change, Content, Digest, Step } from '../model/plan.ts';
import { digestAt } from './disk/digest.ts';
import { NotAsPlanned } from './disk/not-as-planned.ts';
import { targetIn } from './disk/target.ts';
import type { ReadDisk } from './disk.ts';

/** Why a Change no longer fits the disk; null if it fits. Reads only. */
export function staleness(disk: ReadDisk, root: string, { steps }: Change): string | null {
  const emptied = new Set<string>();
  for (const step of steps) {
    for (const { path, was } of expectations(step)) {
      if (was === 'absent' && emptied.has(path)) continue;
      const reason = expectationFault(disk, root, path, was);
      if (reason !== null) return reason;
    }
    emptied.add(pathTurnover(step).empties ?? '');
  }
  return null;
}

function expectationFault(disk: ReadDisk, root: string, path: string, was: string): string | null {
  try {
    const now = digestAt(disk, targetIn(disk, root, path));
    if (now === was) return null;
    if (was === 'absent') return `${join(root, path)} exists already`;
    return `${join(root, path)} ${now === 'absent' ? 'is gone' : 'was changed since'}`;
  } catch (error) {
    if (error instanceof NotAsPlanned) return `${join(root, path)} ${error.message}`;
    throw error;
  }
}

interface Expectation {
  readonly path: string;
  readonly was: Digest | 'absent';
}

function expectations(step: Step): readonly Expectation[] {
  if (step.do === 'put') return [step, ...copied(step.content)];
  if (step.do === 'plant')
    return [{ path: step.path, was: 'absent' }, ...step.files.flatMap((file) => copied(file.content))];
  if (step.do === 'remove') return [step];
  return [
    { path: step.from, was: step.was },
    { path: step.to, was: 'absent' },
  ];
}

function copied(content: Content): readonly Expectation[] {
  return content.from === 'copy' ? [content] : [];
}
