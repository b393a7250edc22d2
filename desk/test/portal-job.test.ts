import { describe, expect, it } from 'vitest';
import { tokenOf } from './desk-under-test.ts';
import { exampleJob, hostileText, listOf } from './examples.ts';
import { personOf } from './persons.ts';
import { portal } from './portal-forms.ts';
import {
  chainAnswer,
  jobAnswer,
  proofAnswer,
  temperatureAnswer,
  trackAnswer,
} from './portal-jobs-answers.ts';
import { siteAnswer } from './portal-tenant-answers.ts';

const viewer = tokenOf('viewer');

describe('the list of jobs', () => {
  it('asks with its filters and pages on with them', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('jobs.list', () => listOf([exampleJob], true));
    const { body } = await get(
      '/jobs?status=booked&reference=R+1&site=site_2&from=2026-11-01&until=2026-11-02&starting_after=job_00',
      viewer,
    );
    expect(callsTo('jobs.list')[0]?.input).toEqual({
      status: 'booked',
      reference: 'R 1',
      site: 'site_2',
      created_gte: '2026-11-01T00:00:00+02:00',
      created_lt: '2026-11-03T00:00:00+02:00',
      starting_after: 'job_00',
    });
    const kept =
      'status=booked&amp;reference=R+1&amp;site=site_2&amp;from=2026-11-01&amp;until=2026-11-02';
    expect(body).toContain(`href="/jobs?${kept}"`);
    expect(body).toContain(`href="/jobs?${kept}&amp;starting_after=job_01"`);
    expect(body).toContain('<option value="site_2" selected>Own laboratory</option>');
    expect(body).toContain('<a href="/jobs/job_01">HC-0001</a>');
  });

  it('is there without the names of sites, and keeps the one that was chosen', async () => {
    const { get, services } = await portal();
    services.answers.delete('accounts.listSites');
    const { statusCode, body } = await get('/jobs?site=site_9', viewer);
    expect(statusCode).toBe(200);
    expect(body).toContain('<option value="site_9" selected>The chosen site</option>');
  });

  it('says when no job fits', async () => {
    const { get, services } = await portal();
    services.answers.set('jobs.list', () => listOf([]));
    expect((await get('/jobs', viewer)).body).toContain('No job fits.');
  });

  it('leads to booking those who may book', async () => {
    const { get } = await portal();
    expect((await get('/jobs', tokenOf('booker'))).body).toContain('href="/book"');
    expect((await get('/jobs', tokenOf('auditor'))).body).not.toContain('href="/book"');
  });
});

