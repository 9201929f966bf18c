import { BLANK_WORDS, type RuleData } from './rule-parts.ts';

/** Words of names in code, of types, and of states: `password: string`, `password = formInput`, `password: required`. */
const CODE =
  'any|api|arg(?:ument)?|array|attr|auth|base|bearer|bool(?:ean)?|buffer|bytes?|callback|char|code|column|conf(?:ig)?|const|credentials?|ctx|current|data|db|decrypted|digest|element|encoded|encrypted|entry|env|error|field|file|flag|form|format|func|function|generated?|get|handler|hash(?:ed)?|header|id|in|info|init|input|int|item|key|label|len|length|list|login|map|mask|model|msg|name|node|num(?:ber)?|obj(?:ect)?|of|opts?|options?|param(?:eter)?s?|pass(?:code|phrase|wd|word)?|path|payload|plain|prefix|prompt|prop(?:ertie)?s?|provider|pwd?|query|raw|read|ref|regex|req(?:uest)?|res(?:ponse)?|result|row|salt|schema|secret|section|session|settings?|size|source|state|store|str(?:ing)?|struct|table|text|title|token|type|ui|url|user|utils?|val(?:ue)?|var(?:char|iable)?|vault|with';
const STATES =
  'absent|accepted|allowed|authorization|authentication|automatic(?:ally)?|blank|cancelled|changed|constructor|correct|denied|disabled|empty|enabled|enforced|exists|expired|external|failed|false|hidden|identifier|ignored|implemented|incorrect|integer|internal|invalid|kennwort|lambda|literal|mandatory|mismatch(?:ed)?|missing|never|nothing|nullable|omitted|optional|passwort|present|private|prohibited|protected|provided|public|random(?:ly)?|readonly|received|rejected|removed|required|reset|rotated|salted|senha|sensitive|some|stored|strong|success(?:ful)?|supported|true|unchanged|undefined|unknown|unset|unsupported|untouched|updated|valid|verified|visible|void|weak|whatever|wrong';
/** `correct horse` is a password. */
const OF_STATE = STATES.replace('|correct|', '|');
const SENTENCE =
  'and|are|as|at|but|by|can|cannot|do|does|enter|for|forgot|has|if|in|is|it|its|less|many|may|minimum|more|must|new|no|not|of|old|on|only|or|password|please|should|than|that|the|this|to|too|use|was|when|will|with|you|your';

/** A choice of words, each with a capital where it begins. */
function capitals(choice: string): string {
  return choice.replace(/(?<=^|\|)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Values of a password that are names in code, types or states, or sentences. */
export const NO_CODE_OR_STATE: RuleData['allow'] = [
  {
    regexes: [
      `(?i)^(?:${BLANK_WORDS})+[.!?]?$`,
      `(?i)^(?:${STATES})[.!?]?$`,
      `(?:^| )(?:${SENTENCE})(?: |$)`,
      // Of two words, one of which says something of it.
      `(?i)^(?:${OF_STATE}|${CODE}|${BLANK_WORDS})[ _-]\\w+$|^\\w+[ _-](?:${OF_STATE}|${CODE}|${BLANK_WORDS})$`,
      // Of code: a call, a path, a constant, a name that has such a word in it (`userPassword`, `new_token`, `StringField`).
      String.raw`^[^A-Za-z]*$|[(){}\[\]<>$%]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^[A-Za-z]?:|://|^[A-Z]+(?:_[A-Z]+)+$`,
      `^(?i:${CODE})(?:[_!]|$)|_(?i:${CODE})(?:_|$)|^(?:${CODE}|${capitals(CODE)})[A-Z]|[a-z](?:${capitals(CODE)})(?:[A-Z]|$)`,
    ],
    words: ['example', 'changeme', 'change-me', 'placeholder', 'redacted', '...', '…', 'secret 1'],
  },
  // A type, without quotes.
  { of: 'match', regexes: [String.raw`[:=>][ \t]{0,20}(?:[A-Z][a-z]+){2,}(?:\W|$)`], words: [] },
];
