import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin as Part } from 'esbuild';
import type { Plugin } from 'vitest/config';

const top = dirname(import.meta.dirname);
const src = join(top, 'src');
const tests = join(top, 'test');

/** Beside `src`, so that a module finds the files of the package from there too. Tests are in a folder of their own in it. */
const OUT = join(top, '.tested');

/** What decides how a module is compiled. */
const RULES = ['test/compiled.ts', 'package-lock.json'];

/**
 * Has Node import the modules of `src` and the tests, compiled beforehand. Vite would transform each when it is met, and its runner
 * reads every imported name through a function. While files are watched, they are left to Vite.
 */
export function compiledModules(): Plugin {
  let isWatched = false;
  return {
    name: 'compiled-modules',
    enforce: 'pre',
    config: async () => {
      await compile();
      return { test: { server: { deps: { external: [/\/\.tested\//] } } } };
    },
    configureVitest: ({ vitest }) => {
      isWatched = vitest.config.watch;
    },
    resolveId: (id, from) => {
      if (isWatched || !/^[./].*\.ts$/.test(id)) return null;
      const path = from === undefined ? id : resolve(dirname(from), id);
      return isCompiled(path) ? outputOf(path) : null;
    },
  };
}

/** A module for each of them: tests import single ones. A test finds its files from where its source is. */
const eachAlone: Part = {
  name: 'each-alone',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return null;
      const to = relative(dirname(outputOf(importer)), outputOf(resolve(dirname(importer), path)));
      return { path: `./${to}`, external: true };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(`${tests}${sep}`)) return null;
      const text = readFileSync(path, 'utf8');
      if (/\.toMatchInlineSnapshot\(/.test(text))
        throw new Error('an inline snapshot would be written into what is compiled');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

/** Compiles each module that is younger than what was made of it, or that was compiled by other rules. */
async function compile(): Promise<void> {
  const paths = [src, tests].flatMap(filesIn).filter(isCompiled);
  const made = new Set(paths.map(outputOf));
  for (const path of filesIn(OUT))
    if (/\.js(?:\.map)?$/.test(path) && !made.has(path.replace(/\.map$/, ''))) rmSync(path);
  const rules = Math.max(...RULES.map((path) => statSync(join(top, path)).ctimeMs));
  const stale = paths.filter((path) => {
    const { mtimeMs = 0 } = statSync(outputOf(path), { throwIfNoEntry: false }) ?? {};
    return mtimeMs <= Math.max(rules, statSync(path).ctimeMs);
  });
  if (stale.length === 0) return;
  const { outputFiles } = await build({
    entryPoints: stale.map((path) => ({ in: path, out: relative(OUT, outputOf(path)).replace(/\.js$/, '') })),
    ...{ outdir: OUT, bundle: true, packages: 'external', plugins: [eachAlone], write: false },
    ...{ format: 'esm', platform: 'node', target: 'node20.19', sourcemap: true, sourcesContent: false },
  });
  // The map of a module comes before it, whose time says that both are there.
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Another run may be reading what was there.
    const part = `${path}.${process.pid}`;
    writeFileSync(part, contents);
    renameSync(part, path);
  }
}

/** Vitest runs what it compiles itself again for each test file. */
const EACH_TIME = join(tests, 'setup.ts');

function isCompiled(path: string): boolean {
  return (
    path.endsWith('.ts') && path !== EACH_TIME && [src, tests].some((folder) => path.startsWith(`${folder}${sep}`))
  );
}

function outputOf(path: string): string {
  const name = path.startsWith(`${src}${sep}`) ? relative(src, path) : relative(top, path);
  return join(OUT, name.replace(/ts$/, 'js'));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name));
}
