import { join } from 'node:path';
import { build, install, run, top } from './ready.mjs';

install();
build();
process.exitCode = run(process.execPath, [join(top, 'bin', 'convo.js'), 'demo']);
process.stdout.write('convo is not installed by this: in this folder it is node bin/convo.js\n');
