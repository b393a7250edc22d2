/** Lists and counts of the control desk's pages, of all tenants. */
import { z } from 'zod';
import { query } from '../define.ts';
import { instant, opaqueId, page, pageOf } from '../primitives.ts';
import { liveJob } from './desk.ts';
import { deskJob } from './resource.ts';

export const deskListActions = {
  /**
   * For the live pages of the desk: open jobs of all tenants, newest first; with `ids` those jobs
   * in any state.
   */
  listLive: query({
    input: z.object({ ids: z.array(opaqueId).min(1).max(100).optional(), ...page }),
    output: pageOf(liveJob),
    refusals: [],
  }),
  /** Counts the jobs of all tenants that wait for a driver. */
  countUnassigned: query({
    input: z.object({}),
    output: z.object({ count: z.number().int().min(0) }),
    refusals: [],
  }),
  /** Deliveries of all tenants since a moment, the latest first, with how many were in time. */
  listDelivered: query({
    input: z.object({ since: instant, limit: page.limit }),
    output: pageOf(deskJob).extend({ count: z.int().min(0), on_time: z.int().min(0) }),
    refusals: [],
  }),
};
