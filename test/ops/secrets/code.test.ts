import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const VALUE = 'Zw3tschge9kX';

/** `#` is the secret. */
const FORMS = {
  'in source code': [
    `const password: string = '#';`,
    'password: str = "#"',
    'let password: &str = "#";',
    'val dbPassword: String = "#"',
    'let secret_key = String::from("#");',
    'password := []byte("#")',
    'String password = new String("#");',
    'std::string password{"#"};',
    'process.env.DB_PASSWORD ?? "#"',
    "getenv('DB_PASSWORD') ?: '#'",
    "config('DB_PASSWORD', default='#')",
    "smtp.login('ada@example.org', '#')",
    'DriverManager.getConnection(url, "ada", "#");',
    "new mysqli('localhost', 'ada', '#', 'app');",
    "new PDO($dsn, 'ada', '#');",
    "requests.get(url, auth=('ada', '#'))",
    'req.SetBasicAuth("ada", "#")',
    'new PasswordAuthentication("ada", "#".toCharArray())',
    'pymysql.connect("h", "ada", "#", "db")',
    "ssh.connect('h', 22, 'ada', '#')",
  ],
  'in members': [
    'stringData:\n  password: |-\n    #\n',
    'password:\n  value: #',
    '{"key": "DB_PASSWORD", "value": "#"}',
    '{"value":"#","key":"DB_PASSWORD"}',
    '{"ParameterKey": "DbPassword", "ParameterValue": "#"}',
    '<input type="password" name="pw" value="#">',
    'Content-Disposition: form-data; name="password"\r\n\r\n#\r\n--x',
    'username\nada\npassword\n#\n',
    'ENV DB_PASSWORD #\n',
  ],
  'in commands': [
    '["sshpass", "-p", "#", "ssh", "h"]',
    "['mysql', '-uroot', '-p#', 'app']",
    '["curl", "-s", "-u", "ada:#", "https://example.org"]',
    '["docker", "login", "-u", "ada", "-p", "#"]',
    'AUTH default #\n',
    'CONFIG SET requirepass "#"',
    'expect "assword:"\nsend "#\\r"',
    'usermod -p # ada',
    'passwd ada <<< "#"',
    'echo -e "#\\n#" | smbpasswd -a ada',
    'security add-generic-password -a ada -s x -w #',
    'poetry config http-basic.shop ada #',
    "evil-winrm -i h -u ada -p '#'",
    'username ada password 0 #\n',
    'snmp-server community # RO',
    'WIFI:S:home;T:WPA;P:#;;',
  ],
  'in sentences': [
    'credentials are ada@example.org and #',
    'pw = #',
    'Passwort für ada: #',
    'hasło: #',
    'parola: #',
    'lösenord: #',
  ],
};

describe.each(Object.entries(FORMS))('a password with a digit is found %s', (_, forms) => {
  test.each(forms)('%j', async (form) => {
    const find = await secretFinder();
    const text = form.replaceAll('#', VALUE);
    expect(find(text).map(({ value }) => value)).toContain(VALUE);
    const record = JSON.stringify({ text });
    expect(find(record).map(({ value }) => value)).toContain(VALUE);
    let marks = 0;
    find.marks(record, () => marks++);
    expect(marks).toBeGreaterThan(0);
  });
});

test.each([
  'const password: string = form.value2;',
  "const tokenType: string = 'bearer';",
  'token: str = "API_TOKEN_2"',
  'let token = String::from("id_token_v2");',
  "router.get('/users/:id', auth('users', 'read2all'), show)",
  "app.post('/login', login('local', 'sha256-hash'))",
  "socket.connect(5, 'a', 'b', 'c')",
  'password:\n  minLength: 12\n  pattern: x',
  'secret:\n  secretName: tls-secret-v2\n',
  'token:\n  type: string\n  example: abc',
  '{"key": "token", "value": "required"}',
  '<input type="password" name="pw" value="">',
  'ENV API_TOKEN=\nENV PATH /usr/local/bin2:$PATH',
  'docker run -p 8080:8080 app2',
  '["docker", "run", "-p", "8080:8080", "image2"]',
  'AUTH PLAIN LOGIN CRAM-MD5',
  'Auth required for v2endpoint1',
  'the login form and page2 have changed',
  'username is required for version2',
  'useradd -m -s /bin/bash ada2',
  'pw = compute_width2(image)',
  'credentials are stored and encrypted with aes256',
  'cat <<< "line number 12 of them"',
])('%j has none', async (text) => {
  const find = await secretFinder();
  expect(find(text)).toEqual([]);
  expect(find(JSON.stringify({ text }))).toEqual([]);
});
