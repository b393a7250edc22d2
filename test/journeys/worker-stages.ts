/**
 * Environments that test files share which set up nothing but tenants of their own:
 * `shared.beforeAll(({ live }) => …)`. Each starts when it is first asked for. In the long steps it
 * lasts as long as its worker; in other runs as long as its file, for their tests that hold timers
 * would hold those of an environment.
 */
import { freePort } from '@svc/devnet';
import { test } from 'vitest';
import { isLongRun } from '../setup/steps.ts';
import { type Stage, startStage } from './environment.ts';
import { type Sandbox, startSandbox } from './sandbox/callers.ts';

/** Every service and two gateways in processes of their own, joined by NATS. */
export interface Gateways {
  stage: Stage;
  baseUrls: readonly [string, string];
}

async function startGateways() {
  const stage = await startStage({ topology: 'a process per service' });
  const port = await freePort();
  await stage.start('gateway#2', { SVC_HTTP_PORT: `${port}` });
  const baseUrls = [stage.baseUrl, stage.baseUrl.replace(/:\d+/, `:${port}`)] as const;
  return { stage, baseUrls, stop: () => stage.stop() };
}

const started =
  <T extends { stop(): Promise<void> }>(start: () => Promise<T>) =>
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures are needed.
  async ({}: object, { onCleanup }: { onCleanup(stop: () => Promise<void>): void }) => {
    const environment = await start();
    onCleanup(() => environment.stop());
    return environment;
  };
// Both have the same fixtures; vitest's types know one of them at a time.
const scope = { scope: (isLongRun ? 'worker' : 'file') as 'worker' };

/** `heldSandbox`: its clock stands until a test advances it. */
export const shared = test
  .extend<'live', Stage>('live', scope, started(startStage))
  .extend<'sandbox', Stage>(
    'sandbox',
    scope,
    started(() => startStage({ environment: 'sandbox' })),
  )
  .extend<'heldSandbox', Sandbox>('heldSandbox', scope, started(startSandbox))
  .extend<'gateways', Gateways>('gateways', scope, started(startGateways));
