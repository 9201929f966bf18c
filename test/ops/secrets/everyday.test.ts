import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const find = await secretFinder();

/** A text without the secrets that are found in it. */
function redacted(text: string): string {
  return find(text).reduceRight((left, { start, end }) => `${left.slice(0, start)}[]${left.slice(end)}`, text);
}

const SENTENCES = [
  'try "#" as password',
  "What is the password? It's #",
  "What's the password for staging? #",
  'I changed the password from Alt9kQzWm2 to #',
  'password changed from Alt9kQzWm2 to #.',
  'the wifi is Kestrel5G, key #',
  'WiFi: Kestrel5G / #',
  'das Kennwort lautet jetzt #',
  'le mdp est #',
  'mdp: #',
  'usuario ada clave #',
  '- Password \u2014 #',
  'log in as admin with #',
  'Password for the [elastic] user successfully reset: #',
  'A temporary password is generated for root@localhost: #',
  'Use the following password to go on:\n\n#\n',
  'Nimm # als Passwort',
  'Utilise # comme mot de passe',
  'usa # como contraseña',
  'la contraseña nueva es #',
  'credenciales: ada / #',
  'Anmeldung: ada / #',
  'VPN PSK: #',
  'the pre-shared key is #',
  'shared secret: #',
  'WLAN-Schlüssel: #',
  'Client Secret #',
  'input "password" with "#"',
  'When I enter "#" into the password field',
];
const COMMANDS = [
  'docker secret create db_pw - <<< "#"',
  'reg add HKLM\\SOFTWARE\\Acme /v Password /t REG_SZ /d # /f',
  'mosquitto_passwd -b /etc/pw ada #',
  'security unlock-keychain -p # build.keychain',
  'security import c.p12 -P #',
  'etcdctl put /app/db_password #',
  'bcp t out f -S db -U sa -P #',
  'isql dsn ada #',
  'cypher-shell -u neo4j -p #',
  'arangosh --server.password #',
  'drush user:password ada "#"',
  'bundle config gems.example.org ada:#',
  'ACL SETUSER ada on ># ~* +@all',
  "SET PASSWORD FOR 'ada'@'localhost' = '#';",
  "CREATE SECRET (TYPE S3, SECRET '#')",
  'a1 LOGIN ada #',
  '\nUSER ada\r\n331 go on\r\nPASS #\r\n',
  'setenv DB_PASSWORD #',
  'rootpw --plaintext #',
  'nmcli connection modify c wifi-sec.psk #',
  'networksetup -setairportnetwork en0 Kestrel #',
  'rclone obscure #',
  'echo # | sudo zfs load-key p',
  'pdftk a.pdf input_pw # output b.pdf',
  'qpdf --encrypt # # 256 -- a b',
  "ansible-vault encrypt_string '#' --name db_password",
  '    Key Content            : #',
  'cat .vault_pass\n#\n',
  'cat /run/secrets/db_password\n#\n',
  'printenv DB_PASSWORD\n#\n',
  'echo $DB_PASSWORD\n#\n',
  'pwgen 10 1\n#\n',
];
const SETTINGS = [
  'token = "Bearer #Ln5p"',
  'smtp_sasl_password_maps = static:ada:#',
  '[smtp.example.org]:587 ada@example.org:#',
  'ldap.bind.credentials=#',
  'olcRootPW: #',
  'AuthLDAPBindPassword "#"',
  'default_pass = #',
  '"ada" * "#"',
  'WEBHOOK_URL=https://hooks.example.org/in/#Rn5LpJw9',
  '<td>Password</td><td>#</td>',
  '<key>password</key>\n<string>#</string>',
  '<entry key="db.password">#</entry>',
  '<String Key="Password"><Value ProtectInMemory="True">#</Value></String>',
  'stats auth ada:#',
  'chpasswd:\n  list: |\n    ada:#',
  'snmp v3 auth SHA # priv AES 128 #',
  'crypto isakmp key # address 10.0.0.1',
  'ip ospf message-digest-key 1 md5 #',
  '{"Password":{"Value":"#"}}',
];
const CALLS = [
  'System.setProperty("db.password", "#");',
  'os.Setenv("DB_PASSWORD", "#")',
  'Environment.SetEnvironmentVariable("DB_PASSWORD", "#");',
  "PasswordAuthenticator('ada', '#')",
  'Elasticsearch("https://h", basic_auth=("elastic", "#"))',
  "u.set_password('#')",
  "'password' => bcrypt('#')",
  "Hash::make('#')",
  'pbkdf2_sha256.hash("#")',
  "jwt.sign(payload, '#')",
  "crypto.createHmac('sha256', '#')",
  "hmac.new(b'#', msg, sha256)",
  "process.env.DB_PASSWORD || '#'",
  'password <- "#"',
  'static const char PASS[] = "#";',
  '(setq smtp-password "#")',
  'val pw: String = "#"',
  'env.getOrDefault("DB_PASSWORD", "#")',
  "ENV.fetch('DB_PASSWORD') { '#' }",
  "login('ada', '#')",
  'WiFi.begin("Kestrel", "#");',
  'keyring.set_password("svc", "ada", "#")',
  "fill_in 'Password', with: '#'",
];

