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
import { type CanonicalEvent, genesisHash, hashEvent } from '@svc/verify/event';
import fastify from 'fastify';
import pg from 'pg';
import { Agent, request as send } from 'undici';
import type { LifeTemplate, TemplateStep } from './template.ts';

const [templateFile = '', databaseUrl = '', receiverUrl = '', dir = ''] = process.argv.slice(2);
const template: LifeTemplate = JSON.parse(readFileSync(templateFile, 'utf8'));
mkdirSync(dir, { recursive: true });
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
await pool.query(`
  create table job (id text primary key, body text not null, step int not null, hash text not null);
  create table milestone (job_id text, seq int, body text not null, primary key (job_id, seq));
  create table custody_event (job_id text, seq int, body text not null, hash text not null,
    primary key (job_id, seq));
  create table proof_file (id text primary key, job_id text not null, size int not null);
  create table proof (job_id text primary key, body text not null);
  create table certificate (job_id text primary key, jws text not null);
  create table invoice_line (job_id text primary key, body text not null);
  create table event (id text primary key, job_id text not null, type text not null,
    body text not null, status int);
  create index event_job on event (job_id)`);

/** Prepared once per connection. */
const run = (client: pg.PoolClient | pg.Pool, text: string, values: unknown[]) =>
  client.query<{ step: number; hash: string }>({ name: text.slice(0, 60), text, values });
const fresh = (text: string, id: string): string => text.replaceAll(template.jobId, id);

interface Sent {
  id: string;
  body: string;
}

async function doStep(id: string, number: number, step: TemplateStep, hash: string) {
  const events: Sent[] = step.events.map((event) => {
    const eventId = `evt_${randomUUID()}`;
    return { id: eventId, body: fresh(event.body, id).replaceAll(event.id, eventId) };
  });
  const custody = step.custody && { ...step.custody, job_id: id, prev_hash: hash };
  const next = custody ? hashEvent(custody) : hash;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await writeStep(client, { id, number, step, events, custody, next });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  deliver(id, events);
}

interface StepWrite {
  id: string;
  number: number;
  step: TemplateStep;
  events: readonly Sent[];
  custody: CanonicalEvent | null;
  next: string;
}

async function writeStep(
  client: pg.PoolClient,
  { id, number, step, events, custody, next }: StepWrite,
): Promise<void> {
  if (number === 0) {
    const values = [id, fresh(template.job, id), next];
    await run(client, 'insert into job values ($1, $2, 1, $3)', values);
  } else {
    const values = [id, fresh(template.job, id), number + 1, next];
    await run(client, 'update job set body = $2, step = $3, hash = $4 where id = $1', values);
  }
  for (const [n, milestone] of step.milestones.entries()) {
    const values = [id, number * 10 + n, fresh(milestone, id)];
    await run(client, 'insert into milestone values ($1, $2, $3)', values);
  }
  if (custody) {
    const values = [id, custody.seq, JSON.stringify(custody), next];
    await run(client, 'insert into custody_event values ($1, $2, $3, $4)', values);
  }
  for (const [n, event] of events.entries()) {
    const values = [event.id, id, step.events[n]?.type, event.body];
    await run(client, 'insert into event values ($1, $2, $3, $4)', values);
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
  const headers = { 'content-type': 'application/json', signature: `t=${time},v1=${signature}` };
  const answer = await send(receiverUrl, { dispatcher, method: 'POST', headers, body });
  await answer.body.dump();
  await run(pool, 'update event set status = $2 where id = $1', [id, answer.statusCode]);
}

const app = fastify();
app.addContentTypeParser('image/png', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
app.post('/jobs', async (_, reply) => {
  const id = `job_${randomUUID()}`;
  const [step] = template.steps;
  if (!step) throw new Error('a life begins with a booking');
  await doStep(id, 0, step, genesisHash);
  return reply.code(201).type('application/json').send(fresh(step.answer, id));
});
app.post<{ Params: { id: string }; Body: Buffer }>(
  '/ops/jobs/:id/files',
  async (request, reply) => {
    const { id } = request.params;
    const file = await open(join(dir, randomUUID()), 'w');
    await file.writeFile(request.body);
    await file.close();
    const values = [`file_${randomUUID()}`, id, request.body.length];
    await run(pool, 'insert into proof_file values ($2, $1, $3)', [id, values[0], values[2]]);
    await run(pool, 'update job set step = step + 1 where id = $1', [id]);
    return reply.code(201).send({ id: values[0] });
  },
);
const next = async ({ params: { id } }: { params: { id: string } }) => {
  const { rows } = await run(pool, 'select step, hash from job where id = $1', [id]);
  const number = rows[0]?.step ?? 0;
  const step = template.steps[number];
  if (!step || !rows[0]) throw new Error(`${id} has no step ${number}`);
  await doStep(id, number, step, rows[0].hash);
  return fresh(step.answer, id);
};
app.post<{ Params: { id: string } }>('/ops/jobs/:id/assign', next);
app.post<{ Params: { id: string } }>('/ops/jobs/:id/milestones', next);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(`floor ready ${typeof address === 'object' && address ? address.port : ''}`);
process.on('SIGTERM', () => process.exit(0));
