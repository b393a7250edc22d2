import { command, defineContract, internalEvent, query } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../src/calls/refusal.ts';
import { refused, serviceTest } from '../src/testing/service-test.ts';
import { standIn } from '../src/testing/stand-in.ts';

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

const sitesStandIn = standIn(sites, {
  find: async (input, { tenant }) => {
    if (tenant !== 'ten_a') throw new Refusal('site_not_found', 'No such site.');
    return input;
  },
  close: async (input, { emit }) => {
    emit('closed', input, {});
    return input;
  },
});

describe('a stand-in', () => {
  const app = serviceTest(sitesStandIn);

  it('replies, refuses and emits as its handlers do, over the broker', async () => {
    expect(await app.as('ten_a').find({ id: 's_1' })).toEqual({ id: 's_1' });
    expect(await app.call('find', { id: 's_1' })).toEqual(refused('site_not_found'));
    await app.as('ten_a').close({ id: 's_1' });
    const own = { type: 'closed', job_id: 'job_1', data: { id: 's_2' }, internals: {} };
    await app.as('ten_a').emit([own]);
    const misfit = [{ type: 'closed', data: { id: 7 }, internals: {} }];
    expect(await app.call('emit', misfit)).toEqual({ fault: 'internal' });
    expect(await app.outbox()).toMatchObject([
      { type: 'closed', tenant_id: 'ten_a', job_id: '', data: { id: 's_1' } },
      { type: 'closed', tenant_id: 'ten_a', job_id: 'job_1', sequence: 1, data: { id: 's_2' } },
    ]);
  });

  it('has no action without a handler, and none outside the contract', () => {
    expect(Object.keys(sitesStandIn.contract.actions)).toEqual(['find', 'close', 'emit']);
    const foreign: object = { search: async () => ({}) };
    expect(() => standIn(sites, foreign)).toThrow('sites has no action search');
  });
});
