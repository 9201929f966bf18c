import { NO_PASSWORDS, type RuleData } from './rule-parts.ts';

/** Names of passwords in other scripts. */
export const ABROAD = ['contraseña', 'пароль', '密码', '密碼', 'パスワード', '비밀번호'];
// Apart: a raw template has ASCII alone.
export const SIGNS = '[:=：]';
export const ARE = '[是は]';

/** UTF-8 that is read as Latin-1. */
function inLatin1(word: string): string {
  return Buffer.from(word).toString('latin1').toLowerCase();
}

function inJson(word: string): string {
  return word.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const ABROAD_WORDS = [
  ...['passwort', 'kennwort', 'contrasena', 'mot de passe', 'senha', 'wachtwoord'],
  ...ABROAD.flatMap((word) => [word, inLatin1(word), inJson(word)]),
];

/** Passwords in cells, and behind their names in other languages. */
export const PASSWORD_RULES: readonly RuleData[] = [
  {
    id: 'password-cell',
    // In a row of a table, in CSV, and in JSON under the bare name.
    regex: String.raw`(?i)(?:(?:password|passwd|passphrase)["'\x60*]{0,3}[ \t]{0,20}\|[ \t]{0,20}["'\x60*]{0,3}([^\s|"'\x60<>()\[\]{}]{8,80})["'\x60*]{0,3}[ \t]{0,20}(?:[|\n\r]|\]\(|$)|"(?:password|passwd|passphrase)"[ \t]{0,3},[ \t]{0,3}"([^"\s]{8,80})"|"secret"[ \t]{0,3}:[ \t]{0,3}"([^"\s]{8,80})")`,
    keywords: ['password', 'passwd', 'passphrase', 'secret"', 'secret\\"'],
    allow: NO_PASSWORDS,
  },
  {
    id: 'password-abroad',
    // In other languages, with a digit in it.
    regex: String.raw`(?i)(?:passwort|kennwort|contrasena|mot de passe|senha|wachtwoord|${ABROAD.join('|')})["'\x60*\]]{0,3}[ \t]{0,3}(?:=>|${SIGNS}|(?:ist|lautet|war|es|est|is)(?::[ \t]{0,3}|[ \t]{1,3})|${ARE})[ \t]{0,3}["'\x60*]{0,3}([^\s"'\x60,;(){}\[\]<>\\*]{8,80})`,
    keywords: ABROAD_WORDS,
    allow: NO_PASSWORDS,
  },
];
