/** Standard input, to be read piece by piece as often as somebody is asked: between two questions it is paused, never closed. */
exports.inlet = (stream) => ({
  get isTTY() {
    return stream.isTTY;
  },
  destroy: () => stream.destroy(),
  async *[Symbol.asyncIterator]() {
    const pieces = [];
    let hasEnded = stream.readableEnded || stream.destroyed;
    let wake = () => {};
    const take = (piece) => {
      pieces.push(piece);
      wake();
    };
    const end = () => {
      hasEnded = true;
      wake();
    };
    // One that was paused does not go on by a listener alone.
    stream.on('data', take).on('end', end).on('close', end).on('error', end).resume();
    try {
      while (true) {
        while (pieces.length > 0) yield pieces.shift();
        if (hasEnded) return;
        await new Promise((done) => {
          wake = done;
        });
      }
    } finally {
      stream.off('data', take).off('end', end).off('close', end).off('error', end).pause();
    }
  },
});
