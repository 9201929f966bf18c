import { windowsOf } from '../io/disk/file-source.ts';
import { filled } from '../model/command.ts';
import type { Conversation, Section, Transcript, View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { type Finding, further, type PlacedFinding } from '../model/finding.ts';
import { row } from '../model/findings.ts';
import { heldSource } from '../model/held-source.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import type { Part, Source } from '../model/part.ts';
import { VERIFY } from '../model/rules/next.ts';
import { said } from '../model/sentence.ts';
import type { TokenCount } from '../model/stats.ts';
import { bound } from '../stores/engine/bounded.ts';
import type { Document, TranscriptOptions } from '../stores/kind.ts';
import { toRead } from '../stores/on-demand.ts';
import { KeySet } from './key-set.ts';
import type { KnownId } from './known-ids.ts';
import type { Reading } from './reading.ts';
import { fingerprints } from './survey/fingerprint.ts';
import { judgeUnit } from './survey/judge-unit.ts';
import { locateFinding, locateIn, locateView } from './survey/locate.ts';
import { type SurveyOptions, survey } from './survey/survey.ts';
import type { EventOf } from './survey/survey-event.ts';
import { countedAnswers } from './survey/unit-tally.ts';
import { groupAnswers, TokenTally } from './token-tally.ts';

/** One conversation, read to be shown. */
export interface Shown {
  readonly conversation: Conversation;
  /** As far as the file can be understood. Throws Failure when nothing of it can be read. */
  transcript(asked?: Pick<TranscriptOptions, 'everything' | 'agent'>): Transcript;
  /** The files beside it. */
  companions(): readonly Section[];
  /** The file as it is; null for what has no file, or could not be read. */
  readonly source: Source | null;
  /** Its lines, inflated where it is compressed; null as above. */
  readonly lines: Source | null;
  /** The tokens of its answers, by model and month; none where its file does not have them. */
  tokens(): readonly TokenCount[];
  /** The findings about its file. */
  readonly findings: readonly PlacedFinding[];
}

/** Reads the conversation at a place; of an active and an archived one of the same id, the active one. */
export async function show(reading: Reading, place: KnownId, options: SurveyOptions): Promise<Shown> {
  const { disk, kinds } = reading;
  const troubles: PlacedFinding[] = [];
  const all = bound<Finding>(further);
  let found: EventOf<'document'> | null = null;
  const asked = { ...options, projects: [place.scope], wants: (id: string) => id === place.id };
  for await (const event of survey(disk, toRead(kinds), [place.site], asked)) {
    if (event.is === 'finding' && event.finding.id === place.id && all.admits(event.finding))
      troubles.push(locateFinding(event.site, event.scope, event.finding, null));
    // A copy, because the survey frees what it met of a large file.
    if (event.is === 'document' && event.document.id === place.id && event.document.conversations.length > 0)
      found ??= { ...event };
  }
  for (const finding of all.rest()) troubles.push(locateFinding(place.site, place.scope, finding, null));
  // Findings about the whole scope are known at its end, and may be about this conversation.
  const shown = found === null ? null : shownOf(found, troubles);
  if (shown !== null) return shown;
  const [trouble] = troubles;
  if (trouble !== undefined) throw new Failure('failed', `${trouble.path} ${trouble.message}`, null);
  throw new Failure(
    'no-match',
    `${place.id} has no conversation file, only what belongs to one`,
    said`${filled(VERIFY, { ID: place.id })} says what is there.`,
  );
}

/** Every conversation that the survey wants, one after the other: each is there until the next is asked for. */
export async function* showEach({ disk, kinds, sites }: Reading, options: SurveyOptions): AsyncGenerator<Shown> {
  const { wants = null } = options;
  for await (const event of survey(disk, toRead(kinds), sites, options)) {
    const shown = event.is === 'document' && (wants?.(event.document.id) ?? true) ? shownOf(event, []) : null;
    if (shown !== null) yield shown;
  }
}

function shownOf(
  { site, scope, document, parts }: EventOf<'document'>,
  troubles: readonly PlacedFinding[],
): Shown | null {
  const [first, second] = document.conversations;
  const view = first?.state === 'archived' && second?.state === 'active' ? second : first;
  if (view === undefined) return null;
  document.willShow?.(view.path);
  const prints = fingerprints();
  // All of them in their order, as verify meets them, so that each has the fingerprint that it has there.
  const own = Array.from(judgeUnit(document, parts), ([finding, context]) => ({
    path: finding.path,
    placed: locateIn(prints, { site, scope }, finding, context),
  })).filter(({ path }) => path === view.path || path.startsWith(`${view.path}/`));
  const findings = [...troubles, ...own.map(({ placed }) => placed)];
  const { main } = view;
  const located = locateView(site, scope, view);
  const conversation = judgedBy(main === undefined ? located : { ...located, main }, findings);
  const part = partOf(view, parts);
  return {
    conversation,
    transcript: (asked = {}) => {
      if (asked.agent != null && !KIND_TABLE[site.kind].subagents)
        throw new Failure('usage', `--agent is for Claude Code: ${site.kind} stores no subagents`);
      if (part?.source == null && part?.bytes == null) refuseUnread(conversation.path, findings);
      return document.transcript(view.path, asked);
    },
    companions: () => document.transcript(view.path, { companions: true }).companions ?? [],
    tokens: () => tokensOf(document),
    source: sourceOf(part),
    lines: shownLines(document, view, parts),
    findings,
  };
}

/** What a list takes for readable by its ends alone may hold, between them, what its program refuses. */
export function judgedBy(conversation: Conversation, findings: readonly PlacedFinding[]): Conversation {
  const isRefused = findings.some(
    ({ severity, owner, path }) => severity === 'error' && owner === 'refuses' && path === conversation.path,
  );
  return isRefused ? { ...conversation, readable: false } : conversation;
}

function tokensOf(document: Document): TokenCount[] {
  const tokens = new TokenTally();
  tokens.add(groupAnswers(countedAnswers(document)), new KeySet());
  return tokens.all();
}

/** Throws Failure `failed` for a file that could not be read, with what was found instead. */
export function refuseUnread(path: string, findings: readonly PlacedFinding[]): void {
  const found = findings.find((each) => each.path === path && row(each.code).unjudged === true);
  if (found === undefined) return;
  throw new Failure('failed', `${path} ${found.message}`, `\`convo explain ${found.code}\` says more.`);
}

/** The lines of a conversation's file, inflated where it is compressed; null for what has no file, or cannot be read. */
export function shownLines(document: Document, view: View, parts: readonly Part[]): Source | null {
  return document.lines === undefined ? sourceOf(partOf(view, parts)) : document.lines(view.path);
}

/** What a source has, in pieces: it may be larger than what can be held. */
export function piecesOf(source: Source): Iterable<Uint8Array> {
  return windowsOf(source);
}

function partOf({ main, path }: View, parts: readonly Part[]): Part | undefined {
  return parts.find((part) => part.path === (main ?? path));
}

function sourceOf(part: Part | undefined): Source | null {
  return part?.source ?? (part?.bytes == null ? null : heldSource(part.bytes));
}
