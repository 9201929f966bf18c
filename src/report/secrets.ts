import { countEach, grouped } from '../model/collections.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Covered } from '../model/finding.ts';
import { idWord } from '../model/ids.ts';
import { relativeBelow } from '../model/path.ts';
import type { PlacedSecret, SecretsOf } from '../model/secret.ts';
import { byExtent } from './gaps.ts';
import { showWord } from './grep.ts';
import { contractJson, jsonText, missedJson } from './json-text.ts';
import { annotation } from './reporters/github.ts';
import { JUNIT_END, type JunitCase, type JunitFault, junitHead, junitSuite } from './reporters/junit.ts';
import { type ReportContext, reportPath, reportUri } from './reporters/reporter.ts';
import { SARIF_HEAD, sarifEnd } from './reporters/sarif-log.ts';
import { ruleCounts } from './rule-counts.ts';
import { countText, numberText, printable } from './text.ts';

interface SecretsScanned {
  readonly found: readonly SecretsOf[];
  readonly secrets: number;
  readonly coverage: Covered;
  /** Number of conversations without files whose prompts were searched. */
  readonly lost: number;
}

/**
 * Each line is unique and begins with the operand of `show`, or with the file as typed from `cwd`. A title and metadata that repeat a
 * message are in its line. The secret itself is never shown.
 */
export function* secretLines({ conversation, secrets }: SecretsOf, cwd: string): Generator<string> {
  const id = idWord(conversation);
  const besides = besideMessages(secrets);
  const folded = new Set([...besides.values()].flat());
  const lines = secrets.flatMap((secret) => {
    if (folded.has(secret)) return [];
    const { index, where, rule, length } = secret;
    const place = index === null ? fileWord(conversation, secret, cwd) : `${showWord(id, secret)}:${index}:`;
    const too = [...new Set((besides.get(secret) ?? []).map((each) => printable(each.where)))];
    const also = too.length === 0 ? '' : `, in ${too.join(' and ')} too`;
    return `${place}${printable(where)}: ${rule}, ${countText(length, 'character')}${also}`;
  });
  for (const [line, count] of countEach(lines)) yield count === 1 ? line : `${line}, at ${countText(count, 'place')}`;
}

/** Titles and metadata that repeat a message, by the first message with their secret. */
function besideMessages(secrets: readonly PlacedSecret[]) {
  const first = new Map<number, PlacedSecret>();
  for (const each of secrets)
    if (each.index !== null && each.number !== undefined && !first.has(each.number)) first.set(each.number, each);
  return grouped(
    secrets.flatMap((each) => {
      const message = REPEATING.includes(each.where) && each.isRepeated ? first.get(each.number ?? 0) : undefined;
      return message === undefined ? [] : [[message, each] as const];
    }),
  );
}

const REPEATING: readonly string[] = ['title', 'metadata'];

function fileWord({ path }: Conversation, { file = path, line }: PlacedSecret, cwd: string): string {
  return `${printable(relativeBelow(file, cwd) ?? file)}${line === undefined ? '' : `:${line}`}: `;
}

/** Groups by rule, most frequent first. Counts conversations as `--json` does. */
export function secretSummary({ found, secrets: different, coverage, lost }: SecretsScanned): string[] {
  const { conversations: whole, gaps } = coverage;
  const counts = countEach(found.flatMap(({ secrets }) => secrets.map(({ rule }) => rule)));
  const all = found.reduce((sum, { secrets }) => sum + secrets.length, 0);
  const partly = byExtent(gaps).partly.length;
  const inPart = partly === 0 ? '' : `, ${numberText(partly)} in part`;
  const more = `${inPart}${lost === 0 ? '' : `, prompts of ${numberText(lost)} lost`}`;
  if (all === 0) return [`no secrets in ${countText(whole, 'conversation')}${more}`];
  const places = different === all ? 'in' : `at ${countText(all, 'place')} in`;
  const others = found.filter(({ isOfNone }) => isOfNone).length;
  const beside =
    others === 0 ? '' : ` and ${countText(others, 'file that conversations share', 'files that conversations share')}`;
  const where = `${countText(different, 'secret')} ${places} ${countText(found.length - others, 'conversation')}${beside}`;
  return [`${where} (${numberText(whole)} searched whole${more}): ${ruleCounts(counts)}`];
}

