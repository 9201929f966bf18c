import { addToFirst, type FirstOf } from '../../model/collections.ts';
import { type Code, findingCount, type PlacedFinding } from '../../model/finding.ts';
import type { FindingPage } from '../../model/pages.ts';
import type { Severity } from '../../model/rules/row.ts';
import { sectionsOf } from '../explain.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { type Json, jsonText } from '../json-text.ts';
import { printable } from '../text.ts';
import { type MakeReporter, type ReportContext, reportUri } from './reporter.ts';
import { SARIF_HEAD, sarifEnd } from './sarif-log.ts';

/** Results per severity; further ones are counted per code. GitHub shows 5,000 results and refuses 25,000. */
const MAX_RESULTS = { error: 2500, warning: 1400, info: 600 } as const satisfies Record<Severity, number>;

const LEVEL = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

/** SARIF 2.1.0. Rules follow the results, so that no result is held. */
export const sarif: MakeReporter = (context) => {
  const rules = new Map<Code, number>();
  const written = { error: 0, warning: 0, info: 0 };
  const rest = new Map<Code, FirstOf<PlacedFinding>>();
  let lead = '\n';
  const write = (result: Json): string => {
    const text = lead + jsonText(result);
    lead = ',\n';
    return text;
  };
  return {
    open: () => SARIF_HEAD,
    finding: (finding) => {
      const { code, severity } = finding;
      if (!rules.has(code)) rules.set(code, rules.size);
      if (written[severity] === MAX_RESULTS[severity]) {
        addToFirst(rest, code, finding, findingCount(finding));
        return '';
      }
      written[severity]++;
      return write(result(finding, rules, context));
    },
    close: (end) => {
      const more = [...rest.values()].map((each) => write(summedUp(each, rules, context))).join('');
      const all = [...rules.keys()].map((code) => ruleOf(code, context.page(code)));
      return more + sarifEnd('convostore/', all, { ...context, ...end }, { columnKind: 'utf16CodeUnits' });
    },
  };
};

function result(finding: PlacedFinding, rules: ReadonlyMap<Code, number>, context: ReportContext) {
  const { code, severity, fingerprint, id, at, line, column, offset } = finding;
  const region =
    line === null ? undefined : { startLine: line, startColumn: column ?? 1, byteOffset: offset ?? undefined };
  return {
    ruleId: code,
    ruleIndex: rules.get(code) ?? -1,
    level: LEVEL[severity],
    message: { text: sentenceOf(finding) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: reportUri(finding, context) }, region },
        logicalLocations:
          id === null ? undefined : [{ name: printable(id), fullyQualifiedName: printable(`${id}${at ?? ''}`) }],
      },
    ],
    occurrenceCount: finding.count,
    partialFingerprints: { 'convostore/v1': fingerprint, primaryLocationLineHash: fingerprint },
  };
}

function summedUp(
  { count, first }: FirstOf<PlacedFinding>,
  rules: ReadonlyMap<Code, number>,
  context: ReportContext,
): Json {
  const one = result(first, rules, context);
  if (count === findingCount(first)) return one;
  return {
    ...one,
    message: { text: `${one.message.text} (and ${count - findingCount(first)} more findings of ${first.code})` },
    occurrenceCount: count,
  };
}

function ruleOf(code: Code, page: FindingPage): Json {
  const { title, meaning, next, severity, healing } = page;
  const parts = [...sectionsOf(page), ['What to do next', next]];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: meaning },
    help: {
      text: parts.map(([head, text]) => `${head}: ${text}`).join('\n\n'),
      markdown: parts.map(([head, text]) => `**${head}.** ${text}`).join('\n\n'),
    },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { tags: ['conversation-store', `repair-${healing}`] },
  };
}
