import autocannon from 'autocannon';
import { type CpuMs, cpuByPart, cpuOfEach, type Parts } from '../cpu.ts';
import type { Headers } from '../http.ts';
import { sized } from '../size.ts';

interface Load {
  url: string;
  headers: Headers;
  /** A POST; without it a GET. */
  body?: string;
  /** Processes whose processor time counts. */
  parts: Parts;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** For each request. */
  cpuMs: CpuMs;
}

const connections = 32;
const warmUpSeconds = sized({ small: 1, usual: 3 });
const seconds = sized({ small: 1, usual: 15 });

/** Warms up, then measures; throws when any request failed. */
export async function measure(load: Load): Promise<LoadResult> {
  await run(load, warmUpSeconds);
  const before = cpuByPart(load.parts);
  const result = await run(load, seconds);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${load.url}: ${failed} requests failed`);
  const answered = result['2xx'];
  return {
    perSecond: answered / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: cpuOfEach(before, cpuByPart(load.parts), answered),
  };
}

/** `[<id>]` in a header becomes unique for each request. */
const run = ({ url, headers, body }: Load, duration: number) =>
  autocannon({
    url,
    connections,
    duration,
    idReplacement: true,
    requests: [{ method: body === undefined ? 'GET' : 'POST', headers, ...(body && { body }) }],
  });
