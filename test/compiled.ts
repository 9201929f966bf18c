import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin as Part } from 'esbuild';
import type { Plugin } from 'vitest/config';

const top = dirname(import.meta.dirname);
const src = join(top, 'src');

/** Beside `src`, so that a module finds the files of the package from there too. */
const OUT = join(top, '.tested');

/** What decides how a module is compiled. */
const RULES = ['test/compiled.ts', 'package-lock.json'];

/**
 * Has Node import the modules of `src`, compiled beforehand. Vite would transform each when it is met, and its runner reads every
 * imported name through a function. While files are watched, they are left to Vite.
 */
export function compiledSource(): Plugin {
  let isWatched = false;
  return {
    name: 'compiled-source',
    enforce: 'pre',
    config: async () => {
      await compile();
      return { test: { server: { deps: { external: [/\/\.tested\//] } } } };
    },
    configureVitest: ({ vitest }) => {
      isWatched = vitest.config.watch;
    },
    resolveId: (id, from) => {
      if (isWatched || from === undefined || !/^\..*\.ts$/.test(id)) return null;
      const path = resolve(dirname(from), id);
      return path.startsWith(`${src}${sep}`) ? outputOf(relative(src, path)) : null;
    },
  };
}

/** A module for each of `src`: tests import single ones. */
const eachAlone: Part = {
  name: 'each-alone',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? null : { path: path.replace(/ts$/, 'js'), external: true },
    );
  },
};

/** Compiles each module that is younger than what was made of it, or that was compiled by other rules. */
async function compile(): Promise<void> {
  const names = namesIn(src).filter((name) => name.endsWith('.ts'));
  const made = new Set(names.map(outputOf));
  for (const name of namesIn(OUT))
    if (/\.js(?:\.map)?$/.test(name) && !made.has(join(OUT, name.replace(/\.map$/, '')))) rmSync(join(OUT, name));
  const rules = Math.max(...RULES.map((path) => statSync(join(top, path)).ctimeMs));
  const stale = names.filter((name) => {
    const { mtimeMs = 0 } = statSync(outputOf(name), { throwIfNoEntry: false }) ?? {};
    return mtimeMs <= Math.max(rules, statSync(join(src, name)).ctimeMs);
  });
  if (stale.length === 0) return;
  const { outputFiles } = await build({
    entryPoints: stale.map((name) => join(src, name)),
    ...{ outdir: OUT, outbase: src, bundle: true, packages: 'external', plugins: [eachAlone], write: false },
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

function outputOf(name: string): string {
  return join(OUT, name.replace(/ts$/, 'js'));
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
