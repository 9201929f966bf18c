import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Below `fixtures`: `clean` is whole, every other one holds what differs from it, and `gone` in its expectations what it lacks. */
const STORES = fileURLToPath(new URL('../../../fixtures/tenex/stores', import.meta.url));

export interface ExpectedLoad {
  readonly indexEntries: number;
  readonly archivedFlag: boolean | null;
  readonly location: 'active' | 'archive' | 'both' | 'none';
  /** `ok` or `null`; the other members only for `ok`. */
  readonly real: Summary | null;
  readonly archivedCopyIfActive?: Summary | null;
}

/** What the real adapter's load() came to. */
export interface Summary {
  readonly load: string;
  readonly innerId: string;
  readonly title: string;
  readonly phase: string;
  readonly rawHistory: number;
  readonly events: number;
  readonly agentCount: number;
  readonly createdAt?: number;
}

export interface Criteria {
  readonly title?: string;
  readonly phase?: string;
  readonly archived?: boolean;
  readonly dateFrom?: number;
  readonly dateTo?: number;
  readonly agentPubkey?: string;
}

/** What the real adapter made of a store. */
export interface ExpectedStore {
  readonly list: readonly {
    readonly id: string;
    readonly title: string;
    readonly createdAt: number;
    readonly updatedAt: number;
    readonly phase: string;
    readonly archived?: boolean;
  }[];
  readonly search: readonly { readonly criteria: Criteria; readonly ids: readonly string[] }[];
  readonly load: Readonly<Record<string, ExpectedLoad>>;
  readonly managerWouldLoad: readonly string[];
  readonly damage: readonly { readonly kind: string; readonly id?: string }[];
  /** Files of the clean store that this one lacks. */
  readonly gone: readonly string[];
}

/** What the real adapter made of one of the stores. */
export function expectedStore(name: string): ExpectedStore {
  return JSON.parse(readFileSync(join(STORES, name, 'expected.json'), 'utf8'));
}

/** Puts one of the stores together in a folder of its own, which the caller removes; answers the project's path. */
export function caseStore(name: string): string {
  const project = mkdtempSync(join(tmpdir(), 'convostore-tenex-'));
  const filter = (path: string) => !path.endsWith('/expected.json') && !path.endsWith('/.keep');
  for (const each of ['clean', name]) cpSync(join(STORES, each), project, { recursive: true, filter });
  for (const path of expectedStore(name).gone) rmSync(join(project, path));
  return project;
}
