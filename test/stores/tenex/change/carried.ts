import { checkChange } from '../../../../src/model/check-change.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import type { Change } from '../../../../src/model/plan.ts';
import type { Ask } from '../../../../src/stores/decision.ts';
import { tenex } from '../../../../src/stores/tenex/index.ts';
import { type AnyAsk, ask } from '../../ask.ts';
import type { Closing, Outcome } from '../../asked.ts';
import { openSite } from '../../open-site.ts';
import { carryOut, decide, type UnitChangeInit } from './project.ts';

/** Decides and carries out: every document's Change, then those of the scope. */
export function carried(
  project: string,
  verb: Ask['verb'],
  more: AnyAsk = {},
  ids: readonly string[] | null = null,
): UnitChangeInit {
  const decision = decide(project, ask(verb, more), ids);
  for (const change of changesOf(decision)) {
    checkChange(change);
    carryOut(project, change.steps);
  }
  return decision;
}

/** The Changes of a decision, in the order in which they are carried out. */
export function changesOf({ outcomes, closings }: UnitChangeInit): Change[] {
  return [...outcomes.values(), ...closings].flatMap((each) => (each.state === 'changed' ? [each.change] : []));
}

/** What a decision says of one document, or of the scope. */
export function saidOf(outcome: Outcome | Closing | undefined): string {
  if (outcome === undefined) return 'nothing';
  if (outcome.state === 'changed') return `changed ${outcome.change.codes.join(' ')}: ${outcome.notes.join('; ')}`;
  return 'reason' in outcome && outcome.reason !== null
    ? `${outcome.state}: ${sentenceText(outcome.reason)}`
    : outcome.state;
}

/** The codes found in a project, sorted, each once. */
export function codesIn(project: string): string[] {
  return [...new Set(openSite(tenex, project).findings.map(({ code }) => code))].sort();
}
