import { describe, expect, it } from 'vitest';
import { hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText, listOf } from './examples.ts';
import { offer, offerPath, portal } from './portal-forms.ts';
import { priceAnswer } from './portal-jobs-answers.ts';
import { bookingAnswer, siteAnswer } from './portal-tenant-answers.ts';

const booker = tokenOf('booker');
const transport = {
  pickup_site_id: 'x_01',
  dropoff_site_id: 'site_2',
  sku: 'LAB-STD',
  priority: '',
  timing: 'standard',
  parcels: '2',
  ready_at: '2026-11-02T12:00',
};
const first = { page: '/book', action: '/book', fields: transport };
describe('what is carried', () => {
  it('is chosen from every site and service', async () => {
    const { get, services } = await portal();
    services.answers.set('accounts.listSites', ({ input }) =>
      JSON.stringify(input).includes('x_01')
        ? listOf([siteAnswer('x_02', 'On the second page')])
        : listOf([siteAnswer('x_01', 'On the first page')], true),
    );
    const { body } = await get('/book', booker);
    expect(body).toContain('<option value="x_01">On the first page</option>');
    expect(body).toContain('<option value="x_02">On the second page</option>');
    expect(body).toContain(
      '<option value="BLD-STAT">Blood STAT – from R\u00a0420.00 per job</option>',
    );
  });

  it('is priced with the distance between the sites, and leads to the price', async () => {
    const { send, callsTo } = await portal();
    const { answer, commands } = await send(first);
    expect(callsTo('accounts.bookingDetails')[0]?.input).toEqual({
      pickup_site_id: 'x_01',
      dropoff_site_id: 'site_2',
    });
    expect(commands).toMatchObject([
      {
        service: 'pricing',
        action: 'createQuote',
        input: { sku: 'LAB-STD', timing: 'standard', parcels: 2, km: 13 },
      },
    ]);
    expect(answer.statusCode).toBe(303);
    const target = new URL(String(answer.headers.location), 'https://desk.example.test');
    expect(target.pathname).toBe('/book/price');
    expect(Object.fromEntries(target.searchParams)).toEqual(offer);
  });

  it('keeps what was entered where a field does not fit', async () => {
    const { send } = await portal();
    const fields = { ...transport, dropoff_site_id: 'x_01', parcels: '0' };
    const { answer, commands } = await send({ ...first, fields });
    expect([answer.statusCode, commands]).toEqual([400, []]);
    expect(answer.body).toContain('id="e-parcels">Enter a whole number from 1 to 99.');
    expect(answer.body).toContain('<option value="LAB-STD" selected>');
    expect(answer.body).toContain('value="2026-11-02T12:00"');
  });

  it('names the site that may not be used, in words', async () => {
    const { send, services } = await portal();
    services.answers.set('accounts.bookingDetails', () => ({
      refused: { code: 'unknown_site', detail: 'GET /sites lists.', path: ['dropoff_site_id'] },
    }));
    const { answer, commands } = await send(first);
    expect([answer.statusCode, commands]).toEqual([422, []]);
    expect(answer.body).toContain(
      'id="e-dropoff_site_id">Your organisation may not use this site.',
    );
    expect(answer.body).not.toContain('GET /sites');
  });

  it.each([
    ['unknown_sku', undefined, 'id="e-sku">This service is no longer offered.'],
    ['invalid_priority', undefined, 'id="e-priority">As told.'],
    ['invalid_body', ['km'], 'role="alert">As told.'],
  ] as const)('shows a refusal by pricing at its field: %s', async (code, path, words) => {
    const { send, services } = await portal();
    services.answers.set('pricing.createQuote', () => ({
      refused: { code, detail: 'As told.', ...(path && { path: [...path] }) },
    }));
    expect((await send(first)).answer.body).toContain(words);
  });

  it('is a 503 with its number kept where accounts does not answer', async () => {
    const { send, services } = await portal();
    services.answers.delete('accounts.bookingDetails');
    const { answer, hidden, commands } = await send(first);
    expect([answer.statusCode, commands]).toEqual([503, []]);
    expect(hiddenFields(answer.body, '/book')._key).toBe(hidden._key);
  });

  it('is filled in again by the way back', async () => {
    const { get } = await portal();
    const { body } = await get('/book?pickup_site_id=site_2&parcels=7&priority=stat', booker);
    expect(body).toContain('<option value="site_2" selected>');
    expect(body).toContain('<option value="stat" selected>');
    expect(body).toContain('value="7"');
  });
});

