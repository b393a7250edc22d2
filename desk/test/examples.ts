/** Answers of the stand-in services that many tests start from. */
import { readFileSync } from 'node:fs';
import { type Job, job } from '@svc/contracts';
import { z } from 'zod';

/** With markup in a field that its tenant filled. */
export const hostileText = '<script>alert(1)</script>"\'&';

const recorded = new URL('../../gateway/src/docs/answers-live.json', import.meta.url);
const { bookJob } = z.object({ bookJob: job }).parse(JSON.parse(readFileSync(recorded, 'utf8')));

/** The example that OpenAPI shows, with ids and amounts that tests name. */
export const exampleJob: Job = {
  ...bookJob,
  id: 'job_01',
  ref: 'HC-0001',
  sku: 'SPC-STAT',
  service: 'Specimen STAT',
  priority: 'stat',
  tenant: { id: 'ten_demo', name: 'Demo Clinics' },
  pickup: { site_id: 'site_1', name: 'Clinic' },
  dropoff: { site_id: 'site_2', name: 'Laboratory' },
  un_number: '',
  temperature_range_c: null,
  km: 12.5,
  created_at: '2026-11-02T07:00:00.000Z',
  sla_due: '2026-11-02T10:00:00.000Z',
  cost_centre: '',
  price: { amount_cents: 12_300, currency: 'ZAR', vat_inclusive: false },
  tracking_url: 'https://api.example.test/t/x',
};

export const listOf = (data: readonly unknown[], has_more = false) => ({
  ok: { object: 'list', total: data.length, data, has_more },
});
