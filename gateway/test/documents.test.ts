/** Documents that come from their service in several messages, and go out as one. */
import { beforeEach, describe, expect, it } from 'vitest';
import recorded from '../src/docs/answers-live.json' with { type: 'json' };
import { routeTable } from '../src/routes/index.ts';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn, requestTo } from './requests.ts';

const { app, files, issuer, services } = await gatewayUnderTest();
const authorization = `Bearer ${await issuer.token()}`;
beforeEach(() => services.calls.splice(0));

const get = (operation: string, accept = 'application/json') => {
  const route = routeTable.find(({ operationId }) => operationId === operation);
  if (!route) throw new Error(`${operation} is not in the route table`);
  const url = String(requestTo(route, 'live').url);
  return app.inject({ url, headers: { authorization, accept } });
};
const startOf = ({ input }: { input: unknown }) => String(Object(input).starting_after ?? '0');

interface Listed {
  operation: string;
  action: string;
  list: string;
  whole: object;
  item: object | undefined;
}
const at = '2026-11-02T09:00:00.000Z';
const reading = { device_id: 'probe-1', at, temperature_c: -18.5, calibrated_until: null };
const { getInvoice: invoice, getCustodyForDesk: chainForDesk } = recorded;
const invoiced: Listed = {
  ...{ operation: 'getInvoice', action: 'billing.getInvoice', list: 'lines' },
  ...{ whole: invoice, item: invoice.lines[0] },
};
const documents: Listed[] = [
  invoiced,
  {
    ...{ operation: 'getCustodyForDesk', action: 'custody.chainForDesk', list: 'events' },
    ...{ whole: chainForDesk, item: chainForDesk.events[0] },
  },
  {
    ...{ operation: 'getTemperatureBundle', action: 'tracking.temperatureBundle' },
    ...{ list: 'readings', whole: recorded.getTemperatureBundle, item: reading },
  },
];

describe('a document of more items than one message holds', () => {
  /** So many items, ten to a message; from a message on that item the rest does not come. */
  function answerWith({ action, list, whole, item }: Listed, count: number, fails = count) {
    const items = Array.from({ length: count }, (_, n) => ({
      ...item,
      job_id: `job_${n}`,
      seq: n + 1,
    }));
    services.answers.set(action, (call) => {
      const after = Number.parseInt(startOf(call), 10);
      if (after > 0 && after >= fails) return { fault: 'unavailable' };
      const next = after + 10 < count ? `${after + 10}-${count}` : null;
      const page = { [list]: items.slice(after, after + 10), has_more: next !== null, next };
      return { ok: { ...whole, ...page } };
    });
    return items;
  }

  it.each(documents)(
    'is returned whole, in as many calls as it takes: $operation',
    async (each) => {
      const { operation, list, whole } = each;
      const items = answerWith(each, 25);
      const answer = (await get(operation)).json();
      expect(answer).toEqual({ ...whole, [list]: expect.any(Array) });
      expect(answer[list]).toHaveLength(25);
      expect(items).toMatchObject(answer[list]);
      expect(services.callsOfUsers().map(startOf)).toEqual(['0', '10-25', '20-25']);
      answerWith(each, 10);
      expect((await get(operation)).json()[list]).toHaveLength(10);
      expect(services.callsOfUsers()).toHaveLength(4);
    },
  );

  it('is a problem when nothing comes, and breaks off visibly when the rest does not', async () => {
    answerWith(invoiced, 25, 20);
    await expect(get('getInvoice').then((response) => response.json())).rejects.toThrow();
    services.answers.set('billing.getInvoice', () => ({ fault: 'unavailable' }));
    expect(codeIn(await get('getInvoice'))).toBe('unavailable');
  });
});

describe('a chain of custody', () => {
  const { events: recordedEvents, texts: _none, ...head } = recorded.getCustody;
  const { custody: _chain, ...bundle } = recorded.getCustodyBundle;
  const events = Array.from({ length: 5 }, (_, n) => ({ ...recordedEvents[0], seq: n + 1 }));
  const texts = Array.from({ length: 5 }, (_, n) => ({
    ...{ seq: n + 1, member: 'note', text: `Note "${n}"`, salt: '5a'.repeat(32) },
  }));

  /** So many events and texts, two items to a message: first events, then texts. */
  function pageOf([count, texted]: readonly [number, number], cursor: string) {
    const at = Number(cursor.replace('t', ''));
    const after = cursor.startsWith('t') ? count + at : at;
    const through = Math.min(count + texted, after + 2);
    const page = {
      events: events.slice(after, Math.min(through, count)),
      texts: texts.slice(Math.max(0, after - count), Math.max(0, through - count)),
    };
    const isLast = through === count + texted;
    const hasTexts = page.texts.length > 0 || isLast;
    return {
      custody: { ...head, ...page },
      texts_from: hasTexts ? Math.max(0, after - count) : null,
      next: isLast ? null : through < count ? `${through}` : `t${through - count}`,
    };
  }

  it.each([
    ...[[0, 0] as const, [1, 0] as const, [1, 1] as const, [2, 0] as const],
    ...[[2, 1] as const, [5, 0] as const, [5, 2] as const, [4, 5] as const],
  ])('of %i events and %i texts is returned whole, and so in the bundle', async (...counts) => {
    const [count, texted] = counts;
    const whole = { ...head, events: events.slice(0, count), texts: texts.slice(0, texted) };
    services.answers.set('custody.record', (call) => {
      const { custody, ...page } = pageOf(counts, startOf(call));
      return { ok: { ...custody, ...page } };
    });
    expect((await get('getCustody')).json()).toEqual(whole);
    services.answers.set('custody.bundle', (call) => ({
      ok: { ...bundle, ...pageOf(counts, startOf(call)) },
    }));
    expect((await get('getCustodyBundle')).json()).toEqual({ ...bundle, custody: whole });
  });
});

describe('another form of a resource', () => {
  it('is sent to those who accept it: a certificate that is signed', async () => {
    services.answers.set('custody.certificateJws', () => ({ ok: { jws: 'a.b.c' } }));
    const { body, headers } = await get('getCertificate', 'application/jose');
    expect([body, headers['content-type'], headers.vary]).toEqual([
      ...['a.b.c', 'application/jose', 'accept'],
    ]);
    const other = await get('getCertificate', '*/*');
    expect(other.json()).toEqual({ echo: 'custody.certificate' });
    expect(other.headers.vary).toBe('accept');
    const refused = { code: 'certificate_pending', detail: 'Not delivered yet.' } as const;
    services.answers.set('custody.certificateJws', () => ({ refused }));
    expect(codeIn(await get('getCertificate', 'application/jose'))).toBe('certificate_pending');
  });

  it('comes from file storage, under its number: an invoice as PDF', async () => {
    await files.put('invoices/a.pdf', Buffer.from('%PDF-1.3'), 'application/pdf');
    services.answers.set('billing.invoicePdf', () => ({
      ok: { storage_key: 'invoices/a.pdf', file_name: 'INV-2026-000001.pdf' },
    }));
    const response = await get('getInvoice', 'application/pdf');
    expect(response.body).toBe('%PDF-1.3');
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="INV-2026-000001.pdf"',
      'cache-control': 'no-store',
      vary: 'accept',
    });
    await files.remove('invoices/a.pdf');
    expect(codeIn(await get('getInvoice', 'application/pdf'))).toBe('internal');
  });
});