test.each([...SENTENCES, ...COMMANDS, ...SETTINGS, ...CALLS])('%j: # is covered, in a text and in a record', (form) => {
  const text = form.replaceAll('#', 'Zk8wQm3xTv');
  for (const each of [text, JSON.stringify({ text }), `It says:\n\n${text}\n\nThat is all.`]) {
    expect(redacted(each)).not.toContain('Zk8wQ');
    expect(redacted(each)).not.toContain('Alt9k');
  }
});

test.each([
  'SELECT u.hash256 AS password FROM users u',
  'use field1 as password',
  'Is it a password? No, Sha256 is used.',
  'What is the password? It is required.',
  'password changed from md5 to sha256',
  'password changed from bcrypt10 to argon2id',
  'the wifi module is ESP8266, key features: 32 pins',
  'the mdp is solved by value iteration in Gridworld1',
  'mdp: Gridworld-v1',
  '- Password \u2014 8 to 64 characters',
  'log in as admin with Firefox128',
  'Error in the password check of the form: LoginForm2',
  'the code for the door component is in 2 files',
  'the code for the app is 4711 lines long',
])('%j: no secret', (text) => {
  expect(find(text)).toEqual([]);
  expect(find(JSON.stringify({ text }))).toEqual([]);
});

test.each([
  'etcdctl put /app/db_password $DB_PASS1',
  'reg add HKLM\\SOFTWARE\\Acme /v Version /d 10.0.19045 /f',
  'USER node1\nPASS=1',
  'a1 LOGIN ada $PASS1234',
  '"Bearer test-token1"',
  '"Bearer " + token2',
  '"=" * "20"',
  'AuthLDAPBindPassword exec:/bin/cat',
  '<td>Password</td><td>8 signs</td><td>x</td>',
  '<key>password</key><string>$(PASSWORD1)</string>',
  'os.Setenv("DB_PASSWORD", os.Getenv("DB_PASS2"))',
  "jwt.verify(token, process.env['JWT_KEY1'])",
  "crypto.createHmac('sha256', key1)",
  'System.setProperty("token.path", "/etc/token1")',
  'WEBHOOK_URL=https://hooks.example.org/in/your-hook-name-2-here',
  'setenv DB_PASSWORD $DB_PASS1',
  'cat src/password.ts\nimport1 from',
  'cat config/token\n{"version":2}',
  'echo $TOKEN | wc -c\n41\n',
  'openssl rand -hex 2\n9f1c\n',
  'user ada on node1 > out2.txt',
  'auth sha256 required2',
  'process.env.DB_PASSWORD || process.env.PASS2',
  'if (password || "x1")',
  'val pass: Int = 12345678',
  'setDefault("db.password.length", "12")',
  'the shared secret is in config2',
  'Client Secret rotation2',
  '{"auth": "required1"}',
  '{"auth": "basicAuth2Provider"}',
])('%j: nothing to cover', (text) => {
  expect(find(text)).toEqual([]);
  expect(find(JSON.stringify({ text }))).toEqual([]);
});

test('the number behind "the code for the door is" is one', () => {
  expect(find('the code for the front door is 4711').map(({ value }) => value)).toEqual(['4711']);
});

test.each([6, 8, 12, 20])('a name and a password of %s characters in base64 behind `auth` are one', (length) => {
  const pair = Buffer.from(`ada:${'Zx9kQ2mVtrW4Ln7pRb3c'.slice(0, length)}`).toString('base64');
  for (const text of [`{"auths":{"ghcr.io":{"auth":"${pair}"}}}`, `auth: ${pair}\n`])
    expect(redacted(text)).not.toContain(pair.slice(0, 8));
});

test('a password that a server makes, with a comma and a semicolon, is covered as a whole', () => {
  expect(redacted('A temporary password is generated for root@localhost: l#gw2x;Kq9,aT')).not.toContain('l#g');
});

test.each([
  'os.Setenv("DB_PASSWORD", "#")',
  'svn co --username ada --password # u',
  'keytool -storepass #',
  "requests.get(u, auth=('ada', '#'))",
  'isql dsn ada #',
  'Ich habe das Passwort auf # geändert',
])('%j: words with a capital behind a sign and a number are a password, and no name', (form) => {
  expect(redacted(form.replace('#', 'blue-Otter_19'))).not.toContain('Otter');
  for (const name of ['user-name-2', 'userName_v2', 'Step-Two-3', 'API_TOKEN_2'])
    if (!form.includes('Passwort')) expect(find(form.replace('#', name)), name).toEqual([]);
});

test('a password of a macro is covered', () => {
  expect(redacted('#define WIFI_PASSWORD "Zk8wQm3xTv"')).toBe('#define WIFI_PASSWORD "[]"');
});
