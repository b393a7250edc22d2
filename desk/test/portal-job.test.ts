/** Jobs of a tenant: the list, a job in full, its handover code and its forms. */
import { describe, expect, it } from 'vitest';
import { certifiedBox } from './desk-job-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { hrefsOf, textOf, textsOf } from './markup.ts';
import { personOf, type Role } from './persons.ts';
import { jobAnswer, temperatureAnswer, trackAnswer } from './portal-answers.ts';

const { get, services, sessions } = useDesk();
const { answer, asked } = services;
const open = async (path: string, role: Role = 'viewer') => (await get(path, tokenOf(role))).body;
const text = async (path: string) => textOf(await open(path));
type Status = ReturnType<typeof jobAnswer>['status'];
const answerJob = (status: Status) => answer('jobs.get', jobAnswer({ status }));

describe('the list of jobs', () => {
  it('keeps the site that was chosen where the names of sites are away', async () => {
    services.answers.delete('accounts.listSites');
    const body = await open('/jobs?site=site_9');
    expect(body).toContain('<option value="site_9" selected>The chosen site</option>');
  });

  it('says when no job fits the filter', async () => {
    answer('jobs.list', pageOf([]));
    expect(await text('/jobs')).toContain('No job fits.');
  });

  it('leads to booking those alone who may book', async () => {
    expect(hrefsOf(await open('/jobs', 'booker'), /^Book a job$/)).toEqual(['/book']);
    for (const role of ['viewer', 'auditor'] as const) {
      expect(hrefsOf(await open('/jobs', role))).not.toContain('/book');
    }
  });
});

describe('a job of a tenant', () => {
  it('shows every part that its role may see', async () => {
    answerJob('delivered');
    answer('tracking.temperature', { ...temperatureAnswer, boxes: [certifiedBox] });
    const body = await open('/jobs/x_01');
    const shown = textOf(body);
    for (const words of [
      ...['Job HC-0001', 'R 123.00 without VAT', 'Ring twice', 'Front desk, +27 11 555 0100'],
      ...['Handover code, Signature', 'On time', 'Booked by the clinic', 'Seal broken'],
      ...['4.2 °C', '98 %', 'driver:drv_01', 'Handed over at the door', 'Staff badge'],
      'BOX-7 2 parcels Mon, 2 Nov 2026, 10:00 to 10:40',
    ]) {
      expect(shown).toContain(words);
    }
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining([
        ...['tel:+27115550100', 'https://api.example.test/files/signature'],
        ...[expect.stringMatching(/\/verify\/POC-/), 'https://api.example.test/t/x'],
      ]),
    );
    expect(asked('temperature')).toEqual([{ id: 'x_01', limit: 1 }]);
    expect(asked('track')).toEqual([{ ref: 'x_01' }]);
  });

  it('is not asked for its proof before it is delivered', async () => {
    expect(await text('/jobs/x_01')).not.toContain('Proof of delivery');
    expect([asked('pod'), asked('certificate')]).toEqual([[], []]);
  });

  it('asks no part that the scopes do not hold', async () => {
    sessions.set('token-of-little', { ...personOf('viewer'), scopes: ['jobs:read'] });
    answerJob('delivered');
    const { statusCode, body } = await get('/jobs/x_01', 'token-of-little');
    expect(statusCode).toBe(200);
    expect(services.callsOfPeople().map(({ action }) => action)).toEqual(['get']);
    for (const part of ['Progress', 'Temperature', 'Chain of custody', 'Proof of delivery']) {
      expect(textsOf(body, 'h2')).not.toContain(part);
    }
  });

  it('says since when there is no position, and counts nothing down', async () => {
    answerJob('in_transit');
    const unseen = { status: 'in_transit', eta_basis: 'schedule', eta_minutes: 22 } as const;
    answer('tracking.track', { ...trackAnswer, ...unseen });
    const shown = await text('/jobs/x_01');
    expect(shown).toMatch(/Not known: no position since [^.]*09:58/);
    expect(shown).toContain('The last estimate was 22 min');
  });

  it.each([
    ['in_transit', 'No reading yet. Readings begin with the collection.'],
    ['delivered', 'No temperature was read on the way.'],
  ] as const)('that is %s without a reading says: %s', async (status, words) => {
    answerJob(status);
    const none = { latest: null, min_c: null, max_c: null, mkt_c: null, excursions: [] };
    answer('tracking.temperature', { ...temperatureAnswer, ...none });
    expect(await text('/jobs/x_01')).toContain(words);
  });

  it('says so where its certificate is not there yet', async () => {
    answerJob('delivered');
    services.answers.set('custody.certificate', () => ({
      refused: { code: 'certificate_pending', detail: 'soon' },
    }));
    expect(await text('/jobs/x_01')).toContain('It is being issued.');
  });
});

describe('the forms of a job', () => {
  const change = 'action="/jobs/x_01"';
  const cancel = 'action="/jobs/x_01/cancel"';
  it.each([
    ['booker', 'booked', true],
    ['admin', 'booked', true],
    ['viewer', 'booked', false],
    ['auditor', 'booked', false],
    ['booker', 'exception', true],
    ['booker', 'collected', false],
    ['booker', 'delivered', false],
    ['booker', 'cancelled', false],
  ] as const)('are there for a %s while it is %s: %s', async (role, status, areThere) => {
    answerJob(status);
    const body = await open('/jobs/x_01', role);
    expect([body.includes(change), body.includes(cancel)]).toEqual([areThere, areThere]);
  });

  it('say the fee of a cancellation before it is sent', async () => {
    expect(textOf(await open('/jobs/x_01', 'booker'))).toContain('cancelling now costs nothing');
  });
});

describe('the handover code', () => {
  it('is shown on its own page alone', async () => {
    answerJob('assigned');
    const body = await open('/jobs/x_01');
    expect(hrefsOf(body)).toContain('/jobs/x_01/code');
    expect(body).not.toContain('040506');
    expect(asked('handoverCode')).toEqual([]);
    expect(await open('/jobs/x_01/code')).toContain('040506');
  });

  it('says until when none is accepted', async () => {
    const locked_until = '2026-11-02T08:15:00.000Z';
    const code = { object: 'handover_code', job_id: 'x_01', code: '040506', locked_until };
    answer('jobs.handoverCode', code);
    expect(await open('/jobs/x_01/code')).toContain(`datetime="${locked_until}"`);
  });

  it('is refused in words where there is none yet', async () => {
    const detail = 'Job HC-0001 is booked: there is no code yet.';
    services.answers.set('jobs.handoverCode', () => ({
      refused: { code: 'invalid_transition', detail },
    }));
    const { statusCode, body } = await get('/jobs/x_01/code', tokenOf('viewer'));
    expect(statusCode).toBe(409);
    expect(textOf(body)).toContain(detail);
  });
});
