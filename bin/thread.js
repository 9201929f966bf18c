const { loadThread } = require('./load.js');

// The program of threads.
loadThread();
