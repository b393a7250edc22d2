/** After an erasure nothing that we can reach names the person who received. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { custody, jobs } from '@svc/contracts';
import { until } from '@svc/devnet';
import { startServices } from '@svc/kit/testing';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { parsePolicy } from '@svc/proof/log/policy';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { collect, deskOf, noProof, seal } from './desk.ts';

const person = 'Quillon Vexworthy';
const tenant = 'ten_demo';
const natsUrl = inject('natsUrl');

type App = Awaited<ReturnType<typeof start>>;

async function start(nats: boolean, files: string) {
  const env = {
    SVC_FILES_URL: pathToFileURL(files).href,
    SVC_PUBLIC_URL: 'http://127.0.0.1',
    SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
  };
  const app = await startServices([...services], { nats, env });
  await seedEnvironment(app.host.broker, 'live');
  return app;
}

/** Answers with what it was sent, so that the log of deliveries holds it too. */
async function startEcho() {
  const server = createServer((request, response) => {
    request.pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

/** Tables whose rows hold the text in any of their columns. */
async function tablesWith(app: App, text: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'`);
  const counts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await app.owner.query(`select 1 from ${name} t where t::text like $1 limit 1`, [
        `%${text}%`,
      ]);
      return found.rowCount === 0 ? [] : [name];
    }),
  );
  return counts.flat().sort();
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return paths.filter((_, place) => contents[place]?.includes(text));
}

/** Every message that the streams of this test hold, as text. */
async function messages(namespace: string): Promise<string[]> {
  const connection = await connect({ servers: natsUrl ?? '' });
  const jsm = await jetstreamManager(connection);
  const found: string[] = [];
  for await (const { config, state } of jsm.streams.list()) {
    if (!config.name.startsWith(`${namespace}-`)) continue;
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await jsm.streams.getMessage(config.name, { seq }).catch(() => undefined);
      if (message) found.push(new TextDecoder().decode(message.data));
    }
  }
  await connection.close();
  return found;
}

