/** Figures of a process's NATS: whether it is away, and how long its certificate lasts. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Sample } from '../observability/metric.ts';
import { kitMetrics } from '../observability/metric-definitions.ts';
import type { ProcessConfig } from '../settings/config.ts';
import { type Clock, isFresh } from '../values/clock.ts';

const usualPort = 4222;
const readForMs = 5_000;
const keptMs = 3_600_000;

interface Watched {
  config: Pick<ProcessConfig, 'SVC_NATS_URL' | 'SVC_NATS_CA'>;
  clock: Clock;
  isConnected: () => boolean;
}

/** Read at each scrape; the certificate, of the first server, once an hour. */
export function natsFigures({ config, clock, isConnected }: Watched): () => Promise<Sample[]> {
  const { SVC_NATS_URL: urls, SVC_NATS_CA: authority } = config;
  const [url = ''] = urls?.split(',') ?? [];
  let known: { end: Date; atMs: number } | undefined;
  return async () => {
    const away: Sample = { metric: kitMetrics.natsAway, value: isConnected() ? 0 : 1 };
    if (!authority) return [away];
    const now = clock.now();
    if (!known || !isFresh(known.atMs, keptMs, now)) {
      const end = await endOfCertificate(new URL(url)).catch(() => undefined);
      if (end) known = { end, atMs: now.getTime() };
    }
    const left = known && (known.end.getTime() - now.getTime()) / 1_000;
    return left === undefined
      ? [away]
      : [away, { metric: kitMetrics.natsCertificate, value: left }];
  };
}

/** The server speaks first, in clear. Its certificate is read, whether valid or not. */
async function endOfCertificate({ hostname, port }: URL): Promise<Date> {
  const signal = AbortSignal.timeout(readForMs);
  const socket = connect(Number(port || usualPort), hostname);
  try {
    await once(socket, 'data', { signal });
    const secured = connectTls({ socket, servername: hostname, rejectUnauthorized: false });
    await once(secured, 'secureConnect', { signal });
    return new Date(secured.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}
