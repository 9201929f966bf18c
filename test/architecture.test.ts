import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../src/model/kinds.ts';

const top = dirname(dirname(fileURLToPath(import.meta.url)));

/** Which layer may import which, and which modules of Node: docs/architecture.md says why. */
const LAYERS: Readonly<
  Record<string, { readonly layers: readonly string[]; readonly node: readonly string[] | 'any' }>
> = {
  cli: { layers: ['ops', 'report', 'contract', 'model'], node: [] },
  ops: { layers: ['stores', 'io', 'contract', 'model'], node: ['path'] },
  report: { layers: ['contract', 'model'], node: [] },
  stores: { layers: ['codecs', 'model'], node: ['buffer', 'crypto', 'zlib'] },
  io: { layers: ['contract', 'model', 'codecs'], node: 'any' },
  contract: { layers: ['model'], node: [] },
  model: { layers: ['codecs'], node: [] },
  codecs: { layers: [], node: ['buffer', 'zlib'] },
};

/** State of a module in stores and codecs: by file, the names that may be there. */
const STATE: Readonly<Record<string, readonly string[]>> = {
  // Memory of the JSON scanner. Making it anew would cost more than a short document.
  'src/codecs/json/tape.ts': ['slab', 'used', 'lent'],
  'src/codecs/json/scanner.ts': ['textPool', 'tokenPool'],
  // The compiled scanner, loaded on first use, and the words that it knows.
  'src/codecs/json/kernel.ts': ['loaded', 'modules'],
  'src/codecs/json/known-words.ts': ['words', 'numbers'],
  // How far each buffer may be written: a property of the buffer.
  'src/codecs/edit.ts': ['OPEN'],
  // Results by their bytes: equal bytes give equal results.
  'src/codecs/rds/read-rds.ts': ['recent'],
  'src/stores/rao/read/r-json.ts': ['SCANNED'],
};

/** A catch that takes every error, our own mistakes too: by file, what it is around. */
const CATCHES_ALL: Readonly<Record<string, string>> = {
  // What a library or Node says of data.
  'src/model/parsed-json.ts': 'JSON',
  'src/model/spelled.ts': 'UTF-8',
  'src/model/time.ts': 'a time zone',
  'src/stores/codex/read/turns.ts': 'JSON',
  'src/stores/pi/layout/layout.ts': 'JSON',
  'src/stores/claude/read/unheard.ts': 'JSON',
  'src/ops/search/search-unit.ts': 'JSON',
  'src/stores/tenex/read/events/event.ts': 'nesting',
  'src/stores/tenex/read/transcript.ts': 'nesting',
  'src/stores/tenex/read/events/signatures.ts': 'a point of a curve',
  'src/stores/engine/bare-picture.ts': 'inflating',
  'src/cli/list/choice.ts': 'bech32',
  // What a machine has.
  'src/codecs/json/kernel.ts': 'WebAssembly and its memory',
  'src/io/disk.ts': 'the user, and SQLite',
  // Another look reports the error.
  'src/ops/survey/open-scope.ts': 'a unit, which is then opened',
  'src/ops/survey/answer-unit.ts': 'a row, whose unit is then opened',
  // An earlier error is reported.
  'src/cli/main.ts': 'the report of an error',
  'src/io/run/apply-change.ts': 'the way back from an error',
};

/** Names at the top of a file whose values can change: variables, weak and empty collections, typed arrays, instances. */
function stateIn(text: string): string[] {
  const states = [
    /^(?:export )?let ([^=:]+)/gm,
    /^(?:export )?const (\w+)\b.* = .*\bnew Weak(?:Map|Set)\b/gm,
    /^(?:export )?const (\w+)(?:: (?!Readonly)[^=]*)? = new (?:Map|Set)(?:<.*>)?\(\);$/gm,
    /^(?:export )?const (\w+)[^=]* = new (?:Big)?(?:Int|Uint|Float)\w*Array\((?!\)|Uint16Array\.of)/gm,
    /^(?:export )?const (\w+)[^=]* = new (?!Weak|Map\b|Set\b|RegExp\b|Text(?:De|En)coder\b|Intl\b|\w*Array\b)/gm,
    /^(?:export )?const (\w+): (?!readonly\b|Readonly)[^=]*\[\] = \[\];$/gm,
  ];
  return states
    .flatMap((state) => Array.from(text.matchAll(state), ([, names = '']) => names.match(/\w+/g) ?? []).flat())
    .sort();
}

