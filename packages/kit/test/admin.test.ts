import { afterEach, describe, expect, it } from 'vitest';
import { type Admin, startAdmin } from '../src/process/admin.ts';
import { createMetrics } from '../src/process/metrics.ts';

let admin: Admin | undefined;
afterEach(() => admin?.close());

const start = async (ready: () => Promise<boolean>) => {
  const metrics = createMetrics({ defaults: false });
  admin = await startAdmin({ port: 0, host: '127.0.0.1', ready, metrics });
  const { port } = admin;
  return async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
};

describe('the admin port', () => {
  it('returns liveness, readiness and metrics', async () => {
    const status = await start(async () => true);
    expect(await status('/health/live')).toBe(200);
    expect(await status('/health/ready')).toBe(200);
    expect(await status('/metrics')).toBe(200);
    expect(await status('/else')).toBe(404);
  });

  it.each([
    ['says no', async () => false],
    [
      'fails',
      async () => {
        throw new Error('no database');
      },
    ],
  ])('is alive but not ready when the check %s', async (_how, ready) => {
    const status = await start(ready);
    expect(await status('/health/live')).toBe(200);
    expect(await status('/health/ready')).toBe(503);
  });
});
