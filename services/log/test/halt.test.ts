import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, logTest, origin } from './app.ts';

const app = logTest();
const published = async () => (await app.log().status({})).published_size;

/** Submits entries and resolves with the reason for which they get no place. */
async function haltedBy(from: number, to: number): Promise<string | null> {
  await app.submit(entriesOf(from, to));
  await until(async () => (await app.log().status({})).halted !== null, {
    timeoutMs: 30_000,
    what: 'the log to halt',
  });
  return (await app.log().status({})).halted;
}

beforeAll(async () => {
  await app.submit(entriesOf(0, 3));
  await app.covered(3);
});

describe('a log whose database was restored', () => {
  it('signs no checkpoint, and leaves its entries pending', async () => {
    await app.sql("update log.tree set cluster_history = 'of another cluster'");
    expect(await haltedBy(3, 5)).toMatch(/restored/);
    expect(await app.log().status({})).toMatchObject({ size: 3, published_size: 3, waiting: 2 });
  });

  it('refuses to resume where a larger checkpoint was seen', async () => {
    expect(await app.call('resume', { largest_size_seen: 4 })).toEqual(refused('log_rolled_back'));
    expect((await app.log().status({})).halted).not.toBeNull();
  });

  it('resumes where nothing is lost', async () => {
    expect(await app.log().resume({ largest_size_seen: 3 })).toEqual({ size: 3 });
    await app.covered(5);
    expect((await app.log().status({})).halted).toBeNull();
  });
});

describe('a log under a new origin', () => {
  it('refuses the origin that it has', async () => {
    expect(await app.call('startAnew', { origin })).toEqual(refused('log_origin_used'));
    expect(await published()).toBe(5);
  });

  it('logs all entries again under the configured origin and another key', async () => {
    const [{ vkey: former }] = await app.sql('select vkey from log.tree');
    await app.sql("update log.tree set origin = 'former.example/log'");
    expect(await haltedBy(5, 6)).toMatch(/former\.example\/log, and configured as/);
    expect(await app.log().startAnew({ origin })).toEqual({ waiting: 6 });
    await app.covered(6);
    const [{ vkey }] = await app.sql('select vkey from log.tree');
    expect(vkey).not.toBe(former);
    expect(vkey.startsWith(`${origin}+`)).toBe(true);
    expect(await app.sql('select count(*)::int as n from log.entry')).toEqual([{ n: 6 }]);
  });
});
