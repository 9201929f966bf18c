import { asBuffer } from '../../codecs/bytes.ts';
import type { Message } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { isOpenToOthers } from '../../model/part.ts';
import type { AnswerUsage } from '../../model/stats.ts';
import { answerKey } from '../engine/hash.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { type Judgement, judgeTenex } from './checks/document/judge.ts';
import { AbsentView, LaterView, TenexView } from './list/views.ts';
import { isOfLater, open, type TenexFile } from './read/decoded.ts';
import type { SignatureVerifier } from './read/events/signatures.ts';
import type { IndexEntry, IndexFile } from './read/index-file.ts';
import { textMember } from './read/members.ts';
import { tenexTranscript } from './read/transcript.ts';

export interface TenexScope {
  readonly scope: Scope;
  readonly index: IndexFile;
}

export interface TenexDocument extends OpenDocument<TenexFacts>, TenexScope {
  readonly unit: Unit;
  readonly files: readonly TenexFile[];
  readonly active: TenexFile | null;
  readonly archived: TenexFile | null;
  readonly entries: readonly IndexEntry[];
  /** The judgement of one of its files; null if that is unreadable. */
  judgement(opened: TenexFile): Judgement | null;
}

/** Opens one unit; files are decoded on demand. A unit without parts has only an index entry. Without `signatures`, none are judged. */
export function openTenex(
  { scope, index }: TenexScope,
  unit: Unit,
  signatures: SignatureVerifier | null,
): TenexDocument {
  const opened = unit.parts.filter(({ role }) => role === 'conversation' || role === 'archived').map(open);
  const ask = { id: unit.id, now: scope.now, signatures };
  const judgements = opened.map(({ decoded }) =>
    once(() => {
      const file = decoded();
      return file === null ? null : judgeTenex(file, ask);
    }),
  );
  const entries = index.entriesOf(unit.id);
  const [first = null] = entries;
  const listing = scope.site.file === null ? index : null;
  const document: TenexDocument = {
    id: unit.id,
    unit,
    scope,
    index,
    files: opened,
    entries,
    active: opened.find(({ state }) => state === 'active') ?? null,
    archived: opened.find(({ state }) => state === 'archived') ?? null,
    conversations:
      opened.length === 0 && first !== null
        ? [new AbsentView(scope.site, unit.id, first)]
        : opened.map((each) =>
            isOfLater(each, scope, index)
              ? new LaterView(scope.site, unit.id, each)
              : new TenexView(scope.site, unit.id, each, first, listing),
          ),
    judgement: (one) => judgements[opened.indexOf(one)]?.() ?? null,
    names: (path) => [
      ...index.entriesOf(unit.id).flatMap(({ title }) => title ?? []),
      ...[textMember(opened.find(({ part }) => part.path === path)?.decoded() ?? null, 'title')].filter(
        (title) => title !== null,
      ),
    ],
    transcript: (path) => {
      const decoded = opened.find(({ part }) => part.path === path)?.decoded() ?? null;
      if (decoded === null) throw new Failure('failed', `${path} is not a file that can be read`);
      return tenexTranscript(decoded);
    },
    answers: () => opened.flatMap((each) => answersOfOpened(each)),
    facts: () => factsOf(document),
  };
  return document;
}

function answersOfOpened({ decoded, part }: TenexFile): AnswerUsage[] {
  const found = part.bytes !== null && asBuffer(part.bytes).includes('llm-') ? decoded() : null;
  return found === null ? [] : [...answersIn(tenexTranscript(found).messages)];
}

function factsOf(document: TenexDocument): TenexFacts {
  const { id, active, archived, scope, index } = document;
  const files = [active, archived].filter((opened) => opened !== null);
  return {
    id,
    active: active !== null,
    archived: archived !== null,
    unnamed: isUnnamed(document),
    later: active !== null && isOfLater(active, scope, index),
    open: files.filter(({ part }) => part.type === 'file' && isOpenToOthers(part)).length,
  };
}

/** True for a loadable conversation without an entry. A copy with another id inside does not count: the index did not lose it. */
function isUnnamed({ id, entries, active, archived }: TenexDocument): boolean {
  const decoded = (active ?? archived)?.decoded() ?? null;
  return entries.length === 0 && decoded?.verdict().stage === 'ok' && textMember(decoded, 'id') === id;
}

/** Facts of one unit for its scope: no document, no bytes. */
export interface TenexFacts extends FileStates {
  readonly id: string;
  readonly unnamed: boolean;
  readonly later: boolean;
  readonly open: number;
}

interface FileStates {
  readonly active: boolean;
  readonly archived: boolean;
}

export interface ScopeFacts {
  /** Files by id, in order of arrival, without units that are only leftovers. */
  readonly filesById: Map<string, FileStates>;
  readonly unnamed: Set<string>;
  later: number;
  open: number;
}

export function noFacts(): ScopeFacts {
  return { filesById: new Map(), unnamed: new Set(), later: 0, open: 0 };
}

export function noteUnit(facts: ScopeFacts, { id, active, archived, unnamed, later, open }: TenexFacts): void {
  if (!active && !archived) return;
  facts.filesById.set(id, { active, archived });
  if (unnamed) facts.unnamed.add(id);
  if (later) facts.later++;
  facts.open += open;
}

/** Token counts of replies that have one. The key has the event's id, which a copy shares. */
function* answersIn(messages: Iterable<Message>): Generator<AnswerUsage> {
  for (const { id = '', time = null, tags = [] } of messages) {
    const tagOf = (name: string) => tags.find(({ values }) => values[0] === name)?.values[1] ?? '';
    const [input, output] = [tagOf('llm-prompt-tokens'), tagOf('llm-completion-tokens')].map(wholeTokens);
    if (input === undefined || output === undefined || input + output === 0) continue;
    const model = tagOf('llm-model') || 'unknown';
    yield { key: answerKey(id, String(time), tagOf('llm-prompt-tokens')), model, time, input, output, ...NO_CACHE };
  }
}

const NO_CACHE = { cacheRead: 0, cacheWrite: 0 };

function wholeTokens(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
