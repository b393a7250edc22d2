import { command, defineContract, internalEvent, query } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../src/calls/refusal.ts';
import { standIn } from '../src/testing/stand-in.ts';
import { startServices } from '../src/testing/start-services.ts';

const id = z.object({ id: z.string() });
const sites = defineContract({
  name: 'sites',
  actions: {
    find: query({ input: id, output: id, refusals: ['site_not_found'] }),
    close: command({ input: id, output: id, refusals: [] }),
    list: query({ input: z.object({}), output: z.array(id), refusals: [] }),
  },
  events: { closed: internalEvent({ description: 'Closed.', data: id, internals: z.object({}) }) },
});

const closed: string[] = [];
const sitesStandIn = standIn(sites, {
  find: async (input, { tenant }) => {
    if (tenant !== 'ten_a') throw new Refusal('site_not_found', 'No such site.');
    return input;
  },
  close: async (input, { emit }) => {
    closed.push(input.id);
    emit('closed', input, {});
    return input;
  },
});

describe('a stand-in', () => {
  const start = () => startServices([sitesStandIn]);
  let app: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.stop());
  const own = (tenant = 'ten_a') => app.clients(tenant).sites;

  it('replies and refuses as its handlers do, over the broker', async () => {
    expect(await own().find({ id: 's_1' })).toEqual({ id: 's_1' });
    await expect(own('ten_b').find({ id: 's_1' })).rejects.toMatchObject({
      code: 'site_not_found',
    });
  });

  it('emits the events of its handlers and tests', async () => {
    await own().close({ id: 's_1' });
    await own().emit([{ type: 'closed', job_id: 'job_1', data: { id: 's_2' }, internals: {} }]);
    expect(closed).toEqual(['s_1']);
    expect(await app.outbox('sites')).toMatchObject([
      { type: 'closed', tenant_id: 'ten_a', job_id: '', data: { id: 's_1' } },
      { type: 'closed', tenant_id: 'ten_a', job_id: 'job_1', sequence: 1, data: { id: 's_2' } },
    ]);
  });

  it('refuses to emit what does not fit the contract', async () => {
    const before = await app.outbox('sites');
    const misfit = [{ type: 'closed', data: { id: 7 }, internals: {} }];
    expect(await app.call([sites, 'emit'], misfit, { tenant: 'ten_a' })).toEqual({
      fault: 'internal',
    });
    expect(await app.outbox('sites')).toEqual(before);
  });

  it('has no action without a handler, and none outside the contract', () => {
    expect(Object.keys(sitesStandIn.contract.actions)).toEqual(['find', 'close', 'emit']);
    const foreign: object = { search: async () => ({}) };
    expect(() => standIn(sites, foreign)).toThrow('sites has no action search');
  });
});
