/** Lists and logs: what their queries ask for, and how they go on. */
import { expect, it } from 'vitest';
import { outputs } from './answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { hrefsOf } from './markup.ts';
import { livePages } from './routes.ts';

const { get, services } = useDesk();

async function open(url: string) {
  const place = livePages.find((page) => page.url === url.split('?')[0]);
  if (!place) throw new Error(`no page has the path ${url}`);
  const { body, statusCode } = await get(url, tokenOf(place.role));
  expect(statusCode).toBe(200);
  return body;
}
const askedBy = (name: string) => services.asked(name.split('.')[1] ?? '');

const day = { from: '2026-11-01', until: '2026-11-02' };
const ofDay = {
  created_gte: '2026-11-01T00:00:00+02:00',
  created_lt: '2026-11-03T00:00:00+02:00',
};

it.each<[url: string, action: string, input: object]>([
  ['/requests?failed=true', 'accounts.listRequests', { failed: true }],
  [
    '/requests?failed=false&client_id=cli_01',
    'accounts.listRequests',
    { failed: false, client_id: 'cli_01' },
  ],
  ['/people', 'accounts.listUsers', { limit: 50 }],
  ['/sites', 'accounts.listSites', { limit: 50 }],
  [
    `/jobs?status=booked&reference=R+1&site=site_2&${new URLSearchParams(day)}`,
    'jobs.list',
    { status: 'booked', reference: 'R 1', site: 'site_2', ...ofDay },
  ],
  [
    '/invoices?period=2026-10&status=issued',
    'billing.listInvoices',
    { period: '2026-10', status: 'issued' },
  ],
  ['/webhooks/x_01?status=failed', 'webhooks.listDeliveries', { id: 'x_01', status: 'failed' }],
  ['/events?type=job.created', 'webhooks.listEvents', { type: 'job.created' }],
  [
    '/desk?status=booked&driver_id=drv_1&show=unassigned',
    'jobs.listForDesk',
    { status: 'booked', driver_id: 'drv_1', unassigned: true, limit: 50 },
  ],
  [
    '/desk?q=Clinic+North&status=booked',
    'jobs.listForDesk',
    { q: 'Clinic North', status: 'booked', limit: 50 },
  ],
  ['/desk/incidents?job_id=HC-0001', 'jobs.listIncidents', { job_id: 'HC-0001', limit: 50 }],
  ['/desk/drivers', 'tracking.listDrivers', { status: 'active', limit: 50 }],
  ['/desk/vehicles?status=retired', 'tracking.listVehicles', { status: 'retired', limit: 50 }],
  ['/desk/vehicles?status=all', 'tracking.listVehicles', { limit: 50 }],
  [
    '/desk/sites?tenant_id=ten_demo',
    'accounts.listSitesForDesk',
    { tenant_id: 'ten_demo', limit: 50 },
  ],
  [
    '/desk/files?dc=jhb&status=answered',
    'files.list',
    { dc: 'jhb', status: 'answered', limit: 50 },
  ],
])('%s asks %s for %j, goes on with the filter, and leads back', async (url, action, input) => {
  const output = Object(outputs[action]);
  services.answer(action, { ...output, has_more: true });
  const after = (id: string) => `${url}${url.includes('?') ? '&' : '?'}starting_after=${id}`;
  const first = await open(url);
  expect(hrefsOf(first, /^Next page/)).toEqual([after(output.data.at(-1).id)]);
  expect(hrefsOf(await open(after('before')), /^First page/)).toEqual([url]);
  expect(askedBy(action)).toEqual([input, { ...input, starting_after: 'before' }]);
});

it.each<[url: string, action: string, input: object]>([
  [
    '/requests?failed=maybe&client_id=&request_id=%20req_01%20',
    'accounts.listRequests',
    { request_id: 'req_01' },
  ],
  ['/jobs?status=lost&from=today&reference=a&reference=b', 'jobs.list', {}],
  ['/invoices?period=2026-13&status=lost', 'billing.listInvoices', {}],
  ['/events?type=', 'webhooks.listEvents', {}],
  [
    '/invoices/x_01?starting_after=10-90',
    'billing.getInvoice',
    { id: 'x_01', starting_after: '10-90' },
  ],
  ['/desk/files/x_01?row_status=booked', 'files.get', { id: 'x_01', row_status: 'booked' }],
  ['/desk/files/x_01?starting_after=100', 'files.get', { id: 'x_01', after_row: 100 }],
])('%s asks %s for %j, without what is no filter', async (url, action, input) => {
  await open(url);
  expect(askedBy(action)).toEqual([input]);
});
