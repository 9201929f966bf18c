import { type LinkedPath, linkFinder } from '../../io/disk/target.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { MAX_TITLE, type StepView } from '../../model/change-report.ts';
import { quotedWord } from '../../model/command.ts';
import { isQuietSince, STATE_TAKEN, type TimedFile } from '../../model/conversation.ts';
import { type Finding, isLossy, ruleOf } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import { mapBytes } from '../../model/plan.ts';
import {
  type Ask,
  type NotChanged,
  refused,
  type SharedChange,
  throughLink,
  type UnitChange,
  type UnitDecision,
} from '../../stores/decision.ts';
import type { DecidingScope, Document, Kind, Site } from '../../stores/kind.ts';
import type { UnitInStore } from '../reading.ts';
import { titleOf, unreadFinding } from '../survey/judge-unit.ts';
import { canBringErrors, errorsAddedBy, type Inspection, inspect, inspectAfter, isReadable } from './new-errors.ts';
import { goneText, readText, stepViews, wordsInSteps } from './step-views.ts';

export interface DecideUnitOptions {
  readonly ask: Ask;
  /** Only units without messages after this (Unix seconds) in files that the verb takes; null for all. */
  readonly quietSince: number | null;
  readonly dryRun: boolean;
  /** New errors are looked for in a preview of the whole scope, not here. */
  readonly previewsErrors: boolean;
}

/**
 * A verb's decision on a unit, as plain values, for threads. `decision`: null for a unit with messages after `quietSince`, or if convo
 * fails on it.
 */
export interface DecidedUnit {
  readonly id: string;
  readonly path: string;
  readonly title: string | null;
  readonly conversations: number;
  readonly decision: UnitDecision | null;
  readonly steps: readonly StepView[] | null;
  readonly newErrors: readonly Finding[];
  readonly inspection: Inspection | null;
  readonly failed?: Finding;
}

export type DecideUnit = (
  subject: UnitInStore,
  options: DecideUnitOptions,
  soFar: readonly UnitDecision[],
) => DecidedUnit;

export function unitDecider(disk: ReadDisk, kind: Pick<Kind, 'layout'>, { root }: Site): DecideUnit {
  const linkTo = linkFinder(disk, root);
  return (subject, options, soFar) => {
    try {
      return decidedUnit(kind, subject, options, linkTo, soFar);
    } catch (error) {
      return failedUnit(subject, error);
    }
  };
}

/** The outcome for a file that changed while it was read, or on which convo fails. Throws other errors on. */
function failedUnit({ document: { id }, parts }: Pick<UnitInStore, 'document' | 'parts'>, error: unknown): DecidedUnit {
  const failed = unreadFinding(id, parts, error);
  const { path, code, detail } = failed;
  const plain = { id, path, title: null, conversations: 1, steps: null, newErrors: [], inspection: null };
  if (code !== 'ST007') return { ...plain, decision: null, failed };
  return { ...plain, decision: { id, outcome: refused({ codes: [code], reason: detail, unsafe: true }) } };
}

/** Passes a changed document to `ahead`. Convo may fail on it there, too. */
export function withPreview(
  unit: Pick<UnitInStore, 'document' | 'parts'>,
  decided: DecidedUnit,
  ahead: { change(document: Document): void } | null,
): DecidedUnit {
  try {
    if (decided.decision?.outcome.state === 'changed') ahead?.change(unit.document);
    return decided;
  } catch (error) {
    return failedUnit(unit, error);
  }
}

export function sharedChangeOf(
  { opened, shared }: { readonly opened: DecidingScope; readonly shared: readonly Part[] },
  ask: Ask,
  decisions: readonly UnitDecision[],
  sawAll: boolean,
): SharedChange | NotChanged {
  try {
    return opened.close(ask, decisions, sawAll);
  } catch (error) {
    const { code, detail } = unreadFinding(null, shared, error);
    return refused({ codes: [code], reason: detail, unsafe: true });
  }
}

function decidedUnit(
  kind: Pick<Kind, 'layout'>,
  subject: UnitInStore,
  options: DecideUnitOptions,
  linkTo: (path: string) => LinkedPath | null,
  soFar: readonly UnitDecision[],
): DecidedUnit {
  const { document, parts } = subject;
  const { id, conversations } = document;
  const path = conversations[0]?.path ?? parts[0]?.path ?? '';
  const { ask, quietSince } = options;
  const plain = {
    id,
    path,
    title: null,
    conversations: conversations.length,
    steps: null,
    newErrors: [],
    inspection: null,
  };
  if (quietSince !== null && !isQuiet(subject, ask.verb, quietSince)) return { ...plain, decision: null };
  const answer = subject.opened.decide(document, ask, soFar);
  const decided = withHealing(refuseThroughLinks(answer.outcome, { path, parts }, linkTo), document);
  const outcome = withWordsGone(decided, ask, parts);
  const decision = outcome === answer.outcome ? answer : { ...answer, outcome };
  const title = () => (conversations[0]?.path === path ? shortenedTitle(titleOf(document)) : null);
  if (outcome.state !== 'changed') {
    const inspection = ask.verb === 'heal' ? inspect(document) : null;
    const isNamed = outcome.state === 'refused' || (inspection?.findings.length ?? 0) > 0;
    return { ...plain, title: isNamed ? title() : null, decision, inspection };
  }
  const steps = options.dryRun ? stepViews(outcome.steps, (each) => readText(parts, each)) : null;
  const { newErrors, inspection } = inspectChange(kind, subject, options, outcome);
  return { id, path, title: title(), conversations: conversations.length, decision, steps, newErrors, inspection };
}

