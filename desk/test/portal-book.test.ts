/** A booking in two steps: what is carried, then price and terms. */
import { describe, expect, it } from 'vitest';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { entriesOf, faultsIn, hrefsOf, textOf } from './markup.ts';
import { priceAnswer, siteAnswer } from './portal-answers.ts';
import { offer, offerPath } from './routes.ts';

const { get, post, send, services } = useDesk();
const booker = tokenOf('booker');
const open = async (path: string) => (await get(path, booker)).body;
const withOffer = (changes: Record<string, string>) =>
  `/book/price?${new URLSearchParams({ ...offer, ...changes })}`;
const transport = { pickup_site_id: 'x_01', dropoff_site_id: 'site_2', sku: 'LAB-STD' };

describe('the first step of a booking', () => {
  it('offers every site and service', async () => {
    services.answers.set('accounts.listSites', ({ input }) => ({
      ok: JSON.stringify(input).includes('x_01')
        ? pageOf([siteAnswer('x_02', 'On the second page')])
        : pageOf([siteAnswer('x_01', 'On the first page')], true),
    }));
    const text = textOf(await open('/book'));
    expect(text).toContain('On the first page On the second page');
    expect(text).toContain('Laboratory specimens, STAT – from R 395.00 per job');
  });

  it('names the site that may not be used, in words for people', async () => {
    services.answers.set('accounts.bookingDetails', () => ({
      refused: { code: 'unknown_site', detail: 'GET /sites lists.', path: ['dropoff_site_id'] },
    }));
    const { answer, commands } = await send({ page: '/book', fields: transport });
    expect([answer.statusCode, commands]).toEqual([422, []]);
    expect(faultsIn(answer.body).dropoff_site_id).toMatch(/^Your organisation may not use/);
    expect(answer.body).not.toContain('GET /sites');
  });

  it('keeps its number where accounts does not answer', async () => {
    services.answers.delete('accounts.bookingDetails');
    const { answer, sent, commands } = await send({ page: '/book', fields: transport });
    expect([answer.statusCode, commands]).toEqual([503, []]);
    expect(entriesOf(answer.body, '/book')._key).toBe(sent._key);
  });

  it('is filled in again by the way back', async () => {
    const path = '/book?pickup_site_id=site_2&parcels=7&priority=stat';
    const chosen = { pickup_site_id: 'site_2', priority: 'stat', parcels: '7' };
    expect(entriesOf(await open(path), path)).toMatchObject(chosen);
  });
});

describe('price and terms', () => {
  it('show the lines, the sum, the due time and until when they hold', async () => {
    const text = textOf(await open(offerPath));
    expect(services.asked('heldPrice')).toEqual([{ quote_id: 'q_01' }]);
    expect(services.asked('price')).toEqual([]);
    for (const words of [
      ...['Another parcel', 'R 241.50', 'VAT, 15 %', 'From Place site_1'],
      'The price is held until Mon, 2 Nov 2026, 10:15',
      // Ready at noon of South Africa, and four hours.
      'Due Mon, 2 Nov 2026, 16:00',
      'Left empty, it is CC-100',
    ]) {
      expect(text).toContain(words);
    }
  });

  it.each([
    [{ ready_at: '2026-11-02T06:00' }, 'Due Mon, 2 Nov 2026, 14:00, if you book now'],
    [{ held_until: 'tomorrow' }, 'held for 15 minutes'],
  ])('with the query %j say: %s', async (changes, words) => {
    expect(textOf(await open(withOffer(changes)))).toContain(words);
  });

  it.each(['/book/price', '/book/price?quote_id=q_01', withOffer({ parcels: 'many' })])(
    'lead back where the transport is missing: %s',
    async (path) => {
      const { statusCode, body } = await get(path, booker);
      expect(statusCode).toBe(200);
      expect(hrefsOf(body, /^Book a job$/)).toEqual(['/book']);
      expect(services.callsOfPeople()).toEqual([]);
    },
  );

  it('offer nothing for a service that is no delivery, or sites that are foreign', async () => {
    services.answer('pricing.heldPrice', { ...priceAnswer, delivery: false });
    expect(textOf(await open(offerPath))).toContain('cannot be booked here');
    services.answers.set('accounts.bookingDetails', () => ({
      refused: { code: 'unknown_site', detail: 'No.' },
    }));
    const body = await open(offerPath);
    expect(textOf(body)).toContain('This transport has no price');
    expect(body).not.toContain('method="post" action="/book');
  });

  const terms = { page: offerPath, fields: { note: 'Ring twice' }, role: 'booker' } as const;

  it.each(['quote_expired', 'quote_not_found'] as const)(
    'of a price that is no longer held (%s) show the one of now, which is then booked',
    async (code) => {
      const refused = () => ({ refused: { code, detail: 'Quote q_01 is gone.' } });
      services.answers.set('jobs.book', () => {
        services.answers.set('pricing.heldPrice', refused);
        return refused();
      });
      services.answer('pricing.price', { ...priceAnswer, amount_cents: 99_900, vat_cents: 0 });
      const { answer } = await send(terms);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      const text = textOf(answer.body);
      expect(text).toContain('The price is no longer held.');
      expect(text).toContain('R 999.00');
      const priced = { sku: 'LAB-STD', timing: 'standard', parcels: 2, km: 12.5 };
      expect(services.asked('price')).toEqual([priced]);

      const again = entriesOf(answer.body, offerPath);
      expect(again.note).toBe('Ring twice');
      services.calls.length = 0;
      await post(offerPath, booker, again);
      const [booked] = services.asked('book');
      expect(booked).toMatchObject({ ...priced, note: 'Ring twice', pickup_site_id: 'x_01' });
      expect(Object(booked).quote_id).toBeUndefined();
    },
  );

  it.each(['jobs.book', 'pricing.heldPrice', 'accounts.bookingDetails'])(
    'are booked once, whether jobs alone does not answer or %s, too',
    async (other) => {
      const shown = entriesOf(await open(offerPath), offerPath);
      services.answers.delete('jobs.book');
      services.answers.delete(other);
      const answer = await post(offerPath, booker, { ...shown, note: 'Ring twice' });
      expect(answer.statusCode).toBe(503);
      const { note, _key, quote_id, km } = entriesOf(answer.body, offerPath);
      expect([note, _key, quote_id, km]).toEqual(['Ring twice', shown._key, 'q_01', '12.5']);
    },
  );
});
