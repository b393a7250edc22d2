/**
 * One service under test, between stand-ins for those that it calls or listens to.
 *
 * ```ts
 * const app = serviceTest(jobsService, { neighbours: [accountsStandIn] });
 *
 * it('returns 404 job_not_found to another tenant', async () => {
 *   const { id } = await app.as().book(booking());
 *   expect(await app.call('get', { id }, { tenant: newTenant() })).toEqual(refused('job_not_found'));
 * });
 * ```
 *
 * Registers its hooks itself: the service starts before the first test of the file and stops after
 * the last. `app.tenant` is a new one for each test, and calls are made as that tenant by default.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Envelope } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Client, Clients } from '../calls/client.ts';
import type { CallMeta, Issue, RefusalBody } from '../calls/transport.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { createStorage } from '../storage/storage.ts';
import { type Clock, heldClock } from '../values/clock.ts';
import { type ContractsOf, type StartOptions, startServices } from './start-services.ts';

/** A working day, ten in the morning in Johannesburg. */
const usualStart = '2026-11-02T08:00:00.000Z';

interface Options<N extends ServiceDefinition> extends Pick<StartOptions, 'nats' | 'timers'> {
  /** Stand-ins (`standIn`), or real services. */
  neighbours?: readonly N[];
  /** The held clock's time when the service starts; with `timers`, by default, that of the process. */
  clock?: string;
  /** A function where a value is known only after hooks that were registered before. */
  env?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv);
  /** `SVC_FILES_URL` is an empty folder, whose storage is `app.files()`. */
  folder?: boolean;
}

type As = Partial<Omit<CallMeta, 'requestId'>>;

export function serviceTest<D extends ServiceDefinition, N extends ServiceDefinition = never>(
  definition: D,
  options: Options<N> = {},
) {
  type Contracts = ContractsOf<D | N>;
  const { name } = definition.contract;
  const clock = heldClock(options.clock ?? (options.timers ? new Date() : usualStart));
  const { running, folder } = lifetime<D | N>([definition, ...(options.neighbours ?? [])], {
    ...options,
    clock,
  });
  let tenant = newTenant();
  beforeEach(() => {
    tenant = newTenant();
  });
  const clients = (of: string): Clients<Contracts> => running().clients(of);
  const clientOf = (of: string, wanted: string): unknown => Object(clients(of))[wanted];
  const handled = async (producer: string, event?: Envelope) => {
    const events = await running().outbox(producer);
    await running().handled(`${name}-${producer}`, event ?? events.at(-1));
  };

  return {
    clock,
    /** The started services, for tests that reach below the service. */
    running,
    /** The tenant of the running test. */
    get tenant() {
      return tenant;
    },
    /** Typed calls of the service under test; one that is refused throws. */
    as: (of = tenant) => clientOf(of, name) as Client<D['contract']>,
    /** Typed calls of the service and its neighbours; a stand-in's `emit` emits its events. */
    clients: (of = tenant) => clients(of),
    /** The reply as it crosses the bus. Calls with the same `request` are one request, repeated. */
    call: (action: keyof D['contract']['actions'] & string, input: unknown, as: As = {}) =>
      running().call([definition.contract, action], input, {
        tenant,
        ...(as.request && { fingerprint: 'body' }),
        ...as,
      }),
    /** Events that the service emitted: those of a job or tenant, in order, or all. */
    outbox: async (of?: string) =>
      (await running().outbox(name))
        .filter(({ job_id, tenant_id }) => of === undefined || of === job_id || of === tenant_id)
        .toSorted((a, b) => (of !== undefined && a.job_id === of ? a.sequence - b.sequence : 0)),
    /** Rows of a statement by the database's owner; tables are `<service>.<table>`. */
    sql: async (sql: string, values: unknown[] = []) =>
      (await running().owner.query(sql, values)).rows,
    /** Resolves when the service has handled a neighbour's event, or its latest. */
    handled,
    /** A neighbour emits; resolves when the service has handled the last event. */
    deliver: async <P extends keyof Contracts & string>(
      producer: P,
      events: EmissionsOf<Clients<Contracts>[P]>,
      of = tenant,
    ) => {
      await (clientOf(of, producer) as Emitter).emit(events);
      await handled(producer);
    },
    /** Has the service handle events in one transaction, as if the bus delivered them. */
    consume: (producer: string, events: readonly Envelope[]) =>
      running().consume(`${name}-${producer}`, events),
    /** Resolves when the relay has published all events of the service. */
    relayed: () => running().relayed(name),
    runSchedule: (schedule: string) => running().runSchedule(name, schedule),
    redrive: (eventId?: string) => running().redrive(name, eventId),
    filesUrl: () => pathToFileURL(folder()).href,
    files: () => createStorage(pathToFileURL(folder()).href),
  };
}

/** Starts before the tests of the file, stops after them. */
function lifetime<D extends ServiceDefinition>(
  definitions: readonly D[],
  { clock, env, folder: wantsFolder, ...options }: Omit<Options<D>, 'clock'> & { clock: Clock },
) {
  let app: Awaited<ReturnType<typeof startServices<D>>> | undefined;
  let folder = '';
  beforeAll(async () => {
    if (wantsFolder) folder = await mkdtemp(join(tmpdir(), 'service-test-'));
    const files = folder && { SVC_FILES_URL: pathToFileURL(folder).href };
    const settings = typeof env === 'function' ? env() : env;
    app = await startServices(definitions, { ...options, clock, env: { ...files, ...settings } });
  });
  afterAll(async () => {
    await app?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    running: () => {
      if (!app) throw new Error('services start before the first test, not earlier');
      return app;
    },
  };
}

interface Emitter {
  emit(events: unknown): Promise<unknown>;
}
type EmissionsOf<C> = C extends { emit(events: infer E): unknown } ? E : never;

let tenants = 0;
/** A tenant that no other test of this process has. */
export const newTenant = (): string => {
  tenants += 1;
  return `ten_${tenants}`;
};

/** The reply to a call that is refused: what its detail contains, or other fields of the refusal. */
export const refused = (
  code: string,
  about: string | { [K in keyof RefusalBody]?: unknown } = {},
) => {
  const fields = typeof about === 'string' ? { detail: expect.stringContaining(about) } : about;
  return { refused: expect.objectContaining({ code, ...fields }) };
};

/** The reply to bad input: one issue, at this path; without one, any issues. */
export const invalid = (...path: Issue['path']) => ({
  invalid: path.length > 0 ? [expect.objectContaining({ path })] : expect.any(Array),
});

/** Ids of a list, page by page: each begins after the last of the one before. */
export async function idsByPage(
  list: (page: { limit: number; starting_after?: string }) => Promise<{
    data: readonly { id: string }[];
    has_more: boolean;
  }>,
  limit = 2,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await list({ limit, ...(after && { starting_after: after }) });
    pages.push(data.map(({ id }) => id));
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return pages;
  }
}
