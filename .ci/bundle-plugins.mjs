import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { transform } from 'esbuild';

const WIDTH = 'export default function stringWidth(';

/**
 * string-width makes a segmenter and looks up kinds of characters when it is loaded. The first segmenter of a process takes nearly as
 * long as starting Node, and few texts need it: all of it is made when one does.
 */
function librarySource(path) {
  const source = readFileSync(path, 'utf8');
  if (!/[\\/]string-width[\\/]index\.js$/.test(path) || !source.includes('new Intl.Segmenter')) return source;
  if (source.split(WIDTH).length !== 2) throw new Error(`${path} is written in a way that the build does not know`);
  const imports = source.match(/^import .*$/gm) ?? [];
  const body = source.replace(/^import .*$/gm, '').replace(WIDTH, 'return function stringWidth(');
  const lazy = 'let made;\nexport default (...given) => (made ??= make())(...given);';
  return `${imports.join('\n')}\n${lazy}\nfunction make() {\n${body}\n}\n`;
}

/** Modules of Node that take a while to load and are not needed by every call. */
const LATE = ['child_process', 'crypto', 'os', 'timers/promises', 'v8', 'vm', 'zlib'];

/**
 * Modules of Node are asked for without `import`, which wraps each of them and reads all its members: half a millisecond each, in
 * every process. Of those that take a while to load, only functions can be imported, and the first call loads them.
 */
export const bareBuiltins = {
  name: 'bare-builtins',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?[a-z\d_/]+$/ }, ({ path, kind, importer }) => {
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
        late ? `(...given) => (it ??= ${it}).${name}(...given)` : `/* @__PURE__ */ (() => ${it}.${name})()`;
      const members = namesOf(path, late).map((name) => `export const ${name} = ${member(name)};`);
      return { contents: [...members, late ? 'let it;' : `export default /* @__PURE__ */ ${it};`].join('\n') };
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

/** By path: two builds follow each other, and want the same of a library. */
const shortened = new Map();

async function shorten(path) {
  const { code } = await transform(librarySource(path), {
    // White space goes at the end: with it would go the marks of what may be left out when nobody asks for it.
    minifySyntax: true,
    minifyIdentifiers: true,
    legalComments: 'inline',
    platform: 'node',
    target: 'node20.19',
  });
  return code;
}

/** Libraries are written as short as they can be: only our own names are of use in a stack trace. */
export const shortLibraries = {
  name: 'short-libraries',
  setup: (within) => {
    // We say ourselves whether there are colours; asking the terminal would load its module and that of the network.
    within.onResolve({ filter: /^#supports-color$/ }, () => ({ path: 'none', namespace: 'colors' }));
    within.onLoad({ filter: /./, namespace: 'colors' }, () => ({
      contents: 'export default { stdout: false, stderr: false };',
    }));
    within.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      shortened.set(path, shortened.get(path) ?? shorten(path));
      return { contents: await shortened.get(path) };
    });
  },
};

/** The program of threads. */
export const WORKER = 'src/ops/threads/worker.ts';

const COMMANDS = 'src/cli/commands';
const FRAME = ['src/cli/program.ts', 'src/cli/perform.ts'];
/** What is called most is a chunk of its own. */
const READING = { list: ['list'], verify: ['verify'], read: ['show', 'stats', 'explain'] };

/** Chunks that `list` loads before it opens a store, and the only ones for a store with `rows`. */
const LIGHT = ['frame', 'list', 'src/stores/claude/list/rows.ts'];
/** Where the code that reads a kind's stores begins. */
const KIND = /^src\/stores\/\w+\/index\.ts$/;

/** The wrapping of a large library, which is loaded alone. */
const ALONE = ['zod.ts'];

/**
 * Which files, of those that are imported when they are needed, are one chunk: each costs every call a third of a millisecond.
 * `shared`: the exports of files that several chunks need, as `sharedIn` sorts them; each sort goes into one chunk, because every chunk that
 * may need one of a sort names all of it.
 */
export function chunks(top, shared) {
  const all = readdirSync(join(top, COMMANDS)).map((name) => `${COMMANDS}/${name}`);
  const reading = Object.entries(READING).map(([group, names]) => [
    group,
    names.map((name) => `${COMMANDS}/${name}.ts`),
  ]);
  const read = reading.flatMap(([, files]) => files);
  const change = all.filter((file) => file.endsWith('.ts') && !read.includes(file));
  const groups = { frame: FRAME, change, ...Object.fromEntries(reading) };
  return {
    name: 'chunks',
    setup: (build) => {
      build.onResolve({ filter: /^\.{0,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
        const isThread = kind === 'entry-point' && path.endsWith(WORKER);
        if ((kind !== 'dynamic-import' && !isThread) || ALONE.includes(basename(path))) return undefined;
        const file = relative(top, resolve(resolveDir, path)).replaceAll('\\', '/');
        const group = Object.keys(groups).find((name) => groups[name].includes(file));
        return { path: group ?? file, namespace: 'group' };
      });
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => {
        const lines = (groups[path] ?? [path]).map((file) =>
          file === WORKER ? `import './${file}';` : `export * from './${file}';`,
        );
        const sorts = SORTS.slice(0, LIGHT.includes(path) ? 1 : KIND.test(path) ? 2 : 3);
        const named = sorts.filter((sort) => sort in shared).map((sort) => `import 'shared:${sort}';`);
        return { contents: [...lines, ...named].join('\n'), resolveDir: top };
      });
      build.onResolve({ filter: /^shared:/ }, ({ path }) => ({
        path: path.replace('shared:', ''),
        namespace: 'shared',
      }));
      build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => keeping(top, shared[path]));
    },
  };
}

