import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin as Part } from 'esbuild';
import type { Plugin } from 'vitest/config';

const top = dirname(import.meta.dirname);
const src = join(top, 'src');

/** Beside `src`, so that a module finds the files of the package from there too. */
const OUT = join(top, '.tested');

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
      await compiled();
      return { test: { server: { deps: { external: [/\/\.tested\//] } } } };
    },
    configureVitest: ({ vitest }) => {
      isWatched = vitest.config.watch;
    },
    resolveId: (id, from) => {
      if (isWatched || from === undefined || !/^\..*\.ts$/.test(id)) return null;
      const path = resolve(dirname(from), id);
      return path.startsWith(`${src}${sep}`) ? join(OUT, relative(src, path).replace(/ts$/, 'js')) : null;
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

let begun: Promise<void> | null = null;

/** Once for all projects. */
function compiled(): Promise<void> {
  begun ??= compile();
  return begun;
}

async function compile(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: namesIn(src).flatMap((name) => (name.endsWith('.ts') ? [join(src, name)] : [])),
    ...{ outdir: OUT, outbase: src, bundle: true, packages: 'external', plugins: [eachAlone], write: false },
    ...{ format: 'esm', platform: 'node', target: 'node20.19', sourcemap: true, sourcesContent: false },
  });
  const made = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  for (const name of namesIn(OUT)) if (!made.has(join(OUT, name))) rmSync(join(OUT, name));
  // Another run may be reading them.
  for (const [path, contents] of made) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
