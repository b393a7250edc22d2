/** A stand-in for tracking: tells what custody hears of it, on the real bus. */
import {
  type ColdChain,
  coldChain,
  command,
  defineContract,
  empty,
  opaqueId,
  tracking,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';
import { refOf } from './neighbours.ts';

const trackingPart = defineContract({
  name: 'tracking',
  actions: {
    excursion: command({
      input: z.object({ job_id: opaqueId, max_c: z.number().default(11.25) }),
      output: empty,
      refusals: [],
    }),
    seal: command({
      input: z.object({ job_id: opaqueId, cold_chain: coldChain }),
      output: empty,
      refusals: [],
    }),
  },
  events: tracking.events,
});
const { command: implement } = bind()(trackingPart, {});

const from = '2026-11-02T08:30:00.000Z';
const to = '2026-11-02T09:00:00.000Z';

/** A cold chain in which all was well. */
export const inRange: ColdChain = {
  range_c: [2, 8],
  from,
  to,
  min_c: 3.9,
  max_c: 6.1,
  mkt_c: 5.042,
  coverage: 1,
  gaps: [],
  excursions: [],
  sensors: [{ device_id: 'probe-1', calibrated_until: '2027-06-30' }],
  readings_digest: `sha256:${'5a'.repeat(32)}`,
  result: 'in_range',
};

export const trackingStandIn = defineService({
  contract: trackingPart,
  calls: {},
  config: z.object({}),
  actions: {
    excursion: implement('excursion', {
      handle: async ({ job_id, max_c }, { emit }) => {
        const data = {
          job_id,
          ref: refOf(job_id),
          range_c: [2, 8] as [number, number],
          min_c: 8.4,
          max_c,
          minutes_out_of_range: 6,
          action: 'hold_and_call' as const,
          device_id: 'probe-1',
          started_at: from,
        };
        const internals = { at: '2026-11-02T08:36:00.000Z', position: { lat: -26.1, lng: 28 } };
        emit('temperature.excursion', data, internals, { jobId: job_id });
        return {};
      },
    }),
    seal: implement('seal', {
      handle: async ({ job_id, cold_chain }, { emit }) => {
        const data = { job_id, ref: refOf(job_id) };
        emit('cold_chain.sealed', data, { from, to, cold_chain }, { jobId: job_id });
        return {};
      },
    }),
  },
  reactions: [],
  schedules: [],
  migrations: [],
});
