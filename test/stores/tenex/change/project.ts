import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import type { Content, Step } from '../../../../src/model/plan.ts';
import type { Ask, UnitDecision } from '../../../../src/stores/decision.ts';
import { tenex } from '../../../../src/stores/tenex/index.ts';
import { bytesBelow } from '../../../support/folders.ts';
import { type Closing, closings, type Outcome, outcomeOf } from '../../asked.ts';
import { type Disk, openSite } from '../../open-site.ts';

/** A project folder in the temporary folder, gone after the test: files below `.tenex/conversations` by path, with their text. */
export function projectOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const project = emptyProject();
  for (const [path, text] of Object.entries(files)) write(join(project, STORE, 'conversations', path), text);
  return project;
}

/** The same as a copy of another one. */
export function copyOf(project: string): string {
  const copy = emptyProject();
  cpSync(project, copy, { recursive: true });
  return copy;
}

const STORE = '.tenex';

function emptyProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'tenex-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, STORE, 'conversations'), { recursive: true });
  return project;
}

/** What a verb came to: for each document asked for, and for the scope. */
export interface UnitChangeInit {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly closings: readonly Closing[];
}

/** Asks documents of a project for a change, and closes their scope; `ids` null: all of them. */
export function decide(
  project: string,
  options: Ask,
  ids: readonly string[] | null = null,
  disk: Disk = {},
): UnitChangeInit {
  const { documents, sessions } = openSite(tenex, project, disk);
  const all = (documents.get('') ?? []).filter(({ id }) => ids?.includes(id) ?? true);
  const decided: UnitDecision[] = [];
  const session = sessions.get('');
  if (session !== undefined) for (const each of all) decided.push(session.decide(each, options, decided));
  const outcomes = new Map(decided.map((each) => [each.id, outcomeOf(each, 'tenex')]));
  return {
    outcomes,
    closings: session === undefined ? [] : closings(session, 'tenex', options, decided, ids === null),
  };
}

/** The one change that joins all that was asked for. */
export function changed(decision: UnitChangeInit): Extract<Closing, { state: 'changed' }> {
  const [closing, ...others] = decision.closings;
  if (closing?.state === 'changed' && others.length === 0) return closing;
  throw new Error(`not one change: ${JSON.stringify([...decision.outcomes, ...decision.closings])}`);
}

/** Carries out steps on the disk, plainly. */
export function carryOut(project: string, steps: readonly Step[]): void {
  const at = (path: string) => join(project, STORE, path);
  for (const step of steps) {
    if (step.do === 'plant') throw new Error('nothing is planted here');
    if (step.do === 'put') write(at(step.path), contentOf(at, step.path, step.content));
    if (step.do === 'remove') rmSync(at(step.path));
    if (step.do !== 'move') continue;
    mkdirSync(dirname(at(step.to)), { recursive: true });
    renameSync(at(step.from), at(step.to));
  }
}

function contentOf(at: (path: string) => string, path: string, content: Content): Uint8Array {
  if (content.from === 'bytes') return content.bytes;
  return applyEdits(readFileSync(at(content.from === 'copy' ? content.path : path)), content.edits);
}

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Every file below the conversations folder, by its path there. */
export function filesOf(project: string): Record<string, string> {
  const all = bytesBelow(join(project, STORE, 'conversations'));
  return Object.fromEntries([...all].map(([path, bytes]) => [path, bytes.toString()]));
}

/** An id as TENEX has them. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** An event as TENEX stores it; its id and signature only look like ones. */
export function event(at: number, author: string, text: string): string {
  const seal = idOf(`${at} ${author} ${text}`);
  return JSON.stringify([0, idOf(author), at, 1111, [], text, seal + seal, seal]);
}

/** A conversation as TENEX writes it, with `count` messages a minute apart, and its index entry. */
export function conversation(name: string, count = 3, more: Readonly<Record<string, unknown>> = {}): Made {
  const id = idOf(name);
  const start = 1_754_000_000;
  const history = Array.from({ length: count }, (_, i) => event(start + 60 * i, `author ${i % 2}`, `${name} ${i}`));
  const file = { id, title: name, phase: 'plan', history, agentStates: {}, metadata: {}, ...more };
  const entry = {
    id,
    title: name,
    createdAt: start,
    updatedAt: start + 60 * count + 0.25,
    phase: 'plan',
    eventCount: count,
    agentCount: Math.min(count, 2),
    archived: false,
  };
  return { id, file: JSON.stringify(file, null, 2), entry };
}

/** A conversation and the entry of an index that goes with it. */
export interface Made {
  readonly id: string;
  readonly file: string;
  readonly entry: Readonly<Record<string, unknown>> & { readonly archived: boolean };
}

/** An index as TENEX writes it. */
export function indexOf(...entries: readonly unknown[]): string {
  return JSON.stringify({ conversations: entries }, null, 2);
}
