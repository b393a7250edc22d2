import { freePort } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRun, type Stage, startStage } from '../environment.ts';
import { fetchToken, newTenant } from '../tenants.ts';

const topology = 'a process per service';
/** 600 a minute and a burst of 100. */
const budget = 700;
const gateways = 3;
/**
 * Overshoot of each other gateway: a batch of 40 that it has not broadcast yet, and one that is on
 * its way over the bus. Each 20 ms of lag adds another one, so that a busy machine may be above it.
 */
const bound = (gateways - 1) * 2 * 40;
/** Up to 200 ms of lag; without replication all 1 800 are admitted. */
const admittedMax = 2 * budget;
/**
 * Longer than admissions need to reach a gateway that is short of processor time, ms. One request each 50 ms
 * does not use up within it what a gateway would admit that hears of no other, or of one alone.
 */
const hearsayMs = 2_000;

interface Hit {
  admitted: boolean;
  sentAt: number;
  answeredAt: number;
}

describe.skipIf(!canRun(topology))('three gateways', () => {
  let stage: Stage;
  let urls: readonly string[];
  beforeAll(async () => {
    stage = await startStage({ topology });
    const ports: number[] = [];
    while (ports.length < gateways) ports.push(await freePort());
    const start = (port: number) =>
      stage.start(`gateway#${port}`, { SVC_HTTP_PORT: `${port}`, SVC_LIVE_LIMIT: '600' });
    await Promise.all(ports.map(start));
    urls = ports.map((port) => `http://127.0.0.1:${port}/v1/nothing`);
  });
  afterAll(() => stage.stop());

  /** A client nobody has seen yet. Its path costs the gateways nothing but the count. */
  const newClient = async () => {
    const token = await fetchToken(stage, await newTenant(stage), ['jobs:read']);
    const headers = { authorization: `Bearer ${token}` };
    const probe = async (url: string): Promise<Hit> => {
      const sentAt = performance.now();
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      return { admitted: response.status === 404, sentAt, answeredAt: performance.now() };
    };
    return {
      /** So many requests to each gateway, `lanes` of them at a time. */
      send: async (perGateway: number, lanes: number): Promise<Hit[]> => {
        const lane = async (url: string) => {
          const hits: Hit[] = [];
          for (let n = 0; n < perGateway / lanes; n += 1) hits.push(await probe(url));
          return hits;
        };
        const all = urls.flatMap((url) => Array.from({ length: lanes }, () => lane(url)));
        return (await Promise.all(all)).flat();
      },
    };
  };
  const admittedOf = (hits: Hit[]) => hits.filter(({ admitted }) => admitted);

  it.each([
    ['ten at a time from each', 10],
    ['all at once', 600],
  ])('keep one budget when 600 are asked of each, %s', async (how, lanes) => {
    const hits = await (await newClient()).send(600, lanes);
    const admitted = admittedOf(hits).toSorted((a, b) => a.answeredAt - b.answeredAt);
    const figure = `${admitted.length} admitted of a budget of ${budget}, bound ${budget + bound}`;
    process.stdout.write(`3 × 600 requests, ${how}: ${figure}\n`);
    expect(admitted.length).toBeGreaterThanOrEqual(budget);
    expect(admitted.length).toBeLessThan(admittedMax);
    const spentAt = admitted[budget - 1]?.answeredAt ?? Infinity;
    expect(admitted.filter(({ sentAt }) => sentAt > spentAt + hearsayMs)).toEqual([]);
  });

  it('admit nothing more once the word has spread', async () => {
    const client = await newClient();
    await client.send(300, 50);
    const admitted = async () => admittedOf(await client.send(1, 1)).length;
    await expect.poll(admitted, { timeout: hearsayMs }).toBe(0);
    expect(admittedOf(await client.send(50, 10))).toEqual([]);
  });
});
