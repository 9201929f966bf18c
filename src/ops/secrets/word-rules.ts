import {
  ABROAD_WORDS,
  ASSIGNMENT_SIGNS,
  COPULAS_ABROAD,
  COPULAS_OF_LETTERS,
  PASSWORD_NAMES_ABROAD,
} from './password-rules.ts';
import { END_IN_TEXT, FLAGGED, LISTED, NO_CODE_OR_STATE, type RuleData } from './rule-parts.ts';

const NAME = '(?:password|passwd|passphrase|passcode)';
const PASSWORD_NAME = `(?:${NAME}|pwd|pw)`;
const QUOTES = String.raw`["'\x60*]{0,3}`;
const WORD = '(?:[A-Za-z]{8,40}(?:[-_][A-Za-z]{2,20}){0,4}|[A-Z][a-z]{3,7}(?:-[A-Z][a-z]{2,20}){1,4})';
const WORDS =
  '[A-Za-z]{8,40}(?:[ ][a-z]{3,20}){0,5}|[a-z]{3,20}(?:[ ][a-z]{3,20}){1,5}[ ][0-9]{1,6}|[a-z]{3,20}(?:[ ][a-z]{3,20}){2,6}';
const QUOTED = String.raw`[^"'\s$\x60\\]{3,40}(?:[ ][^"'\s$\x60\\]{1,40}){0,5}`;
/** The end of a sentence or a line, or words that continue a sentence after a password. */
const VALUE_END = String.raw`${QUOTES}(?:[.!?;:)\]}]{1,2}(?:$|[\s\\<"']|[^\x00-\x7f])|,[ ]|[ \t]{0,3}(?:$|[\n\r\\<|"')\]}]|[^\x00-\x7f]|[\x00-\x1f])|\.[a-z]{1,5}(?:[\s"]|$)|[ ](?:and|but|please|so|now|on|for)[ ])`;
const START = String.raw`(?:^|[\n\r"'\x60(>])${LISTED}`;
const OWNER_WORDS =
  '(?:my|the|your|our|its|his|her|vnc(?:server)?|rdp|sudo|nas|router|postgres|mysql|redis|grafana|jenkins|jira|master|temporary|initial|wi-?fi|wlan|vpn|db|database|admin|root|user|login|ssh|ftp|smtp|e?mail|server|staging|prod|production|test|account|key|zip|archive)';
const FLAG = `(?i:[\\w-]{0,30}(?:password|passwd|passphrase|pwd)|(?:[\\w-]{0,30}[_-])?(?:store|key)?pass)`;

const CREDENTIALS_ABROAD = 'zugangsdaten|anmeldedaten|identifiants|credenciales|credenziali';

/** Endings of adjectives, adverbs and nouns that describe a password. */
const DESCRIBING_ENDINGS =
  '(?:ed|ing|ly|able|ible|ive|ous|ful|less|ary|ory|[st]ion|ment|ness|ity|ance|ence|ical|ual|ism|ists?|ized|gers?|tors?|wrong|right|hidden|known|written|taken|given|shown|broken|chosen|forgotten|stolen|text|where|thing|one|ever)';
const SAYS =
  '(?:about|above|again|against|alone|already|always|another|argument|arguments|because|before|behind|below|between|beyond|case-sensitive|compliant|confidential|consistent|default|defaults|dependent|different|during|either|elsewhere|fields|flag|flags|generic|hashing|identical|important|insecure|inside|instead|itself|kerberos|likewise|manager|managers|matches|needs|neither|packages?|sufficient|commands?|option|options|otherwise|outside|parameter|parameters|policies|policy|prompts|rather|redundant|relevant|requires|rules|secrets|security|several|somehow|specific|static|stdin|stronger|strength|switch|takes|through|throughout|together|twice|unique|unless|until|unsafe|whether|which|while|whose|within|without|works|would)';

const NOT_WORDS: RuleData['allow'] = [
  ...NO_CODE_OR_STATE,
  { regexes: [`(?i)^${SAYS}$`, '^[A-Z]+(?:[_-][A-Z]+)*$', '^(?i:x+|a+)$'], words: ['your'] },
];

