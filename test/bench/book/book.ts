/** Booking and reading a job over NATS, one process per service, against one process and Postgres. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '@svc/devnet';
import { jobsService } from '@svc/jobs/service';
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import { cpuLines } from '../cpu.ts';
import { post } from '../http.ts';
import { print, ratio } from '../print.ts';
import type { BenchStack } from '../stack.ts';
import { type LoadResult, measure } from './load.ts';
import { readTemplate } from './template.ts';

export async function benchBook(stack: BenchStack): Promise<void> {
  const floor = await startBookingFloor(stack);
  const floorParts = stack.floorParts(floor.pid);
  const body = stack.bookingBody;
  const json = { 'content-type': 'application/json' };
  const keyed = { ...stack.auth, 'idempotency-key': 'bench-[<id>]' };
  report('POST /jobs (aim >= 0.6)', {
    floor: await measure({ url: `${floor.url}/jobs`, headers: json, body, parts: floorParts }),
    ours: await measure({ url: `${stack.url}/jobs`, headers: keyed, body, parts: stack.parts }),
  });
  const jobOf = (url: string, answer: string) => `${url}/jobs/${JSON.parse(answer).id}`;
  const floorJob = jobOf(floor.url, await post(`${floor.url}/jobs`, body, json));
  const job = jobOf(stack.url, await stack.book('to-read'));
  report('GET /jobs/{id} (aim >= 0.38)', {
    floor: await measure({ url: floorJob, headers: json, parts: floorParts }),
    ours: await measure({ url: job, headers: stack.auth, parts: stack.parts }),
  });
}

/** Beside the stack, on the same Postgres, with the same tables. */
async function startBookingFloor({ dir, adminUrl, settings, owner, book, floor }: BenchStack) {
  const file = join(dir, 'template.json');
  const template = await readTemplate(owner, JSON.parse(await book('template')));
  await writeFile(file, JSON.stringify(template));
  const databaseUrl = await migrate({
    url: await createDatabase(adminUrl, 'floor'),
    service: 'jobs',
    migrations: jobsService.migrations,
    login: { secret: settings.secret },
    log: createLogger({ name: 'floor', level: 'silent' }),
  });
  return floor(new URL('./floor.ts', import.meta.url), file, databaseUrl);
}

function report(title: string, { floor, ours }: Record<'floor' | 'ours', LoadResult>): void {
  const rate = ({ perSecond, p50Ms, p99Ms }: LoadResult) =>
    `${perSecond.toFixed(0)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms`;
  print(`${title}, concurrency 32`, [
    ['floor: one Fastify and pg process, same rows', rate(floor)],
    ...cpuLines(floor.cpuMs),
    ['ours', rate(ours)],
    ...cpuLines(ours.cpuMs),
    ['ratio', ratio(ours.perSecond, floor.perSecond)],
  ]);
}
