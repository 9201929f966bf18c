// The program of threads.
require('../dist/worker.js');
