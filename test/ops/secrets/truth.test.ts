import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

/** Pieces, so that no scanner takes this for a leak. */
const [letters, digits] = ['qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xCvB2nM4qW8eR2tY6u', '284719306152'];
const [github, slack, openai] = ['gh'.concat('p_'), 'xo'.concat('xb-'), 'sk-'.concat('proj-')];
const blank = '$'.concat('{PASS99}');
const hex = (text: string) => Buffer.from(text).toString('hex');
const bot = `${digits}-${digits}-${letters.slice(0, 24)}`;

/** Where a value is and never a name: in an address, a file of settings, a text in JSON or quotes, behind a flag. */
const SECRETS: readonly (readonly [text: string, value: string])[] = [
  ['postgres://app:tulipsea@db.internal:5432/app', 'tulipsea'],
  ['mysql://root:marigold@127.0.0.1/shop', 'marigold'],
  ['redis://:harborlight@cache:6379/0', 'harborlight'],
  ['amqp://quay:lanternfish@mq:5672', 'lanternfish'],
  ['https://ada:plumtree@git.internal/x.git', 'plumtree'],
  ['ftp://ada:topSecretPassword@host/x', 'topSecretPassword'],
  ['smtp://mail:$ecret99@mx:25', '$ecret99'],
  ['DATABASE_URL=postgres://app:kelpmoor@db/app', 'kelpmoor'],
  ["url = 'postgresql+asyncpg://u:briarpatch@h/d'", 'briarpatch'],
  ['DB_PASSWORD=tulipsea', 'tulipsea'],
  ['export DB_PASSWORD=tulipsea', 'tulipsea'],
  ['POSTGRES_PASSWORD=marigold\nPOSTGRES_USER=app', 'marigold'],
  ['MYSQL_ROOT_PASSWORD=topSecretPassword', 'topSecretPassword'],
  ['export ADMIN_PASSWORD=kelpSeaPassword', 'kelpSeaPassword'],
  ['PASSWORD=harborer', 'harborer'],
  ['SMTP_PASS=tulipsea', 'tulipsea'],
  ['DB_PASS=marigold', 'marigold'],
  ['REDIS_PASSWORD="kelpmoor"', 'kelpmoor'],
  ["ADMIN_PASSWORD='briarfox'", 'briarfox'],
  ['ENV DB_PASSWORD=tulipsea', 'tulipsea'],
  ['  - DB_PASSWORD=tulipsea', 'tulipsea'],
  ['docker run -e POSTGRES_PASSWORD=tulipsea postgres', 'tulipsea'],
  ['docker run -e POSTGRES_PASSWORD=topSecretPassword postgres', 'topSecretPassword'],
  ['APP_SECRET=tulipseamarigold', 'tulipseamarigold'],
  ['db.password=tulipsea', 'tulipsea'],
  ['spring.datasource.password=marigold', 'marigold'],
  ['password=tulipsea', 'tulipsea'],
  ['password = tulipsea', 'tulipsea'],
  ['MYSQL_PWD=tulipsea', 'tulipsea'],
  ['DB_PASSWORD=$ecret99', '$ecret99'],
  ['{"password": "tulipsea"}', 'tulipsea'],
  ['{"user":"ada","password":"marigold"}', 'marigold'],
  ['"db_password": "harborer"', 'harborer'],
  ['{"password": "topSecretPassword"}', 'topSecretPassword'],
  [JSON.stringify({ body: JSON.stringify({ password: 'topSecretPassword' }) }), 'topSecretPassword'],
  ['"rootPassword": "briarMoorPasswd"', 'briarMoorPasswd'],
  ['{"passwd":"tulipsea","host":"db"}', 'tulipsea'],
  ['"smtpPassword": "marigold"', 'marigold'],
  ['{"pass": "tulipsea"}', 'tulipsea'],
  ['{"auth":{"user":"ada","pass":"marigold"}}', 'marigold'],
  ['{"pwd":"tulipsea"}', 'tulipsea'],
  ['"password": "$ecret99"', '$ecret99'],
  ['"passphrase":"tulipsea"', 'tulipsea'],
  ["'password': 'tulipsea',", 'tulipsea'],
  ['password: tulipsea', 'tulipsea'],
  ['password: "topSecretPassword"', 'topSecretPassword'],
  ['  db_password: "tulipsea"', 'tulipsea'],
  ['mysql -uroot -p$ecret99 shop', '$ecret99'],
  ["mysql -u root -p'$ecret99' shop", '$ecret99'],
  ['mysqldump -h db -p$ecret99 shop > x.sql', '$ecret99'],
  [JSON.stringify({ command: 'mysql -u root -p"$ecret99" shop' }), '$ecret99'],
  ['mysql -u root -ptulipsea', 'tulipsea'],
  ['mysql -u root --password=tulipsea shop', 'tulipsea'],
  ['mysql --password=topSecretPassword', 'topSecretPassword'],
  ['tool --password tulipsea', 'tulipsea'],
  ['tool --password=marigold', 'marigold'],
  ['tool --db-password topSecretPassword run', 'topSecretPassword'],
  ['curl -u ada:tulipsea https://x.internal', 'tulipsea'],
  ['curl -u ada:topSecretPassword https://x.internal', 'topSecretPassword'],
  ['curl --user ada:$ecret99 https://x', '$ecret99'],
  ['curl -u ada:xTzdTSSE7x https://x', 'xTzdTSSE7x'],
  ['PGPASSWORD=tulipsea psql -h db', 'tulipsea'],
  ['sshpass -p tulipsea ssh ada@host', 'tulipsea'],
  ['sshpass -p$ecret99 ssh ada@host', '$ecret99'],
  ['redis-cli -a tulipsea ping', 'tulipsea'],
  [hex(`${github}${letters.slice(0, 36)}`), github],
  [`echo ${hex(`${slack}${bot}`)} | xxd -r -p`, slack],
  [`key=0x${hex(`${openai}${letters}`)}`, openai],
  [hex('DB_PASSWORD=tulipsea7\n').toUpperCase(), 'tulipsea7'],
  [`"${openai}${letters.slice(0, 20)}" + "${letters.slice(20, 44)}"`, letters.slice(20, 44)],
  [`"${openai}" + "${letters.slice(0, 44)}"`, letters.slice(0, 44)],
  [`${openai}${letters.slice(0, 24)}\n${letters.slice(24)}`, letters.slice(24)],
  [`"${slack}${digits}-" + "${bot.slice(13)}"`, letters.slice(0, 24)],
  [`"${slack}${bot.slice(0, -14)}" +\n  "${bot.slice(-14)}"`, letters.slice(10, 24)],
  [`${slack}${bot.slice(0, -14)}\n${bot.slice(-14)}`, letters.slice(10, 24)],
  [JSON.stringify({ text: `x = "${slack}${bot.slice(0, -14)}" + "${bot.slice(-14)}"` }), letters.slice(10, 24)],
];

