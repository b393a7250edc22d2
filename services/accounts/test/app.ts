/** Accounts on a clock that stands at eight in the morning. */
import type { accounts, RequestOf } from '@svc/contracts';
import type { ServiceDefinition } from '@svc/kit/service';
import { serviceTest } from '@svc/kit/testing/service-test';
import { accountsService } from '../src/service.ts';

export const start = '2026-11-02T08:00:00.000Z';

type Action = keyof (typeof accounts)['actions'] & string;

export function accountsTest<N extends ServiceDefinition = never>(
  env: NodeJS.ProcessEnv = {},
  neighbours: readonly N[] = [],
) {
  const app = serviceTest(accountsService, { neighbours, env });
  const runtime = () => app.running().service('accounts').runtime;
  return Object.assign(app, {
    /** Calls as a tenant that has been created. */
    created: async (tenant = app.tenant, more: { name?: string; carrier?: boolean } = {}) => {
      await app.as('').createTenant({ id: tenant, name: tenant, ...more });
      return app.as(tenant);
    },
    /** The same request twice, as a client repeats it with its Idempotency-Key. */
    twice: async (action: Action, input: unknown, tenant = app.tenant) => {
      const as = { tenant, request: `${action}-request` };
      const first = await app.call(action, input, as);
      return { first, second: await app.call(action, input, as) };
    },
    /** A statement with the rights of the running service. */
    asRuntime: (statement: string) => runtime().pools.write.query(statement),
    /** Payloads of a topic from now on. */
    hints: (topic: string) => {
      const payloads: unknown[] = [];
      app.running().host.broker.subscribe(topic, (payload) => payloads.push(payload));
      return payloads;
    },
    wakeWorker: (name: string) => runtime().wakeWorker(name),
  });
}
export type AccountsApp = ReturnType<typeof accountsTest>;

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
