import { bomEnd } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Fault, Tape } from '../../../codecs/json/tape.ts';
import { elements, isArray, root, typeOf, type Value } from '../../../codecs/json/value.ts';
import { grouped } from '../../../model/collections.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import type { Issue } from '../../engine/schema.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { numberAt } from './members.ts';
import { indexIssues } from './schema.ts';

export interface IndexFile {
  readonly part: Part | null;
  readonly tape: Tape | null;
  /** `unreadable` is not JSON. `invalid` is refused by TENEX's schema, if only for one entry, and TENEX takes it for empty. */
  readonly state: 'missing' | 'unreadable' | 'invalid' | 'sound';
  readonly fault: Fault | null;
  readonly list: Value | null;
  /** Elements in order; of a torn index, the whole ones. */
  readonly entries: readonly IndexEntry[];
  /** All with this id: TENEX changes and finds the first. */
  entriesOf(id: string): readonly IndexEntry[];
  ids(): Iterable<string>;
}

export function readIndex(shared: readonly Part[]): IndexFile {
  const part = shared.find(({ role }) => role === 'index') ?? null;
  const read = part === null || part.bytes === null ? UNREAD : readBytes(part.bytes);
  const { top, array } = read;
  const issues = once(() => (top === null ? NO_ISSUES : indexIssues(top)));
  const byPlace = once(() => grouped(issues().map((issue) => [issue.path[1], issue])));
  const issuesAt = (position: number) => byPlace().get(position) ?? NO_ISSUES;
  const entries = elements(array).map((value, position) => new IndexEntry(position, value, issuesAt));
  const byId = once(() => grouped(entriesWithId(entries)));
  const state = once(() => (part === null ? 'missing' : stateOf(top, issues)));
  return {
    part,
    tape: read.tape,
    get state() {
      return state();
    },
    fault: read.fault,
    list: top === null ? null : array,
    entries,
    entriesOf: (id) => byId().get(id) ?? NO_ENTRIES,
    ids: () => byId().keys(),
  };
}

export function indexOf(bytes: Uint8Array): IndexFile {
  const size = bytes.length;
  return readIndex([{ path: '', role: 'index', type: 'file', bytes, size, mtime: 0, mode: 0, digest: () => '' }]);
}

interface DecodedIndex extends Pick<IndexFile, 'tape' | 'fault'> {
  readonly top: Value | null;
  readonly array: Value | null;
}

function readBytes(bytes: Uint8Array): DecodedIndex {
  const lead = bomEnd(bytes);
  const tape = scan(bytes, lead);
  const body = root(tape);
  const top = tape.fault === null && lead === 0 ? body : null;
  const found = lastValue(body, 'conversations');
  const array = isArray(found) ? found : null;
  return { tape, top, array, fault: lead > 0 ? BEHIND_A_MARK : tape.fault };
}

function stateOf(top: Value | null, issues: () => readonly Issue[]): IndexFile['state'] {
  if (top === null) return 'unreadable';
  return issues().length > 0 ? 'invalid' : 'sound';
}

const BEHIND_A_MARK: Fault = { offset: 0, expected: 'expected a value' };

const NO_ISSUES: readonly Issue[] = [];

const UNREAD: DecodedIndex = { tape: null, top: null, array: null, fault: null };

const NO_ENTRIES: readonly IndexEntry[] = [];

function* entriesWithId(entries: readonly IndexEntry[]): Generator<readonly [id: string, entry: IndexEntry]> {
  for (const entry of entries) {
    const { id } = entry;
    if (id !== null) yield [id, entry];
  }
}

/** One index entry. Members are read on demand: there may be 100,000 entries. */
export class IndexEntry {
  readonly position: number;
  /** Any value; only an object is valid. */
  readonly value: Value;
  readonly #issues: (position: number) => readonly Issue[];

  constructor(position: number, value: Value, issues: (position: number) => readonly Issue[]) {
    this.position = position;
    this.value = value;
    this.#issues = issues;
  }

  /** Violations of TENEX's schema; paths begin at the document: `['conversations', 4, 'createdAt']`. */
  get issues(): readonly Issue[] {
    return this.#issues(this.position);
  }

  get id(): string | null {
    return textAt(this.value, 'id');
  }

  get title(): string | null {
    return textAt(this.value, 'title');
  }

  /** The phase as written; TENEX does not judge it here. */
  get phase(): string | null {
    return textAt(this.value, 'phase');
  }

  /** Seconds, with fractions; null for no finite number. */
  get createdAt(): number | null {
    return numberAt(this.value, 'createdAt');
  }

  get updatedAt(): number | null {
    return numberAt(this.value, 'updatedAt');
  }

  get eventCount(): number | null {
    return numberAt(this.value, 'eventCount');
  }

  get agentCount(): number | null {
    return numberAt(this.value, 'agentCount');
  }

  get archived(): boolean | null {
    const type = typeOf(this.member('archived') ?? this.value);
    return type === 'true' ? true : type === 'false' ? false : null;
  }

  /** The member that TENEX sees: the last of equal keys. */
  member(key: string): Value | null {
    return lastValue(this.value, key);
  }
}
