import type { HomeReport } from '../../model/home-report.ts';
import { contractJson, conversationJson } from '../json-text.ts';
import { countsJson } from '../overview.ts';
import { statsMembers } from '../stats-json.ts';

/** Members of `stats --json`, the summary of `verify --json`, and their conclusions. */
export function homeJson({ stores, summary, findings, due }: HomeReport, commandPrefix: string): string {
  return contractJson('report', {
    ...statsMembers(stores),
    summary: { ...summary },
    findings: countsJson(findings, commandPrefix),
    due: due.map(conversationJson),
  });
}
