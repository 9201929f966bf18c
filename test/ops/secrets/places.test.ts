import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

/** Made here, so that no scanner takes them for leaks. */
const letters = 'qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC';
const base64 = Buffer.from(letters).toString('base64');
const signs = `k3$v!9x#m2@q7w&z5r*t8y(u1i)o4p-e6a+b=c^d_f%g0hj2`;
const word = 'tulipmarket';
const mixed = 'Tulip9Market';

async function found(text: string): Promise<string[]> {
  return (await secretFinder())(text).map(({ value }) => value);
}

/** `#`: the value. */
const FORMS: Readonly<Record<string, readonly (readonly [form: string, value: string])[]>> = {
  'arguments of commands': [
    ['net use Z: \\\\nas\\share /user:corp\\ada #', word],
    ['dotnet user-secrets set "Smtp:Password" "#"', word],
    ['psftp ada@h.example.org -pw #', word],
    ["mongo admin -u root -p '#' --eval 'db.stats()'", 'Tulip&Market'],
    ['net ads join -U Administrator%#', word],
    ['snmpwalk -v2c -c # 10.0.0.1 sysDescr', word],
    ['snmpget -v3 -u mon -a SHA -A Zinnia9Quay -x AES -X # 10.0.0.1 x', mixed],
    ['openssl pkcs12 -export -in c.pem -out c.p12 -password pass:#', word],
    ['dotnet nuget add source https://n.example.org/v3 -u ci -p # --store-password-in-clear-text', word],
    ['gh secret set DB_PASSWORD --body "#"', 'tulip5'],
    ['vncpasswd <<< "#"', 'tulip5'],
    ['rclone obscure #', word],
    ['etcdctl --user root:# get x', word],
    ["restic --password-command 'echo #' snapshots", 'tulip4'],
    ['composer config --global github-oauth.github.com #', letters],
    ['npm config set //npm.example.org/:_password #', base64],
    ['keytool -genkey -storepass quaynest -keypass #', word],
    ["echo '#' > .vault_pass && ansible-vault view x", word],
    ['echo # > config/master.key', '5f3ac1e27b5d4860a1c3e5f7092b4d6e'],
    ['echo -n "#" | gcloud secrets create db --data-file=-', word],
  ],
  'more commands': [
    ['xcrun altool --upload-app -f a.ipa -u a@example.org -p #', 'qwzx-mnbv-plok-rtyu'],
    ['security unlock-keychain -p # login.keychain', 'Tulip3'],
    ['cypher-shell -u neo4j -p #', word],
    ['drush upwd ada "#"', 'tulip-market'],
    ['db2 connect to shop user app using #', 'tulip4'],
    ['kadmin.local -q "addprinc -pw # ada"', word],
    ["git config --global sendemail.smtpPass '#'", word],
    ['erl -sname a -setcookie #', word],
    [':erlang.set_cookie(node(), :#)', word],
    ['/msg NickServ IDENTIFY #', word],
    ['rootpw --plaintext #', word],
    ['Input Password    id=pw    #', word],
    ['set vpn ipsec peer 203.0.113.5 authentication pre-shared-secret #', 'tulip4'],
    ['security-profiles set default wpa2-pre-shared-key=#', 'tulip77'],
    ["uci set wireless.@wifi-iface[0].key='#'", word],
    ["        option key '#'", 'tulipmarket3'],
    ['poll imap.example.org user "ada" pass "#"', word],
    ['[smtp.example.org]:587 ada@example.org:#', 'tulip-market'],
    ['a001 LOGIN ada #', 'tulip7'],
    ['334 UGFzc3dvcmQ6\n#', 'bWFqb3JhbmR1ZnQ='],
    ["PRAGMA key = '#';", 'tulip5'],
    ['sqlplus /nolog\nCONNECT app/#@XE', word],
    ['<auth-user-pass>\nada\n#\n</auth-user-pass>', 'tulip-9'],
    ['chpasswd:\n  list: |\n    root:#', word],
    ['client ap1 {\n  ipaddr = 10.0.0.2\n  secret = #\n}', word],
    ['<AutoLogon><Password><Value>#</Value></Password></AutoLogon>', 'Tulip7'],
    ['<wsse:Password Type="PasswordText">#</wsse:Password>', word],
    ['// x\n#define WIFI_PASS "#"', word],
    ['let password: &str = "#";', word],
    ["cy.get('[name=password]').type('#')", word],
    ['driver.find_element(By.ID, "password").send_keys("#")', word],
    ['DBI->connect("dbi:Pg:dbname=x", "app", "#")', 'tulipmarket5'],
    ['users=ada:#', `$$apr1$$H6uskkkW$$${letters.slice(0, 22)}`],
    ['can you put # in as the db password?', 'weinbergpfirsich3'],
    ['when it asks for the passphrase type #', word],
    ['Log in as ada with #', 'Tulip!Market8'],
    ['la contraseña del servidor: #', 'tulipa-roja'],
    ['het wachtwoord is #', 'appelboom'],
  ],
  'commands of services and sentences': [
    ['racadm -r 10.0.0.8 -u root -p # getsysinfo', 'tulip5'],
    ['ilorest login 10.0.0.8 -u admin -p #', word],
    ["smbmap -u ada -p '#' -H 10.0.0.5", 'Tulip!3'],
    ['ftp> user ada #\n331 ok', word],
    ['echo "user ada #" | ftp -n h', 'tulip5'],
    ['curl --socks5 ada:#@p.example.org:1080 https://h.example.org', word],
    ['rsync --password-file=<(echo #) ada@h::mod .', word],
    ['heroku config:set SESSION_SECRET=# -a app', 'tulip-market'],
    ['flyctl secrets set DB_PASS=#', word],
    ['mount -o user=ada,pass=# //nas/x /mnt', word],
    ['sudo mysql -e "SET PASSWORD FOR root@localhost = \'#\'"', word],
    ['A temporary password is generated for root@localhost: #', 'uL9zkWqz>pT2'],
    ['spark.hadoop.fs.s3a.secret.key #', letters],
    ['snyk auth #', '5d2f4860-b1d3-4e5f-8092-b4d6e3a9c1e8'],
    ["app.use(session({ secret: '#', resave: false }))", word],
    ["app.use(cookieParser('#'))", word],
    ['es = Elasticsearch(u, basic_auth=("elastic", "#"))', word],
    ['pika.PlainCredentials("app", "#")', word],
    ['signInWithEmailAndPassword("a@example.org", "#")', word],
    ["if ($user == 'ada' && $pass == '#') {", word],
    [':password: #', word],
    ['vncserver password: #', word],
    ["root's password on that box: #", 'tulip-market'],
    ['The default credentials (admin / #) still work.', 'Tulip#9Market'],
    ['Setting password for user ada to #', word],
    ['Das neue Kennwort für den Server ist jetzt #', 'gartenbaum'],
    ["mon mdp wifi c'est #", 'coquelicot'],
    ['Le nouveau mot de passe : #', 'bleuet-des-champs'],
  ],
  settings: [
    ['127.0.0.1:6379> ACL SETUSER app on ># ~* +@all', 'tulip1'],
    ['user app on ># ~* &* +@all', 'tulip88'],
    ['127.0.0.1:6379> AUTH default #\nOK', word],
    ['netsh wlan show profile name="x" key=clear\n    Key Content            : #', 'Tulip5'],
    ['WIFI:T:WPA;S:Villa;P:#;;', word],
    ['ada : PSK "#"', word],
    ['"ada" "*" "#" *', word],
    ['rocommunity # 10.0.0.0/8', word],
    ['bind_dn = cn=svc,dc=example,dc=org\nbind_pw = #', 'Tulip-Market'],
    ['[Security]\nPreSharedKey=x\nPassphrase=#', 'tulip 12'],
    ['SMTP_AUTH=mailer@h.example.org:#', mixed],
    ['variable "db_pw" {\n  type    = string\n  default = "#"\n}', 'Tulip!market8'],
    ['  ~ password = "Zinnia1Quay" -> "#"', mixed],
    ['"admin_pw": {\n  "value": "#",\n  "sensitive": true\n}', 'Tulip-Market5'],
    ['smtp_password: !unsafe #', 'Tulip&Market3'],
    ['- name: SIGNING_KEY\n  value: #', letters],
    ["SECRET_KEY = b'#'", '_5y2LF4Q8z]a'],
    ['DJANGO_SECRET_KEY=#', signs],
    ["SECRET_KEY = '#'", 'tulip#market'],
    ['{"login":"ada","pw":"#"}', word],
  ],
  'answers and prompts': [
    ['kubectl -n argocd get secret a -o jsonpath="{.data.password}" | base64 -d; echo\n#', letters],
    ['az storage account keys list -n st1 -o tsv\n#', base64],
    ['wg genkey\n#', base64],
    ['gh auth token\n#', letters],
    ['Password for the user was reset.\nNew value: #', letters],
    ["ops@10.0.0.4's password: #", word],
    ['passwd ada\nNew password: #\nRetype it', 'tulip-market'],
    ['postgres=> \\password app\nEnter new password for user "app": #', 'Tulip!market5'],
    ['331 Password required for ada.\nPASS #\n230 Logged in', 'tulip'],
    ['PASS #\r\n+OK logged in', word],
  ],
  sentences: [
    ['Use ada/# to log in.', mixed],
    ['I changed the root password from zinnia1quay to #', mixed],
    ['the db user is app with pw #', word],
    ["my pw is #, please don't commit it", 'Tulip-Market'],
    ['creds are admin/#', word],
    ['Zugangsdaten: ada / #', word],
    ['Le mot de passe est #', 'mesange-bleue'],
    ['identifiant : ada / mdp : #', 'roitelet'],
    ['La contraseña es #', 'carbonero'],
    ['usuario ada y clave #', 'trepador-azul'],
    ['melde dich mit ada und dem Passwort # an', 'gartenbaum'],
  ],
  'code and tables': [
    ['| user | password |\n|---|---|\n| ada | # |', word],
    ["INSERT INTO users (login, password) VALUES ('ada', '#')", word],
    ["User.objects.create_superuser('ada', 'a@example.org', '#')", 'stieglitz5'],
    ["new PDO('mysql:host=db1', 'app', '#')", word],
    ['smtp.login("a@example.org", "#")', word],
    ['requests.get(u, auth=("ada", "#"))', word],
    ['DriverManager.getConnection(url, "app", "#")', word],
    ["jwt.verify(token, '#')", word],
    ['CREATE USER app IDENTIFIED BY #;', word],
  ],
};

