/**
 * The floor: one process with a page of as many rows. An assignment is one committed row; then its
 * text goes over server-sent events to the page, which sets it as the text of a cell. No sessions,
 * no other services, no full reads.
 */
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { cellOf } from '@svc/desk/pages/desk/rows/board-table';
import fastify from 'fastify';
import pg from 'pg';
import { listen } from '../floor-server.ts';

const [connectionString = '', rows = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
await pool.query('create table assignment (id text primary key, driver text not null)');
const ids = Array.from({ length: Number(rows) }, () => randomUUID());
const streams = new Set<PassThrough>();

const row = (id: string) =>
  `<tr data-job="${id}">${'<td>cell</td>'.repeat(cellOf.driver)}<td id="${id}"></td><td>cell</td>`;
const page = `<!doctype html><title>floor</title><table><tbody>${ids.map(row).join('')}</table><script>
const source = new EventSource('/live');
source.onopen = () => { document.documentElement.dataset.live = ''; };
source.onmessage = ({ data }) => {
  const { id, driver } = JSON.parse(data);
  document.getElementById(id).textContent = driver;
};
</script>`;

const app = fastify();
app.get('/', (_, reply) => reply.type('text/html').send(page));
app.get('/live', (_, reply) => {
  const stream = new PassThrough();
  streams.add(stream);
  stream.on('close', () => streams.delete(stream));
  stream.write(': open\n\n');
  return reply.type('text/event-stream').send(stream);
});
app.post<{ Body: { id: string; driver: string } }>('/assign', async ({ body }) => {
  await pool.query({
    name: 'assign',
    text: 'insert into assignment values ($1, $2) on conflict (id) do update set driver = $2',
    values: [body.id, body.driver],
  });
  for (const stream of streams) stream.write(`data: ${JSON.stringify(body)}\n\n`);
  return {};
});
await listen(app);
