import { pricing } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startPricing } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startPricing();
});
afterAll(() => app.stop());

/** A tenant of its own for every test. */
let tenant = 'ten_0';
beforeEach(() => {
  tenant = `ten_${Number(tenant.slice(4)) + 1}`;
});

const client = () => app.clients(tenant).pricing;
const call = (action: keyof typeof pricing.actions, input: unknown, as = tenant) =>
  app.call([pricing, action], input, { tenant: as });

describe('createQuote', () => {
  it('answers the price, held for 15 minutes', async () => {
    const quote = await client().createQuote({ sku: 'LAB-STD', km: 22.5, parcels: 2 });
    expect(quote).toMatchObject({
      object: 'quote',
      id: expect.stringMatching(/^q_[0-9A-HJKMNP-TV-Z]{26}$/),
      amount_cents: 27_751,
      vat_cents: 4163,
      total_cents: 31_914,
      vat_inclusive: false,
      price_book_version: '2026-11',
    });
    expect(Date.parse(quote.expires_at) - app.clock.now().getTime()).toBe(15 * 60_000);
  });

  it('emits quote.created, which belongs to no job', async () => {
    const { id, expires_at } = await client().createQuote({ sku: 'LAB-STD' });
    const events = (await app.outbox('pricing')).filter((event) => event.tenant_id === tenant);
    expect(events).toMatchObject([
      {
        type: 'quote.created',
        job_id: '',
        sequence: 0,
        data: { quote_id: id, sku: 'LAB-STD', total_cents: 21_276, expires_at },
        internals: {},
      },
    ]);
  });

  it('replays the same quote for the same request', async () => {
    const twice = { tenant, request: `twice-${tenant}`, fingerprint: 'same' };
    const first = await app.call([pricing, 'createQuote'], { sku: 'LAB-STD' }, twice);
    const second = await app.call([pricing, 'createQuote'], { sku: 'LAB-STD' }, twice);
    expect(second).toEqual({ ...first, replayed: true });
  });
});

const unknownSku =
  'SKU LAB-X is not in price book 2026-11. Known here: LAB-STD, LAB-STAT, HOS-STD, SUP-BOX. GET /quotes lists them.';

describe.each(['createQuote', 'price'] as const)('%s refuses', (action) => {
  it('an unknown SKU, naming it and the price book', async () => {
    expect(await call(action, { sku: 'LAB-X' })).toEqual({
      refused: { code: 'unknown_sku', detail: unknownSku, path: ['sku'] },
    });
  });

  it.each([
    ['invalid_priority', { priority: 'soon' }],
    ['invalid_timing', { timing: 'night' }],
  ])('%s', async (code, field) => {
    expect(await call(action, { sku: 'LAB-STD', ...field })).toMatchObject({ refused: { code } });
  });

  it.each([
    ['a negative way', { km: -1 }, 'km'],
    ['a way that is too long', { km: 2000.001 }, 'km'],
    ['a fourth decimal', { km: 1.0001 }, 'km'],
    ['no parcel', { parcels: 0 }, 'parcels'],
    ['a hundred parcels', { parcels: 100 }, 'parcels'],
  ])('%s as bad input', async (_, field, path) => {
    expect(await call(action, { sku: 'LAB-STD', ...field })).toMatchObject({
      invalid: [{ path: [path] }],
    });
  });
});

describe('price', () => {
  it('answers what a booking needs, and stores nothing', async () => {
    expect(await client().price({ sku: 'LAB-STD', priority: 'stat' })).toMatchObject({
      sku: 'LAB-STAT',
      priority: 'stat',
      km: 15,
      delivery: true,
      temperature_class: 'ambient',
      requirements: { signature: true },
    });
    expect((await client().listQuotes({})).data).toEqual([]);
  });
});

describe('prices', () => {
  it('answers each request in its place, by quote or on the spot, or says why not', async () => {
    const { id } = await client().createQuote({ sku: 'LAB-STD', km: 30 });
    const stale = await client().createQuote({ sku: 'LAB-STD' });
    const foreign = await app.clients('ten_other').pricing.createQuote({ sku: 'LAB-STD' });
    const held = await client().heldPrice({ quote_id: id });
    await app.owner.query('update pricing.quote set expires_at = $2 where id = $1', [
      stale.id,
      app.clock.now(),
    ]);
    const requests = [
      { sku: 'LAB-STD', km: 20, priority: 'stat' } as const,
      { quote_id: id },
      { sku: 'LAB-X' },
      { quote_id: stale.id },
      { quote_id: foreign.id },
      { quote_id: 'not a quote' },
    ];
    expect((await client().prices({ requests })).prices).toEqual([
      await client().price({ sku: 'LAB-STD', km: 20, priority: 'stat' }),
      held,
      { code: 'unknown_sku', detail: unknownSku },
      { code: 'quote_expired', detail: expect.any(String) },
      { code: 'quote_not_found', detail: expect.any(String) },
      { code: 'quote_not_found', detail: expect.any(String) },
    ]);
  });

  it('takes at most a hundred requests', async () => {
    const requests = Array.from({ length: 101 }, () => ({ sku: 'LAB-STD' }));
    expect(await call('prices', { requests })).toMatchObject({ invalid: [{ path: ['requests'] }] });
  });
});

