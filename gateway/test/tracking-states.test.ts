/** What a tracking page says of a job, state by state. */
import { statuses } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { chart } from './temperatures.ts';
import { carrierEnv, openTracked, type Tracked } from './tracking-record.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: carrierEnv });
});
const open = (changes: Partial<Tracked> = {}) => openTracked(gateway, changes);
const headlineIn = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1];
const stepIn = (body: string) => /aria-current="step">(.*?)<\/li>/.exec(body)?.[1] ?? '';
const event = (type: string, time = '07:40', note = '') => ({
  at: `2026-11-02T${time}:00.000Z`,
  type,
  note,
  seal: null,
});
const events = (...types: string[]) => types.map((type) => event(type, '06:00'));
const exception = {
  reason: 'seal_broken',
  reason_detail: 'The seal is not the one that was expected.',
  at: '2026-11-02T07:40:00.000Z',
  next_step: 'seal_check',
  next_step_detail: 'The carrier holds the parcels.',
} as const;
const warmSince = '2026-11-02T07:55:00.000Z';
const warm = { temperature_c: 11.84, at: '2026-11-02T07:59:00.000Z', since: warmSince };
const latest = { ...warm, device_id: 'probe-1', out_of_range_since: warmSince };
const line: [number, number][] = [[Date.parse(chart.from), 5]];
const calm = { ...chart, latest: null, series: [{ device_id: 'probe-1', lines: [line] }] };
const overdue = { sla_status: 'overdue', minutes_late: 125 } as const;
const atRisk = { sla_status: 'at_risk', eta_minutes: 75 } as const;
const unseen = { eta_basis: 'schedule', position_at: '2026-11-02T07:47:00.000Z' } as const;
const delivered = { status: 'delivered', delivered_at: '2026-11-02T09:11:00.000Z' } as const;
const noted = 'Temperature out of range for 7 minutes';
const excursion = [event('collected', '07:30'), event('temperature_excursion', '07:40', noted)];

const dueBy = 'Due at Central laboratory by 11:00.';
const isCounted = /Expected|any minute|class="eta"/i;

