import { escaped } from '@svc/pages/html';
import { describe, expect, it } from 'vitest';
import { hiddenFields, tokenOf } from './desk-under-test.ts';
import { offerPath, portal } from './portal-forms.ts';
import { priceAnswer } from './portal-jobs-answers.ts';

const booker = tokenOf('booker');
const second = { page: offerPath, action: offerPath };

describe('booking', () => {
  const terms = {
    reference: 'REF-1',
    cost_centre: '',
    note: 'Ring twice',
    'pickup_contact.name': '',
    'pickup_contact.phone': '',
    'dropoff_contact.name': '',
    'dropoff_contact.phone': '',
    'requirements.photo': 'yes',
    'requirements.undeliverable': 'ask_desk',
  };
  const held = {
    quote_id: 'q_01',
    pickup_site_id: 'x_01',
    dropoff_site_id: 'site_2',
    ready_at: '2026-11-02T12:00:00+02:00',
    reference: 'REF-1',
    note: 'Ring twice',
    pickup_contact: null,
    dropoff_contact: null,
    requirements: { photo: true, undeliverable: 'ask_desk' },
  };

  it('books the quote with the terms, and leads to the job', async () => {
    const { send } = await portal();
    const { answer, commands } = await send({ ...second, fields: terms });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs/job_new']);
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({ service: 'jobs', action: 'book' });
    expect(commands[0]?.input).toEqual(held);
  });

  it('sent twice is one request', async () => {
    const { post, send, services } = await portal();
    const { hidden, commands } = await send({ ...second, fields: terms });
    services.calls.length = 0;
    await post(offerPath, booker, { ...hidden, ...terms });
    const again = services.callsOfPeople();
    expect(again.map(({ meta }) => [meta.request, meta.fingerprint])).toEqual(
      commands.map(({ meta }) => [meta.request, meta.fingerprint]),
    );
  });

  it.each(['quote_expired', 'quote_not_found'] as const)(
    'of a price that is not held shows the one of now, and keeps the terms: %s',
    async (code) => {
      const { send, post, services, callsTo } = await portal();
      const refused = () => ({ refused: { code, detail: 'Quote q_01 is gone.' } });
      services.answers.set('jobs.book', refused);
      const answers = [priceAnswer, { ...priceAnswer, amount_cents: 99_900, vat_cents: 0 }];
      services.answers.set('pricing.heldPrice', () => {
        const held = answers.shift();
        return held && answers.length > 0 ? { ok: held } : refused();
      });
      services.answers.set('pricing.price', () => ({
        ok: { ...priceAnswer, amount_cents: 99_900, vat_cents: 0 },
      }));
      const { answer } = await send({ ...second, fields: terms });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.body).toContain('role="alert">The price is no longer held.');
      expect(answer.body).toContain('R\u00a0999.00');
      expect(answer.body).toContain('Ring twice</textarea>');
      expect(callsTo('pricing.price')[0]?.input).toEqual({
        sku: 'LAB-STD',
        timing: 'standard',
        parcels: 2,
        km: 12.5,
      });

      services.answers.set('jobs.book', () => ({ refused: { code, detail: 'Again.' } }));
      services.calls.length = 0;
      const { pathname, search } = new URL(offerPath, 'https://desk.example.test');
      const escapedPath = `${pathname}${search.replaceAll('&', '&amp;')}`;
      await post(offerPath, booker, { ...hiddenFields(answer.body, escapedPath), ...terms });
      const { quote_id, ...others } = held;
      expect(callsTo('jobs.book')[0]?.input).toEqual({
        ...others,
        sku: 'LAB-STD',
        timing: 'standard',
        parcels: 2,
        km: 12.5,
      });
    },
  );

  it.each(['jobs.book alone', 'pricing.heldPrice', 'accounts.bookingDetails'])(
    'keeps its number where jobs does not answer, and %s: it is booked once',
    async (other) => {
      const { get, post, services } = await portal();
      const path = escaped(offerPath);
      const hidden = hiddenFields((await get(offerPath, booker)).body, path);
      services.answers.delete('jobs.book');
      services.answers.delete(other);
      const answer = await post(offerPath, booker, { ...hidden, ...terms });
      expect(hiddenFields(answer.body, path)).toEqual(hidden);
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain(`name="_key" value="${hidden._key}"`);
      expect(answer.body).toContain('Ring twice</textarea>');
    },
  );

  it('is for those who may book', async () => {
    const { get } = await portal();
    for (const role of ['viewer', 'auditor'] as const) {
      expect((await get('/book', tokenOf(role))).statusCode).toBe(403);
      expect((await get(offerPath, tokenOf(role))).statusCode).toBe(403);
      expect((await get('/jobs', tokenOf(role))).body).not.toContain('/book');
    }
  });
});
