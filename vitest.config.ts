import { configDefaults, defineConfig } from 'vitest/config';
import { recordFailures } from './test/setup/failures.ts';
import { LongestFirst } from './test/setup/longest-first.ts';
import { reportSkips } from './test/setup/skips.ts';
import { exclude, include } from './test/setup/steps.ts';

export default defineConfig({
  test: {
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: './test/setup/servers.ts',
    reporters: ['default', reportSkips(), recordFailures()],
    pool: 'forks',
    maxWorkers: 3,
    // Files share a process: loading the same modules for each took a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Deadlines end a test that hangs; what is measured is in `npm run bench`.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
  },
});
