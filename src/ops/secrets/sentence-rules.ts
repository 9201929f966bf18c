import { matchAt } from './assigned-values.ts';
import { isJumbled, isShuffled } from './jumble.ts';
import { inJson } from './password-rules.ts';
import { isMixed, NO_CODE_OR_STATE, NO_PASSWORDS, type RuleData, type RuleMatch } from './rule-parts.ts';

const NAME = '(?:password|passwd|passphrase|passcode|passwort|kennwort|contraseña|mot de passe)';
const QUOTE = '["\'\\x60*]{0,3}';
const VALUE = String.raw`([^\s"'\x60<>]{8,80})`;
const CHANGED = '(?:[ \\t](?:was|is|got|has been))?(?:[ \\t](?:changed|reset|rotated|switched|updated))?';

/** Before a value that may also be a word with a number: one, or two of a change. */
const TOLD = [
  `\\b(?:use|used|using|try|tried|trying|with|enter|set|nimm|nutze|mit|utilisez?|usa|usar)[ \\t]${QUOTE}${VALUE}${QUOTE}[ \\t](?:as|als|comme|como)[ \\t](?:an?[ \\t]|new[ \\t])?${NAME}\\b`,
  `\\b${NAME}s?\\b[^\\n.!?]{0,40}\\?[ \\t\\n]{1,3}(?:it(?:['\u2019]?s|[ ]is)[ \\t])?${QUOTE}${VALUE}`,
  `\\b${NAME}${CHANGED}[ \\t]from[ \\t]${QUOTE}${VALUE}${QUOTE}[ \\t]to[ \\t]${QUOTE}${VALUE}`,
  `\\b${NAME}${QUOTE}[ \\t][\u2013\u2014][ \\t]${QUOTE}${VALUE}`,
  `\\b(?:mdp|clave|${NAME})(?:[ \\t](?:nueva|actual|nouveau))?(?:[ \\t]?[:=]|[ \\t](?:est|es|ist|lautet|is)(?:[ \\t](?:now|jetzt|nun|ahora|maintenant))?|(?<=\\b(?:usuario|user|utilisateur|benutzer)[ :][^\\n]{1,40}))[ \\t]${QUOTE}${VALUE}`,
  `\\b(?:wi-?fi|wlan|ssid)\\b[^\\n]{0,60}?(?:\\b(?:key|pw|pass)[ :=]{1,3}|[ ]/[ ])${QUOTE}${VALUE}`,
  `\\b(?:pre-?shared[ _-]key|(?:wpa[_-])?psk|shared[ -]secret|(?:wlan|wi-?fi)-?(?:key|code|schlüssel))(?:[ \\t]?[:=]|[ \\t](?:is|ist))[ \\t]{0,3}${QUOTE}${VALUE}`,
].map((each) => new RegExp(each, 'dgi'));

/** Before a value that no name in code and no word is like. */
const BEFORE_SHUFFLED = [
  `\\b${NAME}\\b[^\\n]{0,90}:[ \\t]{0,3}(?:\\r?\\n[ \\t]{0,8}){0,3}(?:New value:[ ])?${VALUE}(?=[ \\t]{0,3}(?:[\\n\\r"]|$))`,
  `\\b(?:client|app|api|signing)[ -](?:secret|key)[ \\t]{1,4}${VALUE}`,
].map((each) => new RegExp(each, 'dgi'));

/** Before a value with a sign: a program has none in its name. */
const LOGIN_AS = [
  `\\b(?:log(?:ged)?|sign(?:ed)?)[ -]?in[ \\t](?:as|with user)[ \\t]${QUOTE}[\\w.@+-]{1,60}${QUOTE}[ \\t](?:with|using|and)[ \\t]${QUOTE}${VALUE}`,
].map((each) => new RegExp(each, 'dgi'));
const SIGN = /[!#$%^&*?]/;

/** A user and a password before what they are for. */
const BEFORE_LOGIN = [
  `\\b(?:use|try|with)[ \\t]${QUOTE}[\\w.@+-]{1,40}${QUOTE}[ ]?[/:][ ]?${QUOTE}${VALUE}${QUOTE}[ \\t](?:to|for)[ \\t](?:the[ ])?(?:log|sign)[ -]?in`,
].map((each) => new RegExp(each, 'dgi'));

const SENTENCE_END = /[.,!?;:)\]}*]+$/;

function* valuesIn(text: string, rules: readonly RegExp[], isSecret: (value: string) => boolean): Generator<RuleMatch> {
  for (const { index, indices } of rules.flatMap((rule) => [...text.matchAll(rule)]))
    for (const [start, end] of indices?.slice(1).filter((each) => each !== undefined) ?? []) {
      const value = withoutSentenceEnd(text.slice(start, end));
      if (isSecret(value)) yield matchAt(index, start - index, value);
    }
}

function withoutSentenceEnd(value: string): string {
  return value.replace(isJumbled(value, true) ? /[.,;:]+$/ : SENTENCE_END, '');
}

function* toldElseIn(text: string): Generator<RuleMatch> {
  yield* valuesIn(text, TOLD, (value) => isMixed(value) || isShuffled(value) || isJumbled(value, true));
  yield* valuesIn(text, BEFORE_SHUFFLED, (value) => isShuffled(value) || isJumbled(value, true));
  yield* valuesIn(
    text,
    LOGIN_AS,
    (value) => isShuffled(value) || isJumbled(value, true) || (SIGN.test(value) && isMixed(value)),
  );
}

function* usedIn(text: string): Generator<RuleMatch> {
  yield* valuesIn(text, BEFORE_LOGIN, (value) => isMixed(value) || isShuffled(value) || isJumbled(value, true));
}

/** Secrets in sentences of further shapes. */
export const SENTENCE_RULES: readonly RuleData[] = [
  {
    id: 'told-password',
    regex: '',
    finder: toldElseIn,
    keywords: [
      ...['passw', 'passphrase', 'passcode', 'kennwort', 'mot de passe', 'mdp', 'clave', 'wifi', 'wi-fi', 'wlan'],
      ...['pre-shared', 'preshared', 'psk', 'shared secret', 'client secret', 'app secret', 'signing secret'],
      ...['contraseña', inJson('contraseña'), 'ssid', 'log in as', 'login as', 'logged in as', 'sign in as'],
    ],
    vagueness: 1,
    mustFollow:
      /(?=[^"]{0,160}?\d)(?:[a-z]{0,9}[^\w\n]|[^\n]{0,3}\n)|(?<=\d[^\n]{0,80}\s(?:as|als|comme|como)\s(?:an?\s|new\s)?[^\n]{3,14})/y,
    window: { before: 160, behind: 300 },
    allow: [...NO_PASSWORDS, ...NO_CODE_OR_STATE],
  },
  {
    id: 'told-password',
    regex: '',
    finder: usedIn,
    keywords: ['to log in', 'to login', 'to log-in', 'to sign in', 'for log', 'for the log'],
    vagueness: 1,
    mustFollow: /(?<=\b(?:use|try|with) \S{1,44} ?[/:] ?\S{8,84} (?:to|for) [a-z -]{3,8})/y,
    window: { before: 160, behind: 40 },
    allow: [...NO_PASSWORDS, ...NO_CODE_OR_STATE],
  },
];
