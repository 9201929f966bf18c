import type { HomeReport } from '../../model/home-report.ts';
import { contractJson, conversationJson, findingJson } from '../json-text.ts';
import { nextFor } from '../overview.ts';
import { statsMembers } from '../stats-json.ts';

/** Members of `stats --json`, the summary of `verify --json`, and their conclusions. */
export function homeJson({ stores, summary, findings, due }: HomeReport, commandPrefix: string): string {
  return contractJson('report', {
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
