import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedSandboxKey } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClient } from '@svc/sdk';
import { runSvc } from '@svc/svc/program';
import { afterAll, describe, expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { newTenant, type Tenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';
import { startReceiver } from './receiver.ts';

const run = promisify(execFile);
const within = (what: string) => ({ timeoutMs: 30_000, what });

describe('svc', () => {
  let live: Stage;
  let sandbox: Stage;
  let tenant: Tenant;
  let home: string;
  shared.beforeAll(async ({ live: ofLive, sandbox: ofSandbox }) => {
    [live, sandbox] = [ofLive, ofSandbox];
    home = await mkdtemp(join(tmpdir(), 'svc-'));
    tenant = await newTenant(live);
  });
  afterAll(() => rm(home, { recursive: true }));

  const credentials = () => ({
    SVC_BASE_URL: live.baseUrl,
    SVC_CLIENT_ID: tenant.clientId,
    SVC_CLIENT_SECRET: tenant.clientSecret,
  });
  /** Output and exit code of a command. */
  const typed = async (
    args: readonly string[],
    {
      env = credentials() as NodeJS.ProcessEnv,
      signal = new AbortController().signal,
      out = [] as string[],
      err = [] as string[],
    } = {},
  ) => {
    const code = await runSvc(args, {
      env: { HOME: home, ...env },
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      hasColour: false,
      signal,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const json = async (...args: string[]) => JSON.parse((await typed([...args, '--json'])).out);
  const book = () =>
    json('book', '--sku', 'LAB-STD', '--from', tenant.pickup, '--to', tenant.dropoff);

  it('stores credentials that work, for their owner alone', async () => {
    const env = { SVC_CLIENT_SECRET: tenant.clientSecret };
    const args = ['login', '--base-url', live.baseUrl, '--client-id', tenant.clientId];
    expect(await typed(args, { env: { ...credentials(), ...env } })).toMatchObject({ code: 0 });
    const { mode } = await stat(join(home, '.config/svc/session.json'));
    expect(mode & 0o777).toBe(0o600);
    const later = await typed(['jobs'], { env: { ...credentials(), SVC_BASE_URL: '' } });
    expect(later).toMatchObject({ code: 0 });
    const wrong = { ...credentials(), SVC_CLIENT_SECRET: 'wrong' };
    const refused = await typed(args, { env: wrong });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('invalid_client')]);
  });

  it('prices, books once per key, lists, tracks and cancels', async () => {
    const quote = await typed(['quote', 'LAB-STD', '--km', '22']);
    expect(quote.out).toMatch(/^q_\w+, held until [\s\S]*total +R \d+\.\d\d$/);
    const { id } = await json('quote', 'LAB-STD');
    const ends = ['--from', tenant.pickup, '--to', tenant.dropoff];
    const args = ['book', '--quote', id, ...ends, '--key', 'order-1', '--reference', 'PO-1'];
    const first = await json(...args);
    expect(await json(...args)).toEqual(first);
    const listed = await typed(['jobs', '--reference', 'PO-1']);
    expect(listed.out.split('\n')).toHaveLength(2);
    expect(listed.out).toMatch(new RegExp(`^ref .*\n${first.ref} +booked +LAB-STD `));
    expect((await typed(['track', first.ref])).out).toMatch(/^booked, \d+ min to go: Booked$/);
    const cancelled = await typed(['cancel', first.ref, '--reason', 'Not needed']);
    expect(cancelled.out).toContain(`${first.ref} is cancelled, fee R 0.00.`);
    expect((await typed(['track', first.ref, '--watch'])).out).toMatch(/^cancelled/);
  });

  it('prices and books with a temperature profile, and tells of one that is unknown', async () => {
    const ice = ['--profile', 'platelets'];
    expect(await json('quote', 'LAB-STD', ...ice)).toMatchObject({
      ...{ temperature_profile: 'platelets', dry_ice_kg: null },
    });
    const ends = ['--from', tenant.pickup, '--to', tenant.dropoff];
    expect(await json('book', '--sku', 'LAB-STD', ...ends, ...ice)).toMatchObject({
      ...{ temperature_profile: 'platelets', dry_ice_kg: null },
    });
    const wrong = await typed(['quote', 'LAB-STD', '--profile', 'platelets', '--dry-ice', '2']);
    expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('invalid_body')]);
  });

  it('ends with 3 for a refusal, with its code and request id, and with 2 for arguments', async () => {
    const refused = await typed(['cancel', 'SVC-00000000', '--reason', 'x']);
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringMatching(/^job_not_found: .*request /),
    ]);
    const usage = await typed(['jobs', '--status', 'lost']);
    expect([usage.code, usage.err]).toEqual([2, expect.stringContaining("'lost' is invalid")]);
    expect(await typed(['jobs', '--limit', 'many'])).toMatchObject({ code: 2 });
    expect(await typed(['paint'])).toMatchObject({ code: 2 });
    const nobody = { SVC_BASE_URL: '', SVC_CLIENT_ID: '', SVC_CLIENT_SECRET: '' };
    const env = { ...nobody, XDG_CONFIG_HOME: join(home, 'empty') };
    expect(await typed(['jobs'], { env })).toMatchObject({ code: 1 });
  });

  it('verifies a chain on this machine, and says what is not shown', async () => {
    const { ref } = await book();
    const { code, out } = await typed(['custody', 'verify', ref]);
    expect([code, out]).toEqual([2, expect.stringContaining('chain')]);
    expect(await typed(['certificates', ref])).toMatchObject({ code: 3 });
  });

  it('refuses a chain with a member twice, of which a reader of JSON sees the last alone', async () => {
    const { ref } = await book();
    const own = createClient({ ...tenant, baseUrl: live.baseUrl });
    const bundle = JSON.stringify(await own.getCustodyBundle({ path: { id: ref } }));
    const doubled = bundle.replace('"job":{', '"job":{"ref":"SVC-SHOWN000",');
    await using server = createServer((_, response) => response.end(doubled));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const SVC_BASE_URL = `http://127.0.0.1:${Object(server.address()).port}/v1`;
    const env = { SVC_BASE_URL, SVC_API_KEY: 'k' };
    const { code, out } = await typed(['custody', 'verify', ref], { env });
    expect([code, out]).toEqual([1, expect.stringContaining('job.ref cannot be believed')]);
  });

  it.each(['live', 'sandbox'] as const)(
    'posts events of %s to a receiver as they happen, signed, and registers nothing',
    async (environment) => {
      const session = { SVC_SESSION: 'listens' };
      const env = {
        ...credentials(),
        ...session,
        SVC_SANDBOX_URL: sandbox.baseUrl,
        SVC_SANDBOX_KEY: publishedSandboxKey,
        SVC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      };
      const client =
        environment === 'live'
          ? createClient({ baseUrl: live.baseUrl, ...tenant })
          : createClient({
              baseUrl: sandbox.baseUrl,
              apiKey: publishedSandboxKey,
              session: 'listens',
            });
      const ends =
        environment === 'live'
          ? { pickup_site_id: tenant.pickup, dropoff_site_id: tenant.dropoff }
          : { pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
      const bookOne = async () => (await client.bookJob({ body: { sku: 'LAB-STD', ...ends } })).id;
      const before = await bookOne();
      const isThere = async () => (await client.listEvents()).data.some((e) => e.job_id === before);
      await until(isThere, within('the event of before'));
      const receiver = await startReceiver(env.SVC_WEBHOOK_SECRET, 204);
      const stop = new AbortController();
      const out: string[] = [];
      const err: string[] = [];
      const args = ['webhooks', 'listen', '--to', receiver.to, '--events', 'job.created', '--json'];
      if (environment === 'sandbox') args.push('--sandbox');
      const listening = typed(args, { env, signal: stop.signal, out, err });
      await until(() => err.length > 0, within('the listener'));
      expect(err.join()).toContain(env.SVC_WEBHOOK_SECRET);
      const id = await bookOne();
      await until(() => out.length > 0, within('the event'));
      expect(receiver.verdicts).toEqual([id]);
      expect(JSON.parse(out.join(''))).toMatchObject({ event: { job_id: id }, answer: '204' });
      const listed =
        environment === 'live' ? await client.listWebhooks() : await client.listSandboxWebhooks();
      expect(listed.data).toEqual([]);
      receiver.stop();
      stop.abort();
      expect((await listening).code).toBe(0);
    },
  );

  it('logs deliveries and replays events, of endpoints of live and of the sandbox', async () => {
    const { clientId, clientSecret } = tenant;
    const body = { url: 'http://127.0.0.1:9/', events: ['*'] };
    const ofLive = createClient({ baseUrl: live.baseUrl, clientId, clientSecret });
    const key = { apiKey: publishedSandboxKey, session: 'replays' };
    const ofSandbox = createClient({ baseUrl: sandbox.baseUrl, ...key });
    const { id } = await ofLive.createWebhook({ body });
    const { id: testId } = await ofSandbox.createSandboxWebhook({ body });
    await ofLive.testWebhook({ path: { id } });
    await ofSandbox.testSandboxWebhook({ path: { id: testId } });
    const env = {
      SVC_BASE_URL: sandbox.baseUrl,
      SVC_API_KEY: key.apiKey,
      SVC_SESSION: key.session,
    };
    const since = new Date(Date.now() - 3_600_000).toISOString();
    for (const [each, as] of [
      [id, {}],
      [testId, { env }],
    ] as const) {
      expect((await typed(['webhooks', 'log', each], as)).out).toContain('webhook.test');
      const replayed = await typed(['webhooks', 'replay', each, '--since', since], as);
      expect([replayed.code, replayed.out]).toEqual([0, expect.stringMatching(/^\d+ events will/)]);
    }
  });

  it('prints the events that there are', async () => {
    const { id } = await book();
    await until(async () => {
      const { out } = await typed(['events', 'tail', '--type', 'job.created', '--no-follow']);
      return out.includes(id);
    }, within('the event of the booking'));
  });

  it('signs a reading and sends it as a provider', async () => {
    const scopes = ['telemetry:write', 'ops:dispatch'] as const;
    const carrier = await newTenant(live, { scopes });
    const { clientId, clientSecret } = carrier;
    const desk = createClient({ baseUrl: live.baseUrl, clientId, clientSecret });
    const provider = await desk.createTelemetryProvider({ body: { name: 'Trackers' } });
    const file = join(home, 'readings.json');
    const reading = { device_id: 'TR-1', seq: 1, at: new Date().toISOString(), temperature_c: 4 };
    await writeFile(file, JSON.stringify({ readings: [reading] }));
    const env = {
      SVC_BASE_URL: live.baseUrl,
      SVC_CLIENT_ID: provider.client_id,
      SVC_CLIENT_SECRET: provider.client_secret,
      SVC_TELEMETRY_SECRET: provider.secret,
    };
    const { out } = await typed(['telemetry', 'send', file], { env });
    expect(out).toBe('0 accepted, 0 known, 1 rejected\n  0: unknown_device');
  });

  it('finds requests again, refused ones too', async () => {
    const refused = await typed(['cancel', 'SVC-00000000', '--reason', 'x']);
    const [, id = ''] = /request (req_\w+)/.exec(refused.err) ?? [];
    const found = async () => (await json('requests', '--id', id))[0];
    await until(found, within('the request in the log'));
    expect(await found()).toMatchObject({ id, status: 404, code: 'job_not_found' });
    const { out } = await typed(['requests', '--failed', '--limit', '100']);
    expect(out).toContain(`${id}  404     job_not_found`);
    expect(out).toMatch(/POST \/v1\/jobs\/SVC-00000000\/cancel$/m);
  });

  it('logs in to the sandbox by its key, and books a test job with a scenario', async () => {
    const key = ['--base-url', sandbox.baseUrl, '--api-key', publishedSandboxKey];
    const env = { ...credentials(), SVC_BASE_URL: '', XDG_CONFIG_HOME: join(home, 'sandbox') };
    expect((await typed(['login', ...key], { env })).out).toContain('Logged in to sandbox');
    const booked = await typed(['sandbox', 'scenario', 'delivered', '--json'], { env });
    expect(JSON.parse(booked.out)).toMatchObject({ object: 'job', status: 'booked' });
    const docs = await typed(['open', 'docs', '--print'], { env });
    expect(docs.out).toBe(`${sandbox.publicUrl}/docs`);
  });

  it('runs as a command, on a pipe without colour', async () => {
    const root = new URL('../../', import.meta.url).pathname;
    const main = join(root, 'packages/svc/src/main.ts');
    const env = { PATH: process.env.PATH, HOME: home, ...credentials() };
    const { stdout } = await run(process.execPath, [main, 'jobs', '--limit', '1'], { env });
    expect(stdout).toMatch(/^ref +status/);
    expect(stdout).not.toContain('\u001b');
    expect(await readdir(join(home, '.config/svc'))).toEqual(['session.json']);
  });
});
