/** Exceptional and final states of the tracking page. */
import { type Status, statuses } from '@svc/contracts';
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
const exception = {
  reason: 'seal_broken',
  reason_detail: 'The seal is not the one that was expected.',
  at: '2026-11-02T07:40:00.000Z',
  next_step: 'seal_check',
  next_step_detail: 'The carrier holds the parcels.',
} as const;

describe('a temperature that is out of range', () => {
  const out_of_range = {
    temperature_c: 11.84,
    at: '2026-11-02T07:59:00.000Z',
    since: '2026-11-02T07:55:00.000Z',
  };

  it('is said at once, with value and since when, to everybody who may track', async () => {
    const { text } = await open({ out_of_range });
    expect(text).toContain(
      'Out of range now: 11.8 °C. Since 09:55 (5 min), read at 09:59, to be kept',
    );
    expect(text).toContain('between 2 and 8 °C.');
    expect(text).toContain('Questions: Swift Couriers +27 11 555 0100');
  });

  it('is never rounded into the range', async () => {
    const { text } = await open({ out_of_range: { ...out_of_range, temperature_c: 8.04 } });
    expect(text).toContain('Out of range now: 8.04 °C');
  });

  it('stays said when it was an excursion and is over', async () => {
    const note = 'Temperature out of range for 7 minutes';
    const { text, body } = await open({
      status: 'delivered',
      delivered_at: '2026-11-02T07:50:00.000Z',
      events: [event('collected', '07:30'), event('temperature_excursion', '07:40', note)],
    });
    expect(text).toContain(
      'The temperature was out of range. Temperature out of range for 7 minutes',
    );
    expect(body).toContain('<li class="alarming">Temperature out of range for 7 minutes');
  });

  it('shows the last reading as a figure, and the line changes where it is out', async () => {
    const latest = {
      device_id: 'probe-1',
      at: '2026-11-02T07:59:00.000Z',
      temperature_c: 11.84,
      out_of_range_since: '2026-11-02T07:55:00.000Z',
    };
    const { text, body } = await open({ temperature: { ...chart, latest, excursions: [] } });
    expect(text).toContain('11.8 °C last reading, 09:59, out of range since 09:55');
    expect(text).toContain(
      'out of range at the last reading, 11.8 °C, for 4 min; no excursion yet',
    );
    expect(body).toContain('<polyline class="line out"');
    expect(body).toContain('Red, thick line: out of range.');
  });
});

describe('the chart', () => {
  it('names the marks that are there, and no others', async () => {
    const all = await open({ temperature: chart });
    for (const mark of ['Green band', 'thick line', '▼: excursion', 'Dashed box']) {
      expect(all.text).toContain(mark);
    }
    const { from, to, range_c } = chart;
    const series = [{ device_id: 'probe-1', lines: [[[Date.parse(from), 5] as [number, number]]] }];
    const calm = { from, to, range_c, latest: null, series, gaps: [], excursions: [] };
    const { text } = await open({ temperature: calm });
    expect(text).toContain('Green band: range 2 to 8 °C.');
    expect(text).not.toMatch(/thick line|▼|Dashed box/);
  });

  it('writes no words across the line', async () => {
    const { body } = await open({ temperature: chart });
    const words = [...body.matchAll(/<text [^>]*y="([\d.]+)"[^>]*>([^<]*)</g)];
    const inside = words.filter(([, y]) => Number(y) > 20 && Number(y) < 172);
    // Degrees stand left of the plot; a gap is a box without a line.
    expect(inside.filter(([, , text]) => !/°$|no readings/.test(text ?? ''))).toEqual([]);
  });
});

