import type { Edit } from '../../../codecs/edit.ts';
import { cmd, PHASE, type Sentence, sentence } from '../../../model/command.ts';
import { type Code, codesOf, findingCount } from '../../../model/finding.ts';
import { type AskFor, type Refusal, refused } from '../../decision.ts';
import type { FileDraft } from '../../engine/change/draft.ts';
import {
  type PassOptions as EngineOptions,
  ifWanted,
  type PassResult,
  type Repair,
  runFilePasses,
} from '../../engine/change/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import { isOnDisk } from '../checks/copies.ts';
import { tenexFault } from '../checks/document/faults.ts';
import { judgeTenex } from '../checks/document/judge.ts';
import { refusals } from '../checks/document/refusals.ts';
import type { TenexDocument } from '../document.ts';
import { namesItself } from '../layout/layout.ts';
import { type DecodedTenex, decodeTenex } from '../read/decoded.ts';

export interface TenexOptions extends EngineOptions<FileFinding> {
  readonly id: string;
  /** The title in the index; null for none. */
  readonly title: string | null;
  readonly phase: string | null;
  /** True for the id of another conversation, in the index or on disk: it must stay inside. */
  isTaken(id: string): boolean;
  /** Lower-case phases and their new names. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** The phase for a conversation that has none. */
  readonly givenPhase: string | null;
  /** In whole Unix seconds. */
  readonly now: number;
}

/** Makes edits on the result of the passes before; null for none. */
export type TenexPass = (document: DecodedTenex, options: TenexOptions) => Repair<readonly Edit[]> | Refusal | null;

export type PassedTenex = PassResult<FileDraft, DecodedTenex>;

/** Looks at the edited file, which the answer must not hold. With `holds` it may: then a large file is held twice. */
export interface EditedFileCheck<T> {
  readonly at: (passed: PassedTenex) => T | Refusal;
  readonly holds?: true;
}

export function runTenexPasses<T>(
  document: DecodedTenex,
  passes: readonly TenexPass[],
  options: TenexOptions,
  check: EditedFileCheck<T>,
): T | Refusal {
  const { id, now } = options;
  const reader = {
    open: decodeTenex,
    findings: (doc: DecodedTenex) => judgeTenex(doc, { id, now, signatures: null }).findings,
    large: check.holds && Number.POSITIVE_INFINITY,
  };
  const steps = passes.map((pass) =>
    ifWanted(({ doc }: { readonly doc: DecodedTenex }, more: TenexOptions) => pass(doc, more)),
  );
  return runFilePasses({ bytes: document.bytes, doc: document }, reader, steps, options, check.at);
}

export function loadRefusal(document: DecodedTenex): Refusal {
  const fault = tenexFault(document);
  if (fault !== null) return refused({ codes: [fault.code], reason: `${fault.detail}, so TENEX cannot read it` });
  const verdict = document.verdict();
  const found = refusals(document, verdict.stage === 'schema' ? verdict.issues() : []);
  const [first] = found;
  if (first === undefined) return refused({ codes: ['TX107'], reason: 'would still not load' });
  const codes = codesOf(found);
  const all = found.reduce((sum, each) => sum + findingCount(each), 0);
  const more = all === 1 ? '' : ` (and ${all - 1} more)`;
  return refused({
    codes,
    reason: sentence`${first.detail}${more}${HELP[first.code] ?? ', so TENEX cannot read it'}`,
  });
}

const HELP: Partial<Record<Code, Sentence>> = {
  TX104: '',
  TX105: sentence`: name one with ${cmd`migrate --phase ${PHASE}`}`,
  TX110: sentence`: ${cmd`migrate`} writes its events as texts`,
  TX111: sentence`: ${cmd`migrate`} gives it what later ones have`,
};

export function tenexOptions(
  { id, entries, index, scope }: TenexDocument,
  ask: AskFor<'heal' | 'migrate'>,
): TenexOptions {
  const { mapPhase, lossy } = ask;
  const givenPhase = ask.verb === 'migrate' ? ask.phase : null;
  return {
    id,
    title: entries[0]?.title ?? null,
    phase: entries[0]?.phase ?? null,
    isTaken: (other) => !namesItself(scope.site, id) || isOnDisk(other, { index, scope }),
    mapPhase,
    givenPhase: givenPhase?.toLowerCase() ?? null,
    only: ask.verb === 'heal' ? ask.only : null,
    lossy,
    now: scope.now,
  };
}
