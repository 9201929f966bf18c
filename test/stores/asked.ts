import { schnorr } from '@noble/curves/secp256k1.js';
import type { KindName } from '../../src/model/kinds.ts';
import type { Change } from '../../src/model/plan.ts';
import { changeOf } from '../../src/ops/change/carry-out.ts';
import { claudeVerbs } from '../../src/stores/claude/change/decide.ts';
import { judgeClaude } from '../../src/stores/claude/checks/judge.ts';
import { beginClaude } from '../../src/stores/claude/index.ts';
import { codexVerbs } from '../../src/stores/codex/change/decide.ts';
import { judgeCodex } from '../../src/stores/codex/checks/judge.ts';
import { beginCodex } from '../../src/stores/codex/index.ts';
import { zstdInflater } from '../../src/stores/codex/read/inflate.ts';
import { copilotVerbs } from '../../src/stores/copilot/change/decide.ts';
import { judgeCopilot } from '../../src/stores/copilot/checks/judge.ts';
import { beginCopilot } from '../../src/stores/copilot/index.ts';
import type { Ask, NotChanged, UnitChange, UnitDecision } from '../../src/stores/decision.ts';
import { decidingScope } from '../../src/stores/define-kind.ts';
import { fnordVerbs } from '../../src/stores/fnord/change/decide.ts';
import { fnordUnitFindings } from '../../src/stores/fnord/checks/conversation-findings.ts';
import { beginFnord } from '../../src/stores/fnord/index.ts';
import { geminiVerbs } from '../../src/stores/gemini/change/decide.ts';
import { judgeGemini } from '../../src/stores/gemini/checks/judge.ts';
import { beginGemini } from '../../src/stores/gemini/index.ts';
import type { DecidingScope, Document, Kind, Scope, Unit } from '../../src/stores/kind.ts';
import { piVerbs } from '../../src/stores/pi/change/decide.ts';
import { judgePi } from '../../src/stores/pi/checks/judge.ts';
import { beginPi } from '../../src/stores/pi/index.ts';
import { qwenVerbs } from '../../src/stores/qwen/change/decide.ts';
import { judgeQwen } from '../../src/stores/qwen/checks/judge.ts';
import { beginQwen } from '../../src/stores/qwen/index.ts';
import { raoVerbs } from '../../src/stores/rao/change/decide.ts';
import { judgeRao } from '../../src/stores/rao/checks/unit-findings.ts';
import { beginRao } from '../../src/stores/rao/index.ts';
import { tenexVerbs } from '../../src/stores/tenex/change/decide.ts';
import { tenexUnitFindings } from '../../src/stores/tenex/checks/unit-findings.ts';
import { beginTenex } from '../../src/stores/tenex/index.ts';
import { SignatureVerifier } from '../../src/stores/tenex/read/events/signatures.ts';
import { KINDS } from '../kinds.ts';

const inflate = await zstdInflater();

/** A decision with the Change that ops makes of it by itself. */
export type Outcome = NotChanged | Made | Joined;

/** A piece that waits for the others of its scope. */
export interface Joined extends Omit<UnitChange, 'state'> {
  readonly state: 'joined';
}

/** A piece and its Change. */
export interface Made extends UnitChange {
  readonly change: Change;
}

/** A document that is asked for one verb after the other. */
export interface Asked extends Document {
  change(ask: Ask): Outcome;
}

/** What a scope was closed with, and the Change that this comes to. */
export type Closing =
  | NotChanged
  | (Pick<Made, 'state' | 'change' | 'before' | 'after' | 'notes'> & { readonly state: 'changed' });

/** A session at once: kinds begin asynchronously only to load code. */
export function beginNow(kind: KindName, scope: Scope): DecidingScope {
  if (kind === 'codex') return decidingScope(beginCodex(scope, inflate), judgeCodex, codexVerbs);
  if (kind === 'gemini') return decidingScope(beginGemini(scope), judgeGemini, geminiVerbs);
  if (kind === 'pi') return decidingScope(beginPi(scope), judgePi, piVerbs);
  if (kind === 'copilot') return decidingScope(beginCopilot(scope), judgeCopilot, copilotVerbs);
  if (kind === 'qwen') return decidingScope(beginQwen(scope), judgeQwen, qwenVerbs);
  if (kind === 'claude') return decidingScope(beginClaude(scope), judgeClaude, claudeVerbs);
  if (kind === 'fnord') return decidingScope(beginFnord(scope), fnordUnitFindings, fnordVerbs);
  if (kind === 'rao') return decidingScope(beginRao(scope), judgeRao, raoVerbs);
  const signatures = scope.signatures ? new SignatureVerifier(schnorr) : null;
  return decidingScope(beginTenex(scope, signatures), tenexUnitFindings, tenexVerbs);
}

/** Opens a unit, and lets the session note it. */
export function openNoted(session: DecidingScope, unit: Unit, kind: KindName): Asked {
  const document = session.open(unit);
  session.addFacts(document.facts());
  return asked(session, document, kind);
}

/** The document, with what each verb comes to by itself. */
export function asked(session: DecidingScope, document: Document, name: KindName): Asked {
  const change = (ask: Ask): Outcome => outcomeOf(session.decide(document, ask, []), name);
  return Object.assign(Object.create(document), { change });
}

/** A decision with its Change. */
export function outcomeOf({ id, outcome }: UnitDecision, name: KindName): Outcome {
  if (outcome.state !== 'changed') return outcome;
  if (outcome.isJoint) return { ...outcome, state: 'joined' };
  return { ...outcome, change: changeOf(kindNamed(name), '', [{ id, change: outcome }], null) };
}

/** What closing a scope comes to: nothing, a refusal, or one Change of all that is made together. */
export function closings(
  session: DecidingScope,
  name: KindName,
  ask: Ask,
  decided: readonly UnitDecision[],
  whole: boolean,
): readonly Closing[] {
  const around = session.close(ask, decided, whole);
  if (around.state === 'unchanged') return [];
  if (around.state !== 'changed') return [around];
  const pieces = decided.flatMap(({ id, outcome }) =>
    outcome.state === 'changed' && outcome.isJoint ? [{ id, change: outcome }] : [],
  );
  const change = changeOf(kindNamed(name), '', pieces, around);
  const { before, after } = change.counts ?? {};
  if (before === undefined || after === undefined) throw new Error('every Change of a scope is counted');
  return [{ state: 'changed', change, before, after, notes: around.notes }];
}

function kindNamed(name: KindName): Kind {
  const kind = KINDS.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}