describe('a job that is late', () => {
  it('says so and by how much while it waits', async () => {
    const { text } = await open({
      status: 'en_route_pickup',
      sla_status: 'overdue',
      minutes_late: 31,
    });
    expect(text).toContain('Late by 31 min. It was due at 11:00. There is no time of arrival yet.');
  });

  it('still says when it is expected while it moves', async () => {
    const { text } = await open({ sla_status: 'overdue', minutes_late: 125 });
    expect(text).toContain('Expected at about 10:25 (in 25 min)');
    expect(text).toContain('Late by 2 h 5 min. It was due at 11:00.');
    expect(text).not.toContain('no time of arrival');
  });

  it.each([
    ['in_transit', 'May be late. It is due at 11:00. It is expected 15 min later.'],
    ['assigned', 'May be late. It is due at 11:00. The time that is left is shorter than the way.'],
  ] as const)('says that it is at risk: %s', async (status, words) => {
    const { text } = await open({ status, sla_status: 'at_risk', eta_minutes: 75 });
    expect(text).toContain(words);
  });

  it('says so of a delivery too', async () => {
    const delivered_at = '2026-11-02T09:11:00.000Z';
    const { text } = await open({
      status: 'delivered',
      delivered_at,
      sla_status: 'missed',
      minutes_late: 11,
    });
    expect(text).toContain('Handed over at 11:11, 11 min late.');
    expect(text).not.toContain('Questions:');
  });

  it.each(['on_time', 'met'] as const)('says nothing of one that is %s', async (sla_status) => {
    expect((await open({ sla_status })).body).not.toContain('class="alerts"');
  });
});

describe('a job that is interrupted', () => {
  it('says why, what the carrier does, and whom to call', async () => {
    const { text, body } = await open({ status: 'exception', exception });
    expect(headlineIn(body)).toBe('Held: the seal does not match');
    expect(text).toContain('The carrier holds the parcels. Due at 11:00.');
    expect(text).toContain('Interrupted. The seal is not the one that was expected. ( 09:40)');
    expect(body).toContain('<a href="tel:+27115550100">+27 11 555 0100</a>');
  });

  it('and brought back is finished: no courier, no dot, no alarm', async () => {
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
});

describe('every tracking page', () => {
  it.each(statuses)('has reference, date, sender and carrier: %s', async (status: Status) => {
    gateway.services.answers.set('accounts.tenantContact', ({ input }) => {
      expect(input).toEqual({ tenant_id: 'ten_acme' });
      return { ok: { contact: { phone: '(011) 555-0199', email: 'desk@acme.example' } } };
    });
    const { text, body } = await open({ status });
    for (const shown of [
      'Reference SVC-0123ABCD',
      'Booked Mon, 2 Nov 2026, 08:00',
      'Due Mon, 2 Nov 2026, 11:00',
      'Sender Acme Clinics (011) 555-0199 desk@acme.example',
      'Carrier Swift Couriers +27 11 555 0100',
    ]) {
      expect(text).toContain(shown);
    }
    expect(body).toContain('href="tel:0115550199"');
    expect(body).toContain('href="mailto:desk@acme.example"');
  });

  it('names neither tenant, job nor crew by their ids', async () => {
    expect((await open({ status: 'delivered' })).body).not.toMatch(/ten_acme|job_acme1|drv_|veh_/);
  });

  it('is there without the sender’s contact and the certificates', async () => {
    for (const action of ['accounts.tenantContact', 'custody.issuedCertificates']) {
      gateway.services.answers.set(action, () => ({ fault: 'unavailable' }));
    }
    expect((await open({ status: 'delivered' })).text).toContain('Sender Acme Clinics Carrier');
  });

  it('asks for a contact once a minute', async () => {
    await open();
    await open();
    const callCount = () =>
      gateway.services.calls.filter(({ action }) => action === 'tenantContact').length;
    expect(callCount()).toBe(1);
    gateway.clock.advanceMs(60_000);
    await open();
    expect(callCount()).toBe(2);
  });

  it.each(['booked', 'assigned', 'en_route_pickup', 'collected', 'in_transit'] as const)(
    'highlights the step that its headline names: %s',
    async (status) => {
      const { body } = await open({ status });
      expect(headlineIn(body)?.toLowerCase()).toContain(stepIn(body).toLowerCase());
      expect(stepIn(body)).not.toBe('');
    },
  );

  it('calls people and places by one name each', async () => {
    const { text } = await open({
      events: [
        event('assigned', '06:10', 'Driver assigned'),
        event('en_route_pickup', '06:20', 'Driver on the way to pickup'),
        event('arriving_pickup', '06:30', 'Driver arriving at pickup'),
        event('pickup_failed', '06:40', 'Pickup failed'),
        event('arriving_dropoff', '06:50', 'Driver arriving at drop-off'),
        event('delivery_failed', '06:55', 'Handover failed; parcels are being returned'),
      ],
    });
    expect(text).not.toMatch(/\b(?:driver|pickup|handover)\b/i);
  });

  it('says how far there is to go', async () => {
    expect((await open()).text).toContain('About 9.7 km to go.');
  });
});
