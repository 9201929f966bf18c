import { pathToFileURL } from 'node:url';

// A part of the comparison, in a process of its own: `part.mjs MODULE JSON`.

const [module, stated] = process.argv.slice(2);
const { comparePart } = await import(pathToFileURL(module).href);
process.send(await comparePart(JSON.parse(stated)), () => process.exit());
