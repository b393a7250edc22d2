/** Pages of the sandbox taken at their word: curl lines as they stand, and prices by hand. */
import { priorities, publishedSandboxKey } from '@svc/contracts';
import { afterAll, expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { createSend, jsonOf } from '../journeys/http.ts';
import { shared } from '../journeys/worker-stages.ts';
import { openWorkshop, programsIn, type Workshop } from './languages.ts';
import { readPricePage } from './price-by-hand.ts';

let sandbox: Stage;
let workshop: Workshop;
shared.beforeAll(async ({ sandbox: stage }) => {
  sandbox = stage;
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

const read = async (path: string) => (await fetch(`${sandbox.publicUrl}${path}`)).text();

it('answers every request that needs nothing but a session', { timeout: 180_000 }, async () => {
  const links = (await read('/llms.txt')).matchAll(/\/docs\/(?:reference\/[\w-]+|limits)\.md/g);
  const paths = [...new Set([...links].map(([path]) => path))];
  const pages = await Promise.all(paths.map(read));
  const programs = pages
    .flatMap((page) => programsIn(page, 'sh'))
    .filter((program) => !/\/\{\w+\}/.test(program));
  expect(programs.length).toBeGreaterThan(8);
  for (const program of programs) {
    const session = crypto.randomUUID();
    const printed = await workshop.run('sh', program.replaceAll('your-session', session), {});
    expect(printed, program).toMatch(/^\{/);
    expect(printed, program).not.toContain('"request_id":"req_');
  }
});

it('prices every SKU as its price book says', async () => {
  const page = readPricePage(await read('/docs/price-book.md'));
  expect(page.skus.length).toBeGreaterThan(20);
  expect(page.timings).toHaveLength(4);
  const trips = page.skus.flatMap((sku, n) =>
    priorities.map((priority, i) => ({
      sku,
      priority,
      timing: page.timings[(n + i) % 4] ?? '',
      km: [0, 15, 22.345, 61.005][(n + 2 * i) % 4] ?? 0,
      parcels: 1 + ((n + i) % 3),
    })),
  );
  for (const trip of trips) {
    const session = { 'svc-sandbox-session': crypto.randomUUID() };
    const send = createSend(sandbox.baseUrl, { 'x-api-key': publishedSandboxKey, ...session });
    const quoted = jsonOf(await send('POST /quotes', { body: trip }));
    expect(quoted, JSON.stringify(trip)).toMatchObject(page.priceOf(trip));
  }
});
