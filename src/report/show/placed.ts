import type { Conversation, Message } from '../../model/conversation.ts';
import { isLoss, type PlacedFinding } from '../../model/finding.ts';
import type { Healed } from '../../model/healed.ts';
import { shownEntries, type TurnEntry } from './entries.ts';
import type { Page } from './page.ts';

/** What is drawn at a message: what is wrong there, or that it was healed. */
export type Remark = PlacedFinding | Healed;

/** Is it about a heal. */
export function isHealed(remark: Remark): remark is Healed {
  return 'undo' in remark;
}

/**
 * Findings, and heals, at the message that they are about: of a session its line, of a document its message. One about what is no message, such as
 * a torn line, comes before the next message of the file, or at the end.
 */
export class PlacedFindings {
  readonly #by = new Map<string, Remark[]>();
  readonly #others: PlacedFinding[] = [];
  readonly #messages = new Set<string>();

  constructor(
    findings: readonly PlacedFinding[],
    healed: readonly Healed[],
    { path, root, main }: Pick<Conversation, 'path' | 'root' | 'main'>,
  ) {
    const file = main === undefined ? path : `${root}/${main}`;
    for (const finding of findings) {
      const place = finding.path === file ? (recordAt(finding.at) ?? recordOfLine(finding)) : null;
      if (place === null) this.#others.push(finding);
      else this.#add(place, finding);
    }
    for (const heal of healed) for (const place of heal.places) this.#add(place, heal);
  }

  /** Those that are about no place among the messages. */
  unplaced(): readonly PlacedFinding[] {
    return this.#others;
  }

  /** Learns of which places there are messages, before all are gone through to be drawn. */
  meetAll(entries: Iterable<TurnEntry>): void {
    if (this.#by.size > 0) for (const entry of entries) this.meet(entry);
  }

  /** Draws what belongs to one entry. */
  meet({ message, result }: TurnEntry): void {
    for (const each of result === null ? [message] : [message, result]) {
      const place = placeOf(each);
      if (place !== null && this.#by.has(place)) this.#messages.add(place);
    }
  }

  /** Leaves out those of what is before a message. */
  skipTo(message: Message): void {
    const from = numberIn(placeOf(message) ?? '');
    this.#taken((each) => numberIn(each) < from);
  }

  /** Those to be drawn at a message, each once. */
  at(message: Message): readonly Remark[] {
    const place = placeOf(message);
    if (place === null || this.#by.size === 0) return [];
    const passed = (each: string) => !this.#messages.has(each) && numberIn(each) < numberIn(place);
    return this.#taken((each) => each === place || passed(each));
  }

  /** Those that no message came after. */
  rest(): readonly Remark[] {
    return this.#taken(() => true);
  }

  #add(place: string, remark: Remark): void {
    const known = this.#by.get(place);
    if (known === undefined) this.#by.set(place, [remark]);
    else known.push(remark);
  }

  #taken(isWanted: (place: string) => boolean): readonly Remark[] {
    const places = [...this.#by.keys()].filter(isWanted).sort((a, b) => numberIn(a) - numberIn(b));
    const found = places.flatMap((place) => this.#by.get(place) ?? []);
    for (const place of places) this.#by.delete(place);
    return found;
  }
}

/** What of a conversation is lost, or was healed, to be drawn on a page between its messages. */
export function lossesOn(
  conversation: Conversation,
  messages: Iterable<Message>,
  page: Page & { readonly findings: readonly PlacedFinding[]; readonly healed: readonly Healed[] },
): PlacedFindings {
  const { prompts, findings, healed } = page;
  const placed = new PlacedFindings(prompts ? [] : findings.filter(isLoss), prompts ? [] : healed, conversation);
  placed.meetAll(shownEntries(messages, page));
  // A part of a conversation says nothing of what is before it.
  const [first] = page.near === null ? [] : shownEntries(messages, page);
  if (first !== undefined) placed.skipTo(first.message);
  return placed;
}

/** The record of the file that a message is; what is inherited is in another file. */
function placeOf({ at, inherited = false }: Message): string | null {
  return inherited ? null : recordAt(at);
}

function numberIn(place: string): number {
  return Number(/\d+$/.exec(place)?.[0]);
}

/** The record of a file of lines that a finding without a pointer is about. */
function recordOfLine({ line, path }: PlacedFinding): string | null {
  return line !== null && path.endsWith('.jsonl') ? `/${line - 1}` : null;
}

/** The record or message of its file that a pointer leads into; null for none. */
export function recordAt(at: string | null): string | null {
  return /^(?:\/(?:messages|history))?\/\d+/.exec(at ?? '')?.[0] ?? null;
}