/** State, what is said of it, and what is not. */
const sentences: [Partial<Tracked>, (string | RegExp)[], RegExp?][] = [
  [{ status: 'booked' }, [dueBy]],
  [{ status: 'assigned' }, [dueBy]],
  [{ status: 'en_route_pickup' }, [dueBy]],
  [{ status: 'collected' }, ['in 25 min']],
  [{ status: 'exception' }, ['the carrier is looking after it. Due at 11:00.']],
  [{ ...delivered, delivered_at: '2026-11-02T08:41:00.000Z' }, ['Delivered 10:41 handed over ']],
  [{ status: 'cancelled' }, ['This delivery will not take place.']],
  [{ eta_minutes: 0 }, ['Any minute Expected at Central laboratory']],
  [{ eta_minutes: 89 }, ['in 89 min']],
  [{ eta_minutes: 150 }, ['12:30 in 3 hours', 'About 9.7 km to go']],
  [unseen, ['No position since 09:47. The last estimate was 25 min.'], isCounted],
  [{ ...unseen, eta_minutes: 0 }, ['No position since 09:47. Due at 11:00.'], isCounted],
  [
    { ...unseen, position_at: null },
    ['No position yet. The last estimate was 25 min. Due at 11:00.'],
    isCounted,
  ],
  [
    { out_of_range: warm },
    [
      'Out of range now: 11.8 °C. Since 09:55 (5 min), read at 09:59, to be kept between 2 and 8 °C.',
      'Call Swift Couriers, +27 11 555 0100',
    ],
  ],
  // Never rounded into the range.
  [{ out_of_range: { ...warm, temperature_c: 8.04 } }, ['Out of range now: 8.04 °C']],
  [{ ...delivered, events: excursion }, [`The temperature was out of range. ${noted}`]],
  [
    { temperature: { ...chart, latest, excursions: [] } },
    [
      '11.8 °C last reading, 09:59, out of range since 09:55',
      'out of range at the last reading, 11.8 °C, for 4 min; no excursion yet',
      'Out of range',
    ],
  ],
  // The marks that are there, and no others.
  [{ temperature: chart }, ['Range 2 to 8 °C', 'Out of range', '▼ Excursion', 'No readings']],
  [{ temperature: { ...calm, gaps: [], excursions: [] } }, ['Range 2 to 8 °C'], /▼|No readings/],
  [
    { ...overdue, status: 'en_route_pickup' },
    ['Late by 2 h 5 min. It was due at 11:00. There is no time of arrival yet.'],
  ],
  [overdue, ['10:25 in 25 min', 'Late by 2 h 5 min.'], /no time of arrival/],
  [atRisk, ['May be late. It is due at 11:00. It is expected 15 min later.']],
  [{ ...atRisk, status: 'assigned' }, ['The time that is left is shorter than the way.']],
  [
    { ...delivered, sla_status: 'missed', minutes_late: 11 },
    ['11:11 handed over, 11 min late'],
    /At the hand-over/,
  ],
  [{ sla_status: 'met' }, [], /Late|May be late/],
  [
    { status: 'exception', exception },
    [
      'Held: the seal does not match',
      'The carrier holds the parcels. Due at 11:00.',
      'Interrupted. The seal is not the one that was expected. ( 09:40)',
    ],
  ],
  // The rule of a cancel fee is for the sender.
  [
    { status: 'cancelled', events: [event('cancelled', '07:00', '50 % of the base price')] },
    ['so far Cancelled 09:00'],
  ],
  // What the job asks for and carries, and nothing else.
  [
    { requirements: { otp: true, id_check: true, signature: true, photo: true } },
    [
      'The 6-digit handover code, for the courier. Someone to sign for the parcels.',
      'Proof of age or identity: the courier checks it. The courier photographs the hand-over.',
      'The box comes closed, with seal SL-00421.',
      'Into the fridge immediately: keep between 2 and 8 °C.',
    ],
  ],
  [
    { requirements: { otp: false, id_check: false, signature: false, photo: false } },
    ['Into the fridge immediately'],
    /code|sign for|identity|photographs/,
  ],
  [{ range_c: [15, 25] }, ['Store at room temperature: keep between 15'], /fridge|sign for/],
  [{ range_c: [-25, -15] }, ['Into the freezer immediately']],
  [{ range_c: [1, 10] }, ['Into the fridge immediately: keep between 1 and 10 °C.']],
  [{ range_c: [8, 15] }, ['Store immediately: keep between 8 and 15 °C.']],
  [{ range_c: null, events: [] }, [], /At the hand-over/],
  [{ status: 'exception' }, [], /At the hand-over/],
  // People and places have one name each.
  [
    {
      events: [
        event('assigned', '06:10', 'Driver assigned'),
        event('arriving_pickup', '06:30', 'Driver arriving at pickup'),
        event('pickup_failed', '06:40', 'Pickup failed'),
        event('delivery_failed', '06:55', 'Handover failed; parcels are being returned'),
      ],
    },
    [],
    /\b(?:driver|pickup|handover)\b/i,
  ],
];

