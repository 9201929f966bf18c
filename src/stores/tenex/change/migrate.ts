import type { AskFor, Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { edited, editFiles, leftAsItLies } from './healing/edit-files.ts';
import { hintsOf } from './healing/hints.ts';
import { migrateFile } from './healing/migrate-file.ts';
import type { Owed } from './outcome.ts';

/** The shape that the adapter of August 2025 loads. */
const TARGET = 'tenex-e5';

/** Takes the files of one id to the shape of August 2025; the index follows when the scope is closed. */
export function migrate(document: TenexDocument, ask: AskFor<'migrate'>): Decided<Owed> {
  const { active, archived } = document;
  const to = ask.to ?? TARGET;
  if (to !== TARGET)
    return leftAsItLies(document, { codes: [], reason: `cannot become ${to}: TENEX stores are migrated to ${TARGET}` });
  const hints = hintsOf(document, ask);
  const files = editFiles(document, (decoded) => migrateFile(decoded, hints));
  if ('reason' in files) return leftAsItLies(document, files);
  const nothing = active === null && archived === null ? null : `is what ${TARGET} loads already`;
  return edited(document, files, ask, nothing);
}
