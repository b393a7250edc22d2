import { defineConfig } from 'vitest/config';
import { reportSkips } from './test/setup/skips.ts';

/** Pure rules: they share a process, for there is nothing that one could leave to the next. */
const rules = ['services/*/src/**/*.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', reportSkips()],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    allowOnly: false,
    projects: [
      { extends: true, test: { name: 'rules', include: rules, isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: [
            '{packages,services}/*/{src,test}/**/*.test.ts',
            'gateway/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [...rules, '**/node_modules/**'],
          globalSetup: './test/setup/servers.ts',
        },
      },
    ],
  },
});
