/** A server that is lost, as its pools see it. */
import { connect, createServer, type Server } from 'node:net';
import { freePort, until } from '@svc/devnet';
import pino from 'pino';
import { afterEach, expect, inject, it } from 'vitest';
import { PostgresAway } from '../src/database/breaker.ts';
import { createPools, isConnectionFailure, type Pools } from '../src/database/pool.ts';

const log = pino({ level: 'silent' });
const real = new URL(inject('postgresUrl'));
let pools: Pools;
let server: Server | undefined;
afterEach(async () => {
  await pools.end();
  server?.close();
});

const open = (url: URL) => {
  pools = createPools({ url: url.href, schema: 'public', max: 2, log });
};
const ask = (pool: 'read' | 'write' = 'read') =>
  pools[pool].query<{ pid: number }>('select pg_backend_pid() pid').then(
    ({ rows }) => rows[0]?.pid,
    (error: unknown) => error,
  );
const answers = async () => typeof (await ask()) === 'number';
const isRefused = async () => (await ask()) instanceof PostgresAway;
const soon = (is: () => Promise<boolean>, what: string) => until(is, { timeoutMs: 30_000, what });

/** Passes connections on to Postgres. */
const listen = (port: number) =>
  new Promise<void>((resolve) => {
    server = createServer((client) => {
      const upstream = connect(Number(real.port), real.hostname);
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
    }).listen(port, '127.0.0.1', resolve);
  });

it('is away after two failures, for both pools, and back once a probe had an answer', async () => {
  const away = new URL(real);
  away.port = `${await freePort()}`;
  open(away);
  expect(await ask()).toMatchObject({ code: 'ECONNREFUSED' });
  await soon(isRefused, 'a refusal without a connection');
  const refusal = await ask('write');
  expect(refusal).toBeInstanceOf(PostgresAway);
  expect(isConnectionFailure(refusal)).toBe(true);
  expect(pools.isAway()).toBe(true);
  await listen(Number(away.port));
  await soon(answers, 'an answer');
  expect(pools.isAway()).toBe(false);
});

it('is there while it refuses whom it does not know', async () => {
  const unknown = new URL(real);
  unknown.pathname = '/nowhere';
  open(unknown);
  for (let asked = 0; asked < 20; asked += 1) expect(await ask()).toMatchObject({ code: '3D000' });
});

it('is there when one of its connections breaks', async () => {
  open(real);
  const pid = await ask();
  await pools.write.query('select pg_terminate_backend($1)', [pid]);
  await soon(async () => (await ask()) !== pid, 'another connection');
  for (let asked = 0; asked < 20; asked += 1) expect(await answers()).toBe(true);
});
