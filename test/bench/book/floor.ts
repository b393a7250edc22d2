/**
 * The floor: one plain Fastify + pg process that commits the same rows for a booking, statement by
 * statement, and reads a job by id. No tokens, no contracts, no other services. The rows are those
 * that one real booking left behind; each request inserts them again under new ids.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import { listen } from '../floor-server.ts';
import type { Template } from './template.ts';

const [templateFile = '', connectionString = ''] = process.argv.slice(2);
const template: Template = JSON.parse(readFileSync(templateFile, 'utf8'));
const pool = new pg.Pool({ connectionString, max: 10, options: '-c search_path=jobs' });
const ids = ['id', 'ref', 'job_id', 'event_id', 'request'];

const statements = template.rows.map(({ table, values, conflict }) => {
  const columns = Object.keys(values);
  const places = columns.map((_, n) => `$${n + 1}`).join(', ');
  return {
    name: `insert-${table}`,
    text: `insert into ${table} (${columns.join(', ')}) values (${places}) ${conflict}`,
    columns,
    values: Object.values(values),
  };
});

const app = fastify();
app.post('/jobs', async (_request, reply) => {
  const id = `job_${randomUUID()}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { name, text, columns, values } of statements) {
      const fresh = values.map((value, n) => (ids.includes(columns[n] ?? '') ? id : value));
      await client.query({ name, text, values: fresh });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return reply.code(201).send({ ...template.answer, id });
});
app.get<{ Params: { id: string } }>('/jobs/:id', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'get',
    text: 'select * from job where tenant_id = $1 and id = $2',
    values: ['ten_demo', request.params.id],
  });
  return reply.send(rows[0]);
});
await listen(app);
