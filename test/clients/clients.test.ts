import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { publishedSandboxKey } from '@svc/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { newTenant, type Tenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';
import { startFaultProxy } from '../sdk/fault-proxy.ts';
import { bookMany } from './book-many.ts';
import { hasLanguage, languages, openWorkshop, programsIn, type Workshop } from './languages.ts';
import { redirected } from './redirect-programs.ts';

const bookings = 60;
const present = new Map(
  await Promise.all(languages.map(async (name) => [name, await hasLanguage(name)] as const)),
);

let live: Stage;
let sandbox: Stage;
let tenant: Tenant;
let workshop: Workshop;
let env: Record<string, string>;
shared.beforeAll(async ({ live: ofLive, sandbox: ofSandbox }) => {
  [live, sandbox] = [ofLive, ofSandbox];
  tenant = await newTenant(live);
  workshop = await openWorkshop();
  env = {
    SVC_BASE_URL: live.baseUrl,
    SVC_CLIENT_ID: tenant.clientId,
    SVC_CLIENT_SECRET: tenant.clientSecret,
    SVC_SANDBOX_URL: sandbox.baseUrl,
    SVC_SANDBOX_KEY: publishedSandboxKey,
    PICKUP: tenant.pickup,
    DROPOFF: tenant.dropoff,
  };
});
afterAll(() => workshop.close());

const jobsOf = async (): Promise<string[]> => {
  const sql = 'select id from jobs.job where tenant_id = $1';
  const { rows } = await live.owner.query<{ id: string }>(sql, [tenant.id]);
  return rows.map(({ id }) => id);
};

describe.each(languages)('%s', (language) => {
  it.skipIf(!present.get(language)).each(['live', 'sandbox'] as const)(
    'runs each program of getting started on %s',
    { timeout: 180_000 },
    async (environment) => {
      const { publicUrl } = { live, sandbox }[environment];
      const page = await (await fetch(`${publicUrl}/docs/start.md`)).text();
      const programs = programsIn(page, language);
      expect(programs.length).toBeGreaterThan(1);
      for (const program of programs) {
        const printed = await workshop.run(language, program, env);
        expect(printed, program).toMatch(/\w/);
        expect(printed, program).not.toContain('request_id');
      }
    },
  );
});

describe.each(['python', 'go'] as const)('the client in %s', (language) => {
  it.skipIf(!present.get(language))(
    'runs each program of its README',
    { timeout: 180_000 },
    async () => {
      const file = new URL(`../../clients/${language}/README.md`, import.meta.url);
      const programs = programsIn(await readFile(file, 'utf8'), language);
      expect(programs.length).toBeGreaterThan(0);
      for (const program of programs)
        expect(await workshop.run(language, program, env), program).toMatch(/\w/);
    },
  );

  it.skipIf(!present.get(language))(
    'follows no redirect with credentials, and sends none over cleartext',
    { timeout: 180_000 },
    async () => {
      const reached: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        reached.push(url);
        const location = `http://localhost:${Object(server.address()).port}/stolen`;
        response.writeHead(307, { location }).end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const SVC_BASE_URL = `http://127.0.0.1:${Object(server.address()).port}/v1`;
      const printed = await workshop.run(language, redirected[language], { ...env, SVC_BASE_URL });
      server.close();
      expect(reached).toEqual(['/oauth/token', '/v1/quotes']);
      expect(printed.trim().split('\n')).toEqual([
        expect.stringContaining('status 307'),
        expect.stringContaining('307'),
        expect.stringContaining('use https'),
      ]);
    },
  );

  it.skipIf(!present.get(language))(
    `books each of ${bookings} jobs exactly once before a server that fails`,
    { timeout: 180_000 },
    async () => {
      const proxy = await startFaultProxy(live.publicUrl, { probability: 0.3, seed: 11 });
      const before = new Set(await jobsOf());
      const more = { SVC_BASE_URL: `${proxy.url}/v1`, BOOKINGS: String(bookings) };
      const printed = await workshop.run(language, bookMany[language], { ...env, ...more });
      await proxy.stop();
      const [refusal, ...ids] = printed.trim().split('\n');
      expect(refusal).toMatch(/^quote_not_found 404 req_/);
      expect(new Set(ids).size).toBe(bookings);
      const made = (await jobsOf()).filter((id) => !before.has(id));
      expect(made.toSorted()).toEqual(ids.toSorted());
      expect(proxy.injected.size).toBe(6);
    },
  );
});
