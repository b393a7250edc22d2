/** The public tracking record of a job, and its page. */
import type { publicTracking } from '@svc/contracts';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { UnderTest } from './gateway-under-test.ts';

export type Tracked = z.output<typeof publicTracking>;

export const tracked = (changes: Partial<Tracked> = {}): Tracked => ({
  tenant_id: 'ten_acme',
  job_id: 'job_acme1',
  ref: 'SVC-0123ABCD',
  sender_name: 'Acme Clinics',
  created_at: '2026-11-02T06:00:00.000Z',
  range_c: [2, 8],
  carrier: { name: 'Swift Couriers', phone: '+27 11 555 0100', email: null },
  sla_status: 'on_time',
  minutes_late: 0,
  out_of_range: null,
  exception: null,
  returned_at: null,
  status: 'in_transit',
  tracking_url: 'https://api.example.test/t/a-token-of-22-letters-x',
  eta_minutes: 25,
  eta_basis: 'position',
  position_at: '2026-11-02T07:58:00.000Z',
  driver: { first_name: 'Naledi', photo_url: 'https://api.example.test/files/photo/link' },
  vehicle: { registration: 'CA 123-456', last_position: { lat: -26.15, lng: 28.05 } },
  events: [
    { at: '2026-11-02T06:00:00.000Z', type: 'booked', note: 'Booked', seal: null },
    { at: '2026-11-02T07:30:00.000Z', type: 'collected', note: '', seal: 'SL-00421' },
    {
      at: '2026-11-02T07:31:00.000Z',
      type: 'departed',
      note: 'On the way to drop-off',
      seal: null,
    },
  ],
  service: 'Lab sample, same day',
  pickup: { name: 'North clinic', position: { lat: -26.1, lng: 28.0 } },
  dropoff: { name: 'Central laboratory', position: { lat: -26.2, lng: 28.1 } },
  sla_due: '2026-11-02T09:00:00.000Z',
  delivered_at: null,
  temperature: null,
  version: '00000003-0',
  ...changes,
});

/** Text of a page as it is read: without markup and style. */
export const readable = (page: string): string =>
  page
    .replaceAll(/<(style|script|head)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,)])/g, '$1');

export const trackedPath = '/t/a-token-of-22-letters-x';
export const carrierEnv = {
  SVC_CARRIER_NAME: 'Swift Couriers',
  SVC_CARRIER_PHONE: '+27 11 555 0100',
};

/** The tracking page of a job with these changes: markup, and its text. */
export async function openTracked(
  { app, services }: UnderTest,
  changes: Partial<Tracked> = {},
): Promise<{ body: string; text: string }> {
  services.answers.set('tracking.trackByToken', () => ({ ok: tracked(changes) }));
  const { body, statusCode } = await app.inject({
    url: trackedPath,
    headers: { accept: 'text/html' },
  });
  expect(statusCode).toBe(200);
  return { body, text: readable(body) };
}