describe('heldPrice', () => {
  it('answers the price of the quote, as often as it is asked', async () => {
    const { id } = await client().createQuote({ sku: 'LAB-STD', km: 30 });
    const price = await client().price({ sku: 'LAB-STD', km: 30 });
    expect(await client().heldPrice({ quote_id: id })).toEqual(price);
    expect(await client().heldPrice({ quote_id: id })).toEqual(price);
  });

  it("refuses another tenant's quote like one that never was", async () => {
    const { id } = await client().createQuote({ sku: 'LAB-STD' });
    const stranger = await call('heldPrice', { quote_id: id }, 'ten_stranger');
    expect(stranger).toMatchObject({ refused: { code: 'quote_not_found' } });
    expect(await call('heldPrice', { quote_id: 'q_none' }, 'ten_stranger')).toEqual(stranger);
  });

  it('refuses what cannot be a quote id like one that never was', async () => {
    expect(await call('heldPrice', { quote_id: 'q 1' })).toMatchObject({
      refused: { code: 'quote_not_found' },
    });
  });

  it('refuses a quote from the moment it expires', async () => {
    const { id, expires_at } = await client().createQuote({ sku: 'LAB-STD' });
    app.clock.set(new Date(Date.parse(expires_at) - 1));
    expect(await call('heldPrice', { quote_id: id })).toHaveProperty('ok');
    app.clock.set(expires_at);
    expect(await call('heldPrice', { quote_id: id })).toMatchObject({
      refused: { code: 'quote_expired' },
    });
  });
});

describe('listQuotes', () => {
  it("lists the tenant's unexpired quotes, newest first", async () => {
    await client().createQuote({ sku: 'LAB-STD' });
    app.clock.advanceMs(10 * 60_000);
    const older = await client().createQuote({ sku: 'LAB-STAT' });
    app.clock.advanceMs(5 * 60_000);
    const newer = await client().createQuote({ sku: 'HOS-STD' });
    await app.clients('ten_other').pricing.createQuote({ sku: 'HOS-STD' });
    expect((await client().listQuotes({})).data).toEqual(
      [newer, older].map(({ id, sku, total_cents }) => ({ id, sku, total_cents })),
    );
  });

  it('lists every SKU of the price book as quotable', async () => {
    const { object, price_book_version, quotable_skus } = await client().listQuotes({});
    expect({ object, price_book_version }).toEqual({
      object: 'list',
      price_book_version: '2026-11',
    });
    expect(quotable_skus).toEqual([
      { sku: 'LAB-STD', name: 'Specimens', unit: 'per job', price_cents: 18_501 },
      { sku: 'LAB-STAT', name: 'Specimens, STAT', unit: 'per job', price_cents: 39_500 },
      { sku: 'HOS-STD', name: 'Hospital transfer', unit: 'per job', price_cents: 21_500 },
      { sku: 'SUP-BOX', name: 'Cool box', unit: 'per item', price_cents: 21_500 },
    ]);
  });
});

describe('currentPrices', () => {
  it('answers every number that a price is reckoned from', async () => {
    const list = await client().currentPrices({});
    expect(list).toMatchObject({
      price_book_version: '2026-11',
      vat_percent: 15,
      extra_parcel_cents: 2500,
      timing_factors: { standard: 1, after_hours: 1.5, saturday: 1.3, sunday: 2 },
    });
    expect(list.skus.find(({ sku }) => sku === 'LAB-STD')).toEqual({
      sku: 'LAB-STD',
      name: 'Specimens',
      unit: 'per job',
      price_cents: 18_501,
      included_km: 15,
      per_km_cents: 900,
      sla_minutes: { scheduled: 480, same_day: 240, stat: 90, critical: 120 },
      default_priority: 'same_day',
      stat_upgrade: 'LAB-STAT',
      delivery: true,
    });
  });
});
