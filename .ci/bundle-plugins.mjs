import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';

const EAGER = 'const segmenter = new Intl.Segmenter();';
const LAZY = 'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };';

/**
 * string-width makes a segmenter when it is loaded. The first one of a process takes nearly as long as starting Node, and few texts
 * need it: it is made when one does.
 */
export const lazySegmenter = {
  name: 'lazy-segmenter',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]node_modules[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('new Intl.Segmenter')) return { contents: source };
      if (!source.includes(EAGER)) throw new Error(`${path} makes its segmenter in a way that the build does not know`);
      return { contents: source.replace(EAGER, LAZY) };
    }),
};

/** Modules of Node that take a while to load and are not needed by every call. */
const LATE = ['child_process', 'crypto', 'timers/promises', 'zlib'];

/**
 * Modules of Node are asked for without `import`, which wraps each of them and reads all its members: half a millisecond each, in
 * every process. Of those that take a while to load, only functions can be imported, and the first call loads them.
 */
export const bareBuiltins = {
  name: 'bare-builtins',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind, importer }) => {
      const name = path.replace(/^node:/, '');
      if (!builtinModules.includes(name)) return undefined;
      // One copy for each file that asks: shared ones would be a chunk more.
      const suffix = `?${importer.replaceAll(/[\\/]/g, '.')}`;
      if (kind === 'import-statement') return { path: name, namespace: 'builtin', suffix, sideEffects: false };
      return name === 'child_process' ? { path: name, namespace: 'late' } : undefined;
    });
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const late = LATE.includes(path);
      const it = `process.getBuiltinModule('${path}')`;
      const member = (name) =>
        late ? `(...given) => ${it}.${name}(...given)` : `/* @__PURE__ */ (() => ${it}.${name})()`;
      const members = namesOf(path, late).map((name) => `export const ${name} = ${member(name)};`);
      return { contents: [...members, late ? '' : `export default /* @__PURE__ */ ${it};`].join('\n') };
    });
    // What commander asks for, and calls only for programs that it would start.
    build.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `exports.spawn = (...given) => process.getBuiltinModule('${path}').spawn(...given);`,
    }));
  },
};

function namesOf(path, late) {
  const module = process.getBuiltinModule(path);
  const names = Object.keys(module).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
  return late ? names.filter((name) => /^[a-z]/.test(name) && typeof module[name] === 'function') : names;
}

/** The program of threads. */
export const WORKER = 'src/ops/survey/worker.ts';

const COMMANDS = 'src/cli/commands';
const FRAME = ['src/cli/program.ts', 'src/cli/perform.ts'];
const READING = ['list', 'show', 'verify', 'stats', 'explain'].map((name) => `${COMMANDS}/${name}.ts`);

/** Wrappings of large libraries, which are loaded alone. */
const ALONE = ['zod.ts', 'glob.ts'];

/**
 * Which files, of those that are imported when they are needed, are one chunk: each costs every call nearly a millisecond.
 * `shared`: the exports of files that several chunks need; all of those go into one chunk, because every chunk names all of them.
 */
export function chunks(top, shared) {
  const all = readdirSync(join(top, COMMANDS)).map((name) => `${COMMANDS}/${name}`);
  const groups = {
    frame: FRAME,
    read: READING,
    change: all.filter((file) => file.endsWith('.ts') && !READING.includes(file)),
  };
  return {
    name: 'chunks',
    setup: (build) => {
      build.onResolve({ filter: /^(?:\.{1,2}|src)\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
        if ((kind !== 'dynamic-import' && path !== WORKER) || ALONE.includes(basename(path))) return undefined;
        const file = relative(top, resolve(resolveDir, path)).replaceAll('\\', '/');
        const group = Object.keys(groups).find((name) => groups[name].includes(file));
        return { path: group ?? file, namespace: 'group' };
      });
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => {
        const lines = (groups[path] ?? [path]).map((file) =>
          file === WORKER ? `import './${file}';` : `export * from './${file}';`,
        );
        return { contents: [...lines, shared.size === 0 ? '' : `import 'shared:';`].join('\n'), resolveDir: top };
      });
      build.onResolve({ filter: /^shared:$/ }, () => ({ path: 'all', namespace: 'shared' }));
      build.onLoad({ filter: /./, namespace: 'shared' }, () => keeping(top, shared));
    },
  };
}

/** A function that nobody calls and that names every export that is shared; made by a call, so that it is not left out. */
function keeping(top, shared) {
  const names = [];
  const imports = [...shared].map(([file, exported]) => {
    const spelled = exported.map((name) => {
      names.push(`kept${names.length}`);
      return `${name} as ${names.at(-1)}`;
    });
    return `import { ${spelled.join(', ')} } from ${JSON.stringify(`./${file}`)};`;
  });
  return { contents: `${imports.join('\n')}\nObject.freeze(() => [${names.join(', ')}]);`, resolveDir: top };
}

const MAIN = 'src/cli/main.ts';

/** The files that several chunks need, with their exports, from what a first build met. */
export function sharedIn(top, { inputs }) {
  const reach = (start) => {
    const met = new Set([start]);
    for (const file of met)
      for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === 'import-statement') met.add(path);
    return met;
  };
  const atOnce = reach(MAIN);
  const reading = [reach('group:frame'), reach('group:read')];
  const others = Object.keys(inputs).filter((path) => path.startsWith('group:'));
  const counts = new Map();
  for (const file of others.flatMap((start) => [...reach(start)])) counts.set(file, (counts.get(file) ?? 0) + 1);
  // What only kinds and commands that change need stays in chunks of its own.
  const isShared = (file) =>
    atOnce.has(file) || ((counts.get(file) ?? 0) > 1 && reading.some((each) => each.has(file)));
  const files = [...new Set([...atOnce, ...counts.keys()])];
  const ours = files.filter((file) => file.startsWith('src/') && file !== MAIN && isShared(file));
  return new Map(ours.map((file) => [file, exportsOf(join(top, file))]).filter(([, names]) => names.length > 0));
}

function exportsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|class|function\*?|let) (\w+)/gm);
  return Array.from(found, ([, name]) => name);
}
