/** (e) booking, and the first page of the list, with 1 000 000 jobs of the tenant already there. */
import pg from 'pg';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { measure } from './load.ts';
import { percent, print, quantile, rate } from './print.ts';

const million = 1_000_000;
const seconds = 15;

export async function benchHistory(stack: BenchStack): Promise<void> {
  const load = {
    method: 'POST',
    url: `${stack.url}/jobs`,
    headers: { ...stack.auth, 'idempotency-key': 'history-[<id>]' },
    body: stack.bookingBody,
    seconds,
  } as const;
  await emptyTables(stack);
  const empty = await measure('booking, empty tables', load);
  await emptyTables(stack);
  await fill(stack);
  const full = await measure('booking, a million jobs', {
    ...load,
    headers: { ...load.headers, 'idempotency-key': 'history2-[<id>]' },
  });
  const lists: [string, string][] = [];
  for (const query of ['', '?status=booked', '?site=site_demo_cli-0', '?reference=r777']) {
    lists.push([`GET /jobs${query}, p50 / p99`, await pageTime(stack, query)]);
  }
  print('(e) with 1 000 000 jobs of the same tenant', [
    ['empty tables', rate(empty)],
    ['1 000 000 jobs', rate(full)],
    ['empty / full (aim <= 1.2)', percent(empty.perSecond, full.perSecond)],
    ...lists,
    ['aim for a page', '<= 20 ms'],
  ]);
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=jobs' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const emptyTables = ({ settings }: BenchStack) =>
  run(
    settings.postgresUrl,
    'truncate job, milestone, incident, job_tally, outbox, receipt, job_sequence',
    'vacuum analyze',
  );

/** A million rows shaped as bookings are, spread over two years, then what autovacuum would do. */
async function fill(stack: BenchStack): Promise<void> {
  const { id } = await stack.book('history-template');
  const columns = await insertable(stack, 'job');
  const list = columns.join(', ');
  const values = columns
    .map((name) => {
      if (name === 'id') return `'job_01A' || lpad(n::text, 23, '0')`;
      if (name === 'ref') return `'SVC-' || lpad(to_hex(n), 8, '0')`;
      if (name === 'reference') return `'r' || (n % 5000)`;
      if (name === 'created_at') return `now() - (${million} - n) * interval '63 seconds'`;
      return `t.${name}`;
    })
    .join(', ');
  await run(
    stack.settings.postgresUrl,
    `insert into job (${list}) select ${values}
       from job t, generate_series(1, ${million}) n where t.id = '${String(id)}'`,
    `insert into milestone (tenant_id, job_id, at, type, note)
     select tenant_id, id, created_at, 'booked', '' from job where id like 'job_01A%'`,
    `update job_tally set n = n + ${million}
      where (tenant_id, site_id, status, slot) in (
        select tenant_id, site_id, status, min(slot) from job_tally
         where n > 0 group by tenant_id, site_id, status)`,
    'vacuum analyze',
    'checkpoint',
  );
}

async function insertable({ settings }: BenchStack, table: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: settings.postgresUrl });
  await client.connect();
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
      where table_schema = 'jobs' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  await client.end();
  return rows.map((row) => row.column_name);
}

async function pageTime(stack: BenchStack, query: string): Promise<string> {
  const dispatcher = new Agent({ connections: 1 });
  const took: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const started = performance.now();
    const { statusCode, body } = await request(`${stack.url}/jobs${query}`, {
      dispatcher,
      headers: stack.auth,
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`list answered ${statusCode}`);
    if (n >= 20) took.push(performance.now() - started);
  }
  await dispatcher.close();
  return `${quantile(took, 0.5).toFixed(1)} ms / ${quantile(took, 0.99).toFixed(1)} ms`;
}
