/**
 * Environments of a test file, for those that set up nothing but tenants of
 * their own: `shared.beforeAll(({ live }) => …)`. Each starts when it is asked for. None outlives its file:
 * tests that hold timers would run those of an environment.
 */
import type { EnvironmentName } from '@svc/local/settings';
import { test } from 'vitest';
import { type Stage, startStage } from './environment.ts';

const stageOf =
  (environment: EnvironmentName) =>
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures are needed.
  async ({}: object, { onCleanup }: { onCleanup(stop: () => Promise<void>): void }) => {
    const stage = await startStage({ environment });
    onCleanup(() => stage.stop());
    return stage;
  };

export const shared = test
  .extend<'live', Stage>('live', { scope: 'file' }, stageOf('live'))
  .extend<'sandbox', Stage>('sandbox', { scope: 'file' }, stageOf('sandbox'));
