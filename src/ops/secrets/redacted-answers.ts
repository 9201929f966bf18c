import type { LostConversation } from '../../model/lost.ts';
import type { Overview } from '../overview.ts';
import type { WhyResult } from '../why.ts';
import { redactedCommand, redactedConversation, redactedFinding } from './redacted.ts';
import type { TextFilter } from './redactor.ts';

export function redactedWhy(answer: WhyResult, redact: TextFilter): WhyResult {
  const { conversation, reasons, namesakes } = answer;
  return {
    ...answer,
    conversation: redactedConversation(conversation, redact),
    reasons: reasons.map((each) => ({
      ...each,
      next: each.next && redactedCommand(each.next, redact),
      findings: each.findings.map((finding) => redactedFinding(finding, redact)),
    })),
    ...(namesakes && { namesakes: namesakes.map((each) => ({ ...each, path: redact(each.path) })) }),
  };
}

export function redactedLost(lost: LostConversation, redact: TextFilter): LostConversation {
  const { root, scope, folder, id, path, stub, title, prompts, traces, agents, originals } = lost;
  const orNull = (text: string | null) => (text === null ? null : redact(text));
  return {
    ...lost,
    root: redact(root),
    scope: orNull(scope),
    folder: orNull(folder),
    id: redact(id),
    path: orNull(path),
    ...(stub === undefined ? {} : { stub: redact(stub) }),
    ...(title === undefined ? {} : { title: redact(title) }),
    prompts: prompts.map((each) => ({ ...each, text: redact(each.text) })),
    traces: traces.map((each) => ({ ...each, path: redact(each.path) })),
    agents: agents.map((agent) => redact(agent)),
    originals: originals.map((each) => ({ ...each, path: redact(each.path), from: redact(each.from) })),
  };
}

export function redactedOverview(found: Overview, redact: TextFilter): Overview {
  const { stores, deletions, leftFolders, newest, damaged, ids, findings } = found;
  return {
    ...found,
    stores: stores.map((each) => ({ ...each, root: redact(each.root) })),
    deletions: deletions.map((each) => ({ ...each, keptIn: each.keptIn && redact(each.keptIn) })),
    leftFolders: leftFolders.map((each) => ({ ...each, folder: redact(each.folder) })),
    newest: newest.map((each) => redactedConversation(each, redact)),
    damaged: new Set(Array.from(damaged, (path) => redact(path))),
    ids: ids.map((id) => redact(id)),
    findings: findings.map((each) => ({
      ...each,
      first: redactedFinding(each.first, redact),
      folder: each.folder && redact(each.folder),
    })),
  };
}
