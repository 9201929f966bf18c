import { packageFile } from '../io/package-files.ts';
import type { Code } from '../model/findings.ts';
import { type FindingPage, parsePage } from '../model/pages.ts';

/** All that is written of a code; the pages come with the package. */
export function findingPage(code: Code): FindingPage {
  return parsePage(code, packageFile(`docs/findings/${code}.md`));
}
