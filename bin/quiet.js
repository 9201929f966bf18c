// Hides Node's warning, at the first use of its SQLite, that it is experimental: it says nothing about a store.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
};
