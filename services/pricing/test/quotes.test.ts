import type { pricing } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { pricingTest } from './app.ts';

const app = pricingTest();

const call = (action: keyof typeof pricing.actions, input: unknown, as = app.tenant) =>
  app.call(action, input, { tenant: as });

describe('createQuote', () => {
  it('returns the price, held for 15 minutes', async () => {
    const quote = await app.as().createQuote({ sku: 'LAB-STD', km: 22.5, parcels: 2 });
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
    const { id, expires_at } = await app.as().createQuote({ sku: 'LAB-STD' });
    const events = (await app.outbox()).filter((event) => event.tenant_id === app.tenant);
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
});

describe('the temperature profile of a quote', () => {
  it.each(['platelets', 'warm'])('is held with its price and shown: %s', async (name) => {
    const quote = await app.as().createQuote({ sku: 'LAB-STD', temperature_profile: name });
    expect(quote).toMatchObject({ temperature_profile: name, dry_ice_kg: null });
    const { temperature_profile } = await app.as().heldPrice({ quote_id: quote.id });
    expect(temperature_profile).toMatchObject({ name, temperature_class: 'ambient' });
  });

  it('is that of each option of a partner', async () => {
    const wanted = { family: 'lab', km: 5, parcels: 1, temperature_class: 'ambient' } as const;
    const { quotes } = await app.as().holdOptions({ ...wanted, temperature_profile: 'warm' });
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes) expect(quote).toMatchObject({ temperature_profile: 'warm' });
    const other = { ...wanted, temperature_profile: 'red_cells' };
    expect(await call('holdOptions', other)).toEqual(refused('profile_mismatch'));
  });

  it('is null without one', async () => {
    const shown = { temperature_profile: null, dry_ice_kg: null };
    expect(await app.as().createQuote({ sku: 'LAB-STD' })).toMatchObject(shown);
  });

  it.each([
    ['unknown_profile', 'temperature_profile', { temperature_profile: 'lava' }],
    ['profile_mismatch', 'temperature_profile', { temperature_profile: 'plasma' }],
    ['invalid_body', 'dry_ice_kg', { temperature_profile: 'platelets', dry_ice_kg: 2 }],
  ] as const)('is refused with %s at %s', async (code, path, request) => {
    const reply = await call('createQuote', { sku: 'LAB-STD', ...request });
    expect(reply).toEqual(refused(code, { path: [path] }));
  });
});

const unknownSku =
  'SKU LAB-X is not in price book 2026-11. Known here: LAB-STD, LAB-STAT, HOS-STD, SUP-BOX. GET /quotes lists them.';

it('price returns what a booking needs, and stores nothing', async () => {
  expect(await app.as().price({ sku: 'LAB-STD', priority: 'stat' })).toMatchObject({
    sku: 'LAB-STAT',
    priority: 'stat',
    km: 15,
    delivery: true,
    temperature_class: 'ambient',
    requirements: { signature: true },
  });
  expect((await app.as().listQuotes({})).data).toEqual([]);
});

it('prices returns each price in its place, by quote or request, or its refusal', async () => {
  const { id } = await app.as().createQuote({ sku: 'LAB-STD', km: 30 });
  const stale = await app.as().createQuote({ sku: 'LAB-STD' });
  const foreign = await app.as('ten_other').createQuote({ sku: 'LAB-STD' });
  const held = await app.as().heldPrice({ quote_id: id });
  await app.sql('update pricing.quote set expires_at = $2 where id = $1', [
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
  expect((await app.as().prices({ requests })).prices).toEqual([
    await app.as().price({ sku: 'LAB-STD', km: 20, priority: 'stat' }),
    held,
    { code: 'unknown_sku', detail: unknownSku },
    { code: 'quote_expired', detail: expect.any(String) },
    { code: 'quote_not_found', detail: expect.any(String) },
    { code: 'quote_not_found', detail: expect.any(String) },
  ]);
});

describe('heldPrice', () => {
  it('returns the same price of the quote each time', async () => {
    const { id } = await app.as().createQuote({ sku: 'LAB-STD', km: 30 });
    const price = await app.as().price({ sku: 'LAB-STD', km: 30 });
    expect(await app.as().heldPrice({ quote_id: id })).toEqual(price);
    expect(await app.as().heldPrice({ quote_id: id })).toEqual(price);
  });

  it('refuses a quote from the moment it expires', async () => {
    const { id, expires_at } = await app.as().createQuote({ sku: 'LAB-STD' });
    app.clock.set(new Date(Date.parse(expires_at) - 1));
    expect(await call('heldPrice', { quote_id: id })).toHaveProperty('ok');
    app.clock.set(expires_at);
    expect(await call('heldPrice', { quote_id: id })).toEqual(refused('quote_expired'));
  });
});

describe('listQuotes', () => {
  it("returns the tenant's unexpired quotes, newest first", async () => {
    await app.as().createQuote({ sku: 'LAB-STD' });
    app.clock.advanceMs(10 * 60_000);
    const older = await app.as().createQuote({ sku: 'LAB-STAT' });
    app.clock.advanceMs(5 * 60_000);
    const newer = await app.as().createQuote({ sku: 'HOS-STD' });
    await app.as('ten_other').createQuote({ sku: 'HOS-STD' });
    expect((await app.as().listQuotes({})).data).toEqual(
      [newer, older].map(({ id, sku, total_cents }) => ({ id, sku, total_cents })),
    );
  });

  it('lists every SKU of the price book as quotable', async () => {
    const { object, price_book_version, quotable_skus } = await app.as().listQuotes({});
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

it('currentPrices returns every number that a price is computed from', async () => {
  const list = await app.as().currentPrices({});
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