describe('price and terms', () => {
  it('show the lines, the sum, the due time and until when they hold', async () => {
    const { get, callsTo } = await portal();
    const { body } = await get(offerPath, booker);
    expect(callsTo('pricing.heldPrice')[0]?.input).toEqual({ quote_id: 'q_01' });
    expect(callsTo('pricing.price')).toEqual([]);
    for (const text of [
      'Another parcel',
      'R\u00a0241.50',
      'VAT, 15 %',
      'The price is held until <time datetime="2026-11-02T08:15:00.000Z">',
      // Ready at noon of South Africa, and four hours.
      '<time datetime="2026-11-02T14:00:00.000Z">',
      'Place site_1',
      'Left empty, it is CC-100',
    ]) {
      expect(body).toContain(text);
    }
  });

  it('count the due time from now where it was to be ready before', async () => {
    const { get } = await portal();
    const query = new URLSearchParams({ ...offer, ready_at: '2026-11-02T06:00' });
    const { body } = await get(`/book/price?${query}`, booker);
    expect(body).toContain('<time datetime="2026-11-02T12:00:00.000Z">');
  });

  it.each([
    '/book/price',
    '/book/price?quote_id=q_01',
    `/book/price?${new URLSearchParams({ ...offer, parcels: 'many' })}`,
  ])('lead back where the transport is missing: %s', async (path) => {
    const { get, services } = await portal();
    const { statusCode, body } = await get(path, booker);
    expect([statusCode, body.includes('<a href="/book">')]).toEqual([200, true]);
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('hold nothing that a query string makes up', async () => {
    const { get } = await portal();
    const query = new URLSearchParams({ ...offer, held_until: 'tomorrow', timing: 'standard' });
    expect((await get(`/book/price?${query}`, booker)).body).toContain('held for 15 minutes');
  });

  it.each([
    ['pricing.heldPrice', 'Prices are not available at the moment.'],
    ['accounts.bookingDetails', 'Prices are not available at the moment.'],
  ])('say so where %s is away', async (action, text) => {
    const { get, services } = await portal();
    services.answers.delete(action);
    const { statusCode, body } = await get(offerPath, booker);
    expect([statusCode, body.includes(text)]).toEqual([200, true]);
    expect(body).not.toContain('<h2>Price</h2>');
  });

  it('offer nothing for a service that is no delivery, or sites that are foreign', async () => {
    const { get, services } = await portal();
    services.answers.set('pricing.heldPrice', () => ({ ok: { ...priceAnswer, delivery: false } }));
    expect((await get(offerPath, booker)).body).toContain('cannot be booked here');
    services.answers.set('accounts.bookingDetails', () => ({
      refused: { code: 'unknown_site', detail: 'No.' },
    }));
    const { body } = await get(offerPath, booker);
    expect(body).toContain('This transport has no price');
    expect(body).not.toContain('method="post" action="/book');
  });

  it('escape what a tenant wrote', async () => {
    const { get, services } = await portal();
    services.answers.set('accounts.bookingDetails', () => ({
      ok: {
        ...bookingAnswer,
        pickup: { ...bookingAnswer.pickup, name: hostileText },
        policies: { default_cost_centre: hostileText, requirements: {} },
      },
    }));
    services.answers.set('accounts.listSites', () => listOf([siteAnswer('x', hostileText)]));
    const hostile = new URLSearchParams({ ...offer, sku: hostileText });
    for (const path of [offerPath, `/book/price?${hostile}`, `/book?${hostile}`]) {
      const { body } = await get(path, booker);
      expect(body).toContain('&lt;script&gt;alert');
      expect(body).not.toContain('<script>alert');
    }
  });
});
