/** A booking on one page: the price beside its entries, and what is booked of it. */
import { describe, expect, it } from 'vitest';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { entriesOf, faultsIn, textOf } from './markup.ts';
import { jobAnswer, priceAnswer, siteAnswer } from './portal-answers.ts';

const { get, post, send, services } = useDesk();
const booker = tokenOf('booker');
const open = async (path: string) => (await get(path, booker)).body;
const again = '/book?from=x_01';
const transport = { pickup_site_id: 'Own clinic', dropoff_site_id: 'Own lab', sku: 'LAB-STD' };
const unseen = 'Nothing is booked yet: below is the price of now.';

describe('the page of a booking', () => {
  it('offers every site and service', async () => {
    services.answers.set('accounts.listSites', ({ input }) => ({
      ok: JSON.stringify(input).includes('x_01')
        ? pageOf([siteAnswer('x_02', 'On the second page'), siteAnswer('x_03', 'Twin')])
        : pageOf([siteAnswer('x_00', 'Twin'), siteAnswer('x_01', 'On the first page')], true),
    }));
    const body = await open('/book');
    const sites = [...body.matchAll(/<option value="([^"]*)"><\/option>/g)].map(([, name]) => name);
    const offered = ['Twin (x_00)', 'On the first page', 'On the second page', 'Twin (x_03)'];
    expect(sites).toEqual([...offered, ...offered]);
    expect(textOf(body)).toContain('Laboratory specimens, STAT – from R 395.00 per job');
    expect(textOf(body)).toContain('Choose the sites and the service.');
  });

  it('is filled in as an earlier job, without its note and its reference', async () => {
    const body = await open(again);
    expect(entriesOf(body, again)).toMatchObject({
      ...{ pickup_site_id: 'Own clinic', dropoff_site_id: 'Own laboratory', sku: 'LAB-STD' },
      ...{ 'pickup_contact.name': 'Front desk', cost_centre: 'CC-100', note: '', reference: '' },
    });
    const text = textOf(body);
    expect(text).toContain('Filled in as job HC-0001.');
    for (const words of ['Another parcel', 'R 241.50 with VAT', 'From Place site_1', 'not held']) {
      expect(text).toContain(words);
    }
    expect(services.commands()).toEqual([]);
  });

  it('offers built-in profiles and those of the organisation, and keeps one that is gone', async () => {
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ temperature_profile: 'gone' }) }));
    const body = await open(again);
    const options = [...body.matchAll(/<option value="([a-z_]+)"[^>]*>([^<]*°C|gone)</g)];
    expect(options.map(([, name, label]) => [name, label])).toEqual([
      ['dry_ice', 'Dry ice, -90 to -60 °C'],
      ['ultra_cold', 'Ultra cold, -90 to -70 °C'],
      ['platelets', 'Platelets, 20 to 24 °C'],
      ['red_cells', 'Red cells, 1 to 10 °C'],
      ['red_cells_stored', 'Red cells stored, 2 to 6 °C'],
      ['plasma', 'Plasma, -40 to -25.5 °C'],
      ['gone', 'gone'],
    ]);
    expect(entriesOf(body, again).temperature_profile).toBe('gone');
  });

  it('is empty for a job that is not there', async () => {
    services.answers.set('jobs.get', () => ({ refused: { code: 'job_not_found', detail: 'No.' } }));
    expect(entriesOf(await open(again), again).pickup_site_id).toBe('');
  });

  it('books the price of now where that was shown, without a quote', async () => {
    const { answer } = await send({ page: again, fields: { note: 'Ring' }, role: 'booker' });
    expect(answer.headers.location).toBe('/jobs/job_new');
    const [booked] = services.asked('book');
    expect(booked).toMatchObject({ sku: 'LAB-STD', pickup_site_id: 'x_01', note: 'Ring' });
    expect(Object(booked).quote_id).toBeUndefined();
  });

  it('books nothing whose price was not shown, and then shows it', async () => {
    const fields = { ...transport, parcels: '3', priority: '' };
    const { answer, commands, sent } = await send({ page: again, fields, role: 'booker' });
    expect([answer.statusCode >= 400, commands]).toEqual([true, []]);
    expect(textOf(answer.body)).toContain(unseen);
    expect(services.asked('price')).toMatchObject([{ sku: 'LAB-STD', parcels: 3, km: 13 }]);
    const shown = entriesOf(answer.body, again);
    // Nothing was sent: under this number an earlier attempt may have been done.
    expect([shown._key, shown.parcels]).toEqual([sent._key, '3']);
    await post(again, booker, shown);
    expect(services.asked('book')).toMatchObject([{ parcels: 3, dropoff_site_id: 'site_2' }]);
  });
});

