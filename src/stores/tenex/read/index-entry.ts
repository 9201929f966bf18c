import { kindOf, member, type Value } from '../../../codecs/json/value.ts';
import type { Issue } from '../decode/verdict.ts';
import { numberAt, textAt } from './members.ts';

/** One entry of the index. Its members are read from the tape when asked for: there may be 100,000. */
export class IndexEntry {
  /** Where it is in the list, from 0. */
  readonly place: number;
  /** Whatever is there: an object, if it is to fit. */
  readonly value: Value;
  readonly #issues: (place: number) => readonly Issue[];

  constructor(place: number, value: Value, issues: (place: number) => readonly Issue[]) {
    this.place = place;
    this.value = value;
    this.#issues = issues;
  }

  /** What TENEX's schema says against it; paths begin at the document: `['conversations', 4, 'createdAt']`. */
  get issues(): readonly Issue[] {
    return this.#issues(this.place);
  }

  get id(): string | null {
    return textAt(this.value, 'id');
  }

  get title(): string | null {
    return textAt(this.value, 'title');
  }

  /** As it is written; TENEX does not judge it here. */
  get phase(): string | null {
    return textAt(this.value, 'phase');
  }

  /** Seconds, with fractions; null for what is no finite number. */
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

  /** Null when it does not say. */
  get archived(): boolean | null {
    const kind = kindOf(this.member('archived') ?? this.value);
    return kind === 'true' ? true : kind === 'false' ? false : null;
  }

  /** The member that TENEX sees: the last of equal keys. */
  member(key: string): Value | null {
    return member(this.value, key, 'last');
  }
}
