/**
 * The run of the 1st over the delivered jobs of many tenants, 1 000 each: 50 000 jobs, or as
 * many as SVC_BENCH_JOBS says. Lines billed from events, the run, its PDFs, its memory, and what a
 * list of invoices costs there.
 */
import { readFileSync } from 'node:fs';
import { until } from '@svc/devnet';
import PDFDocument from 'pdfkit';
import type pg from 'pg';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { ownerPool } from './database.ts';
import { createdInternals } from './job-event.ts';
import { percent, print, quantile } from './print.ts';
import { counted, sized } from './size.ts';

const jobs = counted('SVC_BENCH_JOBS', { small: 2_000, usual: 50_000 });
const perTenant = 1_000;
const tenants = Math.max(1, Math.round(jobs / perTenant));
const eventsCount = sized({ small: 200, usual: 4_000 });
const reads = sized({ small: 40, usual: 120 });

export async function benchInvoices(stack: BenchStack): Promise<void> {
  const { pid } = await stack.processes.start('billing');
  const owner = ownerPool(stack.settings.postgresUrl, 16);
  const billed = await billEvents(stack, owner);
  await fill(owner);
  const run = await runOfTheFirst(owner, pid);
  print(`invoices: ${tenants * perTenant} jobs of ${tenants} tenants`, [
    ['floor: bare inserts, 16 at a time', `${billed.floor.toFixed(0)} /s`],
    ['events published, reacted to, billed', `${billed.rate.toFixed(0)} lines/s`],
    ['ratio', percent(billed.rate, billed.floor)],
    ['all issued after', `${run.issuedS.toFixed(1)} s`],
    ['all stated after', `${run.statedS.toFixed(1)} s`],
    ['all PDFs made after', `${run.printedS.toFixed(1)} s`],
    ['floor: the same text by pdfkit alone', `${(await plainPdfMs()).toFixed(0)} ms each`],
    ['a PDF of 1 000 lines, beside the run', `${((run.printedS * 1000) / tenants).toFixed(0)} ms`],
    ['resident memory before / highest', `${run.beforeMb} MB / ${run.highestMb} MB`],
    ['GET /invoices, p50 / p99', await latency(stack, '')],
    ['GET /invoices?cost_centre=, p50 / p99', await latency(stack, '?cost_centre=CC-1')],
    ['GET /invoices/{id} of 1 000 lines, p50 / p99', await latency(stack, `/${await demo(owner)}`)],
    ['aim for a list', '<= 20 ms'],
  ]);
  await stack.stopProcess('billing');
  await owner.end();
}

async function billEvents(stack: BenchStack, owner: pg.Pool) {
  const { bus } = stack.processes.client;
  await bus.assertStream('jobs');
  const { job } = await createdInternals(stack, owner);
  const started = performance.now();
  for (let n = 0; n < eventsCount; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => bus.publish(delivered(n + i, job))));
  }
  const lines = async () =>
    (await owner.query('select count(*)::int as n from billing.line')).rows[0].n;
  await until(async () => (await lines()) === eventsCount, {
    timeoutMs: 120_000,
    what: 'the lines',
  });
  const rate = eventsCount / ((performance.now() - started) / 1000);
  return { rate, floor: await bareInserts(owner) };
}

const delivered = (n: number, job: object) => ({
  id: `evt_bench_${n}`,
  producer: 'jobs',
  type: 'delivery.completed',
  tenant_id: `ten_event_${n % 50}`,
  job_id: `job_event_${n}`,
  sequence: 1,
  created_at: new Date().toISOString(),
  data: { job_id: `job_event_${n}`, delivered_at: new Date().toISOString() },
  internals: {
    job: { ...job, status: 'delivered', delivered_at: new Date().toISOString() },
    custody: null,
    proof: {
      recipient: 'Desk',
      otp_verified: false,
      id_check: 'not_required',
      signature_file_id: null,
      photo_file_id: null,
    },
  },
});

