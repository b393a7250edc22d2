/** Examples of the API document, recorded on a running stack, from which answers of stand-ins come. */
import { readFileSync } from 'node:fs';
import { type Job, jobs } from '@svc/contracts';
import { z } from 'zod';

const file = new URL('../../gateway/src/docs/answers-live.json', import.meta.url);
const answers = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

/** What an operation of the API returned, with some members changed; held against its contract. */
export const recorded = <O extends z.ZodType>(
  operation: string,
  { output }: { output: O },
  changes: Partial<z.input<O>> = {},
): z.output<O> => output.parse({ ...answers[operation], ...changes });

/** Outputs of actions, by `service.action`. */
export type Outputs = Readonly<Record<string, unknown>>;

/** With markup in a field that its tenant filled. */
export const hostileText = '<script>alert(1)</script>"\'&';

export const demo = { id: 'ten_demo', name: 'Demo Clinics' };
const ends = {
  pickup: { site_id: 'site_1', name: 'Clinic' },
  dropoff: { site_id: 'site_2', name: 'Laboratory' },
};

export const exampleJob: Job = {
  ...recorded('bookJob', jobs.actions.book),
  ...{ id: 'job_01', ref: 'HC-0001', sku: 'SPC-STAT', service: 'Specimen STAT', priority: 'stat' },
  ...{ tenant: demo, ...ends, un_number: '', temperature_range_c: null, km: 12.5 },
  ...{ created_at: '2026-11-02T07:00:00.000Z', sla_due: '2026-11-02T10:00:00.000Z' },
  price: { amount_cents: 12_300, currency: 'ZAR', vat_inclusive: false },
  tracking_url: 'https://api.example.test/t/x',
};

export const pageOf = <T>(data: readonly T[], has_more = false) => ({
  object: 'list' as const,
  ...{ total: data.length, data: [...data], has_more },
});