describe('a job', () => {
  it('shows every part that its role may see', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'delivered' }) }));
    const { body } = await get('/jobs/x_01', viewer);
    for (const text of [
      '<h1>Job HC-0001</h1>',
      'R\u00a0123.00 without VAT',
      'Ring twice',
      '<a href="tel:+27115550100">',
      'Handover code, Signature',
      'On time',
      'Booked by the clinic',
      'Seal broken',
      '4.2 °C',
      '98 %',
      'driver:drv_01',
      'Handed over at the door',
      'Staff badge',
      'href="https://api.example.test/files/signature"',
      'href="https://api.example.test/verify/POC-0123456789"',
      'href="https://api.example.test/t/x"',
    ]) {
      expect(body).toContain(text);
    }
    expect(callsTo('tracking.temperature')[0]?.input).toEqual({ id: 'x_01', limit: 1 });
    expect(callsTo('tracking.track')[0]?.input).toEqual({ ref: 'x_01' });
  });

  it('is not asked for its proof before it is delivered', async () => {
    const { get, callsTo } = await portal();
    const { body } = await get('/jobs/x_01', viewer);
    expect([callsTo('custody.pod'), callsTo('custody.certificate')]).toEqual([[], []]);
    expect(body).not.toContain('Proof of delivery');
  });

  it('asks no part that the scopes do not hold', async () => {
    const { get, services, sessions } = await portal();
    sessions.set('token-of-little', { ...personOf('viewer'), scopes: ['jobs:read'] });
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'delivered' }) }));
    const { statusCode, body } = await get('/jobs/x_01', 'token-of-little');
    expect(statusCode).toBe(200);
    expect(services.callsOfPeople().map(({ service, action }) => `${service}.${action}`)).toEqual([
      'jobs.get',
    ]);
    for (const part of ['Progress', 'Temperature</h2>', 'Chain of custody', 'Proof of delivery']) {
      expect(body).not.toContain(part);
    }
  });

  it.each([
    ['tracking.track', 'Progress'],
    ['tracking.temperature', 'Temperature'],
    ['custody.record', 'Chain of custody'],
    ['custody.pod', 'Proof of delivery'],
    ['custody.certificate', 'Certificate'],
  ])('says so where %s is away, and shows the rest', async (action, title) => {
    const { get, services } = await portal();
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'delivered' }) }));
    services.answers.delete(action);
    const { statusCode, body } = await get('/jobs/x_01', viewer);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h2>${title}</h2>\n<p>Not available at the moment.`);
    expect(body.match(/Not available at the moment/g)).toHaveLength(1);
    expect(body).toContain('Ring twice');
  });

  it('says so where a part is not there yet', async () => {
    const { get, services } = await portal();
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'delivered' }) }));
    services.answers.set('custody.certificate', () => ({
      refused: { code: 'certificate_pending', detail: 'soon' },
    }));
    expect((await get('/jobs/x_01', viewer)).body).toContain('It is being issued.');
  });

  it('that is unknown is a 404, whatever its parts answer', async () => {
    const { get, services } = await portal();
    services.answers.set('jobs.get', () => ({
      refused: { code: 'job_not_found', detail: 'No job.' },
    }));
    expect((await get('/jobs/x_01', viewer)).statusCode).toBe(404);
  });

  it('is a 503 where jobs is away', async () => {
    const { get, services } = await portal();
    services.answers.delete('jobs.get');
    expect((await get('/jobs/x_01', viewer)).statusCode).toBe(503);
  });

  it('escapes what people wrote in every part', async () => {
    const { get, services } = await portal();
    const contact = { name: hostileText, phone: hostileText };
    const [event] = chainAnswer.events;
    services.answers.set('jobs.get', () => ({
      ok: jobAnswer({
        status: 'delivered',
        reference: hostileText,
        cost_centre: hostileText,
        note: hostileText,
        pickup_contact: contact,
        dropoff_contact: contact,
        pickup: { site_id: 's', name: hostileText },
        dropoff: { site_id: 's', name: hostileText },
      }),
    }));
    services.answers.set('tracking.track', () => ({
      ok: {
        ...trackAnswer,
        driver: { first_name: hostileText, photo_url: null },
        events: [{ at: event?.at, type: hostileText, note: hostileText, seal: null }],
      },
    }));
    services.answers.set('tracking.temperature', () => ({
      ok: {
        ...temperatureAnswer,
        excursions: [{ ...temperatureAnswer.excursions[0], device_id: hostileText }],
      },
    }));
    services.answers.set('custody.record', () => ({
      ok: {
        ...chainAnswer,
        events: [{ ...event, by: hostileText, seal: hostileText, note: hostileText }],
        texts: [{ ...chainAnswer.texts[0], text: hostileText }],
      },
    }));
    services.answers.set('custody.pod', () => ({ ok: { ...proofAnswer, recipient: hostileText } }));
    const { body } = await get('/jobs/x_01', viewer);
    expect(body.match(/&lt;script&gt;alert/g)?.length).toBeGreaterThan(14);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('"\'&');
  });
});

describe('the handover code', () => {
  it('is shown on its own page alone', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'assigned' }) }));
    const { body } = await get('/jobs/x_01', viewer);
    expect(body).toContain('href="/jobs/job_01/code"');
    expect(body).not.toContain('040506');
    expect(callsTo('jobs.handoverCode')).toEqual([]);
    expect((await get('/jobs/x_01/code', viewer)).body).toContain('040506');
  });

  it('says until when none is accepted', async () => {
    const { get, services } = await portal();
    const locked_until = '2026-11-02T08:15:00.000Z';
    services.answers.set('jobs.handoverCode', () => ({
      ok: { object: 'handover_code', job_id: 'x_01', code: '040506', locked_until },
    }));
    expect((await get('/jobs/x_01/code', viewer)).body).toContain(`datetime="${locked_until}"`);
  });

  it('that is not there is a refusal in words', async () => {
    const { get, services } = await portal();
    const detail = 'Job HC-0001 is booked: there is no code yet.';
    services.answers.set('jobs.handoverCode', () => ({
      refused: { code: 'invalid_transition', detail },
    }));
    const { statusCode, body } = await get('/jobs/x_01/code', viewer);
    expect([statusCode, body.includes(detail)]).toEqual([409, true]);
  });
});

describe('sites in the filter', () => {
  it('are escaped', async () => {
    const { get, services } = await portal();
    services.answers.set('accounts.listSites', () => listOf([siteAnswer('s', hostileText)]));
    const { body } = await get(`/jobs?${new URLSearchParams({ reference: hostileText })}`, viewer);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&lt;script&gt;alert');
  });
});
