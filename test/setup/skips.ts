import type { Reporter } from 'vitest/node';
import { recordFailure } from './failures.ts';

/**
 * One line at the end for each file with skipped tests; with SVC_FORBID_SKIP=1 they fail the run.
 * A file that failed counts as failed alone, whatever its hooks kept from running.
 */
export function reportSkips(): Reporter {
  let filtered = false;
  return {
    onInit(vitest) {
      // With -t, everything that the pattern leaves out counts as skipped.
      filtered = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules) {
      const skipped = modules
        .filter((module) => module.state() !== 'failed')
        .map(({ relativeModuleId, children }) => ({
          file: relativeModuleId,
          titles: [...children.allTests('skipped')].map(({ fullName }) => fullName),
        }))
        .filter(({ titles }) => titles.length > 0);
      if (filtered || skipped.length === 0) return;
      const isForbidden = process.env.SVC_FORBID_SKIP === '1';
      for (const { file, titles } of skipped) {
        console.error(`Skipped: ${titles.length} tests of ${file}`);
        if (isForbidden) console.error(titles.map((title) => `  ${title}`).join('\n'));
      }
      if (!isForbidden) return;
      recordFailure({ file: 'skipped' });
      console.error('SVC_FORBID_SKIP=1 forbids that.\n');
      process.exitCode = 1;
    },
  };
}
