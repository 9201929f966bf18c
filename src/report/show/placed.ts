import type { Conversation, Message } from '../../model/conversation.ts';
import { isCode, isLoss, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { isFileOfRecords } from '../../model/path.ts';
import { type EarlierHeal, runEnd, type UndoableHeal } from '../../model/run.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { countText, printable } from '../text.ts';
import { type Clock, timeOf } from '../time.ts';
import { shownEntries, type TranscriptView, type TurnEntry } from './entries.ts';

export type Remark = PlacedFinding | EarlierHeal;

export function isHealed(remark: Remark): remark is EarlierHeal {
  return 'places' in remark;
}

/**
 * Findings and heals by message: a session's line or a document's message. A finding outside messages, such as a torn line, comes before
 * the next message or at the end.
 */
export class PlacedFindings {
  readonly #by = new Map<string, Remark[]>();
  readonly #others: PlacedFinding[] = [];
  readonly #messages = new Set<string>();

  constructor(
    findings: readonly PlacedFinding[],
    healed: readonly EarlierHeal[],
    { path, root, main }: Pick<Conversation, 'path' | 'root' | 'main'>,
  ) {
    const file = main === undefined ? path : `${root}/${main}`;
    for (const finding of findings) {
      const record = finding.path === file ? (recordAt(finding.at) ?? recordOfLine(finding)) : null;
      if (record === null) this.#others.push(finding);
      else this.#add(record, finding);
    }
    for (const heal of healed) for (const record of heal.places) this.#add(record, heal);
  }

  unplaced(): readonly PlacedFinding[] {
    return this.#others;
  }

  registerAll(entries: Iterable<TurnEntry>): void {
    if (this.#by.size > 0) for (const entry of entries) this.register(entry);
  }

  register({ message, result }: TurnEntry): void {
    for (const each of result === null ? [message] : [message, result]) {
      const record = recordOf(each);
      if (record !== null && this.#by.has(record)) this.#messages.add(record);
    }
  }

  skipTo(message: Message): void {
    const from = numberIn(recordOf(message) ?? '');
    this.#takeIf((each) => numberIn(each) < from);
  }

  at(message: Message): readonly Remark[] {
    const record = recordOf(message);
    if (record === null || this.#by.size === 0) return [];
    const passed = (each: string) => !this.#messages.has(each) && numberIn(each) < numberIn(record);
    return this.#takeIf((each) => each === record || passed(each));
  }

  rest(): readonly Remark[] {
    return this.#takeIf(() => true);
  }

  #add(record: string, remark: Remark): void {
    const known = this.#by.get(record);
    if (known === undefined) this.#by.set(record, [remark]);
    else known.push(remark);
  }

  #takeIf(isWanted: (record: string) => boolean): readonly Remark[] {
    const records = [...this.#by.keys()].filter(isWanted).sort((a, b) => numberIn(a) - numberIn(b));
    const found = records.flatMap((record) => this.#by.get(record) ?? []);
    for (const record of records) this.#by.delete(record);
    return found;
  }
}

export function lossesOn(
  conversation: Conversation,
  messages: Iterable<Message>,
  view: TranscriptView & { readonly findings: readonly PlacedFinding[]; readonly healed: readonly EarlierHeal[] },
): PlacedFindings {
  const { prompts, findings, healed } = view;
  const placed = new PlacedFindings(prompts ? [] : findings.filter(isDrawn), prompts ? [] : healed, conversation);
  placed.registerAll(shownEntries(messages, view));
  // A partial view omits losses before its first message.
  const [first] = view.part === null ? [] : shownEntries(messages, view);
  if (first !== undefined) placed.skipTo(first.message);
  return placed;
}

function isDrawn(finding: PlacedFinding): boolean {
  return isLoss(finding) || finding.words !== undefined;
}

/** Pointer of the message's record; null for an inherited one, which is in another file. */
function recordOf({ at, inherited = false }: Message): string | null {
  return inherited ? null : recordAt(at);
}

function numberIn(record: string): number {
  return Number(/\d+$/.exec(record)?.[0]);
}

function recordOfLine({ line, path }: PlacedFinding): string | null {
  return line !== null && isFileOfRecords(path) ? `/${line - 1}` : null;
}

/** First step of a pointer; null for none. */
export function recordAt(at: string | null): string | null {
  return /^(?:\/(?:messages|history))?\/\d+/.exec(at ?? '')?.[0] ?? null;
}

export interface MessageRule {
  readonly remark: Remark | null;
  readonly text: string;
}

/** Rules at a message. A finding with the cause of a note, or that causes it, is shown in the note's line and words. */
export function rulesAt(
  { at, before = [] }: Message,
  found: readonly Remark[],
  notes: readonly string[],
): MessageRule[] {
  const isHere = (each: PlacedFinding): boolean => each.at !== null && recordAt(each.at) === recordAt(at);
  const findings = before.length > 0 ? found.filter((each): each is PlacedFinding => !isHealed(each)) : [];
  const noted = findings.find(isHere) ?? null;
  const cause = noted === null ? findings.find(({ consequences }) => consequences?.some(isHere)) : undefined;
  const [note = ''] = notes;
  return [
    ...found
      .filter((each) => each !== noted)
      .map((each) => (each === cause ? { remark: each, text: sentenceWith(cause, isHere, note) } : messageRule(each))),
    ...notes.slice(cause === undefined ? 0 : 1).map((text, n) => ({ remark: n === 0 ? noted : null, text })),
  ];
}

/** The sentence of a finding, without consequences that the note at their message mentions. */
function sentenceWith(cause: PlacedFinding, isHere: (each: PlacedFinding) => boolean, note: string): string {
  const here = cause.consequences?.find(isHere);
  const consequences = cause.consequences?.filter((each) => !isHere(each));
  return `${sentenceOf({ ...cause, ...(consequences && { consequences }) })}, and therefore ${here?.code}: ${note}`;
}

export function messageRule(remark: Remark): MessageRule {
  return { remark, text: isHealed(remark) ? healedHere(remark) : sentenceOf(remark) };
}

/** Printable lines of the texts that can be read in a damaged line. */
export function wordLines(remark: Remark | null): string[] {
  const words = remark === null || isHealed(remark) ? [] : (remark.words ?? []);
  return words.flatMap((each) => each.split('\n')).map(printable);
}

export function healedText(healed: EarlierHeal, clock: Clock | null): string {
  const { run, startedAt, codes } = healed;
  const what = [...new Set(codes)]
    .sort()
    .map((code) => (isCode(code) ? `${code} ${ruleOf(code).title}` : printable(code)));
  return `healed by run ${runEnd(run)}, ${timeOf(startedAt, clock)}: ${what.join('; ')}`;
}

export function undoExtentText({ otherChanges }: UndoableHeal): string {
  return otherChanges > 0 ? `it and ${countText(otherChanges, 'other change')}` : 'it';
}

function healedHere({ run }: EarlierHeal): string {
  return `healed here by run ${runEnd(run)}`;
}
