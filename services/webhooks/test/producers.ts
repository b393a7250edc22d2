/** Stand-ins for the services whose events go out: they emit what they are told, on the real bus. */
import { command, defineContract, empty, internalEvent, publicEventTypes } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';

const types = [...publicEventTypes, 'driver.moved'];
const record = z.record(z.string(), z.unknown());
const anything = internalEvent({ description: 'A stand-in.', data: record, internals: record });
const emission = z.object({
  type: z.string(),
  job_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).default({}),
});

function standIn<const N extends string>(name: N) {
  const contract = defineContract({
    name,
    actions: { happen: command({ input: emission, output: empty, refusals: [] }) },
    events: Object.fromEntries(types.map((type) => [type, anything])),
  });
  const happen = bind()(contract, {}).command('happen', {
    handle: async ({ type, job_id, data }, { emit }) => {
      emit(type, data, { secret_fact: 'for services only' }, job_id ? { jobId: job_id } : {});
      return {};
    },
  });
  return defineService({
    contract,
    calls: {},
    config: z.object({}),
    actions: { happen },
    reactions: [],
    schedules: [],
    migrations: [],
  });
}

export const producers = {
  jobs: standIn('jobs'),
  pricing: standIn('pricing'),
  custody: standIn('custody'),
  tracking: standIn('tracking'),
  billing: standIn('billing'),
};
export type Emission = z.input<typeof emission>;
