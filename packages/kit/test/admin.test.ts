import { afterEach, expect, it } from 'vitest';
import { type Admin, startAdmin } from '../src/host/admin.ts';
import { createMetrics } from '../src/observability/metrics.ts';

let admin: Admin | undefined;
afterEach(() => admin?.close());

const start = async (ready: () => Promise<boolean>) => {
  const metrics = createMetrics({ defaults: false });
  admin = await startAdmin({ port: 0, host: '127.0.0.1', ready, metrics });
  const { port } = admin;
  return async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
};

it.each<[string, () => Promise<boolean>, number]>([
  ['holds', async () => true, 200],
  ['says no', async () => false, 503],
  ['fails', () => Promise.reject(new Error('no database')), 503],
])(
  'the admin port says liveness, metrics and readiness when its check %s',
  async (_how, ready, code) => {
    const status = await start(ready);
    const paths = ['/health/live', '/health/ready', '/metrics', '/else'];
    expect(await Promise.all(paths.map(status))).toEqual([200, code, 200, 404]);
  },
);
