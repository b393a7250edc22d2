import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import recorded from '../src/docs/answers-live.json' with { type: 'json' };
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { chart } from './temperatures.ts';
import { readable, tracked } from './tracking-record.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});
const open = async (url: string) => {
  const { body } = await gateway.app.inject({ url, headers: { accept: 'text/html' } });
  return { body, text: readable(body) };
};

const token = 'a-token-of-22-letters-x';
const key = 'k5zz.0123456789abcdef';

it('the tracking page shows the chart to every holder of a page link, now and in its stream', async () => {
  const answer = (status: 'in_transit' | 'cancelled') =>
    gateway.services.answers.set('tracking.trackByToken', () => ({
      ok: tracked({ temperature: chart, status }),
    }));
  answer('in_transit');
  const { body, text } = await open(`/t/${token}?temperature=${key}`);
  expect(body.match(/<polyline class="line"/g)).toHaveLength(2);
  expect(text).toContain('Temperatures from 4 to 11.2 °C, to be kept between 2 and 8 °C;');
  expect(text).toContain('Out of range for 10 minutes, 9 to 11.2 °C');
  expect(text).toContain('No readings Mon, 2 Nov 2026, 11:40 to Mon, 2 Nov 2026, 12:00');
  expect(body, 'no style but that of the page takes effect').not.toContain('style="');
  answer('cancelled');
  const { body: streamed } = await open(`/t/${token}/events?temperature=${key}`);
  expect(streamed).toContain('Out of range for 10 minutes');
  const asked = gateway.services.calls.filter(({ action }) => action === 'trackByToken');
  const input = { token, temperature_key: key };
  expect(asked.map((call) => call.input)).toEqual([input, input]);
});

describe('the page of a cold-chain certificate', () => {
  const { certificate } = recorded.getTemperatureBundle;
  const { id, job_id } = certificate;
  const { from, to, gaps, excursions } = chart;
  const cold = {
    ...{ ...certificate.cold_chain, from, to, gaps, excursions, result: 'excursion' },
    ...{ min_c: 4, max_c: 11.2, mkt_c: 6.123, coverage: 0.6666 },
    sensors: [
      { device_id: 'probe-1', calibrated_until: '2027-06-30' },
      { device_id: 'probe-2', calibrated_until: null },
    ],
  };
  const shown = async (changes: object = {}, drawn: Reply = { ok: chart }) => {
    const proof = { certificate_jws: 'a.b.c', events: [], chain_intact: true, jwks: { keys: [] } };
    gateway.services.answers.set('custody.publicProof', () => ({
      ok: { ...proof, certificate: { ...certificate, cold_chain: { ...cold, ...changes } } },
    }));
    gateway.services.answers.set('tracking.sealedChart', () => drawn);
    return open(`/verify/${id}`);
  };

  it('tells the result, the figures and the probes, and draws the certified readings', async () => {
    const { text, body } = await shown();
    for (const part of [
      `Proof of cold chain ${id}`,
      'an excursion',
      'Range to be kept 2 to 8 °C',
      'Collected Mon, 2 Nov 2026, 11:00',
      'Handed over Mon, 2 Nov 2026, 12:00',
      'Coldest, warmest 4 °C, 11.2 °C',
      'Mean kinetic temperature 6.1 °C',
      'Watched 66.66 % of the time',
      'Excursions, gaps 1, 1',
      'Probe probe-1 in calibration until 2027-06-30',
      'Probe probe-2 calibration not told',
      'Out of range for 10 minutes, 9 to 11.2 °C',
    ]) {
      expect(text).toContain(part);
    }
    expect(body).toContain('class="band"');
    const asked = gateway.services.calls.find(({ action }) => action === 'sealedChart');
    const { readings_digest } = certificate.cold_chain;
    expect(asked?.input).toEqual({ job_id, readings_digest, decision: null });
  });

  it.each([
    ['in_range', 'In range wherever it was watched: 66.66 % of the time.', 'yes'],
    ['insufficient_data', 'nobody can say that the range was kept', 'no'],
    ['uncalibrated', 'nobody has shown to be in calibration', 'no'],
  ] as const)('says plainly what %s means', async (result, words, mark) => {
    const { text, body } = await shown({ result, min_c: null, max_c: null, mkt_c: null });
    expect(text).toContain(words);
    expect(text).toContain('Mean kinetic temperature unknown');
    expect(body).toContain(`<h2>Temperature</h2>\n<p class="verdict ${mark}">`);
  });

  it('is complete without the chart', async () => {
    for (const drawn of [{ ok: null }, { fault: 'unavailable' }] as const) {
      const { text } = await shown({}, drawn);
      expect(text).toContain('Out of range for 10 minutes, 9 to 11.2 °C');
    }
  });
});
