import { packageFile } from '../io/package-files.ts';
import type { Code } from '../model/finding.ts';
import { type FindingPage, parsePage } from '../model/pages.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionScript(shell: (typeof SHELLS)[number]): string {
  return packageFile(`completions/convo.${shell}`);
}

export function findingPage(code: Code): FindingPage {
  return parsePage(code, packageFile(`docs/findings/${code}.md`));
}
