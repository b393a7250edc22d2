import autocannon from 'autocannon';
import { cpuByPart, cpuPerRequest, type Parts } from './cpu.ts';
import { sized } from './size.ts';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
  connections?: number;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, errors and time-outs: a run with any is not a measurement. */
  failed: number;
  answered: number;
}

/** Keeps `connections` requests under way. `[<id>]` in a header becomes unique per request. */
async function runLoad(load: Load): Promise<LoadResult> {
  const { url, method = 'GET', headers = {}, body, seconds, connections = 32 } = load;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    idReplacement: true,
    requests: [{ method, headers, ...(body !== undefined && { body }) }],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    answered: result['2xx'],
  };
}

/** Warms up, then measures; throws when any request failed. */
export async function measure(
  name: string,
  load: Load,
  parts: Parts = {},
): Promise<LoadResult & { cpu: [string, string][] }> {
  await runLoad({ ...load, seconds: sized({ small: 1, usual: 3 }) });
  const before = cpuByPart(parts);
  const result = await runLoad(load);
  if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed`);
  return { ...result, cpu: cpuPerRequest(before, cpuByPart(parts), result.answered) };
}
