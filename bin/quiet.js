// Node says of its SQLite, at the first use, that it is experimental. Who asks about a thread need not know.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
};
