import { expect, test } from 'vitest';
import { ruleOf } from '../../src/model/finding.ts';
import { SEVERITIES } from '../../src/model/rules/row.ts';
import { codes, explainTable } from '../../src/report/explain.ts';
import { labelOf } from '../../src/report/findings/sentence.ts';
import { paint } from '../../src/report/paint.ts';

/** What stands before the word of a severity, to colour it. */
const colourOf = (text: string, severity: string) => text.slice(0, text.indexOf(severity)).split(' ').at(-1);

test.each(SEVERITIES)('explain has %s in the colour that verify has for it', (severity) => {
  const colours = paint(true, true);
  const code = codes().find((each) => ruleOf(each).severity === severity);
  if (code === undefined) throw new Error('each level has a code');
  const line = [...explainTable(colours, 80)].find((each) => each.startsWith(code)) ?? '';
  expect(colourOf(line, severity)).not.toBe('');
  expect(colourOf(line, severity)).toBe(colourOf(labelOf({ severity, code }, colours), severity));
});
