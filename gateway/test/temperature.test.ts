import { type TemperatureChart, tracking } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import recorded from '../src/docs/answers-live.json' with { type: 'json' };
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { chart } from './temperatures.ts';

const gateway = await gatewayUnderTest();
const authorization = `Bearer ${await gateway.issuer.token({ scopes: ['temperature:read'] })}`;
const url = '/v1/jobs/job_1/temperature';
const get = (accept: string, path = url) =>
  gateway.app.inject({ url: path, headers: { authorization, accept } });

const all = Array.from({ length: 5 }, (_, i) => ({
  device_id: i === 4 ? '=HYPERLINK("x"),1' : 'probe-1',
  seq: i + 1,
  at: `2026-11-02T09:0${i}:00.000Z`,
  temperature_c: -18.5 + i,
  calibrated_until: i === 3 ? null : '2027-06-30',
}));

/** Two readings a page, as tracking tells them. */
function pageAfter(starting_after: unknown) {
  const first = starting_after === undefined ? 0 : Number(starting_after);
  const next = first + 2 < all.length ? String(first + 2) : null;
  return { readings: all.slice(first, first + 2), has_more: next !== null, next };
}

const trace = recorded.getTemperature;
const startingAfter = ({ input }: { input: unknown }) => Object(input).starting_after;
gateway.services.answers.set('tracking.temperature', (call) => ({
  ok: { ...trace, ...pageAfter(startingAfter(call)) },
}));

describe('the temperatures of a job', () => {
  it('come as JSON, a page at a time', async () => {
    const response = await get('*/*', `${url}?limit=2&starting_after=2`);
    expect(response.headers.vary).toBe('accept');
    expect(response.json()).toMatchObject({ ...trace, ...pageAfter('2') });
    expect(gateway.services.calls.at(-1)?.input).toEqual({
      id: 'job_1',
      limit: 2,
      starting_after: '2',
    });
  });

  it('come as CSV, all pages in one table, with nothing that a spreadsheet would compute', async () => {
    const response = await get('text/csv');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.body.split('\r\n')).toEqual([
      'device_id,seq,at,temperature_c,calibrated_until',
      'probe-1,1,2026-11-02T09:00:00.000Z,-18.5,2027-06-30',
      'probe-1,2,2026-11-02T09:01:00.000Z,-17.5,2027-06-30',
      'probe-1,3,2026-11-02T09:02:00.000Z,-16.5,2027-06-30',
      'probe-1,4,2026-11-02T09:03:00.000Z,-15.5,',
      `"'=HYPERLINK(""x""),1",5,2026-11-02T09:04:00.000Z,-14.5,2027-06-30`,
      '',
    ]);
  });

  it.each(['text/csv', 'image/svg+xml', 'application/json'])(
    'are refused as a problem with Accept: %s',
    async (accept) => {
      const refusing = await gatewayUnderTest();
      for (const action of ['temperature', 'temperatureChart']) {
        refusing.services.answers.set(`tracking.${action}`, () => ({
          refused: { code: 'job_not_found', detail: 'No such job.' },
        }));
      }
      const token = await refusing.issuer.token({ scopes: ['temperature:read'] });
      const headers = { authorization: `Bearer ${token}`, accept };
      expect(codeIn(await refusing.app.inject({ url, headers }))).toBe('job_not_found');
    },
  );
});

describe('the chart', () => {
  const drawn = async (output: TemperatureChart | null) => {
    gateway.services.answers.set('tracking.temperatureChart', () => ({
      ok: tracking.actions.temperatureChart.output.parse(output),
    }));
    return get('image/svg+xml');
  };

  it('shows range band, excursions and gaps, and says so in words', async () => {
    const response = await drawn(chart);
    expect(response.headers['content-type']).toBe('image/svg+xml');
    const svg = response.body;
    // Each in the plot and in the legend.
    expect(svg.match(/class="band"/g)).toHaveLength(2);
    expect(svg.match(/class="excursion"/g)).toHaveLength(2);
    expect(svg.match(/class="gap"/g)).toHaveLength(2);
    expect(svg.match(/<polyline class="line"/g), 'cut where the probe was silent').toHaveLength(2);
    expect(svg.match(/<circle class="dot"/g), 'a reading alone, the lowest').toHaveLength(2);
    expect(svg, 'the highest').toMatch(/<circle class="dot out"[^\n]*>11.2°</);
    expect(svg).toContain('>▼ 10 min<');
    expect(svg).toContain(
      'aria-label="Temperatures from 4 to 11.2 °C, to be kept between 2 and 8 °C; 1 excursion, 1 gap in the readings."',
    );
    // 09:00 UTC is 11:00 in South Africa.
    expect(svg).toContain('2 Nov, 11:00');
  });

  it('keeps everything inside its sheet', async () => {
    const { body } = await drawn(chart);
    const numbers = [...body.matchAll(/ (?:x|y|x1|x2|y1|y2|cx|cy|width|height)="([^"]*)"/g)];
    expect(numbers.length).toBeGreaterThan(20);
    for (const [, value] of numbers) {
      const number = Number(value?.replace('%', ''));
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThanOrEqual(value?.endsWith('%') ? 100 : 640);
    }
  });

  it.each([
    ['before collection', null],
    ['without readings', { ...chart, series: [], gaps: [], excursions: [] }],
  ])('says that nothing was told %s', async (_when, output) => {
    const { body } = await drawn(output);
    expect(body).toContain('aria-label="No temperatures were told."');
    expect(body).not.toContain('NaN');
  });
});

it('an answer that is none is our fault, and said so', async () => {
  gateway.services.answers.set('tracking.temperatureChart', () => ({ ok: { series: 'none' } }));
  expect(codeIn(await get('image/svg+xml'))).toBe('internal');
});
