import {
  boolean,
  int,
  literal,
  nonnegative,
  number,
  optional,
  type output,
  record,
  strictObject,
  union,
} from 'zod/mini';
import { Failure, issueText } from '../../model/failure.ts';
import { allCodes, type Code } from '../../model/finding.ts';
import { nearestWords } from '../../model/nearest.ts';
import type { ModelPrices, PriceTable } from '../../model/prices.ts';
import { SEVERITIES, type Severity } from '../../model/rules/row.ts';
import type { ConfigFile } from '../../ops/user-files.ts';
import { wordOf } from '../flag.ts';
import { codeNamed, type FailOn, failOn, findingCode } from '../values/fail-on.ts';
import { zod as z } from '../zod.ts';

export interface GateSettings {
  readonly path: string;
  readonly ignore: readonly Code[];
  readonly failOn: FailOn | undefined;
  readonly severities: ReadonlyMap<Code, Severity>;
  readonly maxWarnings: number | undefined;
}

export interface UserSettings extends GateSettings {
  readonly prices: PriceTable;
  readonly roots: readonly string[];
  /** A command; false for none. */
  readonly pager: string | false | undefined;
  readonly color: 'always' | 'never' | 'auto' | undefined;
  readonly exitZero: boolean;
}

const GATE = {
  ignore: optional(z.array(findingCode(z), 'takes a list of codes')),
  failOn: optional(failOn(z)),
  severities: optional(record(z.string(), wordOf(SEVERITIES)(z), 'takes an object such as {"FN201": "info"}')),
  maxWarnings: optional(int('takes a whole number').check(nonnegative('takes a whole number'))),
};

const PATHS = 'takes absolute paths, or ~/...';

const PRICES =
  'takes prices of models, for a million tokens each: {"MODEL": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}';
const PRICE = number('takes a number').check(nonnegative('takes a number from 0 up'));

const USER_MEMBERS = {
  roots: optional(
    z.array(z.string(PATHS).check(z.regex(/^(?:\/|~\/|[A-Za-z]:[\\/])/, PATHS)), 'takes a list of paths'),
  ),
  pager: optional(union([z.string(), literal(false)], 'takes a command, or false')),
  color: optional(wordOf(['always', 'never', 'auto'])(z)),
  exitZero: optional(boolean('takes true or false')),
  prices: optional(
    record(
      z.string(),
      strictObject({ input: PRICE, output: PRICE, cacheRead: optional(PRICE), cacheWrite: optional(PRICE) }),
      PRICES,
    ),
  ),
};

const PROJECT = strictObject(GATE);
const USER = strictObject({ ...GATE, ...USER_MEMBERS });

type GivenPrices = Pick<ModelPrices, 'input' | 'output'> & {
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
};

/** Prices of models. A cache without its own price costs as much as other input. */
function pricesIn(prices: Readonly<Record<string, GivenPrices>>): PriceTable {
  return new Map(
    Object.entries(prices).map(([model, { input, output, cacheRead = input, cacheWrite = input }]) => [
      model,
      { input, output, cacheRead, cacheWrite },
    ]),
  );
}

/** Settings of a project, which is not trusted. Throws Failure `usage`. */
export function projectSettings(file: ConfigFile): GateSettings {
  const parsed = z.safeParse(PROJECT, file.json);
  if (!parsed.success) throw misfitFailure(file, parsed.error.issues[0]);
  return settingsIn(file, parsed.data);
}

export function userSettings(file: ConfigFile): UserSettings {
  const parsed = z.safeParse(USER, file.json);
  if (!parsed.success) throw misfitFailure(file, parsed.error.issues[0]);
  const { roots = [], pager, color, exitZero = false, prices = {} } = parsed.data;
  return { ...settingsIn(file, parsed.data), roots, pager, color, exitZero, prices: pricesIn(prices) };
}

function settingsIn(
  { path, json }: ConfigFile,
  { ignore = [], failOn: fails, severities = {}, maxWarnings }: output<typeof PROJECT>,
): GateSettings {
  const noCode = (word: string) =>
    new Failure('usage', `${path}: severities: there is no code ${word}`, meantText(word, allCodes()));
  // zod silently drops this key.
  if (Object.hasOwn(Object(Object(json).severities), '__proto__')) throw noCode('__proto__');
  const graded = Object.entries(severities).map(([word, severity]): readonly [Code, Severity] => {
    const code = codeNamed(word);
    if (code === null) throw noCode(word);
    return [code, severity];
  });
  return { path, ignore, failOn: fails, severities: new Map(graded), maxWarnings };
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function misfitFailure({ path }: ConfigFile, issue: Issue | undefined): Failure {
  const at = issue?.path.join('.') ?? '';
  if (issue?.code !== 'unrecognized_keys' || at !== '') {
    const what = at === '' ? ' is not an object of settings' : `: ${issueText(issue)}`;
    return new Failure('usage', `${path}${what}`, LEAVE_OUT);
  }
  const [key = ''] = issue.keys ?? [];
  if (Object.hasOwn(USER_MEMBERS, key))
    return new Failure(
      'usage',
      `${path}: ${key} is not for a project to decide`,
      `Set it in your own config file. ${LEAVE_OUT}`,
    );
  return new Failure('usage', `${path}: there is no setting ${key}`, meantText(key, Object.keys(USER.shape)));
}

const LEAVE_OUT = '--no-config leaves the file out.';

function meantText(word: string, words: readonly string[]): string {
  const near = nearestWords(word.replaceAll('-', ''), words);
  return near.length === 0 ? LEAVE_OUT : `Did you mean ${near.join(', ')}? ${LEAVE_OUT}`;
}
