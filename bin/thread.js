// The program of threads.
require('./quiet.js');
require('../dist/worker.js');
