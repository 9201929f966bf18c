import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

/** Made here, so that no scanner takes them for leaks. */
const letters = 'qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC';
const long = `${letters}vB7nM2kJ9hG4fD6sA1pO3iU8yT5rE0wQ`;
const hex = '9e1d6a16e5c103854ef90b7c2d4e6f81';
const uuid = '3f8a1c2e-9b47-4d65-8e21-7c0f5a9b3d14';
const password = 'Kq7pvR2mXw';

async function found(text: string): Promise<string[]> {
  return (await secretFinder())(text).map(({ value }) => value);
}

/** `#`: the value. */
const FORMS: Readonly<Record<string, readonly (readonly [form: string, value: string])[]>> = {
  'keys with an id': [
    ['LD_SDK = sdk-#', uuid],
    ['init("mob-#")', uuid],
    ['the api-# of it', uuid],
    ['use sk-lf-# there', uuid],
    ['ctx7sk-#', uuid],
    [`st.${uuid}.${hex}.#`, hex],
  ],
  'keys of one form': [
    ['K3S_TOKEN=K10#', `${hex}${hex}::server:${hex}`],
    ['node-token\nK10#\n', `${hex}${hex}::server:${letters}`],
    ['with AQ.Ab8RN6# for it', long.slice(0, 44)],
    ['nvapi-#', long],
    ['tgp_v1_#', long.slice(0, 43)],
    ['napi_#', long],
    ['CFPAT-#', long.slice(0, 43)],
    ['wandb_v1_#', long],
    ['KGAT_#', hex],
    ['e2b_#', `${hex}9e1d6a16`],
    ['fc-#', hex],
    ['csk-#', long.slice(0, 48).toLowerCase()],
    ['cookie: d=xoxd-#', `${long}%2B${letters}`],
    ['xoxc-123456789012-1234567890123-1234567890123-#', `${hex}${hex}`],
    ['dp.st.dev.#', long.slice(0, 43)],
    ['RWRTY0Iy#', `${long}${long}${long}`],
    ['2/1200000000000000/1200000000000001:#', hex],
    ['#-us12', hex],
    ['https://hooks.zapier.com/hooks/catch/#', '1234567/a1b2c3d'],
    ['{"kty": "RSA", "d": "#", "e": "AQAB"}', long],
  ],
  'names of a password': [
    ['[client]\nuser = ada\npass = #\n', password],
    ['[smtp]\nhost = h\npass = #\n', 'tulipmarket'],
    ["$dbpass = '#';", 'tulip-market'],
    ["dbpass='#'", password],
    ["$config['db_pass'] = '#';", password],
    ["{'user': 'ada', 'pw': '#'}", password],
    ['{"user":"ada","pw":"#"}', password],
    ['redis-server --requirepass #', password],
    ['["CMD", "mysqladmin", "ping", "-p#"]', password],
    ['auth: { user: "ada", pass: "#" }', 'kqzv mxwb trpl hfdg'],
    ['wifi password: #', 'tulip market 99'],
    ['PEPPER=#', letters],
    ['{"session": "#"}', long],
    ['session: #', `${hex}${hex}`],
  ],
  commands: [
    ['xh -A bearer -a # https://h.example.org/x', letters],
    ['http --auth-type=bearer --auth # h.example.org', letters],
    ['http -a # -A bearer h.example.org', letters],
    ['gh secret set DEPLOY_KEY -b#', letters],
    ['sudo cloudflared service install eyJhIjoi#', long],
    ['curl -H "X: ApiKey #"', Buffer.from(letters).toString('base64')],
    ['ncftp -u ada -p # h', password],
    ['supabase db push -p #', password],
  ],
  'answers of commands': [
    ['$ kubectl get secret db -o jsonpath="{.data.p}" | base64 -d\n#\n', password],
    ['$ terraform output -raw db_password\n#', password],
    ['$ op item get db --fields password --reveal\n#\n', password],
    ['gcloud secrets versions access latest --secret=db\n#', password],
    ['argocd admin initial-password -n argocd\n#\n', password],
    ['aws ecr get-login-password\neyJwYXlsb2FkIjoi#\n', long.repeat(24)],
    ['Key         Value\n---         -----\npassword    #\nusername    ada', password],
    ['secret_id               #', uuid],
    ['|  SecretAccessKey |  #  |', `${letters}aB3/x+Z9`],
    ['"keyName": "key1",\n"permissions": "FULL",\n"value": "#"', `${long}${long.slice(0, 22)}==`],
    ['"id": "https://v.vault.azure.net/secrets/db/1",\n"name": "db",\n"value": "#"', password],
  ],
  'source code': [
    ['os.getenv("DB_PASS", "#")', password],
    ['sql.Open("mysql", "ada:#@tcp(127.0.0.1:3306)/db")', password],
    ['ds.setPassword("#");', password],
    ['ds.setPassword("#");', 'tulipmarket'],
    ["new PDO('mysql:host=h;dbname=x', 'ada', '#');", password],
    ['bcrypt.hash("#", 10)', password],
    ["await page.fill('#password', '#')".replace('#password', '.password'), password],
    ["await page.getByLabel('Password').fill('#');", password],
    ["cy.get('input[name=password]').type('#')", password],
    ['driver.find_element(By.ID, "password").send_keys("#")', password],
    ['{"element":"Password field","text":"#"}', password],
  ],
  'links, headers and tables': [
    ['proxy_set_header Authorization "Basic #";', 'YWRhOktvbGlicmkyNjchQng='],
    ['Authorization: key=#', `AAAA${letters.slice(0, 7)}:APA91b${long}`],
    ['Client-ID #', long.slice(0, 43)],
    ['https://app.example.org/auth/magic/#', long],
    ['https://app.example.org/reset-password/# now', long],
    [`Cookie: sessionid=${letters}; csrftoken=#`, long],
    ['| API_TOKEN | # |', letters],
    ['Access key ID,Secret access key\nada,#\n', letters],
    ['user | api key | since\n--- | --- | ---\nada | # | May', letters],
    ['aio_#', letters.slice(0, 28)],
  ],
  'words of more programs': [
    ['wandb login #', `${hex}9e1d6a16`],
    ['private static final String DB_PWD = "#";', password],
    ["storePassword '#'", password],
    ['composer config http-basic.repo.example.org ada #', password],
    ['user ada insecure-password #', password],
    ['h1 h2 : PSK "#"', password],
    ['psexec.py dom/ada:#@10.0.0.1', password],
    ['ldappasswd -s # "cn=ada"', password],
    ['glab variable set API_TOKEN #', letters.slice(0, 20)],
    ['cohere.Client("#")', `${letters}aB3dE5gH`],
  ],
  sentences: [
    ['I changed my password from # to something else', password],
    ['the new password should be #', password],
    ['pass is #', password],
    ['root pw #', password],
    ['secret is #', password],
    ["here's the token #", letters],
    ['here is my key # use it', letters],
    ['el password es #', password],
    ['Ich habe das Passwort auf # geändert', password],
    ["J'ai changé le mot de passe en #", password],
    ['Cambié la contraseña a #', password],
    ['Le nouveau mot de passe est : #', password],
    ['el nuevo password será #', password],
    ['user ada pass #', password],
    ['root password changed to #', password],
    ['API key #', letters],
    ['use the key # for the api', letters],
    ['the token is # ok?', letters],
    ['Der API-Schlüssel lautet #', letters],
    ['la clé API est #', letters],
    ['Zugangsdaten: ada / #', password],
    ['mein Passwort wäre #', password],
    ['clave: #', password],
    ['la password è #', password],
    ['a senha é #', password],
    ['hasło to #', password],
    ['пароль #', password],
    ['lösenordet är #', password],
    ['heslo je #', password],
  ],
};

