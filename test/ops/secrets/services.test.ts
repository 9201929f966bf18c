import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';

const [random, hex] = ['qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'];
const long = `${random}${random}`;

/** In pieces, so that no scanner takes this file for a leak: what is before the secret, the secret, what is behind it. */
const TEXTS: readonly (readonly [before: string, secret: readonly string[], behind: string])[] = [
  ['the key ', ['r', '8_', random], ' is in use'],
  ['', ['tv', 'ly-dev-', random], ''],
  ['', ['ls', 'v2_pt_', hex, '_', hex.slice(0, 10)], ''],
  ['', ['pc', 'sk_', random.slice(0, 6), '_', long.slice(0, 60)], ''],
  ['', ['sb', '_secret_', random], ''],
  ['', ['nf', 'p_', random], ''],
  ['', ['fig', 'd_', random], ''],
  ['', ['wh', 'sec_', random], ''],
  ['', ['dckr', '_pat_', random.slice(0, 27)], ''],
  ['', ['AT', 'BB', random], ''],
  ['', ['AK', 'Cp', long], ''],
  ['', ['GOC', 'SPX-', random.slice(0, 28)], ''],
  ['', ['ts', 'key-auth-', random.slice(0, 17), '-', random], ''],
  ['', ['s', 'k-', hex], ''],
  ['', ['s', 'k_', hex, hex.slice(0, 16)], ''],
  ['', ['ke', 'y-', hex], ''],
  ['', ['NR', 'AK-', random.toUpperCase().slice(0, 27)], ''],
  ['', ['re', '_', random.slice(0, 8), '_', random.slice(8)], ''],
  ['', ['pa', 't', random.slice(0, 14), '.', hex, hex], ''],
  ['https://a.blob.example.org/c?sv=2022&sp=r&sig=', [random, '%2BaB3dE5gH%3D'], '&se=2026'],
  ['https://a.webhook.office.com/webhookb2/x@y/IncomingWebhook/', [hex, '/abc-def'], ''],
  ['mysql -u root -p', [random.slice(0, 16)], ' app'],
  ["mysql -u root -p'", [random.slice(0, 9), '&', random.slice(9, 12)], "' app"],
  ['sshpass -p "', [random.slice(0, 9), ' ', random.slice(9, 12)], '" ssh ada@host'],
  ['sshpass -p ', [random.slice(0, 16)], ' ssh ada@host'],
  ['machine\tgit.example.org\tlogin\tada\tpassword\t', [random.slice(0, 16)], '\n'],
  ['machine git.example.org\n  login ada\n  password ', [random.slice(0, 16)], '\n'],
  ["SECRET_KEY = '", ['django-', 'insecure-7Oq)3pF$9v&jVQ^vvatLk7@N'], "'"],
  ['set -gx API_TOKEN ', [random], ''],
  ['variable "db_password" {\n  type = string\n  default = "', [random.slice(0, 20)], '"\n}'],
  ['ngrok config add-authtoken ', [long.slice(0, 49)], ''],
  ['[db]\nhost = localhost\npassword = ', ['correct horse ', 'battery'], '\n'],
  ['[pypi]\r\nusername = ada\r\npassword = ', ['Tr0ub4', 'dor&3'], '\r\n'],
  ["export PGPASSWORD='", ['correct horse ', 'battery'], "'\n"],
  ['      - POSTGRES_PASSWORD=', ['correcthorse', 'battery'], '\n'],
  ['DB_PASSWORD=', ['correct-horse', '-battery'], ' was not needed.'],
  ['here DB_PASSWORD=', ['correct-horse', '-battery'], ' is the one for staging'],
  ['DB_PASSWORD=', ['correct-horse', '-battery is the one'], '\nand'],
  ['PGPASSWORD=', ['correct-horse', '-battery'], ' psql -h db as is'],
  ['DB_PASSWORD=', ['correct horse', ' battery'], '\n'],
  ['docker run -e "POSTGRES_PASSWORD=', ['correct-horse', '-battery'], '" postgres'],
  ['set `DB_PASSWORD=', ['correct-horse', '-battery'], '`, then'],
  ['(PGPASSWORD=', ['correct-horse', '-battery'], '; psql)'],
  ['DB_PASSWORD="', ['horse and ', 'battery'], '"\n'],
  ['spring.datasource.password=', ['correcthorse', 'battery'], '\n'],
  ['password = ', ['correct horse ', 'battery'], '\n'],
  ['<server><password>', [random.slice(0, 12)], '</password></server>'],
  ['Server=db;Uid=ada;Pwd=', [random.slice(0, 12)], ';'],
  ['ansible_become_pass: ', [random.slice(0, 12)], '\n'],
  ['db.example.org:5432:shop:ada:', [random.slice(0, 12)], ''],
  ['jdbc:oracle:thin:ada/', [random.slice(0, 12)], '@db.example.org:1521:XE'],
  ['redis-cli -h cache -a ', [random.slice(0, 12)], ' ping'],
  ['docker login -u ada -p ', [random.slice(0, 12)], ' r.example.org'],
  ["echo '", [random.slice(0, 12)], "' | docker login -u ada --password-stdin"],
  ['smbclient //srv/share -U ada%', [random.slice(0, 12)], ''],
  ["ConvertTo-SecureString '", [random.slice(0, 12)], "' -AsPlainText -Force"],
  ['openssl enc -aes-256-cbc -pass pass:', [random.slice(0, 12)], ' -in a'],
  ['ldapsearch -x -D cn=admin -w ', [random.slice(0, 12)], ' -b dc=x'],
  ['DefaultEndpointsProtocol=https;AccountKey=', [long, random.slice(0, 22), '=='], ';EndpointSuffix=x'],
  ["-H 'X-Auth-Token: ", [random], "'"],
  ['Cookie: theme=dark; session=', [random], '; lang=en'],
  ['//r.example.org/:_authToken=', [random.slice(0, 16)], ''],
  ['Private-Lines: 2\n', [long, '\n', random], '\nPrivate-MAC: '],
  ['     7\tPrivate-Lines: 2\n     8\t', [long], '\n     9\t'],
  ['-----BEGIN EC PRIVATE ' + 'KEY-----\n', [long, '\n', long], '\n'],
  ['', [long, '\n', long, '\naB3dE5gH'], '==\n-----END RSA PRIVATE ' + 'KEY-----\n'],
  [
    '-----BEGIN RSA PRIVATE ' + 'KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F1E2D3C\n\n',
    [long, '\n', long],
    '\n',
  ],
  [`[database]\n${'an_ordinary_setting = of this program\n'.repeat(8)}password = `, ['correct', 'horse battery'], '\n'],
  ['This is in it: [db]\nhost = localhost\npassword = ', ['correcthorse', 'battery'], '\n'],
  ['jdbc:oracle:thin:ada/', ['correcthorse', 'battery'], '@db.example.org:1521:XE'],
  ['*:5432:*:postgres:', ['correcthorse', 'battery'], '\n'],
  ['db.example.org:5433:shop:ada:', [random.slice(0, 12)], '\n'],
  ['jdbc:postgresql://db.example.org/shop?user=ada&password=', ['correcthorse', 'battery'], '&ssl=true'],
  [`Cookie: ${'theme_of_the_page=dark; '.repeat(30)}session=`, [random], '; lang=en'],
  ["CREATE USER ada IDENTIFIED BY '", [random.slice(0, 12)], "';"],
  ['echo ', [random.slice(0, 12)], ' | sudo -S ls'],
  ['ADMIN_PW=', [random.slice(0, 12)], '\n'],
  ['admin_pw: ', [random.slice(0, 12)], '\n'],
  ['PGPASS=', [random.slice(0, 12)], ' psql'],
  ['my pw is ', [random.slice(0, 12)], ''],
  ['zip -r -P ', [random.slice(0, 12)], ' a.zip a'],
  ['openssl enc -aes-256-cbc -k ', [random.slice(0, 12)], ' -in a'],
  ['API_SECRET=', ['Tr0ub4', 'dor&3'], '\n'],
  ['AZURE_CLIENT_SECRET=', [random.slice(0, 8), '~', random.slice(1)], '\n'],
  ['', ['$2', 'b$12$', random, random.slice(0, 21)], ''],
  ['ada:', ['$6', '$aB3dE5gH$', long, random.slice(0, 22)], ':19000:'],
  ['ada:', ['$apr', '1$aB3dE5gH$', random.slice(0, 22)], ''],
  ['x-access-token:', [hex, hex.slice(0, 8)], '@github.com/a/b'],
  ['`curl -u ', ['ada:', random.slice(0, 12)], '`'],
];

