/**
 * The floor: the same rows by COPY … FROM STDIN over a connection a sender into one table, each batch
 * committed: no index, no check.
 */
import { pipeline } from 'node:stream/promises';
import { createDatabase } from '@svc/devnet';
import { from as copyFrom } from 'pg-copy-streams';
import { ownerPool } from '../database.ts';
import type { BenchStack } from '../stack.ts';
import { readingsOf } from './fleet.ts';
import { type Load, lanes } from './load.ts';

export async function bareCopy(
  { adminUrl, cleanup, parts }: BenchStack,
  vehicles: number,
): Promise<Load> {
  const pool = ownerPool(await createDatabase(adminUrl, 'bench_copy'), lanes);
  cleanup.defer(() => pool.end());
  await pool.query(`create table bare (at timestamptz not null, seq bigint not null,
    feed_no integer not null, vehicle_no integer not null, temperature_mc integer, lat_e6 integer,
    lng_e6 integer, speed_kmh real, calibrated_until date, late boolean not null)`);
  let sent = 0;
  const send = async () => {
    const client = await pool.connect();
    await pipeline([rowsOf(sent++, vehicles)], client.query(copyFrom('copy bare from stdin')));
    client.release();
  };
  const { postgres, 'load generator': client } = parts;
  return { parts: { postgres, client }, send, settled: async () => undefined };
}

const rowsOf = (batch: number, vehicles: number): string =>
  readingsOf(batch, vehicles)
    .map(({ at, seq, position, speed_kmh, temperature_c, calibrated_until }, n) => {
      const place = [Math.round(position.lat * 1e6), Math.round(position.lng * 1e6)];
      const rest = [speed_kmh, calibrated_until, 'f'];
      return [at, seq, n, n, Math.round(temperature_c * 1_000), ...place, ...rest].join('\t');
    })
    .join('\n')
    .concat('\n');