describe.each(Object.entries(FORMS))('%s', (_, forms) => {
  test.each(forms)('%j', async (form, value) => {
    const last = form.lastIndexOf('#');
    const text = form.slice(0, last) + value + form.slice(last + 1);
    const find = await secretFinder();
    const record = JSON.stringify({ text });
    for (const each of [text, `x\n\`\`\`\n${text}\n\`\`\`\n`, record, JSON.stringify(record)]) {
      expect((await found(each)).join(), each).toContain(value.slice(0, 30));
      let marks = 0;
      find.marks(each, () => marks++);
      expect(marks, each).toBeGreaterThan(0);
    }
  });
});

test.each([
  ...[
    'snmpwalk -v2c -c public 10.0.0.1',
    'rocommunity public',
    'net use Z: \\\\nas\\share /user:corp\\ada',
    'mongo -p 27017',
  ],
  ...['openssl rsa -password pass:password', 'rclone obscure', 'gh secret set X --body "$X"', 'echo hello > out.txt'],
  ...[
    'echo "compass" > north.txt',
    'echo $PASS > .vault_pass',
    'a blob that is identified by pathname',
    'tracking is identified by tracking',
  ],
  ...[
    'PASS test/ops/first.test.ts',
    'PASS gzip',
    'PASS: gzip',
    'New password: required',
    'New password: must match',
    'Confirm password:',
  ],
  ...['user app on >', 'AUTH_URL=https://h.example.org/login', 'BASIC_AUTH=user:password', '"type" -> "interface"'],
  ...[
    'use http/https to connect',
    'use google/facebook to sign in',
    'use email/password to log in',
    'use OAuth/OpenID2 to log in',
  ],
  ...[
    'the pw is required',
    'the pw is Case-Sensitive',
    'La contraseña es obligatoria',
    'Le mot de passe est incorrect.',
  ],
  ...[
    'Le mot de passe est identique',
    'A senha é inválida',
    'La password è obbligatoria',
    'Das Passwort ist verschluesselt',
  ],
  ...[
    'la contraseña es demasiado corta',
    'mit Passwort angemeldet',
    'Zugangsdaten: Benutzer / Passwort',
    'mdp: obligatoire',
  ],
  ...[
    '| user | password |\n|---|---|\n| string | required |',
    '| option | password |\n|---|---|\n| kerberos | tulipmarket |',
  ],
  ...[
    "INSERT INTO users (name, password) VALUES ('ada', 'password')",
    "INSERT INTO notes (id, body) VALUES (1, 'tulipmarket')",
  ],
  ...[
    'getConnection(url, "user", "password")',
    'auth=("user", "password")',
    'login(email, userPassword)',
    'jwt.verify(token, publicKey)',
  ],
  ...[
    'CONNECT app/images@2x',
    'connect to localhost user guest',
    'client { secret = }',
    "option key ''",
    'git config user.name token',
    'when it asks for the password type Enter',
    'password: string = "required"',
    'getByLabel("Password").fill("wrongpassword")',
    'het wachtwoord is verplicht',
    'a senha é incorreta',
    'log in as root with sudo',
    'pre-shared-key authentication',
    '// x\n#define MAX_PASS "string"',
    'heroku config:set NODE_ENV=production',
    'heroku config:set API_KEY=$KEY',
    'mount -o user=ada,pass=$PASS //nas/x /mnt',
    'session({ secret: process.env.SECRET })',
    'cookieParser(secret)',
    '<(echo hello)',
    'a password is generated for each user',
    "if (type === 'password' && pass === 'required')",
    '--proxy http://p.example.org:3128',
    'credentials (user / password) are required',
    'def set_cookie(self, cookie, *args)',
    'Setting password to required',
    'codecov -t unittests',
    'the password for the database: required',
    'Das Kennwort ist jetzt falsch',
    'wg genkey | tee key',
    '"pw": "string"',
    'pw: string',
    'variable "db_password" {\n  type = string\n}',
    'variable "region" {\n  default = "eu-central"\n}',
  ],
])('%j has none', async (text) => {
  expect(await found(text)).toEqual([]);
  expect(await found(JSON.stringify({ text }))).toEqual([]);
});
