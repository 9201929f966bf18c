import { digestOf } from '../../src/io/disk/digest.ts';
import type { Change, PlanHeader, Step } from '../../src/model/plan.ts';

/** Text as bytes. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** A Change of these steps, about the file it is named for. */
export function changeOf(path: string, steps: readonly Step[], extra: Partial<Change> = {}): Change {
  const base = { kind: 'fnord', project: null, ids: [path], path, codes: [], steps, locks: [], keep: 'link' } as const;
  return { ...base, ...extra };
}

/** A Change that puts text over text. */
export function replaceText(path: string, was: string, becomes: string, extra: Partial<Change> = {}): Change {
  const content = { from: 'bytes', bytes: bytesOf(becomes) } as const;
  return changeOf(path, [{ do: 'put', path, was: digestOf(bytesOf(was)), content }], extra);
}

/** A Change that puts text where nothing was. */
export function createText(path: string, text: string): Change {
  return changeOf(path, [{ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: bytesOf(text) } }]);
}

/** A Change that removes a file. */
export function removeText(path: string, was: string): Change {
  return changeOf(path, [{ do: 'remove', what: 'file', path, was: digestOf(bytesOf(was)) }]);
}

/** The header of a plan for a root. */
export function headerOf(root: string): PlanHeader {
  return { plan: 1, command: 'heal', kind: 'fnord', root, madeAt: 1_790_000_000 };
}