function filesIn(folder: string): string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function textOf(path: string): string {
  return readFileSync(join(top, path), 'utf8');
}

/** Without imports and comments. */
function codeOf(path: string): string {
  return textOf(path).replaceAll(/^import [^;]*;$|^\s*(?:\/\/|\/?\*).*$/gm, '');
}

function withoutSentences(text: string): string {
  return text.replaceAll(/'[^'\n]*'/g, (each) => (each.includes(' ') ? "''" : each));
}

function linesOf(path: string): number {
  return textOf(path).trimEnd().split('\n').length;
}

/** Everything a file imports, types and lazily loaded modules too. */
function importsOf(path: string): string[] {
  const found = textOf(path).matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return Array.from(found, ([, target = '']) => target);
}

const sources = filesIn('src').filter((path) => path.endsWith('.ts'));

function layerOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function wrongImports(path: string): string[] {
  const rule = LAYERS[layerOf(path)];
  return importsOf(path).filter((target) => {
    if (target.startsWith('node:')) return rule?.node !== 'any' && !rule?.node.includes(target.slice('node:'.length));
    if (!target.startsWith('.')) return false;
    const layer = layerOf(relative(top, join(top, dirname(path), target)));
    return layer !== layerOf(path) && !rule?.layers.includes(layer);
  });
}

/** Files of src that a file imports, types too. */
function sourcesOf(path: string): string[] {
  return importsOf(path)
    .filter((target) => target.startsWith('.'))
    .map((target) => relative(top, join(top, dirname(path), target)));
}

/** All files of src that are loaded with one, but for those that are imported when they are needed. */
function loadedWith(path: string): ReadonlySet<string> {
  const met = new Set([path]);
  for (const each of met) {
    const found = textOf(each).matchAll(/^(?:import|export)(?! type\b)[^;]*? from '(\.[^']+)'/gm);
    for (const [, target = ''] of found) met.add(relative(top, join(top, dirname(each), target)));
  }
  return met;
}

