import type { Reporter } from 'vitest/node';

/** Names every skipped test at the end; with SVC_FORBID_SKIP=1 a skipped test fails the suite. */
export function reportSkips(): Reporter {
  let filtered = false;
  return {
    onInit(vitest) {
      // With -t, everything that the pattern leaves out counts as skipped.
      filtered = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules) {
      if (filtered) return;
      const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
      if (skipped.length === 0) return;
      const names = skipped.map((test) => `  ${test.module.relativeModuleId} > ${test.fullName}`);
      console.error(`\n!! ${skipped.length} tests were SKIPPED:\n${names.join('\n')}\n`);
      if (process.env.SVC_FORBID_SKIP === '1') {
        console.error('SVC_FORBID_SKIP=1 forbids that.\n');
        process.exitCode = 1;
      }
    },
  };
}