/** The lines that were written, written again into a table without keys to anything else. */
async function bareInserts(owner: pg.Pool): Promise<number> {
  await owner.query('create table public.bare_line (like billing.line including indexes)');
  const { rows } = await owner.query<Record<string, unknown>>('select * from billing.line');
  const columns = Object.keys(rows[0] ?? {});
  const text = `insert into public.bare_line (${columns.join(', ')})
    values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`;
  const started = performance.now();
  const waiting = rows.values();
  const lane = async () => {
    for (const row of waiting) {
      await owner.query({ name: 'bare-line', text, values: Object.values(row) });
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return rows.length / ((performance.now() - started) / 1000);
}

/** Drafts of the month before last, as reactions would have left them. */
async function fill(owner: pg.Pool): Promise<void> {
  const month = `to_char(now() - interval '2 months', 'YYYY-MM')`;
  await owner.query(`
    insert into billing.invoice
      (tenant_id, id, period, status, line_count, amount_cents, vat_cents, paid_cents)
    select case t when 1 then 'ten_demo' else 'ten_bench_' || t end, 'inv_bench_' || t, ${month},
           'draft', ${perTenant}, ${perTenant} * 18500::bigint, ${perTenant} * 2775::bigint, 0
      from generate_series(1, ${tenants}) t`);
  await owner.query(`
    insert into accounts.tenant (tenant_id, name, created_at)
    select 'ten_bench_' || t, 'Tenant ' || t, now() from generate_series(1, ${tenants}) t`);
  await owner.query(`
    insert into billing.line
    select i.tenant_id, i.id, n, 'job_' || i.id || '_' || n, 'delivery',
           'SVC-' || lpad(to_hex(n), 8, '0'), 'CC-' || (n % 20),
           'Laboratory specimens, standard, Clinic North to Central Laboratory', 18500, 2775,
           now() - interval '2 months'
      from billing.invoice i, generate_series(1, ${perTenant}) n where i.id like 'inv_bench_%'`);
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
}

async function runOfTheFirst(owner: pg.Pool, pid: number) {
  const beforeMb = residentMb(pid, 'VmRSS');
  const started = performance.now();
  const passed = () => (performance.now() - started) / 1000;
  const reached = async (table: string) => {
    const isReached = async () => {
      const { rows } = await owner.query(`select count(*)::int as n from ${table}`);
      return rows[0].n >= tenants;
    };
    await until(isReached, { timeoutMs: 3_600_000, everyMs: 100, what: table });
    return passed();
  };
  await owner.query(`select billing_worker.add_job('issue-invoices')`);
  const issuedS = await reached(`billing.invoice where number is not null`);
  await owner.query(`select billing_worker.add_job('issue-statements')`);
  const statedS = await reached('billing.statement');
  const printedS = await reached('billing.invoice where pdf_key is not null');
  return { issuedS, statedS, printedS, beforeMb, highestMb: residentMb(pid, 'VmHWM') };
}

/** Memory of a process according to the kernel (Linux). */
function residentMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** The text of an invoice of 1 000 lines, without measuring, cutting or reading it anywhere. */
async function plainPdfMs(): Promise<number> {
  const started = performance.now();
  const doc = new PDFDocument({ size: 'A4', margin: 0 });
  doc.resume();
  for (let row = 0; row < perTenant; row += 1) {
    if (row % 46 === 45) doc.addPage();
    for (let cell = 0; cell < 7; cell += 1) {
      const options = { lineBreak: false };
      doc.font('Helvetica').fontSize(7.5);
      doc.text('SVC-0123ABCD specimens', 40 + cell * 70, 100 + (row % 46) * 14, options);
    }
  }
  doc.end();
  await new Promise((done) => doc.on('end', done));
  return performance.now() - started;
}

const demo = async (owner: pg.Pool): Promise<string> =>
  (await owner.query(`select id from billing.invoice where tenant_id = 'ten_demo'`)).rows[0].id;

async function latency({ url, auth }: BenchStack, path: string): Promise<string> {
  const dispatcher = new Agent({ connections: 1 });
  const took: number[] = [];
  for (let n = 0; n < reads; n += 1) {
    const started = performance.now();
    const answer = await request(`${url}/invoices${path}`, { dispatcher, headers: auth });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`GET /invoices${path}: ${answer.statusCode}`);
    if (n >= 20) took.push(performance.now() - started);
  }
  await dispatcher.close();
  return `${quantile(took, 0.5).toFixed(1)} ms / ${quantile(took, 0.99).toFixed(1)} ms`;
}
