import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@svc/devnet';
import type { Order, Report } from './receiver-main.ts';

const entry = fileURLToPath(new URL('./receiver-main.ts', import.meta.url));

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a subscriber and forks its process, which ends with this one. */
export async function startReceiver(cleanup: AsyncDisposableStack) {
  const child = fork(entry);
  cleanup.defer(() => child.disconnect());
  const [port] = await once(child, 'message');
  const control = async (order: Order): Promise<Report> => {
    const answered = once(child, 'message');
    child.send(order);
    const [answer] = await answered;
    return answer;
  };
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    pid: child.pid ?? 0,
    /** Forgets what came. `noted`: with each arrival. */
    reset: ({ trouble = false, noted = false } = {}) => control({ trouble, noted }),
    arrivals: async () => (await control('report')).arrivals,
    /** Resolves with how long it took until so many events had come under this path, ms. */
    receives: async (lane: string, count: number): Promise<number> => {
      const started = performance.now();
      const isThere = async () => ((await control('counts')).counts[lane] ?? 0) >= count;
      const what = `${count} events at /${lane}`;
      await until(isThere, { timeoutMs: 300_000, everyMs: 10, what });
      return performance.now() - started;
    },
  };
}
