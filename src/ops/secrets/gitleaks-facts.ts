import { ASSIGNED, type RuleData, VAGUEST } from './rule-parts.ts';

interface GitleaksFacts extends Omit<Partial<RuleData>, 'id'> {
  readonly allowToo?: RuleData['allow'];
}

const NAME_PART = '[A-Za-z_]+[0-9]{0,4}(?:[A-Za-z]{1,2}[0-9]{0,2})?';
/** A member of something, without quotes: `apiKeys.prod1`, `ec.SECP256R1`. */
const MEMBER_IN_CODE: RuleData['allow'][number] = {
  of: 'match',
  regexes: [`[:=>,(][ \\t]{0,5}${NAME_PART}(?:\\.${NAME_PART})+[^'"]?$`],
  words: [],
};
/** The key of an entry, such as the digest of a file in a cache. */
const KEY_OF_ENTRY: RuleData['allow'][number] = {
  of: 'match',
  regexes: ['(?i)(?:cache|dedup|etag|hash|idempotency|partition|sort|lookup)[_-]?key'],
  words: [],
};
/** `linkedInstance`, `linked_index`. */
const OTHER_WORD: RuleData['allow'][number] = {
  of: 'match',
  regexes: ['[lL]inkedIn[a-z]|(?i:linked[_-]?in(?:stance|dex|put|fo|ner|side|ternal|sert|teger))'],
  words: [],
};

/** Its own exceptions, in which a password that begins as one was taken for it: `testing9Kq`. */
const NO_CURL_USER: RuleData['allow'] = [
  {
    regexes: [
      String.raw`[^:]+:(?:\*+|(?:change(?:it|me)|pass(?:word)?|pwd|test(?:ing)?|token|x+)\d{0,4}(?:\W|$))`,
      `['"]?<[^>]+>['"]?:['"]?<[^>]+>|<[^:]+:[^>]+>['"]?`,
      String.raw`[^:]+:\[[^]]+]`,
      String.raw`['"]?[^:]+['"]?:['"]?\$(?:\d|\w+|\{(?:\d|\w+)})['"]?`,
      String.raw`\$\([^)]+\):\$\([^)]+\)`,
      String.raw`['"]?\$?{{[^}]+}}['"]?:['"]?\$?{{[^}]+}}['"]?`,
    ],
    words: [],
  },
];

/** Facts that gitleaks does not give with its rules, by their ids. */
export const GITLEAKS_FACTS: Readonly<Record<string, GitleaksFacts>> = {
  '1password-secret-key': { mustFollow: /[a-z0-9]{6}-[a-z0-9]{6}/y },
  'authress-service-client-access-key': { mustFollow: /[a-z0-9]{5,30}\.[a-z0-9]{4}/y },
  'aws-access-token': { mustFollow: /[a-z2-7]{16}/y },
  'curl-auth-header': {
    precheck: /[ \t\n\r](?:-H|--header)(?:=|[ \t]{0,5})["'](?:Authorization|[a-z-]{0,30}(?:Key|Token)):/i,
    distinctive: {
      words: ['-h', '--header'],
      mustFollow: /(?:[=\s]|\\+t){0,6}\\*["'](?:authorization|[a-z-]{0,30}(?:key|token)):/y,
    },
  },
  'curl-auth-user': {
    allow: NO_CURL_USER,
    precheck: /[ \t\n\r](?:-u|--user)(?:=|[ \t]{0,5})(?:["']|[\w$@.-]{1,300}:)/,
    distinctive: { words: ['-u', '--user'], mustFollow: /(?:[=\s]|\\+t){0,6}(?:\\*["']|[\w$@.-]{1,300}:)/y },
  },
  'generic-api-key': {
    // A value of letters alone is allowed.
    mustFollow: new RegExp(
      String.raw`${ASSIGNED}(?=[\w.-]*[\d=]|[a-z0-9+/]*[\d+/])(?:[\w.=-]{10}|[a-z0-9+/]{12})`,
      'y',
    ),
    vagueness: VAGUEST,
    allowToo: [MEMBER_IN_CODE, KEY_OF_ENTRY],
  },
  'harness-api-key': { mustFollow: /[\w-]{22}\./y },
  jwt: {
    // Only at the beginning of a word, so that a run of its letters is read once.
    mustFollow: /(?<=(?:(?<!\w)|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})ey)[a-z0-9]{17,}\.ey/y,
    minRun: 17,
  },
  'infracost-api-token': { mustFollow: /[a-z0-9]{32}/y, minRun: 32 },
  'jwt-base64': { group: 0 },
  'linkedin-client-id': { allowToo: [OTHER_WORD] },
  'linkedin-client-secret': { allowToo: [OTHER_WORD] },
  'lob-api-key': { mustFollow: /[a-f0-9]{35}/y },
  'lob-pub-api-key': { mustFollow: /_?(?:pub)?_?[a-f0-9]{31}/y },
  'microsoft-teams-webhook': { group: 0 },
  'octopus-deploy-api-key': { mustFollow: /[a-z0-9]{26}/y },
  'sendgrid-api-token': { mustFollow: /[a-z0-9=_.-]{66}/y },
  'sentry-org-token': {
    // gitleaks' expression includes the character after the secret.
    regex: String.raw`\b(sntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43})(?:[^a-zA-Z0-9+/]|\z)`,
  },
  'sonar-api-token': { group: 2 },
  'twilio-api-key': {
    mustFollow: /[0-9a-f]{32}/y,
    minRun: 32,
  },
  'vault-service-token': {
    // Either of its two words; before the short one is the end of a word, or an escape.
    mustFollow: /(?<=hvs\.)[\w-]{90}|(?<!(?<!\\)\ws\.)[a-z0-9]{24}(?!\w)/y,
    minRun: 24,
    // The whole value: each long token has 24 letters in a row.
    allow: [{ regexes: [String.raw`^s\.[A-Za-z]{24}$`], words: [] }],
  },
};
