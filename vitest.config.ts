import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';
import { reportSkips } from './test/setup/skips.ts';

export default defineConfig({
  test: {
    include: [
      '{deploy,packages,services}/*/{src,test}/**/*.test.ts',
      '{desk,gateway}/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // `npm run test:containers`, `npm run upgrade`
    exclude: [...configDefaults.exclude, 'test/containers/**', 'test/upgrade/**'],
    globalSetup: './test/setup/servers.ts',
    reporters: ['default', reportSkips()],
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
