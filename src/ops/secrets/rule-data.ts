/** An exception: a match that is not a secret. */
export interface AllowData {
  /** The text that expressions are tried on; by default the secret. */
  readonly of?: 'secret' | 'match' | 'line';
  readonly regexes: readonly string[];
  /** Lower-case words in the secret. */
  readonly words: readonly string[];
}

export interface RuleData {
  readonly id: string;
  readonly regex: string;
  readonly entropy?: number;
  readonly group?: number;
  readonly keywords: readonly string[];
  readonly allow: readonly AllowData[];
}

/** Words of passwords in examples. */
export const BLANK_WORDS =
  '(?:access|account|admin|amqp|anon(?:cvs|ymous)?|api|app|auth|bar|baz|change|credentials?|database|db|default|demo|dev|docker|dummy|example|fake|foo|ftp|guest|here|hidden|it|key|local(?:host)?|login|maria(?:db)?|masked|me|mongo(?:db)?|my|mysql|new|old|omitted|pass(?:phrase|wd|word)?|pg|placeholder|postgres(?:ql)?|proxy|prod|pserver|pswd|pwd?|pw|rabbit(?:mq)?|real|redacted|redis|removed|root|sample|secret|secure|smtp|some|strong|super|test(?:ing)?|the|token|user(?:name)?|value|your|x|[.…])[_.:-]{0,3}';
