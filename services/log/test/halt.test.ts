import { until } from '@svc/devnet';
import { beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, logApp, origin } from './app.ts';

const app = logApp();
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
  it('signs nothing, and its entries wait', async () => {
    await app.rows("update log.tree set cluster_history = 'of another cluster'");
    expect(await haltedBy(3, 5)).toMatch(/restored/);
    expect(await app.log().status({})).toMatchObject({ size: 3, published_size: 3, waiting: 2 });
  });

  it('is not resumed where a larger checkpoint was seen', async () => {
    expect(await app.call('resume', { largest_size_seen: 4 })).toMatchObject({
      refused: { code: 'log_rolled_back' },
    });
    expect((await app.log().status({})).halted).not.toBeNull();
  });

  it('goes on where nothing is lost', async () => {
    expect(await app.log().resume({ largest_size_seen: 3 })).toEqual({ size: 3 });
    await app.covered(5);
    expect((await app.log().status({})).halted).toBeNull();
  });
});

describe('a log that starts anew', () => {
  it('does not take the origin that it has', async () => {
    expect(await app.call('startAnew', { origin })).toMatchObject({
      refused: { code: 'log_origin_used' },
    });
    expect(await published()).toBe(5);
  });

  it('logs all entries again under the configured origin and another key', async () => {
    const [{ vkey: former }] = await app.rows('select vkey from log.tree');
    await app.rows("update log.tree set origin = 'former.example/log'");
    expect(await haltedBy(5, 6)).toMatch(/former\.example\/log, and configured as/);
    expect(await app.log().startAnew({ origin })).toEqual({ waiting: 6 });
    await app.covered(6);
    const [{ vkey }] = await app.rows('select vkey from log.tree');
    expect(vkey).not.toBe(former);
    expect(vkey.startsWith(`${origin}+`)).toBe(true);
    expect(await app.rows('select count(*)::int as n from log.entry')).toEqual([{ n: 6 }]);
  });
});
