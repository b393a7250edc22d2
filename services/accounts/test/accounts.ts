/** The service under test, on a database of its own, with a clock that stands still. */
import { accounts, type RequestOf } from '@svc/contracts';
import { heldClock } from '@svc/kit/clock';
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll } from 'vitest';
import { accountsService } from '../src/service.ts';
import type { Neighbour } from './neighbours.ts';

export const start = '2026-11-02T08:00:00.000Z';

type Action = keyof (typeof accounts)['actions'] & string;
interface As {
  tenant?: string;
  request?: string;
  fingerprint?: string;
  /** The caller; a program unless it is named. */
  actor?: string;
}

export function accountsApp(env: NodeJS.ProcessEnv = {}, neighbours: readonly Neighbour[] = []) {
  const clock = heldClock(start);
  let app:
    | Awaited<ReturnType<typeof startServices<typeof accountsService | Neighbour>>>
    | undefined;
  const running = () => {
    if (!app) throw new Error('not started yet');
    return app;
  };
  beforeAll(async () => {
    app = await startServices([accountsService, ...neighbours], { clock, env });
  });
  afterAll(() => app?.stop());

  return {
    clock,
    /** One raw call, with the reply as it crosses the bus. */
    call: (action: Action, input: unknown, { tenant = 'ten_a', ...as }: As = {}) =>
      running().call([accounts, action], input, { tenant, ...as }),
    /** Typed calls that throw when refused. */
    as: (tenant: string) => running().clients(tenant).accounts,
    /** The same request twice, as a client repeats it with its Idempotency-Key. */
    twice: async (action: Action, input: unknown, tenant = 'ten_a') => {
      const as = { tenant, request: `${action}-request`, fingerprint: 'body' };
      const first = await running().call([accounts, action], input, as);
      return { first, second: await running().call([accounts, action], input, as) };
    },
    rows: async (sql: string, values: unknown[] = []) =>
      (await running().owner.query(sql, values)).rows,
    /** A statement with the rights of the running service. */
    asRuntime: (statement: string) =>
      running().service('accounts').runtime.pools.write.query(statement),
    /** A connection of the owner, for a transaction; release it. */
    connection: () => running().owner.connect(),
    /** Payloads of a topic from now on. */
    hints: (topic: string) => {
      const payloads: unknown[] = [];
      running().host.broker.subscribe(topic, (payload) => payloads.push(payload));
      return payloads;
    },
    wakeWorker: (name: string) => running().service('accounts').runtime.wakeWorker(name),
    relayed: () => running().relayed('accounts'),
    runSchedule: (name: string) => running().runSchedule('accounts', name),
  };
}

export const newSite: RequestOf<(typeof accounts)['actions']['createSite']> = {
  name: 'Marula Ridge Clinic',
  type: 'clinic',
  address: '14 Marula Crescent',
  phone: '+27 11 555 0100',
  position: { lat: -26.0936, lng: 28.0064 },
  time_zone: 'Africa/Johannesburg',
  receiving_hours: 'Mo-Fr 08:00-17:00',
  cost_centres: ['outpatients'],
};
