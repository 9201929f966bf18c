import type { RE2JS } from 're2js';
import { SECRET_RULES } from './rules-data.ts';

/** An exception: no secret, although a rule matches it. */
interface AllowData {
  /** The text that the expressions are tried on; the secret where it is left out. */
  readonly of?: 'secret' | 'match' | 'line';
  readonly regexes: readonly string[];
  /** Lower-case words in the secret. */
  readonly words: readonly string[];
}

interface RuleData {
  readonly id: string;
  readonly regex: string;
  readonly entropy?: number;
  readonly group?: number;
  readonly keywords: readonly string[];
  readonly allow: readonly AllowData[];
}

/** A rule of gitleaks, its expressions compiled when a text first has one of its words. */
export interface SecretRule {
  readonly id: string;
  readonly entropy: number | null;
  /** The group that is the secret; null for the first that matched. */
  readonly group: number | null;
  readonly keywords: readonly string[];
  /** The form of its matches: a run of some characters, or anything up to an end. */
  readonly reads: 'runs' | 'anything';
  readonly find: RE2JS;
  isAllowed(found: { readonly secret: string; readonly match: string; readonly line: string }): boolean;
}

/** Keys of the services that these programs speak to, which those rules do not know yet. */
const OWN: readonly RuleData[] = [
  { id: 'anthropic-key', regex: String.raw`\b(sk-ant-[a-z]{3,6}\d\d-[\w-]{24,})`, keywords: ['sk-ant-'], allow: [] },
  {
    id: 'openai-key',
    regex: String.raw`\b(sk-(?:proj|svcacct|admin)-[\w-]{24,})`,
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
    allow: [],
  },
  { id: 'openrouter-key', regex: String.raw`\b(sk-or-v1-[0-9a-f]{48,})`, keywords: ['sk-or-'], allow: [] },
  { id: 'groq-key', regex: String.raw`\b(gsk_[A-Za-z0-9]{40,})`, keywords: ['gsk_'], allow: [] },
  { id: 'xai-key', regex: String.raw`\b(xai-[A-Za-z0-9]{60,})`, keywords: ['xai-'], allow: [] },
  { id: 'nostr-key', regex: String.raw`\b(nsec1[ac-hj-np-z02-9]{58})`, keywords: ['nsec1'], allow: [] },
];

/** All rules; a text without any of the words of a rule is not looked into for it. */
export async function secretRules(): Promise<readonly SecretRule[]> {
  const { RE2JS: re2 } = await import('re2js');
  const { rules, allow } = JSON.parse(SECRET_RULES) as { rules: readonly RuleData[]; allow: readonly AllowData[] };
  const everywhere = allow.map((each) => allowing(re2, each));
  return [...OWN, ...rules].map(({ id, regex, entropy = null, group = null, keywords, allow: own }) => {
    let compiled: RE2JS | null = null;
    let lists: readonly Allowing[] | null = null;
    return {
      id,
      entropy,
      group,
      keywords,
      reads: /\[\\s\\S|\.\*/.test(regex) ? 'anything' : 'runs',
      get find() {
        compiled ??= re2.compile(regex);
        return compiled;
      },
      isAllowed: (found) => {
        lists ??= [...everywhere, ...own.map((each) => allowing(re2, each))];
        return lists.some((list) => list(found));
      },
    };
  });
}

type Allowing = SecretRule['isAllowed'];

function allowing(re2: typeof RE2JS, { of = 'secret', regexes, words }: AllowData): Allowing {
  const compiled = regexes.map((each) => re2.compile(each));
  return (found) => {
    const secret = found.secret.toLowerCase();
    if (words.some((word) => secret.includes(word))) return true;
    return compiled.some((each) => each.matcher(found[of]).find());
  };
}
