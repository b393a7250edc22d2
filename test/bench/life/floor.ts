/**
 * The floor: one plain Fastify + pg process that does by hand what a job's life needs. The same
 * requests, and for each in one transaction: job, timeline, hash chain, events for the subscriber;
 * with the delivery also proof, signed certificate and invoice line. After the commit each event is
 * signed and sent, in order for a job, and its row marked. No tokens, no keys, no other services.
 */
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { genesisHash, hashEvent } from '@svc/proof/verify/event';
import fastify from 'fastify';
import pg from 'pg';
import { Agent, request as send } from 'undici';
import { listen } from '../floor-server.ts';
import type { LifeTemplate } from './template.ts';

const [templateFile = '', connectionString = '', receiverUrl = '', dir = ''] =
  process.argv.slice(2);
const template: LifeTemplate = JSON.parse(readFileSync(templateFile, 'utf8'));
mkdirSync(dir, { recursive: true });
const pool = new pg.Pool({ connectionString, max: 16 });
await pool.query(`
  create table job (id text primary key, body text not null, step int not null, hash text not null);
  create table milestone (job_id text, seq int, body text not null, primary key (job_id, seq));
  create table custody_event (job_id text, seq int, body text not null, hash text not null,
    primary key (job_id, seq));
  create table proof_file (id text primary key, job_id text not null, size int not null);
  create table proof (job_id text primary key, body text not null);
  create table certificate (job_id text primary key, jws text not null);
  create table invoice_line (job_id text primary key, body text not null);
  create table event (id text primary key, job_id text not null, body text not null, status int);
  create index event_job on event (job_id)`);

/** Prepared once per connection. */
const run = (client: pg.PoolClient | pg.Pool, text: string, values: unknown[]) =>
  client.query<{ step: number; hash: string }>({ name: text.slice(0, 60), text, values });
const fresh = (text: string, id: string): string => text.replaceAll(template.jobId, id);

interface Sent {
  id: string;
  body: string;
}

/** The request with this number of a job whose chain ends with `hash`; resolves with its answer. */
async function doStep(id: string, number: number, hash: string): Promise<string> {
  const step = template.steps[number];
  if (!step) throw new Error(`${id} has no step ${number}`);
  const events: Sent[] = step.events.map((event) => {
    const eventId = `evt_${randomUUID()}`;
    return { id: eventId, body: fresh(event.body, id).replaceAll(event.id, eventId) };
  });
  const client = await pool.connect();
  try {
    await client.query('begin');
    await writeStep(client, { id, number, hash, events });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  deliver(id, events);
  return fresh(step.answer, id);
}

interface StepWrite {
  id: string;
  number: number;
  hash: string;
  events: readonly Sent[];
}

async function writeStep(client: pg.PoolClient, { id, number, hash, events }: StepWrite) {
  const step = template.steps[number];
  const custody = step?.custody && { ...step.custody, job_id: id, prev_hash: hash };
  const next = custody ? hashEvent(custody) : hash;
  const text =
    number === 0
      ? 'insert into job values ($1, $2, $3, $4)'
      : 'update job set body = $2, step = $3, hash = $4 where id = $1';
  await run(client, text, [id, fresh(template.job, id), number + 1, next]);
  for (const [n, milestone] of (step?.milestones ?? []).entries()) {
    const values = [id, number * 10 + n, fresh(milestone, id)];
    await run(client, 'insert into milestone values ($1, $2, $3)', values);
  }
  if (custody) {
    const values = [id, custody.seq, JSON.stringify(custody), next];
    await run(client, 'insert into custody_event values ($1, $2, $3, $4)', values);
  }
  for (const event of events) {
    await run(client, 'insert into event values ($1, $2, $3)', [event.id, id, event.body]);
  }
  if (number === template.steps.length - 1) await writeProof(client, id);
}

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const part = (text: string) => Buffer.from(text).toString('base64url');

async function writeProof(client: pg.PoolClient, id: string): Promise<void> {
  const content = `${part('{"alg":"ES256"}')}.${part(fresh(template.certificate, id))}`;
  const signature = sign('sha256', Buffer.from(content), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  const jws = `${content}.${signature.toString('base64url')}`;
  await run(client, 'insert into proof values ($1, $2)', [id, fresh(template.proof, id)]);
  await run(client, 'insert into certificate values ($1, $2)', [id, jws]);
  const line = fresh(template.invoiceLine, id);
  await run(client, 'insert into invoice_line values ($1, $2)', [id, line]);
}

const dispatcher = new Agent({ connections: 64 });
/** The last delivery of each job under way: one after the other. */
const lanes = new Map<string, Promise<void>>();

function deliver(id: string, events: readonly Sent[]): void {
  const lane = (lanes.get(id) ?? Promise.resolve()).then(async () => {
    for (const event of events) await deliverOne(event);
  });
  lanes.set(id, lane);
  lane.then(() => lanes.get(id) === lane && lanes.delete(id));
}

async function deliverOne({ id, body }: Sent): Promise<void> {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'secret').update(`${time}.${body}`).digest('hex');
  const headers = {
    ...{ 'content-type': 'application/json', 'webhook-id': id },
    signature: `t=${time},v1=${signature}`,
  };
  const answer = await send(receiverUrl, { dispatcher, method: 'POST', headers, body });
  await answer.body.dump();
  await run(pool, 'update event set status = $2 where id = $1', [id, answer.statusCode]);
}

const app = fastify();
app.addContentTypeParser('image/png', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
app.post('/jobs', async (_, reply) =>
  reply.code(201).send(await doStep(`job_${randomUUID()}`, 0, genesisHash)),
);
interface JobRequest {
  params: { id: string };
}
app.post<{ Params: JobRequest['params']; Body: Buffer }>(
  '/ops/jobs/:id/files',
  async ({ params: { id }, body }, reply) => {
    const fileId = `file_${randomUUID()}`;
    const file = await open(join(dir, fileId), 'w');
    await file.writeFile(body);
    await file.close();
    await run(pool, 'insert into proof_file values ($1, $2, $3)', [fileId, id, body.length]);
    await run(pool, 'update job set step = step + 1 where id = $1', [id]);
    return reply.code(201).send({ id: fileId });
  },
);
const next = async ({ params: { id } }: JobRequest) => {
  const { rows } = await run(pool, 'select step, hash from job where id = $1', [id]);
  return doStep(id, rows[0]?.step ?? -1, rows[0]?.hash ?? '');
};
app.post<{ Params: JobRequest['params'] }>('/ops/jobs/:id/assign', next);
app.post<{ Params: JobRequest['params'] }>('/ops/jobs/:id/milestones', next);
await listen(app);
