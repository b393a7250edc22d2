/** `npm start -- --demo`: a day of the demo carrier, by the public API alone. */
import type { Logger } from '@svc/kit/log';
import { createApi } from '@svc/simulators/api';
import { runDay } from '@svc/simulators/day/run';
import { type DevFile, kept } from './dev-file.ts';

export function startDemo(dev: DevFile, log: Logger): { stop(): Promise<void> } {
  const ended = new AbortController();
  const { signal } = ended;
  const day = runDay({
    desk: createApi(dev, dev.clients.operator),
    sender: createApi(dev, dev.clients.demo),
    apiOf: (client) => createApi(dev, client),
    urls: dev,
    kept: kept('demo-provider.json'),
    signal,
    log: (line) => log.warn(line),
  }).catch((err: unknown) => {
    if (!signal.aborted) log.error({ err }, 'the demonstration ended');
  });
  return {
    stop: async () => {
      ended.abort();
      await day;
    },
  };
}