describe.each([
  { bus: 'the bus in Postgres', nats: false },
  ...(natsUrl ? [{ bus: 'JetStream', nats: true }] : []),
])('erasing a proof, on $bus', ({ nats }) => {
  let app: App;
  let files: string;
  let echo: { server: Server; port: number };
  let jobId: string;
  let before: string[];
  const desk = () => deskOf({ transport: app.host.broker });

  const clean = () =>
    until(async () => (await tablesWith(app, person)).length === 0, {
      timeoutMs: 60_000,
      what: 'the tables to be clean',
    });

  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'files-'));
    echo = await startEcho();
    app = await start(nats, files);
    if (nats) await shortenDuplicateWindow(app.host.config.SVC_NAMESPACE ?? '');
    const own = app.clients(tenant);
    const url = `http://127.0.0.1:${echo.port}/`;
    const { id: endpoint } = await own.webhooks.create({ url, events: ['*'] });
    ({ id: jobId } = await own.jobs.book({
      sku: 'LAB-STD',
      km: 10,
      pickup_site_id: 'site_demo_cli-0',
      dropoff_site_id: 'site_demo_lab-0',
      requirements: noProof,
      note: `Ask for ${person}`,
      dropoff_contact: { name: person, phone: '+27 11 555 0177' },
    }));
    await collect(desk(), jobId);
    await desk().jobs.sendMessage({ id: jobId, text: `Ask for ${person}` });
    const handOver = { id: jobId, type: 'deliver', seal, recipient: person };
    const as = { tenant: 'ten_operator', request: 'deliver', fingerprint: 'body' };
    expect(await app.call([jobs, 'reachMilestone'], handOver, as)).toHaveProperty('ok');
    await until(
      async () =>
        (await own.webhooks.listDeliveries({ id: endpoint, limit: 100 })).data.some(
          ({ response_excerpt }) => response_excerpt?.includes(person),
        ),
      { timeoutMs: 60_000, what: 'the receiver to have answered' },
    );
    await until(
      async () => (await own.custody.pod({ id: jobId }).catch(() => null))?.recipient === person,
      { timeoutMs: 60_000, what: 'the proof' },
    );
    await insertStoredCopies(app, jobId);
    before = await tablesWith(app, person);
    await own.custody.eraseProof({ id: jobId });
  });
  afterAll(async () => {
    await app?.stop();
    echo?.server.close();
    if (files) await rm(files, { recursive: true, force: true });
  });

  it('begins with copies in many places', () => {
    expect(before).toEqual(
      expect.arrayContaining([
        'custody.proof',
        'jobs.job_message',
        'jobs.outbox',
        'tracking.dead_letter',
        'tracking.parked_event',
        'webhooks.delivery',
        'webhooks.event',
      ]),
    );
  });

  it('reaches tables, feed, stream and files', async () => {
    const namespace = app.host.config.SVC_NAMESPACE ?? '';
    await clean();
    expect(await filesWith(files, person)).toEqual([]);
    if (nats) {
      await until(
        async () => !(await messages(namespace)).some((message) => message.includes(person)),
        { timeoutMs: 60_000, what: 'the streams to be clean' },
      );
    }
    const { data } = await app.clients(tenant).webhooks.listEvents({ limit: 100 });
    const delivered = data.find(({ type }) => type === 'delivery.completed');
    expect(delivered?.data).toMatchObject({ job_id: jobId, recipient: '', otp_verified: false });
    expect(await app.clients(tenant).custody.pod({ id: jobId })).toMatchObject({ recipient: '' });
    const instructions = { note: '', dropoff_contact: null };
    expect(await app.clients(tenant).jobs.get({ id: jobId })).toMatchObject(instructions);
  });

  it('leaves the redacted event in the stream, for consumers that have not read it', async () => {
    await until(
      async () => (await app.owner.query('select 1 from jobs.stream_erasure')).rowCount === 0,
      { timeoutMs: 60_000, what: 'the stream to hold what the outbox holds' },
    );
    const { rows } = await app.owner.query(
      `select event_id, data ->> 'recipient' as recipient, published_at is not null as published
         from jobs.outbox where job_id = $1 and type = 'delivery.completed'`,
      [jobId],
    );
    expect(rows).toEqual([{ event_id: expect.any(String), recipient: '', published: true }]);
    const held = nats
      ? await messages(app.host.config.SVC_NAMESPACE ?? '')
      : (await app.owner.query('select envelope::text as text from bus.message')).rows.map(
          ({ text }) => text,
        );
    expect(held.filter((message) => message.includes(rows[0]?.event_id))).toHaveLength(1);
  });

  it('also blanks a copy that is stored after it', async () => {
    await clean();
    await app.owner.query(
      `update webhooks.event set body = replace(body, '"recipient":""', $2) where job_id = $1`,
      [jobId, `"recipient":"${person}"`],
    );
    expect(await tablesWith(app, person)).toContain('webhooks.event');
    await app.owner.query("update webhooks.erased_job set due_at = now() - interval '1 s'");
    await app.runSchedule('webhooks', 'erase-copies');
    await clean();
  });

  it('leaves every proof of the log valid, and is logged itself', async () => {
    const { log, custody: own } = app.clients(tenant);
    const verdict = async () => {
      const policy = parsePolicy((await log.policy({})).text ?? '');
      const given = await own.bundle({ id: jobId });
      return (await verifyBundle(given, { jwks: await own.certificateKeys({}), policy })).log;
    };
    const proved = async () => {
      const found = await verdict();
      return found.status === 'proved' ? found : undefined;
    };
    const logged = await until(proved, {
      timeoutMs: 60_000,
      what: 'a checkpoint that covers the certificate',
    });
    expect(logged).toMatchObject({ faults: [], missing: [] });
    const erasures = `select count(*)::int as n from log.entry where body like '%"erasure"%'`;
    await until(async () => (await app.owner.query(erasures)).rows[0].n === 1, {
      timeoutMs: 60_000,
      what: 'the erasure to be logged',
    });
  });

  it('takes reasons that people gave from the job, its events and the audit log', async () => {
    await clean();
    const own = app.clients(tenant);
    const { id } = await own.jobs.book({
      ...{ sku: 'LAB-STD', km: 10, requirements: noProof },
      ...{ pickup_site_id: 'site_demo_cli-0', dropoff_site_id: 'site_demo_lab-0' },
    });
    const reason = `${person} asked for it`;
    const as = { tenant: 'ten_operator', actor: 'usr_desk' };
    for (const [action, more] of [
      ['updateForDesk', { cost_centre: 'CC-9' }],
      ['cancelForDesk', {}],
    ] as const) {
      expect(await app.call([jobs, action], { id, reason, ...more }, as)).toHaveProperty('ok');
    }
    const copied = ['accounts.change_log', 'jobs.job', 'jobs.outbox', 'webhooks.event'];
    await until(
      async () => {
        const found = await tablesWith(app, person);
        return copied.every((table) => found.includes(table));
      },
      { timeoutMs: 60_000, what: 'the copies' },
    );
    const logged = () =>
      app.owner.query('select * from accounts.change_log order by tenant_id, id');
    const before = (await logged()).rows.map((row) => ({ ...row, reason: null }));
    await own.custody.eraseProof({ id });
    await clean();
    expect((await logged()).rows).toEqual(before);
    expect((await app.owner.query('select cancellation from jobs.job')).rows).toContainEqual({
      cancellation: expect.objectContaining({ reason: 'Erased.', fee_cents: 0 }),
    });
  });

  it('erases again what was erased, without an error', async () => {
    expect(await app.call([custody, 'eraseProof'], { id: jobId }, { tenant })).toEqual({
      ok: { job_id: jobId },
    });
  });
});

/** The event of the hand-over as a dead letter, and parked. */
async function insertStoredCopies(app: App, jobId: string): Promise<void> {
  await app.owner.query(
    `with event as (
       select event_id, sequence, json_build_object('id', event_id, 'producer', 'jobs', 'type', type,
                'tenant_id', tenant_id, 'job_id', job_id, 'sequence', sequence,
                'created_at', created_at, 'data', data, 'internals', internals) as envelope
         from jobs.outbox where job_id = $1 and type = 'delivery.completed'
     ), dead as (
       insert into tracking.dead_letter (consumer, event_id, envelope, deliveries, created_at)
       select 'tracking-other', event_id, envelope, 9, now() from event
     )
     insert into tracking.parked_event (consumer, producer, tenant_id, job_id, sequence, envelope, parked_at)
     select 'tracking-other', 'jobs', $2, $1, 99, envelope, now() from event`,
    [jobId, tenant],
  );
}

async function shortenDuplicateWindow(namespace: string): Promise<void> {
  const connection = await connect({ servers: natsUrl ?? '' });
  const jsm = await jetstreamManager(connection);
  await jsm.streams.update(`${namespace}-jobs`, { duplicate_window: nanos(500) });
  await connection.close();
}
