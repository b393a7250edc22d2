/** What many answers of the stand-in services are made of. */
import type { Job } from '@svc/contracts';

/** With markup in a field that its tenant filled. */
export const hostileText = '<script>alert(1)</script>"\'&';

export const exampleJob: Job = {
  id: 'job_01',
  ref: 'HC-0001',
  object: 'job',
  status: 'booked',
  sku: 'SPC-STAT',
  service: 'Specimen STAT',
  priority: 'stat',
  tenant: { id: 'ten_demo', name: 'Demo Clinics' },
  pickup: { site_id: 'site_1', name: 'Clinic' },
  dropoff: { site_id: 'site_2', name: 'Laboratory' },
  parcels: 1,
  seal: null,
  un_number: '',
  temperature_range_c: null,
  km: 12.5,
  created_at: '2026-11-02T07:00:00.000Z',
  sla_due: '2026-11-02T10:00:00.000Z',
  delivered_at: null,
  cost_centre: '',
  price: { amount_cents: 12_300, currency: 'ZAR', vat_inclusive: false },
  tracking_url: 'https://api.example.test/t/x',
  certificate_url: null,
  reference: '',
  metadata: {},
  return_job_id: null,
  return_of: null,
};

export const listOf = (data: readonly unknown[], has_more = false) => ({
  ok: { object: 'list', total: data.length, data, has_more },
});
