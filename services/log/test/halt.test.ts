import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { signCheckpoint } from '@svc/proof/log/checkpoint';
import { emptyRoot } from '@svc/proof/log/merkle';
import { generateSecret, parseSecret, signatureType } from '@svc/proof/log/note-key';
import { beforeAll, describe, expect, it } from 'vitest';
import { signTreeHead } from '../src/adapters/log-key.ts';
import { entriesOf, logTest, origin } from './app.ts';

const secret = 'a secret that the log of this test shares, 32 and more';
const app = logTest(() => ({ SVC_SECRET: secret }));
const key = async () => parseSecret(await generateSecret(origin, signatureType));
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

  it.each([
    ['a larger checkpoint', 4, 'the checkpoint covers 4 entries, here are 3'],
    ['a checkpoint of other entries', 3, 'the checkpoint covers other 3 entries than those here'],
  ])('refuses to resume where %s was seen', async (_, size, detail) => {
    const [{ encrypted_secret }] = await app.sql('select encrypted_secret from log.tree');
    const checkpoint = await signTreeHead({ size, root: emptyRoot }, { encrypted_secret, secret });
    expect(await app.call('resume', { checkpoint })).toEqual(refused('log_rolled_back', detail));
    expect((await app.log().status({})).halted).not.toBeNull();
  });

  it.each([
    [
      'that another key signed',
      async () => signCheckpoint({ size: 3, root: emptyRoot }, await key()),
    ],
    ['that is none', async () => '3'],
  ])('refuses to resume by a checkpoint %s', async (_, checkpoint) => {
    expect(await app.call('resume', { checkpoint: await checkpoint() })).toMatchObject({
      invalid: [{ path: ['checkpoint'], code: 'not_signed' }],
    });
  });

  it('resumes where nothing is lost', async () => {
    const { note: checkpoint } = await app.log().checkpoint({});
    expect(await app.log().resume({ checkpoint: checkpoint ?? '' })).toEqual({ size: 3 });
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
