/** A thousand endpoints of one tenant, one of them dead and one slow. */
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { wanting, webhooksTest } from './app.ts';
import { receiverTest } from './receiver.ts';

const others = 998;
/** Ten time out in ten seconds: some wait as long as the test does. */
const backlog = 80;
const slowMs = 1_000;

/** Requests that wait for a response now, and the most at any time, by path. */
const open: Record<string, number> = { '/dead': 0, '/slow': 0 };
const most: Record<string, number> = { '/dead': 0, '/slow': 0 };

const app = webhooksTest();
const receiver = receiverTest((response, { path }) => {
  const now = (open[path] ?? 0) + 1;
  open[path] = now;
  most[path] = Math.max(most[path] ?? 0, now);
  response.on('close', () => {
    open[path] = (open[path] ?? 1) - 1;
  });
  const answer = () => response.writeHead(204).end();
  if (path === '/slow') setTimeout(answer, slowMs);
  else if (path !== '/dead') answer();
});

it('a dead and a slow endpoint delay no other endpoint, and get at most ten requests in flight', async () => {
  const register = async (path: string) =>
    (await app.as().create(wanting(new URL(path, receiver.url).href))).id;
  const dead = await register('/dead');
  const slow = await register('/slow');
  for (let n = 0; n < others; n += 1) await register(`/${n}`);
  for (let n = 0; n < backlog; n += 1) {
    await app.as().test({ id: dead });
    await app.as().test({ id: slow });
  }
  await app.happen(app.tenant, { type: 'job.created', job_id: 'job_1' });
  await app.happen(app.tenant, { type: 'job.updated', job_id: 'job_1' });
  const isOther = ({ path }: { path: string }) => path !== '/dead' && path !== '/slow';
  await until(() => receiver.received.filter(isOther).length >= 2 * others, {
    timeoutMs: 60_000,
    what: 'two events at 998 endpoints',
  });
  expect(receiver.received.filter(isOther)).toHaveLength(2 * others);
  const untried = ({ attempt }: { attempt: number }) => attempt === 0;
  expect((await app.log(app.tenant, dead)).filter(untried).length).toBeGreaterThan(10);
  expect(most).toMatchObject({ '/dead': 10, '/slow': 10 });
  // The whole deadline of 10 s, once, in real time.
  const log = await app.logged(app.tenant, dead, (all) => all.some((entry) => !untried(entry)));
  const tried = log.find((entry) => !untried(entry));
  expect(tried).toMatchObject({ status: 'pending', failure: 'timeout', response_code: null });
  expect(tried?.duration_ms).toBeGreaterThanOrEqual(9_990);
  expect(tried?.duration_ms).toBeLessThan(30_000);
});