describe('the price of a booking', () => {
  const priceOf = async (fields: Record<string, string>) => {
    const shown = entriesOf(await open(again), again);
    services.calls.length = 0;
    const answer = await post('/book/price?from=x_01', booker, { ...shown, ...fields });
    return { answer, shown, commands: services.commands() };
  };

  it('is held, keeps every entry and the number of the form, and is what is booked', async () => {
    const ready_at = '2026-11-02T12:00';
    const { answer, shown, commands } = await priceOf({ ...transport, ready_at, note: 'Ring' });
    expect([answer.statusCode, commands.map(({ action }) => action)]).toEqual([
      ...[200, ['createQuote']],
    ]);
    const text = textOf(answer.body);
    // Ready at noon of South Africa, and four hours.
    for (const words of ['R 241.50 with VAT', 'Due Mon, 2 Nov 2026, 16:00', 'Held until']) {
      expect(text).toContain(words);
    }
    const kept = entriesOf(answer.body, again);
    expect(kept).toMatchObject({ note: 'Ring', quote_id: 'q_01', _key: shown._key });
    await post(again, booker, kept);
    expect(services.asked('book')).toMatchObject([{ quote_id: 'q_01', note: 'Ring' }]);
  });

  it.each(['Own', 'Elsewhere'])('has no site for the entry %s', async (pickup_site_id) => {
    const { answer, commands } = await priceOf({ pickup_site_id });
    expect([answer.statusCode, commands]).toEqual([422, []]);
    expect(faultsIn(answer.body).pickup_site_id).toMatch(/^No site of your organisation/);
  });

  it('keeps the number of the form where accounts does not answer', async () => {
    services.answers.delete('accounts.bookingDetails');
    const shown = entriesOf(await open(again), again);
    const answer = await post('/book/price?from=x_01', booker, shown);
    expect(answer.statusCode).toBe(503);
    expect(entriesOf(answer.body, again)._key).toBe(shown._key);
  });

  it.each([
    ['the service is no delivery', 'cannot be booked here', { delivery: false }],
    ['the sites are foreign', 'This transport has no price', undefined],
  ])('says so where %s', async (_where, words, changes) => {
    if (changes) services.answer('pricing.price', { ...priceAnswer, ...changes });
    else {
      services.answers.set('accounts.bookingDetails', () => ({
        refused: { code: 'unknown_site', detail: 'No.' },
      }));
    }
    expect(textOf(await open(again))).toContain(words);
  });

  it.each(['quote_expired', 'quote_not_found'] as const)(
    'that is no longer held (%s) is replaced by the one of now, which is then booked',
    async (code) => {
      const { answer } = await priceOf({});
      const refused = () => ({ refused: { code, detail: 'Quote q_01 is gone.' } });
      services.answers.set('jobs.book', refused);
      services.answers.set('pricing.heldPrice', refused);
      services.answer('pricing.price', { ...priceAnswer, amount_cents: 99_900, vat_cents: 0 });
      const body = (await post(again, booker, entriesOf(answer.body, again))).body;
      expect(textOf(body)).toContain(unseen);
      expect(textOf(body)).toContain('R 999.00');
      services.calls.length = 0;
      await post(again, booker, entriesOf(body, again));
      expect(Object(services.asked('book')[0]).quote_id).toBeUndefined();
    },
  );

  it.each(['jobs.book', 'pricing.heldPrice', 'accounts.bookingDetails'])(
    'is booked once, whether jobs alone does not answer or %s, too',
    async (other) => {
      const shown = entriesOf((await priceOf({ note: 'Ring' })).answer.body, again);
      services.answers.delete('jobs.book');
      services.answers.delete(other);
      const answer = await post(again, booker, shown);
      expect(answer.statusCode).toBe(503);
      const { note, _key, quote_id, priced } = entriesOf(answer.body, again);
      expect([note, _key, quote_id, priced]).toEqual([
        ...['Ring', shown._key, 'q_01', shown.priced],
      ]);
    },
  );
});
