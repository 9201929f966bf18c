import type { HomeReport } from '../../model/home-report.ts';
import { conversationJson, documentJson, findingJson } from '../json-text.ts';
import { nextFor } from '../overview.ts';
import { statsMembers } from '../stats-json.ts';

/** A report as a JSON document: the members of `stats --json`, the summary of `verify --json`, and what comes of both. */
export function homeJson({ stores, summary, findings, due }: HomeReport, commandPrefix: string): string {
  return documentJson('report', {
    ...statsMembers(stores),
    summary: { ...summary },
    findings: findings.map((each) => ({
      code: each.first.code,
      count: each.count,
      next: nextFor(each, { commandPrefix, idOf: (id) => id }),
      first: findingJson(each.first),
    })),
    due: due.map(conversationJson),
  });
}
