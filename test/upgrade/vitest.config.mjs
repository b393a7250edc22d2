import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['test/upgrade/**/*.test.ts'],
    globalSetup: './test/setup/servers.ts',
    pool: 'forks',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    // One environment, each test on what the one before it left.
    sequence: { concurrent: false },
    allowOnly: false,
  },
});