describe.each(Object.entries(FORMS))('%s', (_, forms) => {
  test.each(forms)('%j', async (form, value) => {
    const text = form.replace('#', () => value);
    const find = await secretFinder();
    const listed = text.split('\n').map((line, n) => `    ${n + 10}→${line}`);
    const record = JSON.stringify({ text });
    for (const each of [text, listed.join('\n'), `x\n\`\`\`\n${text}\n\`\`\`\n`, record, JSON.stringify(record)]) {
      expect((await found(each)).join(), each).toContain(value.slice(0, 30));
      let marks = 0;
      find.marks(each, () => marks++);
      expect(marks, each).toBeGreaterThan(0);
    }
  });
});

test.each([
  ["DB_PASSWORD='#' psql", String.raw`Kq7pvR2\nmXw93`],
  ["export PW='#'", String.raw`abc\nKq7pvR2mXw`],
  ["curl -u 'ada:#' https://h.example.org", String.raw`Kq7\np9vR2mXw`],
])('a line end that is written out within the quotes of a shell is a part of it: %s', async (form, value) => {
  const text = form.replace('#', () => value);
  expect((await found(text)).join()).toContain(value);
  const find = await secretFinder();
  const record = JSON.stringify({ text });
  const [secret] = find(record);
  expect(record.slice(secret?.start, secret?.end)).toContain(JSON.stringify(value).slice(1, -1));
});