/** Files for `LIGHT`, further ones for kinds, and the others. */
const SORTS = ['light', 'kinds', 'others'];

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
/** Bytes of source. */
const SHORT = 1500;

/** The files that several chunks of a first build need, with their exports, by sort. */
export function sharedIn(top, { inputs }) {
  const reach = (start) => {
    const met = new Set([start]);
    for (const file of met)
      for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === 'import-statement') met.add(path);
    return met;
  };
  const atOnce = reach(MAIN);
  // Parts of the reading of several kinds are loaded with nearly every store.
  const kinds = Object.keys(inputs)
    .filter((path) => path.startsWith('group:') && KIND.test(path.replace('group:', '')))
    .map(reach);
  const ofSeveral = (file) => kinds.filter((each) => each.has(file)).length > 1;
  const reading = [reach('group:frame'), reach('group:list'), reach('group:verify')];
  const others = Object.keys(inputs).filter((path) => path.startsWith('group:'));
  const counts = new Map();
  for (const file of others.flatMap((start) => [...reach(start)])) counts.set(file, (counts.get(file) ?? 0) + 1);
  // What only kinds and commands that change need stays in chunks of its own, but for what is too short to be loaded alone.
  const isRead = (file) => atOnce.has(file) || reading.some((each) => each.has(file));
  const isShort = (file) => [...reach(file)].every((each) => isRead(each) || inputs[each].bytes < SHORT);
  const isShared = (file) =>
    atOnce.has(file) || ((counts.get(file) ?? 0) > 1 && (isRead(file) || isShort(file) || ofSeveral(file)));
  const files = [...new Set([...atOnce, ...counts.keys()])];
  const ours = files.filter((file) => file.startsWith('src/') && file !== MAIN && isShared(file));
  const light = new Set(LIGHT.flatMap((group) => [...reach(`group:${group}`)]));
  const sortOf = (file) => {
    if (light.has(file) || atOnce.has(file)) return 'light';
    return kinds.some((each) => each.has(file)) ? 'kinds' : 'others';
  };
  const sorted = Object.fromEntries(SORTS.map((sort) => [sort, []]));
  for (const file of ours) {
    const names = exportsOf(join(top, file));
    if (names.length > 0) sorted[sortOf(file)].push([file, names]);
  }
  return sorted;
}

function exportsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|class|function\*?|let) (\w+)/gm);
  return Array.from(found, ([, name]) => name);
}
