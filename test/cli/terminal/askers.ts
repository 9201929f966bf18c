import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A top-level declaration of a file, with the names that it uses. */
interface Declared {
  readonly name: string;
  readonly file: string;
  readonly uses: ReadonlySet<string>;
  /** It calls one of the two functions that ask. */
  readonly asks: boolean;
}

const ASKING = /\/(?:consent\.ts ask|choose-conversation\.ts chooseRow)$/;
const DECLARATION = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/m;

/** The functions that ask directly, which each command reaches: `archive consentTo`. */
export function askersOfCommands(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const all = files.flatMap((name) => declaredIn(join(folder, name)));
  const byName = new Map(all.map((each) => [`${each.file} ${each.name}`, each]));
  const pairs = new Set<string>();
  for (const file of new Set(all.map((each) => each.file).filter((each) => each.includes('/commands/')))) {
    const seen = new Set(all.filter((each) => each.file === file));
    for (const each of seen) {
      if (each.asks) pairs.add(`${basename(file, '.ts')} ${each.name}`);
      for (const use of each.uses) {
        const used = byName.get(use);
        if (used !== undefined) seen.add(used);
      }
    }
  }
  return [...pairs].sort();
}

function declaredIn(file: string): Declared[] {
  const text = readFileSync(file, 'utf8');
  const from = new Map<string, string>();
  for (const [, names = '', path = ''] of text.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g))
    for (const name of names.split(',')) from.set(name.replace('type ', '').trim(), join(dirname(file), path));
  const chunks = text.split(/^(?=(?:export )?(?:async )?(?:function|const) ?)/m);
  const named = chunks.flatMap((chunk) => {
    const name = DECLARATION.exec(chunk)?.[1];
    return name === undefined ? [] : [{ name, chunk }];
  });
  for (const { name } of named) from.set(name, file);
  return named.map(({ name, chunk }) => ({
    name,
    file,
    asks: [...chunk.matchAll(/\b(\w+)\(/g)].some(
      ([, word = '']) => word !== name && ASKING.test(`${from.get(word)} ${word}`),
    ),
    uses: new Set(
      Array.from(chunk.matchAll(/\b(\w+)\b/g), ([, word = '']) => word).flatMap((word) =>
        word !== name && from.has(word) ? [`${from.get(word)} ${word}`] : [],
      ),
    ),
  }));
}
