import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { top } from './ready.mjs';

/** Where the rules are kept as data. */
const TARGET = join(top, 'src', 'ops', 'secrets', 'gitleaks-rules.ts');

/** What of an allow list concerns a text: paths are not asked, since no file of a repository is looked at. */
function allowed({ condition = 'OR', regexTarget = 'secret', regexes = [], stopwords = [], paths = [] }) {
  // A list that wants a path too never applies here.
  if (condition === 'AND' && paths.length > 0) return [];
  if (regexes.length + stopwords.length === 0) return [];
  return [{ ...(regexTarget === 'secret' ? {} : { of: regexTarget }), regexes, words: stopwords }];
}

/** The module that holds the rules of a configuration of gitleaks, as text. */
function rulesModule(source) {
  const { allowlist = {}, rules } = parse(source);
  const kept = rules
    .filter(({ regex, path }) => regex !== undefined && path === undefined)
    .map(({ id, regex, entropy, keywords = [], secretGroup, allowlists = [], allowlist: one }) => ({
      id,
      regex,
      ...(entropy === undefined ? {} : { entropy }),
      ...(secretGroup === undefined ? {} : { group: secretGroup }),
      keywords: keywords.map((word) => word.toLowerCase()),
      allow: [...allowlists, ...(one === undefined ? [] : [one])].flatMap(allowed),
    }));
  const text = JSON.stringify({ rules: kept, allow: allowed(allowlist) });
  const literal = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `/** The rules of gitleaks (MIT, THIRD-PARTY.txt) as JSON, which .ci/secret-rules.mjs writes. */\nexport const SECRET_RULES = \`${literal}\`;\n`;
}

const [file] = process.argv.slice(2);
if (file === undefined)
  throw new Error('name the configuration that gitleaks comes with: npm run secret-rules -- gitleaks.toml');
writeFileSync(TARGET, rulesModule(readFileSync(file, 'utf8')));
