import type { Severity } from '../../model/rules/row.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { jsonText } from '../json-text.ts';

import { reportPath } from './report-path.ts';
import type { MakeReporter } from './reporter.ts';

const SEVERITY = { error: 'critical', warning: 'major', info: 'info' } as const satisfies Record<Severity, string>;

/** GitLab's code quality report. GitLab requires unique fingerprints. */
export const gitlab: MakeReporter = (context) => {
  let first = true;
  return {
    open: () => '[',
    finding: (finding) => {
      const lead = first ? '\n' : ',\n';
      first = false;
      const { code, severity, fingerprint, line } = finding;
      const path = reportPath(finding, context);
      const issue = {
        type: 'issue',
        check_name: code,
        description: sentenceOf(finding),
        severity: SEVERITY[severity],
        fingerprint,
        categories: ['Bug Risk'],
        location: { path, lines: { begin: line ?? 1 } },
      };
      return lead + jsonText(issue);
    },
    close: () => `${first ? '' : '\n'}]\n`,
  };
};
