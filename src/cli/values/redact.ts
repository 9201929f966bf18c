import { REDACTED_TOO } from '../../model/secret.ts';
import { flagList, toggle, wordOf } from '../flag.ts';

export const REDACT = {
  redact: toggle(
    '--redact',
    'put `[secret 3: github-pat]` in the place of keys, tokens and passwords, by the rules of gitleaks',
  ),
  redactAlso: flagList(
    '--redact-also <what>',
    'what --redact leaves out, and home folders, names of users, of this machine, or mail addresses: home,user,host,mail',
    wordOf(REDACTED_TOO),
  ),
};
