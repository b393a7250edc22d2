/**
 * Failures of a run: a line each at its end, for whoever has only the last lines, and lines of JSON in
 * the file that `SVC_FAILURES` names, for whoever repeats them.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';

export interface Failure {
  /** From the root of the repository; of a fault outside of all files, what it is. */
  file: string;
  /** Names of its suites and its own, joined by ` > `; undefined where no test alone failed. */
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
      const titles = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
      for (const title of titles) recordFailure({ file, title });
      const hasFailed = module.state() === 'failed';
      if (hasFailed && titles.length === 0) recordFailure({ file });
      for (const line of failuresOf(module)) console.error(`FAILED ${file}${line}`);
    }
  },
});

/** Of its tests, its suites' hooks and itself: the name and the first line of the error. */
function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: ` > ${test.fullName}`,
    errors: test.result().errors,
  }));
  const suites = [...module.children.allSuites()].map((suite) => ({
    name: ` > ${suite.fullName}`,
    errors: suite.errors(),
  }));
  return [...tests, ...suites, { name: '', errors: module.errors() }].flatMap(({ name, errors }) =>
    (errors ?? []).map(
      ({ message }) => `${name}: ${stripVTControlCharacters(message).split('\n')[0]}`,
    ),
  );
}
