import { sourceOf } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { copied } from '../../engine/steps.ts';
import { NO_COPY } from '../../engine/verbs.ts';
import type { NotChanged, Part, UnitChange } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { rewrittenFile, type SessionFile } from '../read/session-file.ts';
import { copilotCounts } from './pass.ts';

/** Gives the events of a session the bytes of a copy that the program put aside; the copy stays. */
export function restoreFromCopy(document: CopilotDocument, from: string): UnitChange | NotChanged {
  const name = baseName(from);
  for (const file of document.files) {
    const copy = file.backups.find(({ path }) => baseName(path) === name);
    if (copy !== undefined) return refusedInUse(document) ?? restored(file, copy);
  }
  return NO_COPY;
}

function restored(file: SessionFile, copy: Part): UnitChange | NotChanged {
  const { part } = file;
  const source = sourceOf(copy);
  if (part.type !== 'file' || copy.type !== 'file') return refused(throughLink());
  if (source === null) return refused({ path: copy.path, reason: 'cannot be read' });
  if (copy.digest() === part.digest()) return unchanged('has the bytes of that copy');
  if (isOtherThan(baseName(copy.path), copy.digest()))
    return refused({ path: copy.path, reason: 'does not hold the bytes that its name says', unsafe: true });
  const steps = [{ do: 'put', path: part.path, was: part.digest(), content: copied(copy, []) }] as const;
  const [before, after] = [copilotCounts(file), copilotCounts(rewrittenFile(file, source))];
  const notes = [`has the bytes of ${copy.path}; what was there is kept with the run`];
  return unitChange({ path: part.path, steps, before, after, notes });
}

/** The program ends the name with the digest. */
function isOtherThan(name: string, digest: string): boolean {
  const [said = digest] = /[0-9a-f]{64}$/.exec(name) ?? [];
  return said !== digest;
}
