import type { Refusal } from '../../decided.ts';
import type { AskFor, Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { clearLeftovers } from './healing/clear-leftovers.ts';
import { editFiles, type Settled } from './healing/edit-files.ts';
import { edited, leftAsItLies } from './healing/edited.ts';
import { healCopies } from './healing/heal-copies.ts';
import { healFile } from './healing/heal-file.ts';
import { hintsOf } from './healing/hints.ts';
import type { Owed } from './owed.ts';

/**
 * Heals what TENEX has of one id: its files, then what was left behind beside them. The index follows when the scope is closed.
 * While a conversation cannot be healed its leftovers stay, because a temporary file may hold the last good copy.
 */
export function heal(document: TenexDocument, ask: AskFor<'heal'>): Decided<Owed> {
  const files = healFiles(document, ask);
  if ('reason' in files) return leftAsItLies(document, files);
  const loads = files.left.document?.verdict().stage === 'ok';
  const rest = clearLeftovers(document, ask.only, loads);
  return edited(
    document,
    {
      ...files,
      path: files.path ?? rest.path,
      steps: [...files.steps, ...rest.steps],
      codes: [...files.codes, ...rest.codes],
      notes: [...files.notes, ...rest.notes],
    },
    ask,
  );
}

function healFiles(document: TenexDocument, ask: AskFor<'heal'>): Settled | Refusal {
  const { active, archived } = document;
  const hints = hintsOf(document, ask);
  const { only } = ask;
  if (active !== null && archived !== null && (only === null || only.includes('TX309') || only.includes('TX310')))
    return healCopies(document, { active, archived }, (decoded) => healFile(decoded, hints), ask.lossy);
  return editFiles(document, (decoded) => healFile(decoded, hints));
}
