import type { Code } from '../model/findings.ts';
import type { OwnerLock } from '../model/plan.ts';
import type { Ask } from './ask.ts';
import type { Site } from './layout.ts';

/**
 * What a verb may do, by the roles of the paths. A role that ends in `/` is the folder that holds parts of that role; `*` means
 * every role of a unit.
 */
export interface VerbRules {
  /** Files that it edits where they are. */
  readonly edit?: readonly string[];
  /** Files that it replaces by an edited copy of another file: of which, and from which. */
  readonly replace?: readonly Pair[];
  /** Files that it makes: of its own bytes. */
  readonly create?: readonly string[];
  /** Files of a new id that it copies: of which role, and from which. */
  readonly copy?: readonly Pair[];
  /** Folders of a new id that it builds from copies of the files of another. */
  readonly plant?: readonly Pair[];
  /** Files and folders that it moves or copies to another scope, under the same id: from which role to which. */
  readonly elsewhere?: readonly Pair[];
  /** From which role to which, within one id. */
  readonly move?: readonly Pair[];
  /** Files and folders that it moves into the journal. */
  readonly remove?: readonly string[];
}

type Pair = readonly [from: string, to: string];

/** What the steps of a kind look like, verb by verb: a plan that comes from a file is checked against it. */
export interface PlanRules {
  /** A verb that is left out makes no plan. */
  readonly verbs: Readonly<Partial<Record<Ask['verb'], VerbRules>>>;
  /** The program's own locks; left out where the program has none. */
  readonly lock?: LockRules;
  /** Findings, beside the errors, that no plan may bring: what the program would do without asking. */
  readonly hazards?: readonly Code[];
  /** A more exact role than `place` gives; left out where that is enough. */
  refine?(path: string, role: string): string;
  /** What is written to a folder of its own (`Kind.outputs`); left out by kinds that write nothing there. */
  readonly output?: OutputRules;
}

/** Which locks the Changes of a kind take. */
export interface LockRules {
  /** Parts that are never changed without the lock of their id. */
  readonly roles: readonly string[];
  of(site: Site, scope: string, id: string): OwnerLock;
  /** Further locks that a Change may take for this id. */
  others(site: Site, scope: string, id: string): readonly OwnerLock[];
  /** Of a file that a scope shares, by its role; null where the program takes none. Left out where it takes none at all. */
  shared?(role: string, path: string): OwnerLock | null;
}

/** One file a conversation, in a folder that holds nothing else. */
export interface OutputRules {
  /** The name of its file; null for an id that cannot name one. */
  path(id: string): string | null;
  /** Do these bytes hold a conversation in the format. */
  isWritten(bytes: Uint8Array): boolean;
}