const NAMES_ABROAD = `passwort|kennwort|contrasena|mot de passe|senha|wachtwoord|${PASSWORD_NAMES_ABROAD.join('|')}`;
const WORD_ABROAD = '[a-z]{8,40}|[a-z]{5,20}(?:-[a-z]{3,20}){1,3}';
/** Endings of words that describe a password in German, French, Spanish, Portuguese and Italian. */
const DESCRIBING_ABROAD =
  '(?i)(?:en|falsch|lich|ig|isch|ert|elt|eit|tzt|ist|icht|eerd|[ai]d[ao]|[aiou]t[ao]|rret[ao]|ett[ao]|[ae]ri[ao]|orio|oria|ect[aoe]|ect|est[ao]|ise|[ao]ire|[ae]nte?|ique|ide|[ai]ble|iv[ao]|os[ao]|euse|ale?|eux|elle|asiado)s?$';

/** Passwords without a digit that a sentence, a flag, or quotes around several words reveal. */
export const WORD_RULES: readonly RuleData[] = [
  {
    id: 'told-word',
    regex: [
      String.raw`\b(?i:${PASSWORD_NAME})(?:[ \t](?:for|of|on|to)[ \t][\w.@ -]{1,30}?)?[ \t](?:is|was)(?:[ \t](?:now|still|just))?:?[ \t]{1,2}${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\b(?i:${PASSWORD_NAME}|pass)[ \t](?:for|of|on)[ \t](?:the|that|my|our)[ \t][\w.@-]{1,30}(?:[ ]?[=:]|[ ]is)[ \t]${QUOTES}(${WORD}|[a-z]{4,20}-[a-z]{4,20})${VALUE_END}`,
      String.raw`\b(?i:set|chang|reset|updat)\w{0,4}[ \t](?:\w{2,12}[ \t]){0,4}${PASSWORD_NAME}(?:[ \t]for[ \t](?:user[ \t])?[\w.@-]{1,40})?[ \t]to[ \t]${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\b(?i:use|used|try)[ \t]${QUOTES}(${WORD})${QUOTES}[ \t](?:as|for)[ \t](?:the|my|your|our|a)[ \t](?:\w{2,12}[ \t]){0,2}${PASSWORD_NAME}\b`,
      String.raw`\b(?i:${PASSWORD_NAME})[ \t](?:\*\*|["'\x60])(${WORD})(?:\*\*|["'\x60])`,
      String.raw`\b(?i:api|access|secret|auth|client)[ _-]?(?i:key|token|secret)[ \t](?:is|was):?[ \t]${QUOTES}([A-Za-z]{16,80})${VALUE_END}`,
      String.raw`\b(?i:with|use)[ \t](?:(?:the|this|my)[ \t])?${PASSWORD_NAME}[ \t]${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\b(?i:credentials?|creds|log[ -]?in|user ?/ ?pass(?:word)?|${CREDENTIALS_ABROAD})(?:[ ]?:|[ \t](?:with|is|are))?[ \t]${QUOTES}[a-z][\w.@+-]{1,40}(?:[ ][/|][ ]|[/:])${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\b(?i:user(?:name)?)[ :=][ ]?[\w.@-]{1,40}[ ,;/]{1,3}(?:and[ ])?(?i:pass|${PASSWORD_NAME})[ :=]{1,2}${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\b(?i:${OWNER_WORDS}[ \t]${PASSWORD_NAME})[ \t]?[:=][ \t]{1,2}${QUOTES}(${WORDS})${VALUE_END}`,
      String.raw`\basks?[ ]for[ ](?:an?|the|your)[ ](?:\w{2,12}[ ])?${PASSWORD_NAME},?[ ](?:type|enter|use|give)(?:[ ]it)?[ ]${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`\((?i:pass|${PASSWORD_NAME})[ :=]{1,2}([^\s()"'\x60]{6,80})\)`,
      String.raw`\b(?i:password|passphrase) for [^\s:"']{1,60}:[ \t]{1,3}(${WORD})${VALUE_END}`,
      String.raw`(?:key|name|type|id)=\\?["'][\w.-]{0,40}(?i:password|passwd)\\?["'][^<>\n]{0,80}?[ \t]value=\\?["']([^"'<>$\\{]{6,80})`,
      String.raw`${START}(?:pass|pw|Pass|PW)[ \t]?:[ \t]{1,2}${QUOTES}(${WORD})${VALUE_END}`,
      String.raw`${START}(?i:${NAME}):[ \t]{1,3}([a-z]{3,20}(?:[ ][a-z]{3,20}){2,6})${VALUE_END}`,
    ].join('|'),
    keywords: [
      'passw',
      'passphrase',
      'passcode',
      'pwd',
      'pw is',
      'pw was',
      'pw:',
      'pw =',
      'pw for',
      'pass for',
      ' pw ',
      '(pw',
      '(pass',
      'pass:',
      'credential',
      'creds',
      'zugangsdaten',
      'anmeldedaten',
      'identifiants',
      'credenciales',
      'credenziali',
      'login',
      'log in',
      'key is',
      'token is',
      'secret is',
    ],
    vagueness: 1,
    mustFollow:
      /[a-z]{0,9}[\\"'`*)\]]{0,6}(?:\s|\\+t){0,3}(?:[:=/]|value=|,? ?(?:type|enter|use|give)\s|(?:is|was|are)(?:\s|\\+t|:){1,3}(?:(?:now|still|just)\s)?[\\"'`*]{0,6}[a-z][a-z-]{7}|(?:to|for|of|on|with)(?:\s|\\+t)|(?:is|are)\s[\\"'`*]{0,6}[\w.@+-]{1,40} ?[/:]|[\\"'`*]{0,6}[a-z]{8}|[\w.@+-]{1,60} ?[/|:]|[\\"'`*]{1,6}[a-z]|[^\s()]{6,80}\))|(?<=\b(?:as|for)\s(?:the|my|your|our|a)\s(?:\w{2,12}\s){0,2}[a-z]{3,10})/y,
    allow: [...NOT_WORDS, { regexes: [`(?i)${DESCRIBING_ENDINGS}$`], words: [] }],
  },
  {
    id: 'told-abroad',
    regex: [
      String.raw`(?i:${NAMES_ABROAD})["'\x60*\]]{0,3}(?:[ \t]{0,3}(?:${ASSIGNMENT_SIGNS}|${COPULAS_ABROAD})[ \t]{0,3}|(?:[ \t](?:for|f.r)[ \t](?:[a-z]{2,12}[ \t])?[\w.-]{1,30})?[ \t](?:ist|lautet|est?|es|is|${COPULAS_OF_LETTERS})(?:[ \t](?:jetzt|nun))?[ \t]|[ \t](?:del?(?:[ ]la)?|du|do|da|della?|van|fuer|pour|para)[ \t][\w.-]{1,30}[ ]?:[ \t])${QUOTES}(${WORD_ABROAD})${VALUE_END}`,
      String.raw`\b(?i:usuario|utente|utilisateur|identifiant|benutzer(?:name)?|user)[ :]{1,3}[\w.@-]{1,40}[ ,;/]{1,3}(?:(?:y|e|et|und)[ ])?(?i:la[ ]|con[ ])?(?i:mdp|clave|${NAMES_ABROAD})[ :]{1,3}${QUOTES}(${WORD_ABROAD})${VALUE_END}`,
      String.raw`\b(?i:passwort|kennwort)[ ]${QUOTES}(${WORD_ABROAD})${QUOTES}[ ](?:an|ein)(?:melden|loggen)?(?:[.!,;\s"]|$)`,
      String.raw`\bmdp(?:[ ][a-z]{2,10})?(?:[ ]?[:=]|[ ]c'est)[ ]?${QUOTES}(${WORD_ABROAD})${VALUE_END}`,
    ].join('|'),
    keywords: [...ABROAD_WORDS, 'mdp'],
    vagueness: 1,
    allow: [
      ...NOT_WORDS,
      {
        regexes: [DESCRIBING_ABROAD],
        words: [],
      },
    ],
  },
  {
    id: 'flag-word',
    regex: [
      String.raw`(?:^|[\s"'\x60(\[,])--?${FLAG}[ =](?:"(${QUOTED})"|'(${QUOTED})'|([A-Za-z][A-Za-z_!@+-]{5,40})${END_IN_TEXT})`,
      String.raw`(?:^|[\s"'\x60(\[,])--?${FLAG}["'][ \t]{0,3},\s{0,20}(?:"(${QUOTED})"|'(${QUOTED})')`,
    ].join('|'),
    keywords: ['password', 'passwd', 'passphrase', 'pwd', 'pass'],
    mustFollow: FLAGGED,
    allow: [...NOT_WORDS, { regexes: ['^.{0,5}$', String.raw`^[\w.-]*/|\.[A-Za-z]{1,5}$`], words: [] }],
  },
  {
    id: 'set-words',
    regex: [
      String.raw`(?:^|[^\w.$])[A-Z0-9_]{0,40}(?:SECRET|PASSPHRASE|PASSCODE|PASS|_PW)=(?:"([a-z]{3,20}(?:[ ][a-z]{3,20}){1,6})"|'([a-z]{3,20}(?:[ ][a-z]{3,20}){1,6})')`,
      String.raw`(?i)<(?:[\w-]{1,20}:)?${NAME}>([^<>0-9]{6,80})</`,
      String.raw`\bdefine\([ \t]{0,3}["'][A-Z0-9_]{0,40}(?:PASSWORD|PASS|SECRET|KEY|TOKEN|SALT)["'][ \t]{0,3},[ \t]{0,3}["']([^"'\n$]{6,100})["']`,
      String.raw`\b(?:setx|set[ \t]{1,3}-[a-zA-Z]{1,3})[ \t]{1,3}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN)[ \t]{1,3}["']?([^\s"'\x60$|;&<>]{6,100})`,
      String.raw`\.(?:set|with)(?:Password|Passphrase)\([ \t]{0,3}["']([^"'\s$\\]{6,80})["'][ \t]{0,3}\)`,
      String.raw`\b(?i:mnemonic|(?:seed|recovery|secret)[ _-](?:phrase|words))(?:["']?[ \t]{0,3}[:=]|[ \t]is)[ \t]{0,3}["'\x60]?((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})`,
      String.raw`;[ ]?(?:Password|password|Pwd|pwd|PWD)=([^;"'\s<>&]{6,80})(?:[;"'\s]|$)`,
      String.raw`${START}(?:requirepass|masterauth|rootpw|bindpw|bind_password|auth_pass|sasl_passwd)[ \t:=]{1,5}["']?([^\s"'\x60<>$]{6,100})`,
      String.raw`\b(?i:smtp|db|database|mysql|pg|redis|admin|root|mail|ftp|ssh|http|proxy|ldap|wifi|imap)_?(?i:pass|pw)["']?\]?[ ]?[:=][ ]?["']?([A-Za-z][A-Za-z_!@-]{5,60})(?:["']?(?:$|[\s,;\\}]))`,
    ].join('|'),
    keywords: [
      ...[
        'secret=',
        'passphrase',
        'passcode',
        'pass=',
        '_pass:',
        '_pass"',
        '_pass\\"',
        '_pass =',
        '_pw',
        'dbpass',
        'smtppass',
        'mysqlpass',
        'adminpass',
        'rootpass',
        'mailpass',
        'password>',
        'passwd>',
      ],
      ...[
        ';password=',
        '; password=',
        ';pwd=',
        '; pwd=',
        'requirepass',
        'masterauth',
        'rootpw',
        'bindpw',
        'bind_password',
      ],
      ...['auth_pass', 'sasl_passwd', 'define(', 'setx ', 'set -'],
      ...[
        'mnemonic',
        'setpassword(',
        'withpassword(',
        'seed phrase',
        'recovery phrase',
        'secret phrase',
        'seed_phrase',
        'recovery_phrase',
        'seed words',
      ],
    ],
    allow: NOT_WORDS,
  },
];