describe('the tracking page', () => {
  it.each(sentences)(
    'says of a job with %o: %j',
    async (changes, says, lacks = /undefined|NaN/) => {
      const { text } = await open(changes);
      for (const words of says) expect(text).toContain(words);
      expect(text).not.toMatch(lacks);
    },
  );

  it('names the day of what was not today', async () => {
    gateway.clock.set('2026-11-03T08:00:00.000Z');
    expect((await open()).text).toContain('Collected Mon, 2 Nov 2026, 09:30');
  });

  it('of a job that was brought back is finished: no courier, no dot, no alarm', async () => {
    const { text, body } = await open({
      status: 'exception',
      exception: { ...exception, reason: 'delivery_failed', next_step: 'none' },
      returned_at: '2026-11-02T07:50:00.000Z',
      sla_status: null,
      eta_minutes: 0,
      events: [event('collected', '07:10'), event('departed', '07:20'), event('returned', '07:50')],
    });
    expect(headlineIn(body)).toBe('Returned to sender');
    expect(text).toContain('They are back at North clinic since 09:50.');
    expect(body).not.toMatch(/Naledi|CA 123-456|Courier, last|class="alerts"|aria-current/);
    expect(body).toMatch(/<li class="done">Returned to sender/);
    expect(text).not.toContain('Due at 11:00');
  });

  it.each(['delivered', 'cancelled'] as const)(
    'no longer shows courier and position once %s',
    async (status) => {
      const { body } = await open({ status });
      expect(body).not.toMatch(/Naledi|CA 123-456|files\/photo|Courier, last/);
    },
  );

  it.each([
    [['booked'], 1],
    [['booked', 'assigned', 'collected'], 3],
    [['booked', 'assigned', 'en_route_pickup', 'collected', 'departed', 'delivered'], 6],
  ])('of an exception shows how far it had come: %j', async (types, done) => {
    const { body } = await open({ status: 'exception', events: events(...types) });
    expect(body.match(/<li class="done"/g) ?? []).toHaveLength(done);
    expect(body.match(/<li class="halt" aria-current="step">Interrupted</g)).toHaveLength(1);
  });

  it('of a return ticks no step that never happened', async () => {
    const { body } = await open({ status: 'collected', events: events('booked', 'collected') });
    expect(body).toContain('<li class="done">Booked');
    expect(body).not.toMatch(/Courier assigned|On the way to the pick-up/);
  });

  it('highlights the step that its headline names', async () => {
    for (const status of statuses.slice(0, statuses.indexOf('in_transit') + 1)) {
      const { body } = await open({ status });
      expect(headlineIn(body)?.toLowerCase()).toContain(stepIn(body).toLowerCase());
      expect(stepIn(body), status).not.toBe('');
    }
  });

  it('writes no words across the line of its chart', async () => {
    const { body } = await open({ temperature: chart });
    const words = [...body.matchAll(/<text [^>]*y="([\d.]+)"[^>]*>([^<]*)</g)];
    const inside = words.filter(([, y]) => Number(y) > 20 && Number(y) < 172);
    // Degrees stand left of the plot; a gap is a box without a line.
    expect(inside.filter(([, , text]) => !/°$|no readings/.test(text ?? ''))).toEqual([]);
  });

  it('has reference, date, sender and carrier in every state, and no ids', async () => {
    const contact = { phone: '(011) 555-0199', email: 'desk@acme.example' };
    gateway.services.answers.set('accounts.tenantContact', ({ input }) => {
      expect(input).toEqual({ tenant_id: 'ten_acme' });
      return { ok: { contact } };
    });
    for (const status of statuses) {
      const { text, body } = await open({ status });
      for (const shown of [
        'Reference SVC-0123ABCD',
        'Booked Mon, 2 Nov 2026, 08:00',
        'Due Mon, 2 Nov 2026, 11:00',
        'Sender Acme Clinics (011) 555-0199 desk@acme.example',
        'Carrier Swift Couriers +27 11 555 0100',
      ]) {
        expect(text, status).toContain(shown);
      }
      expect(body).toContain('href="tel:0115550199"');
      expect(body).toContain('href="mailto:desk@acme.example"');
      expect(body).not.toMatch(/ten_acme|job_acme1|drv_|veh_/);
    }
    const asked = () => gateway.services.calls.filter(({ action }) => action === 'tenantContact');
    expect(asked()).toHaveLength(1);
    gateway.clock.advanceMs(60_000);
    await open();
    expect(asked()).toHaveLength(2);
  });

  it('is there without the sender’s contact and the certificates', async () => {
    for (const action of ['accounts.tenantContact', 'custody.issuedCertificates']) {
      gateway.services.answers.set(action, () => ({ fault: 'unavailable' }));
    }
    expect((await open({ status: 'delivered' })).text).toContain('Sender Acme Clinics Carrier');
  });

  it('of a delivery leads to its certificates, and says which are to come', async () => {
    await open();
    const asked = gateway.services.calls.filter(({ action }) => action === 'issuedCertificates');
    expect(asked).toEqual([]);
    const issued = (...certificates: object[]) =>
      gateway.services.answers.set('custody.issuedCertificates', ({ input }) => {
        expect(input).toEqual({ tenant_id: 'ten_acme', job_id: 'job_acme1' });
        return { ok: { certificates } };
      });
    const certificate = (id: string, type: string) => ({
      ...{ id, type, verify_url: `https://api.example.test/verify/${id}` },
    });
    const custody = certificate('POC-0123456789', 'proof_of_custody');
    issued();
    expect((await open(delivered)).text).toContain('The certificate is being issued.');
    issued(custody);
    expect((await open(delivered)).text).toContain('The proof of cold chain follows');
    expect((await open({ ...delivered, range_c: null })).text).not.toContain('cold chain');
    issued(custody, certificate('PCC-0123456789', 'proof_of_cold_chain'));
    const { body } = await open(delivered);
    for (const [id, kind] of [
      ['POC-0123456789', 'custody'],
      ['PCC-0123456789', 'cold chain'],
    ]) {
      expect(body).toContain(`href="/verify/${id}">Proof of ${kind} ${id}</a>`);
    }
    expect(body).not.toContain('follows some minutes');
  });
});
