import type { Code, Finding } from '../../../model/finding.ts';
import type { ClaudeDocument } from '../document.ts';
import type { SessionFile } from '../session-file.ts';
import { claudeFileFindings } from './file-findings.ts';
import { listFindings } from './title-troubles.ts';

export function* judgeClaude(document: ClaudeDocument): Generator<Finding> {
  const { id, unit, active, archived } = document;
  const misnamed = unit.parts.find(({ role }) => role === 'misnamed');
  if (misnamed !== undefined) yield about(id, misnamed.path, 'CL309', 'has a name that is not that of a session');
  for (const { role, path } of unit.parts)
    if (role === 'nested') yield about(id, path, 'CL306', 'is a session in a folder below a project folder');
  if (active?.source != null) {
    yield* claudeFileFindings(active, { id, life: document.life(), isAgent: false });
    if (active.part.size > 0) yield* inList(document, active);
  }
  if (archived?.source != null) yield* claudeFileFindings(archived, { id, life: null, isAgent: false });
  yield* companionFindings(document);
}

function* inList(document: ClaudeDocument, active: SessionFile): Generator<Finding> {
  const { id, unit } = document;
  const { path } = active.part;
  yield* listFindings(id, active);
  const next = NO_SUCCESSOR[document.succession() ?? 'held'];
  if (next !== null) yield about(id, path, 'CL311', `goes on in ${active.continuedIn()}, ${next}`);
  if ((unit.elsewhere ?? []).some(({ role }) => role === 'session'))
    yield about(id, path, 'CL305', 'has the id of a session in another project');
}

const NO_SUCCESSOR = {
  held: null,
  archived: null,
  missing: 'which is not in its project folder',
  stub: 'in which nothing was said',
} as const;

function about(id: string, path: string, code: Code, detail: string): Finding {
  return { code, id, path, at: null, offset: null, detail };
}

function* companionFindings(document: ClaudeDocument): Generator<Finding> {
  const { id } = document;
  const met = new Set<string>();
  for (const { id: agent, file, sidecar, sidecarPath } of document.agents()) {
    if (met.has(agent)) yield about(id, file.part.path, 'CL404', `is a second subagent with the id ${agent}`);
    met.add(agent);
    if (sidecar === 'unusable') yield { ...about(id, sidecarPath, 'CL107', 'cannot be used') };
    if (file.source !== null) yield* claudeFileFindings(file, { id, life: null, isAgent: true });
  }
}
