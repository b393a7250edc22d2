import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['test/containers/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One environment, each test on what the one before it left.
    sequence: { concurrent: false },
    // One environment at a time, in memory and in ports.
    fileParallelism: false,
    allowOnly: false,
  },
});