test.each(TEXTS)('behind %j', async (before, pieces, behind) => {
  const secret = pieces.join('');
  const redact = await redactorOf();
  for (const text of [`${before}${secret}${behind}`, JSON.stringify({ said: `${before}${secret}${behind}` })]) {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).not.toContain(secret.slice(0, -4));
  }
});

const LISTINGS: Readonly<Record<string, (line: number) => string>> = {
  'a listing': (line) => `${String(line).padStart(6)}→`,
  'a listing with tabs': (line) => `${String(line).padStart(6)}\t`,
  'a search': (line) => `conf/app.ini:${line}:`,
  'a search in one file': (line) => `${line}:`,
  'a diff, added': () => '+',
  'a diff, taken away': () => '-',
  'a quotation': () => '> ',
  'an indented text': () => '    ',
};

describe.each(Object.entries(LISTINGS))('in %s', (_, prefixOf) => {
  test.each([
    [['[database]\nhost = db\npassword = ', 'correct horse battery'], 'correct horse'],
    [['[client]\nuser=ada\npassword=', 'correcthorsebattery'], 'correcthorse'],
    [['POSTGRES_PASS', 'WORD=', 'correcthorsebattery'], 'correcthorse'],
    [['spring.datasource.pass', 'word=', 'correcthorsebattery'], 'correcthorse'],
    [['db.example.org:5432:shop:ada:', 'correcthorsebattery'], 'correcthorse'],
    [['-----BEGIN RSA PRIVATE ', 'KEY-----\n', long, '\n', long, '\n', long], long.slice(8)],
    [[long, '\n', long, '\naB3dE5gH==\n-----END PRIVATE ', 'KEY-----'], long.slice(8)],
    [['Private-', 'Lines: 3\n', long, '\n', long, '\n', long], long.slice(8)],
  ])('%j', async (pieces, secret) => {
    const lines = pieces.join('').split('\n');
    const text = lines.map((line, index) => `${prefixOf(index + 1)}${line}\n`).join('');
    const redact = await redactorOf();
    for (const said of [text, JSON.stringify({ said: text })]) expect(redact(said)).not.toContain(secret);
  });
});

