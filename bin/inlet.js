/** Standard input, to be read piece by piece as often as somebody is asked: between two questions it is paused, never closed. */
exports.inlet = (stream) => ({
  get isTTY() {
    return stream.isTTY;
  },
  destroy: () => stream.destroy(),
  /** Drops whole lines that were typed on a terminal before a question is there to be read. */
  async dropTyped() {
    if (!stream.isTTY) return;
    let hasMet = false;
    const drop = () => {
      hasMet = true;
    };
    stream.on('data', drop).resume();
    do {
      hasMet = false;
      // A terminal hands over one line for each turn of the loop; the first turn may be under way.
      for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
    } while (hasMet);
    stream.off('data', drop).pause();
  },
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
