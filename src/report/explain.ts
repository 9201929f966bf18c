import { isNextCommand, isPlaceholder, sentenceText } from '../model/command.ts';
import { allCodes, type Code, isLossy, ruleOf } from '../model/finding.ts';
import { type FindingPage, PAGE_SECTIONS } from '../model/pages.ts';
import { type Healing, isDamage, type Severity } from '../model/rules/row.ts';
import { severityColor } from './findings/sentence.ts';
import { contractJson } from './json-text.ts';
import type { Paint, Screen } from './paint.ts';
import { fitted, MIN_ONE_LINE_WIDTH, wrap } from './text.ts';

const WIDEST = 96;

export function codes(): Code[] {
  return allCodes().sort();
}

export function* explainPage(code: Code, page: FindingPage, { paint, width: columns }: Screen): Generator<string> {
  const { severity, title } = page;
  // Longer lines are hard to read.
  const width = Math.min(columns, WIDEST);
  yield* fitted(`${code}  ${title}`, width).map(paint.strong);
  yield* wrap(`${painted(severity, paint)} · ${healingText(code)}`, 0, { width, hang: 2 });
  for (const [head, text] of sectionsOf(page))
    yield* ['', ...fitted(head, width).map(paint.accent), ...wrap(text, 2, { width })];
  if (page.retired !== undefined) return;
  yield* ['', paint.accent('What to do next'), ...nextLines(code).flatMap((line) => fitted(line, width))];
  const isForPerson = page.healing === 'manual' && page.unjudged !== true && isDamage({ severity });
  if (isForPerson) yield* wrap(BASELINE_HINT, 2, { width });
}

const BASELINE_HINT = 'If it is to stay as it is: `convo verify --baseline FILE --update-baseline` takes it as known.';

/** Lines of the next command: for all affected conversations, or with an id from `verify`. */
function nextLines(code: Code): string[] {
  const { next } = ruleOf(code);
  const at = isNextCommand(next)
    ? next.words.findIndex((word) => isPlaceholder(word) && OF_FINDINGS.includes(word.place))
    : -1;
  if (!isNextCommand(next) || at === -1) return [`  ${sentenceText(next)}`];
  const verb = next.words[0];
  const before = next.words.slice(0, at);
  const after = next.words.slice(at + 1);
  const instead = (others: readonly string[]) => sentenceText({ ...next, words: [...before, ...others, ...after] });
  if (verb === 'heal' || verb === 'verify')
    return [`  ${instead(next.words.includes('--only') ? [] : ['--only', code])}`];
  return [`  convo verify --only ${code}`, `  It ends each finding with the command for it: \`${instead(['…'])}\`.`];
}

const OF_FINDINGS = ['ID', 'PATH', 'NAME', 'RUN'];

export function sectionsOf(page: FindingPage): [head: string, text: string][] {
  return Object.entries(PAGE_SECTIONS).flatMap(([name, head]) => {
    const text = page[name as keyof typeof PAGE_SECTIONS];
    return text === undefined ? [] : [[head, text]];
  });
}

export function healingText(code: Code): string {
  const { unjudged, healing, healedBy, retired } = ruleOf(code);
  if (retired === true) return 'no longer given';
  if (unjudged === true) return 'not judged: the run exits 3';
  if (healedBy === 'migrate') return 'not healed by `convo heal`: `convo migrate` does it';
  return healedBy === 'heal by name'
    ? `healed by \`convo heal --only ${code}${isLossy(code) ? ' --lossy' : ''}\` alone${BY_NAME[healing]}`
    : HEALING[healing];
}

const BY_NAME: Readonly<Record<Healing, string>> = {
  safe: ', nothing is lost',
  lossy: ': something is lost, and itemised',
  manual: ': a person has to decide',
};

const HEALING: Readonly<Record<Healing, string>> = {
  safe: 'healed by `convo heal`, nothing is lost',
  lossy: 'healed by `convo heal --lossy` only: something is lost, and itemised',
  manual: 'not healed by the tool: a person has to decide',
};

export function* explainTable(paint: Paint, width: number): Generator<string> {
  for (const code of codes()) {
    const { severity, healing, title, retired } = ruleOf(code);
    const lead = `${code}  ${painted(severity, paint, 7)}  ${healing.padEnd(6)}`;
    const what = retired === true ? `${title} (no longer given)` : title;
    if (width < MIN_ONE_LINE_WIDTH) yield* [lead, ...wrap(what, 4, { width })];
    else {
      const [first = '', ...rest] = wrap(what, 24, { width });
      yield* [`${lead}  ${first.trimStart()}`, ...rest];
    }
  }
  yield '';
  yield '`convo explain CODE` explains one of them';
}

function painted(severity: Severity, paint: Paint, width = 0): string {
  return severityColor(severity, paint)(severity.padEnd(width));
}

export function explainJson(wanted: readonly Code[], page: (code: Code) => FindingPage): string {
  const findings = wanted.map((code) => {
    const { expected: _, ...members } = page(code);
    return { code, ...members };
  });
  return contractJson('explain', { findings });
}