/** Names, calls and expressions in code, types, states, blanks, digests, and sentences. */
const NO_SECRETS: readonly string[] = [
  ...['apiKey: apiKeys.prod1', 'token: tokens.access1', 'password: passwords.main2', 'auth: auths.main1'],
  ...['accessToken: accessTokens.user2', 'signingKey: keys.jwtSigning2,', 'authKey = self.authKeys.v1'],
  ...['api_key=settings.API_KEY_V2', 'apiKey: process.env.API_KEY1', 'secret: config.secrets.jwt1'],
  ...['auth_token = tokens.primary1', 'accessToken: data.accessToken1;', 'token = tokens[0]', 'apiKey={apiKey1}'],
  ...['password is required1', 'password is optional2', 'passwords are hashed1', 'The password was reset3.'],
  ...['the password is too short1', 'the token is expired1', 'Password must have 8 characters'],
  ...['curve SECP256R1', 'key: secp256k1', 'privateKey: SECP256R1', 'key = ec.SECP256R1', 'KEY_TYPE=SECP256R1'],
  ...['private_key = ec.generate_private_key(ec.SECP256R1(), backend)', 'SECRET_KEY_ALGORITHM=ECDSA_SECP256R1'],
  ...[
    'linkedInstance',
    'linkedInstance: abcdefgh123456',
    'linkedInstance = "abcdefgh123456"',
    'linked_index = abcdefgh123456',
  ],
  ...['const client = linkedInstance1.get()', 'const linkedInstance = createInst1(abcdefghij1234)'],
  ...[
    'const password = userPassword;',
    'password: getPassword()',
    'password = form.password1',
    'password: hashedPassword',
  ],
  ...['password: topSecretPassword', 'if (password === otherPassword) return', 'connect(password=userPassword)'],
  ...['setPassword(newPassword)', 'await login(user, password)', 'password=newPassword', 'password: z.string().min(8)'],
  ...['password: string', 'password: String,', '"password": "string"', '"password": "required"', '{"type":"password"}'],
  ...['"passwordField": "password1"', '"password": "passwordField"', '"password": "enterPassword"'],
  ...['"password": "invalidPassword"', '"password": "currentPassword"', '"password": "forgotPassword"'],
  ...[
    '{"password":"passwordInput","email":"emailInput"}',
    '"password": "mySecretPassword"',
    'DB_PASSWORD=yourPassword',
  ],
  ...['"password": "********"', `"password": "${blank}"`, `DB_PASSWORD=${blank}`, 'DB_PASSWORD=$DB_PASSWORD'],
  ...['DB_PASSWORD=', 'DB_PASSWORD=changeme', 'password=password', 'PASSWORD=myPassword'],
  ...['postgres://user:password@localhost/db', 'postgres://USER:PASS@HOST/db', 'https://user:pass@example.com'],
  ...['mongodb+srv://app:myDbPassword@cluster0.x.net', 'mysql -u root -p shop', 'mysql -p$PASS shop'],
  ...['mysql -p$MYSQL_PASSWORD', 'mysql -p"$PW1"', 'mysql -p$DB_PASS1', `mysql -p${blank}`],
  ...['mysql -u root -p$mysqlrootpw db', 'tool --password $PASSWORD1', 'tool --password <password>'],
  ...['curl -u user:$TOKEN2 x', 'curl -u "$USER:$PASS"', 'curl -u $USER:$PASS12 https://x'],
  ...['curl -u user:xxxxxx https://x', 'curl -u "user:xxx" https://x', "curl -u 'user:changeme' https://x"],
  ...[
    `'${openai}' + key`,
    `starts with ${openai}\nand then the key`,
    `${openai}abc\nDescription9Text`,
    `"${slack}" + botToken`,
  ],
  ...['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'commit 6768706f'],
  ...[hex('Hello world, how are you'), 'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef'],
];

test.each(SECRETS)('a value is found in %j', async (text, value) => {
  const find = await secretFinder();
  const found = find(text).map((each) => each.value);
  const marks: number[] = [];
  find.marks(JSON.stringify({ text }), (at) => marks.push(at));
  expect(marks).not.toEqual([]);
  expect(
    found.some((each) => each.includes(value) || (value.startsWith(each) && each.length > 5)),
    found.join(),
  ).toBe(true);
});

test.each(NO_SECRETS)('nothing is found in %j', async (text) => {
  const find = await secretFinder();
  expect(find(text)).toEqual([]);
});
