import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

async function valuesIn(text: string): Promise<string[]> {
  return (await secretFinder())(text).map(({ value }) => value);
}

/** In a text, and in the bytes of a record, and of one in a text. */
async function expectFound(text: string, value: string): Promise<void> {
  const find = await secretFinder();
  const record = JSON.stringify({ text });
  for (const each of [text, record, JSON.stringify(record)]) {
    const found = find(each).map((secret) => secret.value);
    expect(found.join(), each).toContain(value);
    let marks = 0;
    find.marks(each, () => marks++);
    expect(marks, each).toBeGreaterThan(0);
  }
}

describe('a value that a person keeps in mind is a secret behind a name that says so', () => {
  test.each([
    'CLIENT_SECRET',
    'ADMIN_TOKEN',
    'ACCESS_KEY',
    'AUTH_TOKEN',
    'SECRET',
    'ENCRYPTION_KEY',
    'HASURA_GRAPHQL_ADMIN_SECRET',
  ])('in a file of variables, a shell and Docker: %s', async (name) => {
    for (const form of [`${name}=#`, `export ${name}=#`, `${name}="#"`, `docker run -e ${name}=# app`])
      for (const value of ['Tiger8FriverRC', 'blueJay94xyz', 'TigerxNriverKu'])
        await expectFound(form.replace('#', value), value);
  });

  test.each([
    '"x-hasura-admin-secret": "#"',
    '{"client_secret":"#"}',
    "masterKey: '#'",
    '[mail]\nsecret=#\n',
    'client_secret: #',
    'api-token: #',
  ])('in JSON, source code, INI and YAML: %j', async (form) => {
    for (const value of ['Tiger8FriverRC', 'in1S3cretX']) await expectFound(form.replace('#', value), value);
  });

  test.each(['{"openai_key": "#"}', 'MASTER_KEY: #', 'DEPLOY_KEY: #', 'SALT=#', 'COOKIE=#', 'APP_SID=#'])(
    'and hexadecimal digits are: %s',
    async (form) => await expectFound(form.replace('#', '9e107d9d372bb6826bd81d3542a419d6'), '9e107d9d372bb682'),
  );

  test.each(['SSHPASS=blueMoa02x', 'SSHPASS=tulipsea sshpass -e ssh ada@h', 'curl -u ada:testing9Kq https://x.io'])(
    'as is a password in %s',
    async (text) => await expectFound(text, /(?:=|:)(\w+)/.exec(text)?.[1] ?? ''),
  );
});

test.each([
  ...['token: string', 'key = value', 'SECRET_NAME=my-secret', 'ACCESS_KEY=...', 'SECRET=changeme', 'SECRET=secret123'],
  ...['secretName: tls', 'secretName: tls-cert-v2', `TOKEN=${'$'}{VAR}`, 'TOKEN=$TOKEN1', 'SECRET=dev-secret-1'],
  ...['SECRET = os.environ["SECRET_2"]', 'token = process.env.TOKEN2', 'const token = process.env.API_TOKEN_V2'],
  ...[
    "const STORAGE_KEY = 'todoApp2';",
    "STORAGE_KEY = 'todo-app-v1'",
    'cacheKey: "user42List"',
    '"primaryKey": "id2User9x"',
  ],
  ...[
    'API_KEY=your_api_key_1',
    'api_key = "ollama2local"',
    'api_key_env = "OPENAI_API_KEY_2"',
    'TOKEN_SECRET=testSecret1',
  ],
  ...['JWT_SECRET_ALGORITHM=HS256', 'ENCRYPTION_KEY=aes-256-gcm', 'ENCRYPTION_KEY=aes256gcm', 'SSH_KEY=id_ed25519'],
  ...['token = base64Decode2', 'const csrfToken = oauth2Token', 'token = user1Token2', 'token: continuation2'],
  ...['AUTH_TOKEN=BearerToken', 'AUTH_TOKEN=authToken', '"nextToken": "page2cursor"', '"max_token": "4096tokens"'],
  ...['access_key = "user2access"', 'tokenizer_key: gpt2large', 'translationKey: "step1Title"', 'hotkey: ctrl2shift'],
  ...['MASTER_KEY=', 'MASTER_KEY=0', 'SALT=10', 'SID=S-1-5-21-1004336348', 'COOKIE=1'],
  ...['password was changed2days ago', 'curl -u ada:testing1 https://x.io', 'curl -u ada:password123 https://x.io'],
])('%j has none', async (text) => {
  expect(await valuesIn(text)).toEqual([]);
  expect(await valuesIn(JSON.stringify({ text }))).toEqual([]);
});

const SESSION = 'aB3dE5fG7hJ9kL2mN4pQ';

test.each([
  `curl -b 'sid=${SESSION}' https://x.io`,
  `curl --cookie "theme=dark; sid=${SESSION}" https://x.io`,
  `{"headers":{"Cookie":"sid=${SESSION}"}}`,
  `headers={'Cookie': 'theme=dark; session=${SESSION}'}`,
  `headers["Cookie"] = "sid=${SESSION}"`,
  `cookies={"sessionid": "${SESSION}"}`,
  `X-CSRF-Token: ${SESSION}`,
  `"x-xsrf-token": "${SESSION}"`,
])('a session is found in %s', async (text) => await expectFound(text, SESSION));

test.each([
  ...[
    'curl -b cookies.txt https://x.io',
    'curl -b jar.txt -c jar.txt',
    'cookie: accept',
    'Set-Cookie: theme=dark; Path=/',
  ],
  ...[
    'document.cookie = "theme=dark"',
    'headers={"Cookie": cookie}',
    'cookies={"theme": "dark"}',
    'X-CSRF-Token: required',
  ],
  'X-CSRF-Token: {{ csrf_token }}',
])('none is in %s', async (text) => expect(await valuesIn(text)).toEqual([]));

const [letters, hex] = ['qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xCvB2nM4', '9e107d9d372bb6826bd81d3542a419d6a1b2c3d4'];
const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

test.each([
  ['hf_', letters.slice(0, 34)],
  ['squ_', hex],
  ['sqp_', hex],
  ['pat-na1-', uuid],
  ['pat-eu1-', uuid],
  ['MTA', `${letters.slice(0, 23)}.${letters.slice(0, 6)}.${letters}`],
  ['ntn_', `48213975062${letters.slice(0, 35)}`],
])('a token of a service is found alone: %s', async (before, rest) => {
  for (const form of ['log in with # please', 'token "#"', '#\n'])
    await expectFound(form.replace('#', before + rest), rest);
});

test('a hash of htpasswd is found', async () =>
  await expectFound(['ann:$apr1$', 'x8dj3K2l$', 'Qm3yZ8w.Kd02LpVxT7uR1/'].join(''), 'Qm3yZ8w'));

test.each([
  'hf_hub_download',
  `hf_${letters.slice(0, 20)}`,
  'squ_test',
  'pat-na1-xxxx',
  `MTA.${letters}.x`,
  'module.Nt.create',
])('%s is none', async (text) => expect(await valuesIn(text)).toEqual([]));