test.each([
  ...['my password will be reset2day', 'PASS: test-name-1234', `cache-key: ${hex}9e1d6a16`, `cacheKey = "${hex}"`],
  ...[
    '[tool.pytest]\npass = required',
    '[flags]\npass = false',
    'api key | limit\nteam-alpha-production-2 | 10',
    'model,access tokens\nfour-thousand,4096\n',
    'bypass=true1234',
    'compass = "north123"',
    '"pw": true',
  ],
  ...[
    'sdk-version: 1.2',
    'api-gateway-2',
    'api-3f8a1c2e',

    `"id":"${uuid}"`,
    'en-us',
    'us-east-1',
  ],
  ...[
    'K10 is a mountain',
    'AQ.12',
    'fc-cache -fv',
    'e2b_sandbox_id',
    'dp.st.x',
    '"d": "M10 10 H 90 V 90 H 10 Z"',
    '"d": 5',
  ],
  ...['session: ended', '"session": "morning-standup"', `"session":"${uuid}"`, `session="${hex}"`],
  ...['http -A bearer -a $TOKEN h.example.org', 'terraform output -raw db_password\n', 'pass 12 of 20\n3 failed'],
  ...[
    'kubectl get secret db -o yaml | base64 -d\nerror: not found',
    'vault kv get -field=password secret/x | pbcopy\nok',
  ],
  ...['password    required    the password of ada2', 'access_token  OAuth2Token', 'api_key     string'],
  ...[
    "page.fill('.password', password)",
    "page.getByLabel('Password').fill(user.password)",
    'bcrypt.hash(password, 10)',
  ],
  ...["page.fill('.password', 'password')", '{"element":"Password field","text":""}', "argon2('password', 'salt1234')"],
  ...[
    'os.getenv("DB_PASS", "")',
    'ds.setPassword("");',
    'user.setPassword(newPassword);',
    'builder.password(password1)',
  ],
  ...[
    'https://x.example.org/verify/email',
    `https://x.example.org/reset/${uuid}`,
    '| API key | environment variable |',
  ],
  ...['Passwort vergessen', 'Passwort zurücksetzen', 'пароль неверный', 'Das Passwort muss mindestens 8 Zeichen haben'],
  ...[
    'I changed my password from 1Password',
    'password from .env.local1',
    'the password should be 12characters',
    'pass is 4of10',
  ],
  ...[
    'secret is stored2',
    'the secret is base64Encoded',
    'the pw field1',
    'root pw: required',
    "here's the token bucket2algorithm",
  ],
  ...[
    'storePassword project.property1',
    'DB_PWD = "$DB_PWD_1"',
    'wandb login --relogin',
    'glab variable set TOKEN $TOKEN1',
  ],
  ...['cohere.Client(api_key)', 'Authorization "Basic $credentials1"', 'Client-ID header', 'h1 : PSK "%secret1"'],
  ...[
    'das Passwort auf dem Server2',
    'mot de passe en clair',
    'la contraseña a todos',
    'el password es requerido',
    'user ada insecure-password $PW1',
    'psexec.py dom/ada:$PW1@10.0.0.1',
  ],
  ...['use the key binding', 'the token is expired', 'API key management', 'use the token bucket2algorithm'],
  ...['public key AAAAC3NzaC1lZDI1NTE5AAAAIJqW8eR2tY6uI0oP4aS9dF', 'la password è sbagliata', 'clave: usuario'],
])('%j has none', async (text) => {
  expect(await found(text)).toEqual([]);
  expect(await found(JSON.stringify({ text }))).toEqual([]);
});
