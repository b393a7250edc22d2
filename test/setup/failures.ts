/** Failures of a run as lines of JSON in the file that `SVC_FAILURES` names, for whoever repeats them. */
import { appendFileSync, writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export interface Failure {
  /** From the root of the repository; of a fault outside of all files, what it is. */
  file: string;
  /** Names of its suites and its own, joined by blanks; undefined where no test alone failed. */
  title?: string;
}

export function recordFailure(failure: Failure): void {
  const { SVC_FAILURES } = process.env;
  if (SVC_FAILURES !== undefined) appendFileSync(SVC_FAILURES, `${JSON.stringify(failure)}\n`);
}

export const recordFailures = (): Reporter => ({
  onInit() {
    const { SVC_FAILURES } = process.env;
    if (SVC_FAILURES !== undefined) writeFileSync(SVC_FAILURES, '');
  },
  onTestRunEnd(modules, unhandledErrors) {
    for (const { message } of unhandledErrors) recordFailure({ file: `unhandled: ${message}` });
    for (const module of modules) {
      const file = module.relativeModuleId;
      const titles = [...module.children.allTests('failed')].map(({ fullName }) =>
        fullName.replaceAll(' > ', ' '),
      );
      for (const title of titles) recordFailure({ file, title });
      const hasFailed = module.state() === 'failed';
      if (hasFailed && titles.length === 0) recordFailure({ file });
    }
  },
});
