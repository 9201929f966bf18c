import { Script } from 'node:vm';

const IMPORTS = /^(?:import(?:\{[^}]*\}from)?"\.[^"]+";\s*)+/;
const IMPORT = /import(?:\{([^}]*)\}from)?("[^"]+")/g;
const EXPORT = /export\{([^{}]*)\};\s*$/;

/**
 * A chunk as CommonJS, which Node loads sooner than modules; but esbuild splits nothing but modules.
 * Its own translation asks the other chunk whenever a name is used, since that might have changed. None of ours does, as a test asserts.
 */
export function asCommonJs(text) {
  const code = text
    .replace(IMPORTS, (lines) => lines.replaceAll(IMPORT, (_, names, from) => required(names, from)))
    .replace(EXPORT, (_, names) => `Object.assign(module.exports,{${pairs(names, '$2:$1')}});\n`)
    .replace(/\bexport default (?=[^;]*;\s*$)/, 'module.exports.default=')
    .replaceAll(/\bimport\(("\.[^"]+")\)/g, 'Promise.resolve().then(()=>require($1))')
    .replaceAll(/[^\0-\x7f]/g, escaped);
  // Throws where something of a module is left.
  new Script(code);
  return `"use strict";${code}`;
}

function required(names, from) {
  return names === undefined ? `require(${from})` : `const{${pairs(names, '$1:$2')}}=require(${from})`;
}

/** The names between the braces of an import or an export, as those of an object. */
function pairs(names, spelled) {
  return names.replaceAll(/([\w$]+)\s+as\s+([\w$]+)/g, spelled);
}

/** With one character beyond Latin-1, as esbuild leaves them in regular expressions, V8 holds the source as twice as many bytes. */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
