import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@svc/devnet';
import type { Order, Report } from './receiver-main.ts';

const entry = fileURLToPath(new URL('./receiver-main.ts', import.meta.url));

export async function startReceiver() {
  const child = fork(entry);
  const [port] = await once(child, 'message');
  const control = async (order: Order): Promise<Report> => {
    const answered = once(child, 'message');
    child.send(order);
    const [answer] = await answered;
    return answer;
  };
  const report = () => control({ order: 'report' });
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    pid: child.pid ?? 0,
    /** Forgets what came. */
    reset: (how: { trouble?: boolean; timed?: boolean } = {}) =>
      control({ order: 'reset', trouble: false, timed: false, ...how }),
    report,
    /** Resolves with how long it took until so many requests had come under this path. */
    receives: async (lane: string, count: number): Promise<number> => {
      const started = performance.now();
      await until(async () => ((await report()).counts[lane] ?? 0) >= count, {
        timeoutMs: 300_000,
        what: `${count} requests at /${lane}`,
      });
      return performance.now() - started;
    },
    stop: () => child.disconnect(),
  };
}