export function secretsJson({ found, secrets: different, coverage: searched, lost }: SecretsScanned): string {
  return contractJson('secrets', {
    conversations: searched.conversations,
    partly: byExtent(searched.gaps).partly.length,
    lost,
    different,
    secrets: found.flatMap(({ conversation, secrets }) => secrets.map((each) => secretJson(conversation, each))),
    findings: missedJson(searched),
  });
}

function secretJson({ kind, root, project, id, path }: Conversation, secret: PlacedSecret) {
  const { rule, index, agent, where, length, file, line } = secret;
  return { kind, root, project, id, path, index, agent, where, rule, length, file, line };
}

export const SECRET_REPORTS = ['sarif', 'junit', 'github', 'ndjson'] as const;
export type SecretReport = (typeof SECRET_REPORTS)[number];

interface SecretReportContext extends Pick<ReportContext, 'version' | 'checkout'> {
  readonly exit: number;
}

/** A report of places and rules, never of the secrets. */
export function secretReport(
  format: SecretReport,
  found: readonly SecretsOf[],
  context: SecretReportContext,
): Iterable<string> {
  return { sarif, junit, github, ndjson }[format](found, context);
}

function* placesOf(found: readonly SecretsOf[]): Generator<{ of: SecretsOf; secret: PlacedSecret; place: string }> {
  for (const of of found)
    for (const secret of of.secrets) {
      const { index, agent, where } = secret;
      const id = agent === undefined ? of.conversation.id : `${of.conversation.id}@${agent}`;
      const inLine = secret.line === undefined ? '' : `line ${secret.line}, `;
      const message = index === null ? inLine : `message ${index}, `;
      yield { of, secret, place: printable(`${id}, ${message}${where}`) };
    }
}

function fileOf({ conversation: { path, root } }: SecretsOf, { file = path }: PlacedSecret) {
  return { path: file, root };
}

/** GitHub shows 5,000 results. */
const MAX_RESULTS = 5000;

function* sarif(found: readonly SecretsOf[], context: SecretReportContext): Generator<string> {
  yield SARIF_HEAD;
  const rules = new Map<string, number>();
  let written = 0;
  for (const { of, secret, place } of placesOf(found)) {
    const { rule, length } = secret;
    if (written === MAX_RESULTS) break;
    if (!rules.has(rule)) rules.set(rule, rules.size);
    const result = {
      ruleId: rule,
      ruleIndex: rules.get(rule) ?? -1,
      level: 'error',
      message: { text: `${rule} of ${countText(length, 'character')} in ${place}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: reportUri(fileOf(of, secret), context) },
            ...(secret.line === undefined ? {} : { region: { startLine: secret.line } }),
          },
          logicalLocations: [{ name: printable(of.conversation.id), fullyQualifiedName: place }],
        },
      ],
      partialFingerprints: { 'convostore/secret/v1': `${rule}, ${place}` },
    };
    yield `${written++ === 0 ? '\n' : ',\n'}${jsonText(result)}`;
  }
  const all = [...rules.keys()].map((id) => ({ id, shortDescription: { text: `A secret: ${id}` } }));
  yield sarifEnd('convostore/secrets/', all, context);
}

function* junit(found: readonly SecretsOf[], context: SecretReportContext): Generator<string> {
  yield junitHead('convo secrets');
  for (const of of found) {
    const cases = Array.from(placesOf([of]), ({ secret: { rule }, place }): JunitCase => {
      return { name: place, fault: { tag: 'failure', type: rule, message: `${rule} in ${place}` } };
    });
    yield junitSuite(reportPath(of.conversation, context), cases);
  }
  const fault: JunitFault | null = context.exit === 3 ? { tag: 'error', message: 'some could not be read' } : null;
  yield junitSuite('convo secrets', [{ name: 'all were read', fault }]) + JUNIT_END;
}

function* github(found: readonly SecretsOf[], context: SecretReportContext): Generator<string> {
  for (const { of, secret, place } of placesOf(found)) {
    const path = reportPath(fileOf(of, secret), context);
    const inLine = secret.line === undefined ? '' : `,line=${secret.line}`;
    yield annotation({ level: 'error', path, place: inLine, title: `secret: ${secret.rule}`, text: place });
  }
}

function* ndjson(found: readonly SecretsOf[]): Generator<string> {
  for (const { of, secret } of placesOf(found)) {
    const { kind, id, path } = of.conversation;
    const { number: _, isRepeated: __, ...place } = secret;
    yield `${jsonText({ kind, id, path, ...place })}\n`;
  }
}
