/** (e) booking, and the first page of the list, with 1 000 000 jobs of the tenant already there. */
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { withClient } from './database.ts';
import { drained } from './drain.ts';
import { measure } from './load.ts';
import { percent, print, quantile, rate } from './print.ts';
import { sized } from './size.ts';

const past = sized({ small: 10_000, usual: 1_000_000 });
const seconds = sized({ small: 1, usual: 15 });
const reads = sized({ small: 40, usual: 200 });

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
  const full = await measure('booking, full tables', {
    ...load,
    headers: { ...load.headers, 'idempotency-key': 'history2-[<id>]' },
  });
  const lists: [string, string][] = [];
  for (const query of ['', '?status=booked', '?site=site_demo_cli-0', '?reference=r777']) {
    lists.push([`GET /jobs${query}, p50 / p99`, await pageTime(stack, query)]);
  }
  print(`(e) with ${past} jobs of the same tenant`, [
    ['empty tables', rate(empty)],
    ['full tables', rate(full)],
    ['empty / full (aim <= 1.2)', percent(empty.perSecond, full.perSecond)],
    ...lists,
    ['aim for a page', '<= 20 ms'],
  ]);
}

async function run(url: string, ...statements: string[]): Promise<void> {
  await withClient(
    url,
    async (client) => {
      for (const statement of statements) await client.query(statement);
    },
    '-c search_path=jobs',
  );
}

/** The relay and the timers of jobs go on meanwhile: a deadlock with one of them is tried again. */
async function emptyTables(stack: BenchStack): Promise<void> {
  await drained(stack);
  const tables = 'job, job_count, outbox, receipt, job_sequence';
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(stack.settings.postgresUrl, `truncate ${tables} cascade`, 'vacuum analyze');
    } catch (error) {
      if (attempt === 5 || !isDeadlock(error)) throw error;
    }
  }
}

const isDeadlock = (error: unknown): boolean => Object(error).code === '40P01';

/** Rows shaped as bookings are, spread over two years, then what autovacuum would do. */
async function fill(stack: BenchStack): Promise<void> {
  const { id } = await stack.book('history-template');
  const columns = await insertable(stack, 'job');
  const list = columns.join(', ');
  const values = columns
    .map((name) => {
      if (name === 'id') return `'job_01A' || lpad(n::text, 23, '0')`;
      if (name === 'ref') return `'SVC-' || lpad(to_hex(n), 8, '0')`;
      if (name === 'reference') return `'r' || (n % 5000)`;
      if (name === 'created_at') return `now() - (${past} - n) * interval '63 seconds'`;
      return `t.${name}`;
    })
    .join(', ');
  await run(
    stack.settings.postgresUrl,
    `insert into job (${list}) select ${values}
       from job t, generate_series(1, ${past}) n where t.id = '${String(id)}'`,
    `insert into milestone (tenant_id, job_id, at, type, note)
     select tenant_id, id, created_at, 'booked', '' from job where id like 'job_01A%'`,
    `update job_count set jobs = jobs + ${past}
      where (tenant_id, site_id, status, slot) in (
        select tenant_id, site_id, status, min(slot) from job_count
         where jobs > 0 group by tenant_id, site_id, status)`,
    'vacuum analyze',
    'checkpoint',
  );
}

async function insertable({ settings }: BenchStack, table: string): Promise<string[]> {
  const { rows } = await withClient(settings.postgresUrl, (client) =>
    client.query<{ column_name: string }>(
      `select column_name from information_schema.columns
        where table_schema = 'jobs' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    ),
  );
  return rows.map((row) => row.column_name);
}

async function pageTime(stack: BenchStack, query: string): Promise<string> {
  const dispatcher = new Agent({ connections: 1 });
  const took: number[] = [];
  for (let n = 0; n < reads; n += 1) {
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
