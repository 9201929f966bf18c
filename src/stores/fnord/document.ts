import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { Ask, Decided, Document, Left, Piece, Scope, Unit } from '../kind.ts';
import { once } from '../once.ts';
import { conversationFindings } from './checks/conversation-findings.ts';
import { type FileSummary, summaryOf } from './hydrate/summary.ts';
import { fnordTranscript } from './hydrate/transcript.ts';
import { fnordTime, type OpenedFnord, type OpenedFnordUnit, openFnordUnit, type Remade } from './opened.ts';

/** Everything fnord has of one id. */
export interface FnordDocument extends Document, OpenedFnordUnit {
  facts(): FnordFacts;
}

/** What the session counts of one unit. */
export interface FnordFacts {
  /** Has a file of any role, a worktree apart. */
  readonly counts: boolean;
  /** Its active conversation has no usable time. */
  readonly timeless: boolean;
  /** Files that other users can read. */
  readonly open: number;
}

/** What decides the changing verbs; it is above the documents, so it is handed in. */
export type DecideFnord = (document: FnordDocument, ask: Ask) => Piece | Left;

/** Opens one unit; files are decoded when they are asked about. `hidden`: why nothing of the project is listed. */
export function openFnord(
  scope: Scope,
  unit: Unit,
  { hidden, decide, remade }: { readonly hidden: string | null; readonly decide: DecideFnord; readonly remade: Remade },
): FnordDocument {
  const opened = openFnordUnit(scope, unit, remade);
  const document: FnordDocument = {
    id: unit.id,
    ...opened,
    conversations: opened.files.map((each) => new FileView(unit.id, each, hidden)),
    findings: () => conversationFindings(opened),
    transcript: (path) => {
      const decoded = opened.files.find(({ part }) => part.path === path)?.decoded() ?? null;
      if (decoded === null) throw new Failure('failed', `${path} is not a file that can be read`);
      return fnordTranscript(decoded);
    },
    facts: () => factsOf(opened),
    decide: (ask): Decided => ({ id: unit.id, outcome: decide(document, ask) }),
  };
  return document;
}

/** Permission bits that let other users read. */
const OTHERS = 0o044;

function factsOf({ unit, active, archived }: OpenedFnordUnit): FnordFacts {
  const files = [active, archived].filter((opened) => opened !== null);
  return {
    counts: unit.parts.some(({ role }) => role !== 'worktree'),
    timeless: active !== null && fnordTime(active) === null,
    open: files.filter(({ part }) => part.type === 'file' && (part.mode & OTHERS) !== 0).length,
  };
}

/**
 * What a list shows of one conversation file, worked out when it is asked for. A class, because getters of an object
 * literal give each object a shape of its own, and with it the file's bytes outlive many collections.
 */
class FileView implements View {
  readonly id: string;
  readonly createdAt = null;
  readonly hidden: string | null;
  readonly #opened: OpenedFnord;
  readonly #summary: () => FileSummary | null;

  constructor(id: string, opened: OpenedFnord, hidden: string | null) {
    this.id = id;
    this.hidden = opened.state === 'archived' ? null : hidden;
    this.#opened = opened;
    this.#summary = once(() => summary(opened));
  }

  get path(): string {
    return this.#opened.part.path;
  }

  get state(): View['state'] {
    return this.#opened.state;
  }

  get bytes(): number {
    const { type, size } = this.#opened.part;
    return type === 'folder' ? 0 : size;
  }

  get format(): string | null {
    return this.#opened.decoded()?.format ?? null;
  }

  get timestamp(): number | null {
    return fnordTime(this.#opened);
  }

  get updatedAt(): number | null {
    return this.timestamp;
  }

  get readable(): boolean {
    return this.#opened.judgement()?.readable ?? false;
  }

  get title(): string | null {
    return this.#summary()?.title ?? null;
  }

  get messages(): number | null {
    return this.#summary()?.messages ?? null;
  }
}

function summary({ decoded, judgement }: OpenedFnord): FileSummary | null {
  const document = decoded();
  return document !== null && judgement()?.readable ? summaryOf(document) : null;
}
