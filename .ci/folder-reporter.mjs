import { dirname } from 'node:path';
import { DefaultReporter } from 'vitest/node';

/**
 * Says of each folder of tests how long they took, when the last of its files has ended, and all of what failed. It sends the process
 * that started it how many tests passed, failed and were skipped: vitest's own JSON has every test in it.
 */
export default class FolderReporter extends DefaultReporter {
  #folders = new Map();
  #ended = 0;

  onTestRunStart(specifications) {
    for (const { moduleId } of specifications) this.#folderOf(moduleId).left++;
    super.onTestRunStart(specifications);
  }

  async onTestRunEnd(modules, errors, reason) {
    super.onTestRunEnd(modules, errors, reason);
    const tests = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) tests[test.result().state]++;
    const files = modules.filter((module) => module.state() === 'failed').length;
    await new Promise((sent) => process.send?.({ ...tests, files }, sent) ?? sent());
  }

  printTestModule(module) {
    if (module.state() === 'failed') super.printTestModule(module);
    const folder = this.#folderOf(module.moduleId);
    const tests = Array.from(module.children.allTests());
    folder.tests += tests.length;
    folder.failed += tests.filter((test) => test.result().state === 'failed').length;
    folder.seconds += module.diagnostic().duration / 1000;
    if (--folder.left > 0) return;
    this.#ended++;
    const failed = folder.failed > 0 ? `, ${folder.failed} failed` : '';
    const name = this.relative(dirname(module.moduleId));
    const said = `${name}: ${folder.tests} tests${failed}, ${folder.seconds.toFixed(1)} s`;
    this.log(`${said} (${this.#ended} of ${this.#folders.size} folders)`);
  }

  #folderOf(moduleId) {
    const folder = dirname(moduleId);
    const known = this.#folders.get(folder) ?? { left: 0, tests: 0, failed: 0, seconds: 0 };
    this.#folders.set(folder, known);
    return known;
  }
}
