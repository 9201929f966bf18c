import type { Code } from '../../../model/findings.ts';
import type { Step } from '../../../model/plan.ts';
import type { Refusal } from '../../decided.ts';
import type { AskFor, Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { edited, editFiles, leftAsItLies, type Settled } from './healing/edit-files.ts';
import { healCopies } from './healing/heal-copies.ts';
import { healFile } from './healing/heal-file.ts';
import { hintsOf } from './healing/hints.ts';
import type { Owed } from './outcome.ts';

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

/** Leftovers of one id on their way out. */
interface Cleared {
  readonly path: string | null;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

const NOTHING: Cleared = { path: null, steps: [], codes: [], notes: [] };

/** Moves the temporary files of a conversation that TENEX can load into the journal; of another they may be all that is left. */
function clearLeftovers({ unit }: TenexDocument, only: readonly string[] | null, loads: boolean): Cleared {
  const rests = unit.parts.filter(({ role, type }) => role === 'temporary' && type === 'file');
  if (!loads || rests.length === 0 || !(only?.includes('TX401') ?? true)) return NOTHING;
  return {
    path: rests[0]?.path ?? null,
    steps: rests.map((part): Step => ({ do: 'remove', what: 'file', path: part.path, was: part.print() })),
    codes: ['TX401'],
    notes: rests.map(
      ({ path }) => `${path} is a temporary file of a conversation that is whole: goes into the journal`,
    ),
  };
}