/** True if all files that the verb takes have no later messages: archive takes active files, restore archived ones, delete both. */
function isQuiet({ opened, document }: UnitInStore, verb: Ask['verb'], quietSince: number): boolean {
  const { conversations } = document;
  if (conversations.length === 0) return false;
  const files: readonly TimedFile[] = [...conversations, ...(opened.takenAlong?.(document) ?? [])];
  const side = STATE_TAKEN[verb];
  const onSide = files.filter(({ state }) => state === side);
  return (onSide.length === 0 ? files : onSide).every((file) => isQuietSince(file, quietSince));
}

/** Adds the words that can be read in lines that a heal removes. */
function withWordsGone(
  outcome: UnitDecision['outcome'],
  { verb }: Pick<Ask, 'verb'>,
  parts: readonly Part[],
): UnitDecision['outcome'] {
  if (verb !== 'heal' || outcome.state !== 'changed' || !outcome.codes.some(isLossy)) return outcome;
  const words = wordsInSteps(outcome.steps, (path) => readText(parts, path));
  return words.length === 0 ? outcome : { ...outcome, notes: [...outcome.notes, goneText(words)] };
}

/** Adds to a lossy heal that only it lets the program read some lines. */
function withHealing(outcome: UnitDecision['outcome'], document: Document): UnitDecision['outcome'] {
  if (outcome.state === 'changed' || outcome.healFirst !== true) return outcome;
  const rows = document.findings().map(({ code }) => ruleOf(code));
  const needsLossy = rows.some(({ hides, healing }) => hides !== undefined && healing === 'lossy');
  return needsLossy ? { ...outcome, healFirst: 'lossy' } : outcome;
}

function inspectChange(
  kind: Pick<Kind, 'layout'>,
  subject: UnitInStore,
  { ask, previewsErrors }: DecideUnitOptions,
  change: UnitChange,
): Pick<DecidedUnit, 'newErrors' | 'inspection'> {
  // A restored conversation keeps its errors.
  const isAlone =
    !previewsErrors && ask.verb !== 'restore' && !change.isJoint && change.into === 'store' && canBringErrors(change);
  const inspection = ask.verb === 'heal' ? joinedInspection(inspectAfter(kind, subject, change, inspect)) : null;
  if (!isAlone) return { newErrors: [], inspection };
  const isCopy = ask.verb !== 'heal' && change.newId !== null;
  const after = inspection ?? joinedInspection(inspectAfter(kind, subject, change, withoutFacts));
  return { newErrors: after === null ? [] : errorsAddedBy(subject, after, { ...change, isCopy }), inspection };
}

function withoutFacts(document: Document): Inspection {
  return { findings: document.findings(), facts: [], isReadable: isReadable(document) };
}

function joinedInspection(all: readonly Inspection[] | null): Inspection | null {
  if (all === null) return null;
  return {
    findings: all.flatMap(({ findings }) => findings),
    facts: all.flatMap(({ facts }) => facts),
    isReadable: all.every((each) => each.isReadable),
  };
}

/** Refuses a change of a file behind a link: the target has its own path. */
function refuseThroughLinks(
  outcome: UnitChange | NotChanged,
  { path, parts }: { readonly path: string; readonly parts: readonly Part[] },
  linkTo: (path: string) => LinkedPath | null,
): UnitChange | NotChanged {
  if (outcome.state !== 'changed' || outcome.into !== 'store') return outcome;
  const way = linkTo(path);
  if (way !== null) return refused({ reason: behindLink(way), unsafe: true });
  const links = new Set(parts.filter(({ type }) => type === 'link').map((part) => part.path));
  const isThrough = outcome.steps.some((step) => step.do === 'put' && step.was !== 'absent' && links.has(step.path));
  return isThrough ? refused({ ...throughLink(outcome.codes), path }) : outcome;
}

function behindLink({ link, real }: LinkedPath): string {
  return `is behind a link: ${link}; with \`--root ${quotedWord(real)}\` its own folder is changed`;
}

const TITLE = new RegExp(`^.{0,${MAX_TITLE}}`, 'su');

/** The beginning of a title. A copy, since a slice would keep the whole text in memory; one byte a character if possible. */
export function shortenedTitle(title: string | null): string | null {
  if (title === null) return null;
  const start = TITLE.exec(title.trimStart())?.[0] ?? '';
  const plain = Buffer.from(start, 'latin1').toString('latin1');
  return plain === start ? plain : Buffer.from(start, 'utf16le').toString('utf16le');
}

/** Options for threads; null if outcomes depend on other units. */
export function sendableOptions(options: DecideUnitOptions): DecideUnitOptions | null {
  const { ask } = options;
  if (options.previewsErrors) return null;
  if (ask.verb !== 'heal' && ask.verb !== 'migrate') return null;
  // Functions make new ids: neither verb calls them, and none can be sent.
  const members = Object.entries(ask).filter(([, value]) => typeof value !== 'function');
  return { ...options, ask: Object.fromEntries(members) as unknown as typeof ask };
}

/** For threads: outcomes hold no views of larger buffers, which would be sent whole. */
export function threadDecider(disk: ReadDisk, kind: Kind, site: Site): DecideUnit {
  const decideUnit = unitDecider(disk, kind, site);
  return (subject, options, soFar) => ownBuffers(decideUnit(subject, options, soFar));
}

function ownBuffers(decided: DecidedUnit): DecidedUnit {
  const { decision } = decided;
  if (decision === null || decision.outcome.state !== 'changed') return decided;
  const { outcome } = decision;
  return {
    ...decided,
    decision: { ...decision, outcome: { ...outcome, steps: outcome.steps.map((step) => mapBytes(step, inOwnBuffer)) } },
  };
}

function inOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
