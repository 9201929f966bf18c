import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const [WORD, SHORT, WORDS, RANDOM] = ['tulipmarket', 'tulips', 'two words here', 'q8Wn2Rt5Yb7Kd4'];

const FORMS: Readonly<Record<string, readonly string[]>> = {
  [WORD]: [
    'password is #',
    'the password is #.',
    'my password is #, please keep it',
    'The db password is # and the user is ada',
    'use # as the password',
    'log in with password #',
    'I changed the password to #.',
    'the passphrase for the key is #',
    'login ada / #',
    'credentials: ada:#',
    'user ada password #',
    'pw: #',
    'wifi password: #',
    'password **#**',
    'Das Passwort ist #',
    '密码是#',
    'smtp_pass: #',
    'Server=h;User Id=sa;Password=#;',
    'requirepass #',
    '<password>#</password>',
    '[sudo] password for ada: #',
    "Enter passphrase for key '/home/ada/.ssh/id': #",
    'root pw = #',
    '<add key="Password" value="#"/>',
    "define('DB_PASSWORD', '#');",
    'setx DB_PASSWORD "#"',
  ],
  [SHORT]: [
    'tool --password #',
    'tool --passphrase=#',
    '["--password", "#"]',
    'mysql -u root -p#',
    'mysql -u root -p # shop',
    'sshpass -p # ssh ada@host',
    'redis-cli -a # ping',
    'docker login -u ada -p # r.example.org',
    'htpasswd -b .htpasswd ada #',
    "echo 'ada:#' | sudo chpasswd",
    'zip -P # a.zip a',
    '7z a -p# a.7z a',
    'http -a ada:# https://h.example.org',
    "ALTER USER ada WITH PASSWORD '#'",
    "CREATE USER ada IDENTIFIED BY '#'",
    'helm upgrade app --set auth.password=#',
    'machine h.example.org login ada password #',
    'curl --data-urlencode "password=#" https://h.example.org',
    'docker login -u ada --password-stdin <<< #',
    "ssh-keygen -N '#' -f key",
    'lftp -u ada,# h',
    'sqlplus ada/#@db',
    'rabbitmqctl add_user ada #',
    'mysqladmin -u root password #',
    'psk="#"',
  ],
  [WORDS]: [
    'tool --password "#"',
    "tool --password '#'",
    'API_SECRET="#"',
    'mysql -p"#"',
    "sshpass -p '#' ssh h",
    'password: #',
    "IDENTIFIED BY '#'",
    '<password>#</password>',
  ],
  [RANDOM]: [
    'vault login #',
    'vault login -method=token token=#',
    'gh auth login --with-token <<< #',
    'netlify deploy --auth #',
    'rar a -hp# a.rar a',
    'sqlcmd -S h -U sa -P #',
    'plink -pw # ada@h',
    'gh secret set X --body "#"',
    'wrangler secret put X <<< #',
    'az keyvault secret set --name x --value #',
    'aws ssm put-parameter --name x --value # --type SecureString',
    'bw unlock #',
    'net user ada #',
    'ssh ada@h (pw #)',
    "Password for 'https://ada@h.example.org': #",
  ],
};

describe.each(Object.entries(FORMS))('%j', (secret, forms) => {
  test.each(forms)('is a secret in %j, and in the bytes of a record', async (form) => {
    const find = await secretFinder();
    const text = form.replace('#', secret);
    expect(find(text).map(({ value }) => value.replace(/\.$/, ''))).toEqual([secret]);
    for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))]) {
      expect(find(record)).toHaveLength(1);
      let marks = 0;
      find.marks(record, () => marks++);
      expect(marks).toBeGreaterThan(0);
    }
  });
});

const [salt, hash] = ['aB3dE5gH', 'Xk3j9./2mNoPqRsTuVwXy0'];
test.each([
  ['$', '1$', salt, '$', hash],
  ['$y', '$j9T$', salt, '$', hash, hash.slice(1)],
  ['$', '2x$10$', hash, hash, hash.slice(0, 9)],
  ['{SS', 'HA}', 'Ab3/xYz90+'.repeat(3), 'ab=='],
  ['pbkdf2', '_sha256$260000$', salt, '$', 'Ab3/xYz90+'.repeat(4), 'abc='],
  ['scr', 'ypt:32768:8:1$', salt, '$', '0123456789abcdef'.repeat(8)],
  ['SCRAM', '-SHA-256$4096:', 'Ab3xYz90Ab3xYz==$', 'Ab3/xYz90+'.repeat(4), 'ab=:', 'Ab3/xYz90+'.repeat(4), 'ab='],
])('a hash of a password: %s%s', async (...pieces) => {
  const find = await secretFinder();
  const value = pieces.join('');
  expect(find(`ada:${value}:19000:0:`).map(({ rule }) => rule)).toEqual(['password-hash']);
});

test('a key of a session without a digit is a secret', async () => {
  expect((await secretFinder())('JWT_SECRET=tulipmarketsoup').map(({ rule }) => rule)).toEqual(['plain-key']);
});

test.each([
  'the password is required.',
  'the password is somewhere',
  'the password is different.',
  'the password was forgotten, ask ada',
  'with password authentication',
  'with the password protected.',
  'use username as the password',
  'set the password to something.',
  'login: octocat / settings',
  'password: click the link below',
  'Passwort: falsch',
  'use --password instead',
  'tool --password PASSWORD',
  'tool --password file.txt',
  'tool --password secrets/db',
  'the --password option of it',
  'pass --password twice',
  'mysql -u root -p shop',
  'mysql -u root -p shop_production < dump.sql',
  'mysql -u root -ppassword',
  'docker run --name mysql -p3306:3306',
  'commits identified by "squash" commands',
  'vault login -method=github',
  'vault login -method=userpass username=ada',
  'zip -P password a.zip',
  '* **skip**(pass: `string`): `boolean`',
  'Bearer authentication is used',
  'curl "https://h.example.org/?password=$PASSWORD"',
  'gh secret set NAME --body "$VALUE"',
  'net user ada /delete',
  "define('DB_PASSWORD', 'your-password');",
  "text.replace(pattern, '$1$' + rest)",
  'openssl\t3.0.19-1\npasswd\t1:4.13+dfsg1\npython3\t3.11.2-1\nlibsqlite3-0\t3.40',
  'pacman       pacman-conf\npasswd       paste-it-2\npython3.11   python3-config',
  'password [success=1 default=ignore] pam_unix.so obscure',
])('%j has none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});