describe('is no secret', () => {
  test.each([
    'mysql -u root -p app',
    'mysqldump -preserve',
    'docker run --name mysql -p3306:3306 -d mysql:8',
    'docker run --name mysql -p127.0.0.1:3306:3306/tcp -d mysql:8',
    'sshpass -p $PASSWORD ssh ada@host',
    'sshpass -p "the password of it" ssh ada@host',
    'machine learning, login page and password field',
    "SECRET_KEY = 'your-placeholder-goes-here-1'",
    'set -e TOKENS_PER_MINUTE 4',
    'set -x PATH /usr/local/bin',
    'variable "region" { default = "eu-central-12" }',
    'the path of patterns.ts and re_export_names',
    'disk-cache, task_runner and sk-learn',
    'https://example.org/?sig=short',
    'whsec_example_of_a_name_only_here',
    '[db]\nuser = ada\npassword = %(db_password)s\n',
    'DB_PASSWORD=your_password_here',
    'POSTGRES_PASSWORD="$SECRET"',
    'MYSQL_ROOT_PASSWORD=root_password',
    'password = the one of the user',
    'password = self or none',
    'password = value of one',
    'when POSTGRES_PASSWORD=postgres is not needed',
    'DB_PASSWORD="not set here"',
    'PWD=/home/ada/app OLD_PWD=/home/ada/src2',
    'cookie: theme=dark; lang=en',
    'docker login -u ada -p $TOKEN',
    'he is identified by "name2" or by \'the number 12\'',
    'zip -r archive1.zip src -P $PASSWORD1',
    'https://example.org/?TOKEN=abc&x=12',
    'cost $5$ and $6$ for 12 of them',
    'const pwd = process.cwd()',
    'jdbc:postgresql://db.example.org/shop?user=ada&password=password',
    'docker run -p 127.0.0.1:5432:5432 postgres:16',
    '2026-01-31T12:00:00.543Z node:543:12: a warning',
    `${long}\\n-----END CERTIFICATE-----`,
  ])('%s', async (text) => {
    const find = await secretFinder();
    expect([...find(text)]).toEqual([]);
  });
});

test('words that are all over ordinary text are worth no look by themselves', async () => {
  const { mayHold } = await secretFinder();
  for (const text of ['the path of patterns', 'disk-cache and task_runner', 'export re_name', 'a key-value store'])
    expect(mayHold(text), text).toBe(false);
});
