import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeDisk } from '../../../src/io/disk.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { survey } from '../../../src/ops/survey/survey.ts';
import { everythingAt } from '../../../src/ops/survey/survey-options.ts';
import type { ClaudeDocument } from '../../../src/stores/claude/document.ts';
import { claude } from '../../../src/stores/claude/index.ts';
import type { DecidingScope, Document } from '../../../src/stores/kind.ts';

export const CASES = fileURLToPath(new URL('../../../fixtures/claude/cases/', import.meta.url));

/** `case.json`: where the store was, and when its files were changed. */
export interface Case {
  readonly directories: readonly string[];
  readonly worktrees: Readonly<Record<string, readonly string[]>>;
  readonly mtimes_ms: Readonly<Record<string, number>>;
  readonly flaws: readonly string[];
  readonly ops: readonly Readonly<Record<string, unknown>>[];
}

/** One case, read as every command reads a store. */
export interface OpenedCase {
  readonly root: string;
  readonly given: Case;
  // biome-ignore lint/suspicious/noExplicitAny: recorded answers; the tests say what they look at
  readonly expected: any;
  readonly documents: readonly { readonly scope: string; readonly document: ClaudeDocument }[];
  readonly sessions: readonly DecidingScope[];
  readonly findings: readonly Finding[];
}

/** Copies a case, sets its times and reads it; `done` removes the copy. */
export async function openCase(name: string, now = 1_795_000_000): Promise<OpenedCase & { done(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'convostore-claude-'));
  const given: Case = JSON.parse(readFileSync(join(CASES, name, 'case.json'), 'utf8'));
  const expected = JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8'));
  if (existsSync(join(CASES, name, 'input'))) cpSync(join(CASES, name, 'input'), root, { recursive: true });
  // Git keeps no empty folders.
  mkdirSync(join(root, 'projects'), { recursive: true });
  for (const [path, ms] of Object.entries(given.mtimes_ms)) utimesSync(join(root, path), ms / 1000, ms / 1000);
  const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
  const documents: { scope: string; document: ClaudeDocument }[] = [];
  const sessions: DecidingScope[] = [];
  const findings: Finding[] = [];
  for await (const event of survey({ disk: nodeDisk(), kinds: [claude], sites: [site] }, everythingAt(now))) {
    if (event.type === 'document')
      documents.push({ scope: event.scope, document: event.document as Document & ClaudeDocument });
    if (event.type === 'document') findings.push(...event.document.findings());
    if (event.type === 'finding') findings.push(event.finding);
    if (event.type === 'scope-end') sessions.push(event.opened);
  }
  const done = () => rmSync(root, { recursive: true, force: true });
  return { root, given, expected, documents, sessions, findings, done };
}