/** Files that reach themselves: what is left when all that import nothing of the rest, or that nothing of the rest imports, are taken away. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  let rest = [...graph.keys()];
  for (let before = -1; before !== rest.length; ) {
    before = rest.length;
    const names = new Set(rest);
    const imported = new Set(rest.flatMap((path) => graph.get(path) ?? []));
    rest = rest.filter((path) => imported.has(path) && graph.get(path)?.some((target) => names.has(target)));
  }
  return rest.sort();
}

/** The lines that the linter complains about in a file of src with these. */
function refusedLines(lines: readonly string[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-lint-'));
  try {
    mkdirSync(join(folder, 'src'));
    const { plugins } = JSON.parse(textOf('biome.json'));
    const here = plugins.map((each: { path: string }) => ({ ...each, path: join(top, each.path) }));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: here, linter: { rules: { preset: 'none' } } }));
    writeFileSync(join(folder, 'src', 'example.ts'), lines.join('\n'));
    const biome = join(top, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const { stderr } = spawnSync(process.execPath, [biome, 'lint', 'src'], { cwd: folder, encoding: 'utf8' });
    return Array.from(stderr.matchAll(/example\.ts:(\d+):\d+ plugin/g), ([, line]) => Number(line)).sort(
      (a, b) => a - b,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A path and the folders it is in. */
function parentsOf(path: string): string[] {
  const names = path.split('/');
  return names.map((_, n) => names.slice(0, n + 1).join('/'));
}

describe('architecture', () => {
  test('every folder of src is a layer with a rule', () => {
    expect([...new Set(sources.map(layerOf))].sort()).toEqual(Object.keys(LAYERS).sort());
  });

  test('imports follow the arrows, and only io reaches for Node', () => {
    const wrong = sources.flatMap((path) => wrongImports(path).map((target) => `${path} imports ${target}`));
    expect(wrong).toEqual([]);
  });

  test('no files import each other in a circle, not for their types either', () => {
    const graph = new Map(sources.map((path) => [path, sourcesOf(path)] as const));
    expect(inCircles(graph)).toEqual([]);
    const circle = new Map([...graph, ['a.ts', ['b.ts']], ['b.ts', ['a.ts']], ['c.ts', ['a.ts']]]);
    expect(inCircles(circle)).toEqual(['a.ts', 'b.ts']);
  });

  test('the most frequent commands load no rules of secrets: nothing that they load is larger', () => {
    const rules = 'src/ops/secrets/gitleaks-rules.ts';
    const [list, verify, secrets] = ['list', 'verify', 'secrets'].map((name) =>
      loadedWith(`src/cli/commands/${name}.ts`),
    );
    expect([list?.has(rules), verify?.has(rules), secrets?.has(rules)]).toEqual([false, false, true]);
    expect(list?.has('src/stores/registry.ts')).toBe(true);
  });

  test('the most frequent commands load nothing that writes', () => {
    const steps = 'src/io/steps/put-over.ts';
    for (const name of ['list', 'verify', 'stats'])
      expect([name, loadedWith(`src/cli/commands/${name}.ts`).has(steps)]).toEqual([name, false]);
    expect(loadedWith('src/cli/commands/undo.ts').has(steps)).toBe(true);
  });

  test('no file hands on what the files that may import it may not import', () => {
    const handedOn = (path: string, text: string) =>
      Array.from(text.matchAll(/^export (?:type )?(?:\*|\{[^}]*\}) from '(\.[^']+)'/gm), ([, target = '']) =>
        layerOf(relative(top, join(top, dirname(path), target))),
      ).filter((to) => {
        const above = Object.keys(LAYERS).filter((each) => LAYERS[each]?.layers.includes(layerOf(path)));
        return to !== layerOf(path) && above.some((each) => !LAYERS[each]?.layers.includes(to));
      });
    expect(sources.filter((path) => handedOn(path, textOf(path)).length > 0)).toEqual([]);
    expect(handedOn('src/model/part.ts', "export { LF } from '../codecs/bytes.ts';")).toEqual(['codecs']);
    expect(handedOn('src/ops/a.ts', "export type {\n  World,\n} from '../io/world.ts';")).toEqual(['io']);
    expect(handedOn('src/stores/kind.ts', "export type { Part } from '../model/part.ts';")).toEqual([]);
  });

  test('the test of the arrows sees imports', () => {
    expect(importsOf('src/cli/main.ts')).toContain('./perform.ts');
    expect(importsOf('src/cli/registry.ts')).toContain('./commands/list.ts');
    expect(importsOf('src/ops/verify.ts')).toContain('./survey/survey.ts');
  });

  test('one function names a conversation without a title: nothing that people read takes no title for an empty one', () => {
    const isBare = (text: string) => /\btitle \?\? ''/.test(text);
    const read = sources.filter((path) => ['report', 'cli'].includes(layerOf(path)));
    expect(read.filter((path) => isBare(textOf(path)))).toEqual([]);
    expect(isBare("firstLine(each.title ?? '', 90)")).toBe(true);
  });

  test('nothing but the files in bin touches process', () => {
    const touching = sources.filter((path) =>
      /(?<![.\w'/])process\.\w|globalThis\.process|node:process/.test(textOf(path)),
    );
    expect(touching).toEqual([]);
    expect(textOf('bin/convo.js')).toContain('process.exitCode');
  });

  test('the room that reads the bytes of a kind imports none of those that judge, list or change them', () => {
    const rooms = sources.filter((path) => /^src\/stores\/\w+\/read\//.test(path));
    const above = /^src\/stores\/\w+\/(?:checks|list|change|document)\b/;
    expect(rooms.length).toBeGreaterThan(80);
    expect(rooms.filter((path) => sourcesOf(path).some((target) => above.test(target)))).toEqual([]);
  });

  test('only the rooms of the kinds, the table of what others have to know of them, and the demo name a kind', () => {
    const kinds = KIND_NAMES.join('|');
    // As a text, as a key of an object, or as a member of one.
    const named = new RegExp(`'(?:${kinds})'|^\\s*(?:${kinds})[:,]|[{,] (?:${kinds})[:,]|\\w\\.(?:${kinds})\\b`, 'm');
    const rooms = /^src\/(?:stores\/|model\/(?:kinds\.ts|rules\/)|ops\/demo\.ts)/;
    expect(sources.filter((path) => !rooms.test(path) && named.test(withoutSentences(codeOf(path))))).toEqual([]);
    for (const text of ["kind === 'pi'", '  fnord: 1,', 'const a = { b, rao: 2 };', 'HOMES.claude'])
      expect(text).toMatch(named);
  });

  test('no folder, file or role of a program is named outside of the rooms of its kind, but in sentences and in the demo', () => {
    const named = KIND_NAMES.map((kind) => `\\.${kind}\\b`).concat(
      'settings\\.json',
      'metadata\\.json',
      'history\\.jsonl',
      'rollout-',
    );
    const inText = `[^'\` ]*(?:${named.join('|')})[^'\` ]*|conversations/[^'\` ]*|temporary`;
    const names = new RegExp(`'(?:${inText})'|\`(?:${inText}|[^\` ]*\\}\\.jsonl)\``);
    const rooms = /^src\/(?:stores\/|model\/(?:kinds\.ts|rules\/)|ops\/demo\.ts)/;
    for (const text of ["role === 'temporary'", "join(home, '.fnord')", 'kept.has(`$' + '{id}.jsonl`)'])
      expect(text).toMatch(names);
    const found = sources
      .filter((path) => !rooms.test(path))
      .flatMap((path) => Array.from(codeOf(path).matchAll(new RegExp(names, 'g')), ([name]) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });

  test('exports never change: the build hands each chunk the values, not the variables', () => {
    expect(sources.filter((path) => /^export (?:let|var) /m.test(textOf(path)))).toEqual([]);
  });

  test('raw templates are ASCII: the build escapes other characters, and what reads a raw text takes no escape', () => {
    const beyond = /String\.raw`[^`\n]*?(?!\p{ASCII})[^`\n]+`/u;
    expect(sources.filter((path) => beyond.test(textOf(path)))).toEqual([]);
    expect('String.raw`a→b`').toMatch(beyond);
  });

  test('stores and codecs are functions of their arguments: no file holds state of its own beyond the list', () => {
    const pure = sources.filter((path) => /^src\/(?:stores|codecs)\//.test(path));
    const found = pure.map((path) => [path, stateIn(textOf(path))] as const).filter(([, names]) => names.length > 0);
    const allowed = Object.entries(STATE).map(([path, names]) => [path, [...names].sort()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  test('only the listed files catch every error: elsewhere a mistake of our own is thrown', () => {
    expect(sources.filter((path) => /\bcatch \{/.test(textOf(path)))).toEqual(Object.keys(CATCHES_ALL).sort());
  });

  test('the test of state sees each form of it, and passes over constants', () => {
    const states = [
      'let a = 1;',
      'let [b, c] = [0, 0];',
      'const d = new WeakMap<Site, string>();',
      'const e = { file: new WeakSet<Tape>() };',
      'const f = new Map<string, number>();',
      'const g: Set<string> = new Set();',
      'export const h = new Int32Array(4);',
      'const i = new PlainRecord();',
      'const j: string[] = [];',
    ];
    const constants = [
      "const A = new Set(['a']);",
      'const B: ReadonlyMap<string, string> = new Map();',
      'const C = new Uint8Array();',
      'const D: readonly number[] = [];',
      "const E = new TextDecoder('utf-8');",
      '  const own = new Map<string, number>();',
    ];
    expect(stateIn([...states, ...constants].join('\n')).join('')).toBe('abcdefghij');
  });

  test('data never becomes arguments: the linter refuses it in every form', () => {
    const refused = ['a.push(...b);', 'a.push(1, ...b);', 'new A(...b);', 'a?.push?.(...b);', 'a.b<C>(...d);'];
    const others = ['a.push.apply(a, b);', 'Reflect.apply(a, b, c);', '[...a].map((b) => Math.max(...b));'];
    const lawful = [
      'a([...b], { ...c });',
      'const a = (...b: C[]) => b;',
      'const [a, ...b] = c;',
      'plan.apply({ run });',
    ];
    expect(refusedLines([...refused, ...others, ...lawful])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('files are whole subjects: none above 400 lines, half of them at most 130', () => {
    const sizes = sources.map((path) => ({ path, lines: linesOf(path) })).sort((a, b) => a.lines - b.lines);
    expect(sizes.filter(({ lines }) => lines > 400)).toEqual([]);
    expect(sizes[sizes.length >> 1]?.lines).toBeLessThanOrEqual(130);
  });

  test('no name is exported by two files of one folder', () => {
    const exported = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) ([\w$]+)/gm;
    const files = new Map<string, string[]>();
    for (const path of sources)
      for (const [, name = ''] of textOf(path).matchAll(exported)) {
        const place = `${dirname(path)}: ${name}`;
        const paths = files.get(place) ?? [];
        if (!paths.includes(path)) files.set(place, [...paths, path]);
      }
    expect(files.get('src/ops/sites: findSites')).toEqual(['src/ops/sites/find-sites.ts']);
    expect([...files.values()].filter((paths) => paths.length > 1)).toEqual([]);
  });

  test('no file has a type of its own by the name of a noun that all share', () => {
    const typed = /^(export )?(?:interface|type) (\w+)\b(?! \}|,)/gm;
    const shared = new Map<string, string>();
    const local: { readonly path: string; readonly name: string }[] = [];
    for (const path of sources)
      for (const [, isExported, name = ''] of textOf(path).matchAll(typed))
        if (isExported === undefined) local.push({ path, name });
        else if (path.startsWith('src/model/') || path === 'src/stores/kind.ts') shared.set(name, path);
    expect(shared.get('View')).toBe('src/model/conversation.ts');
    expect(local.filter(({ name }) => shared.has(name))).toEqual([]);
  });

  test('every path that docs/architecture.md names exists', () => {
    const page = textOf('docs/architecture.md');
    const named = Array.from(
      page.matchAll(/`((?:[\w<>-]+\/)+[\w<>.-]*|[\w-]+\.(?:ts|js|md))`/g),
      ([, path = '']) => path,
    );
    const all = new Set(
      ['bin', 'completions', 'docs', 'kernel', 'src', 'test'].flatMap((each) => filesIn(each)).flatMap(parentsOf),
    );
    const known = (path: string): boolean =>
      ['', 'src/', 'docs/'].some((above) => all.has(above + path) || all.has(`${above}${path}.ts`));
    expect(named).toContain('io/walk.ts');
    expect(known('io/nowhere.ts')).toBe(false);
    const paths = named.flatMap((path) => KIND_NAMES.map((kind) => path.replace('<kind>', kind)));
    const ours = paths.filter((path) => !/^(?:dist|fixtures)\//.test(path)).map((path) => path.replace(/\/$/, ''));
    expect([...new Set(ours)].filter((path) => !known(path))).toEqual([]);
  });

  test('the lock file names no registry', () => {
    expect(textOf('package-lock.json')).not.toContain('"resolved"');
  });

  test('the lock file has a hash for every package, those of other platforms too', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    const unhashed = Object.entries<{ readonly integrity?: string }>(packages).filter(
      ([path, { integrity }]) => path !== '' && !/^sha512-/.test(integrity ?? ''),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(unhashed.map(([path]) => path)).toEqual([]);
  });

  test('the lock file knows the packages of every platform, or npm ci refuses it', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    const missing = Object.entries<{ readonly optionalDependencies?: object }>(packages).flatMap(([path, each]) =>
      Object.keys(each.optionalDependencies ?? {}).filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});
