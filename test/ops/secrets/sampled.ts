import fc from 'fast-check';
import type { SecretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { END_IN_TEXT } from '../../../src/ops/secrets/rule-parts.ts';
import type { SecretRule } from '../../../src/ops/secrets/rules.ts';

const [letters, digits] = ['qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC', '502719384605'];

/** Where an expression says less than its words, or a sample would be one of another rule: pieces, so that no scanner takes this for a leak. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'airtable-token': ['pa', 't', letters.slice(0, 14), '.', '0123456789abcdef'.repeat(4)],
  'azure-shared-key': ['Account', 'Key=', letters, letters, letters.slice(0, 22), '=='],
  'encoded-password': ['"au', 'th": "', Buffer.from(`ada:${letters.slice(0, 14)}`).toString('base64'), '"'],
  'webhook-token': ['WEBHOOK_', 'URL=https://hooks.example.org/in/', letters],
  'markup-password': ['<entry key="db.pass', 'word">', letters.slice(0, 14), '</entry>'],
  'password-abroad': ['Kenn', 'wort: ', letters.slice(0, 14)],
  'password-column': ['user;pass', 'word\nada;', letters.slice(0, 14), '\n'],
  'key-column': ['user,secret ', 'key\nada,', letters, '\n'],
  'told-password': ['lo', "gin: ada / '", letters.slice(0, 14), "' of it"],
  'google-oauth-token': ['ya', '29.', letters],
  'laravel-key': ['APP_', 'KEY=base64:', letters, letters.slice(0, 11), '='],
  'access-token-variable': ['AZURE_P', 'AT=', letters],
  'entry-value': ['- name: DB_PASS', 'WORD\n  value: ', letters.slice(0, 14)],
  'stated-key': ['our api ', 'key is ', letters],
  'password-behind': ['use ', letters.slice(0, 14), ' as the pass', 'word'],
  'pin-code': ['P', 'IN: ', digits.slice(0, 6)],
  'recovery-code': ['recovery ', 'code: ', `${letters.slice(0, 5)}-${letters.slice(5, 10)}`.toLowerCase()],
  'password-cell': ['| pass', 'word | ', letters.slice(0, 14), ' |'],
  'config-password': ['DB_PASS', 'WORD=', letters.slice(0, 14)],
  'flag-secret': ['tool --to', 'ken ', letters.slice(0, 14)],
  'archive-password': ['7', 'z a -p', letters.slice(0, 14), ' a.7z a'],
  'argument-token': ['vault lo', 'gin ', letters.slice(0, 14)],
  'flag-word': ['tool --pass', 'word tulipmarket'],
  'password-hash': ['$2', 'b$12$', letters, letters.slice(0, 21)],
  'set-words': ['DB_PASS', '="two words here"'],
  'told-abroad': ['Pass', 'wort: tulipmarket'],
  'told-word': ['the pass', 'word is tulipmarket.'],
  'header-token': ['X-Auth-', 'Token: ', letters],
  'login-password': ['docker lo', 'gin -u ada -p ', letters.slice(0, 14), ' r.example.org'],
  'named-password': ['Uid=ada;Pw', 'd=', letters.slice(0, 14), ';'],
  'npm-registry-token': ['//r.example.org/:_auth', 'Token=', letters],
  'pgpass-password': ['db.example.org:54', '32:app:ada:', letters.slice(0, 14)],
  'putty-private-key': ['Private-', 'Lines: 1\n', letters, letters, '\nPrivate-', 'MAC: '],
  'session-cookie': ['Coo', 'kie: theme=dark; session=', letters],
  'assigned-secret': ['SECRET_', 'KEY = "', letters, '"'],
  'command-password': ['ssh', 'pass -p ', letters.slice(0, 14), ' ssh ada@host'],
  'hexadecimal-key': ['s', 'k-', '0123456789abcdef'.repeat(2)],
  'mailgun-private-api-token': ['key', '-', '0123456789abcdef'.repeat(2)],
  'new-relic-user-api-key': ['NR', 'AK-', letters.toUpperCase().slice(0, 27)],
  'resend-key': ['re', '_', letters.slice(0, 8), '_', letters.slice(8, 32)],
  'secret-variable': ['API_SEC', 'RET=', letters.slice(0, 9), '&', letters.slice(9, 14)],
  'service-token': ['tv', 'ly-', letters],
  'shared-access-signature': ['https://a.example.org/c?sp=r&si', 'g=', letters, '%2BaB3dE5gH%3D'],
  'tailscale-key': ['tskey-au', 'th-', letters.slice(0, 12), 'CNT', 'RL-', letters],
  'twilio-auth-token': ['A', 'C', '0123456789abcdef'.repeat(2), ' / ', '89abcdef01234567'.repeat(2)],
  'teams-webhook': ['https://a.example.org/Incoming', 'Webhook/', '0123456789abcdef'.repeat(2), '/', letters],
  'authorization-header': ['Authorization: Bear', 'er ', letters],
  'azure-ad-client-secret': ['client_secret = "abC1', 'Q~', letters, 'aB"'],
  'bittrex-secret-key': ['bittrex = ', letters.toLowerCase()],
  'curl-auth-header': ['cu', 'rl -H "Authorization: Bearer ', letters, '" https://api.example.org'],
  'curl-auth-user': ['cu', 'rl -u ada:', letters.slice(0, 12), ' https://api.example.org'],
  'defined-networking-api-token': [
    'dnkey = dn',
    'key-',
    letters.toLowerCase().slice(0, 26),
    '-',
    `${letters}${letters}`.toLowerCase().slice(0, 52),
  ],
  'aws-secret-key': ['aws_secret_', 'access_key=', letters.slice(0, 20), '0Zb9Yc8Xd7We6Vf5Ug4T'],
  'discord-webhook': [
    'https://dis',
    'cord.com/api/web',
    'hooks/',
    digits,
    digits.slice(0, 7),
    '/',
    letters,
    letters,
    'Ab-_',
  ],
  'facebook-access-token': ['facebook ', digits, '123|', letters.slice(0, 30)],
  'flutterwave-encryption-key': ['FLWSECK', '_TEST-', 'a1b2c3d4e5f6'],
  'gcp-api-key': ['AI', 'za', letters, 'Zq-'],
  'jwk-private-key': ['{"kty":"RSA","d":"', letters, letters, '"}'],
  'shown-secret': ['$ terraform output -raw db_pass', 'word\n', letters.slice(0, 14), '\n'],
  'typed-password': ["page.getByLabel('Pass", "word').fill('", letters.slice(0, 14), "')"],
  'shown-field': ['"keyName": "key1", "val', 'ue": "', letters, letters.slice(0, 22), '=="'],
  'link-token': ['https://h.example.org/magic', '/', letters, letters],
  'app-password': ['pass', ': "kqzv mxwb trpl hfdg"'],
  'token-cell': ['| API_TO', 'KEN | ', letters, ' |'],
  'zapier-webhook': ['https://hooks.zap', 'ier.com/hooks/catch/', digits.slice(0, 7), '/a1b2c3d'],
  'jwt-base64': [Buffer.from(`eyJhbGciOiJIUzI1NiJ9.${letters}${letters}`).toString('base64')],
  'microsoft-teams-webhook': [
    'https://acme.web',
    'hook.office.com/webhookb2/01234567-89ab-4cde-8f01-23456789abcd@89abcdef-0123-4567-89ab-cdef01234567',
    '/IncomingWebhook/0123456789abcdef0123456789abcdef/fedcba98-7654-4321-8fed-cba987654321',
  ],
  'okta-access-token': ['okta = 0', '0', letters, 'aB3dE5gH'],
  'private-key': ['-----BEGIN ', 'PRIVATE KEY-----\n', letters, letters, '\n-----END ', 'PRIVATE KEY-----'],
  'sidekiq-sensitive-url': ['https://01234567', ':89abcdef@', 'gems.contribsys.com/'],
  'slack-config-access-token': ['xoxe', '.xoxp-1-', letters.toUpperCase().repeat(6).slice(0, 164)],
  'slack-webhook-url': ['https://hooks.sl', 'ack.com/services/', letters, letters.slice(0, 12)],
  'declared-secret': ['const pass', "word: string = '", letters.slice(0, 14), "';"],
  'call-password': ['smtp.lo', "gin('ada', '", letters.slice(0, 14), "')"],
  'member-password': ['{"key": "DB_PASS', 'WORD", "value": "', letters.slice(0, 14), '"}'],
  'assigned-password': ['"pass', 'word": "kelpMoor', 'Tide"'],
  'assigned-key': ['"api_', 'key": "', '4jKwQUux', '6hmT', '"'],
  'split-token': ['gh', 'p_', letters.slice(0, 16), '" + "', letters.slice(0, 20), '"'],
  'telegram-bot-token': ['https://api.example.org/bot', digits.slice(0, 10), ':A', 'A', letters, 'z/getMe'],
  'signed-address': ['https://b.example.org/k?X-Amz-Sig', 'nature=', '0123456789abcdef'.repeat(4)],
  'crates-token': ['cargo login ci', 'o', letters],
  'aws-session-token': ['aws_session_', 'token=', letters.repeat(4)],
  'secure-parameter': ['"Type": "SecureString", "Val', 'ue": "', letters.slice(0, 14), '"'],
  'kubernetes-secret': ['{"kind": "Secret", "stringData": {"dsn": "', letters, '"}}'],
  'inserted-password': ["INSERT INTO users (name, password) VALUES ('ada', '", letters.slice(0, 14), "')"],
  'set-password': ['user', 'mod -p ', letters.slice(0, 14), ' ada'],
  'listed-argument': ['"ssh', 'pass", "-p", "', letters.slice(0, 14), '", "ssh"'],
  password: ['pass', 'word is ', letters.slice(0, 14)],
  'plain-password': ['pass', 'word: "tulip-market-quay"'],
  'plain-key': ['webhook_', 'token: "rXpwnS-kTye-', 'mQzY"'],
  'url-password': ['postgres://ada:', letters.slice(0, 12), '@db.internal:5432/app'],
};

/** By rule: to make them takes longer than most tests of them, and several files want them. */
const samples = new Map<string, string>();

/** A text in which a rule finds a secret, made from its expression. */
export function sampleOf(rule: SecretRule, find: SecretFinder): string {
  const sample = samples.get(rule.id) ?? newSampleOf(rule, find);
  samples.set(rule.id, sample);
  return sample;
}

function newSampleOf({ id, regex, keywords }: SecretRule, find: SecretFinder): string {
  const written = WRITTEN[id]?.join('');
  if (written !== undefined) return written;
  const any = withoutStacks(() => fc.stringMatching(new RegExp(plain(regex)), { size: 'small' }));
  const isOne = (text: string) => /^[ -~]*$/.test(text) && find(text).some(({ rule }) => rule === id);
  // Most rules find the first of them.
  for (const numRuns of [2, 40]) {
    const texts = withoutStacks(() => fc.sample(any, { numRuns, seed: 7 }));
    const sample = texts.flatMap((text) => [text, `${keywords[0]} ${text}`]).find(isOne);
    if (sample !== undefined) return sample;
  }
  throw new Error(`no sample of ${id}: write one`);
}

/** The library asks each class of letters for many words, and an error says no: most of the time went into the stacks of those. */
function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Without what an expression of JavaScript does not have, or a sample does not need. */
function plain(regex: string): string {
  return regex
    .replaceAll(END_IN_TEXT, '')
    .replace(/\(\?-?i\)/g, '')
    .replace(/\(\?-?i:/g, '(?:')
    .replace(/\(\?P<\w+>/g, '(?:')
    .replace(/\\z/g, '$')
    .replace(/\\b/g, '');
}
