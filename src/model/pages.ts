import { claudeRows } from './findings/claude.ts';
import { fnordRows } from './findings/fnord.ts';
import { raoRows } from './findings/rao.ts';
import type { FindingPage } from './findings/row.ts';
import { storeRows } from './findings/store.ts';
import { tenexRows } from './findings/tenex.ts';
import type { Code } from './findings.ts';

const PAGES: Readonly<Record<Code, FindingPage>> = {
  ...storeRows,
  ...fnordRows,
  ...tenexRows,
  ...raoRows,
  ...claudeRows,
};

/** All that `convo explain` says of a code. Few commands need it: the build leaves these texts out of `model/findings.ts`. */
export function page(code: Code): FindingPage {
  return PAGES[code];
}
