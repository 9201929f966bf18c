import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ListedEntry } from './adapter.ts';

/** What the real adapter makes of a store. */
export interface Expected {
  readonly list: readonly ListedEntry[];
  readonly managerWouldLoad: readonly string[];
  readonly load: Readonly<Record<string, { readonly real: RealLoad | null }>>;
  /** Files of the clean store that this one lacks. */
  readonly gone: readonly string[];
}

/** What the real load() answers, in short. */
export interface RealLoad {
  readonly load: 'ok' | 'null';
  readonly [fact: string]: unknown;
}

const FOLDER = fileURLToPath(new URL('../../../fixtures/tenex', import.meta.url));

/** The stores of the fixtures: the clean one, and what was damaged of it. */
export function storeNames(): string[] {
  return readdirSync(join(FOLDER, 'stores'));
}

export function expectedOf(store: string): Expected {
  return JSON.parse(readFileSync(join(FOLDER, 'stores', store, 'expected.json'), 'utf8'));
}

/** A copy of a store as a project folder, gone after the test; damaged ones are kept as what differs from the clean one. */
export function fixtureStore(store: string): string {
  const project = mkdtempSync(join(tmpdir(), 'tenex-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const layer of ['clean', store]) {
    const from = join(FOLDER, 'stores', layer, '.tenex');
    if (existsSync(from))
      cpSync(from, join(project, '.tenex'), { recursive: true, filter: (path) => basename(path) !== '.keep' });
  }
  for (const path of expectedOf(store).gone) rmSync(join(project, path));
  mkdirSync(join(project, '.tenex/conversations/archive'), { recursive: true });
  return project;
}

/** The single-file cases: their bytes, and what the real adapter makes of them. */
export function fileCases(): { readonly name: string; readonly bytes: Uint8Array; readonly expected: ExpectedFile }[] {
  const folder = join(FOLDER, 'cases');
  return readdirSync(folder).map((name) => ({
    name,
    bytes: readFileSync(join(folder, name, 'input.json')),
    expected: JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')),
  }));
}

/** What the real load() and save() make of a file. */
export interface ExpectedFile {
  readonly fileId: string;
  readonly load: 'ok' | 'null';
  readonly conversation: Readonly<Record<string, unknown>>;
  /** Null for those dropped; left out where they are too many. */
  readonly events?: readonly (Readonly<Record<string, unknown>> | null)[];
  /** Ids and signatures, in step with the events; null for those dropped. */
  readonly verify?: readonly unknown[];
  readonly resave?: { readonly indexEntryWritten: ListedEntry };
}
