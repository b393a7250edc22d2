/** A proof says when its entry was logged, whenever the proof is fetched. */

import { until } from '@svc/devnet';
import { toHex, utf8 } from '@svc/proof/log/bytes';
import { hashLeaf } from '@svc/proof/log/merkle';
import { parsePolicy } from '@svc/proof/log/policy';
import { logEntryText } from '@svc/proof/verify/log-entry';
import { checkInclusion } from '@svc/proof/verify/log-inclusion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, entryOf, logTest } from './app.ts';
import { startStubWitness } from './stub-witness.ts';

const hourMs = 3_600_000;
const [one, other] = [
  await startStubWitness('one.example', () => app.clock.now()),
  await startStubWitness('other.example', () => app.clock.now()),
];
const app = logTest(() => ({
  SVC_LOG_WITNESSES: `${one.setting},${other.setting}`,
  SVC_LOG_QUORUM: '2',
}));
afterAll(async () => {
  await one.close();
  await other.close();
});

/** Resolves when both witnesses have cosigned a checkpoint of so many entries. */
const cosigned = (size: number) =>
  until(
    async () => {
      const sql = 'select count(*)::int as n from log.cosignature where size = $1';
      return (await app.sql(sql, [size]))[0].n === 2;
    },
    { timeoutMs: 30_000, what: `two cosignatures of ${size} entries` },
  );

/** The times between which the entry was logged, by the policy of the log. */
async function timesOf(n: number) {
  const text = logEntryText(entryOf(n));
  const leaf_hashes = [toHex(hashLeaf(utf8(text)))];
  const [proof] = (await app.log().proofs({ leaf_hashes })).proofs;
  const policy = parsePolicy((await app.log().policy({})).text ?? '');
  const { logged_after, logged_before } = await checkInclusion(
    { text, proof: proof ?? '' },
    policy,
  );
  return { logged_after, logged_before };
}

beforeAll(async () => {
  await cosigned(0);
  for (const [from, to] of [
    [0, 2],
    [2, 5],
  ] as const) {
    app.clock.advanceMs(hourMs);
    await app.submit(entriesOf(from, to));
    await cosigned(to);
  }
});

describe('an entry that two checkpoints an hour apart cover', () => {
  const times = {
    logged_after: '2026-11-02T08:00:00.000Z',
    logged_before: '2026-11-02T09:00:00.000Z',
  };

  it('is proved at the time of the first', async () => {
    expect(await timesOf(0)).toEqual(times);
    expect(await timesOf(4)).toEqual({
      logged_after: '2026-11-02T09:00:00.000Z',
      logged_before: '2026-11-02T10:00:00.000Z',
    });
  });

  it('is proved at the same time once other checkpoints are deleted', async () => {
    // One that only one witness cosigned came later in the same hour, and a hundred newer ones since.
    await app.sql(
      `insert into log.checkpoint select 3, note, signed_at + interval '1 minute', published_at
         from log.checkpoint where size = 2`,
    );
    await app.sql("insert into log.cosignature values (3, 'one.example', 'line')");
    await app.sql(
      `insert into log.checkpoint select n, 'new', now() + interval '100 years', now()
         from generate_series(1000000, 1000099) n`,
    );
    app.clock.advanceMs(48 * hourMs);
    await app.running().runSchedule('log', 'purge-checkpoints');
    const kept = await app.sql(
      'select size::int from log.checkpoint where size < 1000 order by size',
    );
    expect(kept.map(({ size }) => size)).toEqual([0, 2, 5]);
    await app.sql("delete from log.checkpoint where note = 'new'");
    expect(await timesOf(0)).toEqual(times);
  });
});
