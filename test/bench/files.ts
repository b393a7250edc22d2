/** Wholesale files over SFTP: rows booked a second against POST /jobs, and how long answers take. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { files } from '@svc/contracts';
import { startSftpStandIn, startSshd, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { seedWholesalers } from '@svc/local/seed';
import { sftpVariables } from '@svc/local/sftp';
import type { BenchStack } from './bench-stack.ts';
import { cpuByPart, cpuPerRequest } from './cpu.ts';
import { drained } from './drain.ts';
import { type Load, measure } from './load.ts';
import { percent, print, quantile, rate } from './print.ts';
import { counted, sized } from './size.ts';

const rows = counted('SVC_BENCH_ROWS', { small: 200, usual: 10_000 });
const waves = sized({ small: 2, usual: 10 });
const rowsPerWave = sized({ small: 50, usual: 1_000 });

export async function benchFiles(stack: BenchStack): Promise<void> {
  const channel = await openChannel(stack);
  const parts = { ...stack.parts, files: channel.pid };
  try {
    const single = await measure('POST /jobs', bookings(stack), parts);
    await drained(stack);
    const before = cpuByPart(parts);
    const { seconds, answeredMs } = await bookOne(channel);
    const cpu = cpuPerRequest(before, cpuByPart(parts), rows);
    const perSecond = rows / seconds;
    await drained(stack);
    const errMs = await answerMany(channel);
    print(`a file of ${rows} rows, put at once (${channel.kind})`, [
      ['POST /jobs, concurrency 32', rate(single)],
      ...single.cpu,
      ['rows booked', `${perSecond.toFixed(0)} rows/s   ${seconds.toFixed(1)} s in all`],
      ['put to .ack, with two polls', `${(answeredMs / 1000).toFixed(1)} s`],
      ['ratio (aim >= 5)', percent(perSecond, single.perSecond)],
      ...cpu,
    ]);
    print(`${waves} files of ${rowsPerWave} rows at once, a fault in each: put to .err`, [
      ['p50', `${(quantile(errMs, 0.5) / 1000).toFixed(1)} s`],
      ['p99', `${(quantile(errMs, 0.99) / 1000).toFixed(1)} s (promised: 120 s)`],
    ]);
  } finally {
    await channel.stop();
  }
}

const bookings = ({ url, auth, bookingBody }: BenchStack): Load => ({
  url: `${url}/jobs`,
  method: 'POST',
  headers: { ...auth, 'idempotency-key': 'files-[<id>]' },
  body: bookingBody,
  seconds: sized({ small: 1, usual: 10 }),
});

type Channel = Awaited<ReturnType<typeof openChannel>>;

async function openChannel({ dir, processes }: BenchStack) {
  const options = { dir: join(dir, 'sftp'), users: { demo: ['jhb', 'cpt'], rival: ['pta'] } };
  const server = (await startSshd(options)) ?? (await startSftpStandIn(options));
  const filesUrl = pathToFileURL(join(dir, 'files')).href;
  const { pid } = await processes.start('files', {
    ...sftpVariables(server),
    SVC_FILES_URL: filesUrl,
  });
  await seedWholesalers(processes.client.broker);
  const operator = { tenant: 'ten_operator', actor: 'bench', requestId: 'bench' };
  const desk = createClients({ files }, processes.client.broker, operator);
  return {
    pid,
    kind: server.kind,
    put: (name: string, content: string) =>
      writeFile(join(server.home('demo'), 'jhb/inbound', name), content),
    answered: async (name: string) => {
      const { data } = await desk.files.list({ status: 'answered', limit: 100 });
      return data.find((file) => file.name === name);
    },
    stop: () => server.stop(),
  };
}

/** From taken to answered, and from put to answered. */
async function bookOne(channel: Channel): Promise<{ seconds: number; answeredMs: number }> {
  const started = performance.now();
  await channel.put('large.csv', manifest('L', rows));
  const file = await untilAnswered(channel, 'large.csv');
  if (file.rows.booked !== rows) throw new Error(`${file.rows.booked} of ${rows} rows were booked`);
  return { seconds: (file.took_ms ?? 0) / 1000, answeredMs: performance.now() - started };
}

async function answerMany(channel: Channel): Promise<number[]> {
  const started = performance.now();
  const names = Array.from({ length: waves }, (_, n) => `wave-${n}.csv`);
  const fault = 'bad row\n';
  await Promise.all(
    names.map((name, n) => channel.put(name, manifest(`W${n}`, rowsPerWave - 1) + fault)),
  );
  return Promise.all(
    names.map(async (name) => {
      const file = await untilAnswered(channel, name);
      if (file.rows.refused !== 1) throw new Error(`${name}: ${file.rows.refused} rows refused`);
      return performance.now() - started;
    }),
  );
}

const untilAnswered = (channel: Channel, name: string) =>
  until(() => channel.answered(name), { timeoutMs: 120_000, everyMs: 500, what: name });

const header =
  'order_id,consignee_site,consignee_name,drop_window,totes,temperature_class,schedule_max,un_number,reference';

const manifest = (prefix: string, count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `${prefix}-${n},site_demo_ph-0,Demo Pharmacy,08:00-17:00,2,2-8C,5,,PO-${n}\n`,
  ).reduce((text, line) => text + line, `${header}\n`);
