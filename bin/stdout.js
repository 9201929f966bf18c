const { fstatSync, writeSync } = require('node:fs');

/** Bytes that a pipe holds everywhere, so that nothing waits for whoever reads it. */
const SHORT = 16_000;

/**
 * Standard output or error. What is short goes to a pipe or a file at once: Node's own stream, with all that it is made of, takes as
 * long to load as most of our code. All else goes through that: it waits for a slow reader while a Ctrl-C is still heard.
 */
exports.stream = (name, descriptor) => {
  if (!isSimple(descriptor)) return sized(process[name]);
  let left = SHORT;
  let stream;
  return {
    on: () => {},
    write: (chunk, done) => {
      let bytes = Buffer.from(chunk);
      left -= bytes.length;
      try {
        while (left >= 0 && bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes));
      } catch (error) {
        if (error.code !== 'EAGAIN') return done(error);
        // What comes later must not overtake what the stream has.
        left = -1;
      }
      if (bytes.length === 0) return done();
      stream ??= process[name].on('error', () => {});
      return stream.write(bytes, done);
    },
  };
};

function isSimple(descriptor) {
  if (process.platform === 'win32') return false;
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket() || kind.isFile();
  } catch {
    return false;
  }
}

/** A terminal that was never told its size, as in some containers, says 0. */
function sized(stream) {
  if (stream.columns === 0) stream.columns = 80;
  return stream;
}
