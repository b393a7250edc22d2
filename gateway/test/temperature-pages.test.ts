import type { ColdChain } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('the tracking page', () => {
  const inputs = () =>
    gateway.services.calls.filter(({ action }) => action === 'trackByToken').map((c) => c.input);

  it('shows the chart to every holder of a page link, in words too', async () => {
    gateway.services.answers.set('tracking.trackByToken', () => ({
      ok: tracked({ temperature: chart }),
    }));
    const { body, text } = await open(`/t/${token}?temperature=${key}`);
    expect(inputs()).toEqual([{ token, temperature_key: key }]);
    expect(body.match(/<polyline class="line"/g)).toHaveLength(2);
    expect(text).toContain('Temperatures from 4 to 11.2 °C, to be kept between 2 and 8 °C;');
    expect(text).toContain('Out of range for 10 minutes, 9 to 11.2 °C');
    expect(text).toContain('No readings Mon, 2 Nov 2026, 11:40 to Mon, 2 Nov 2026, 12:00');
    expect(body, 'no style but that of the page takes effect').not.toContain('style="');
  });

  it('asks with the same key for what changes', async () => {
    gateway.services.answers.set('custody.issuedCertificates', () => ({
      ok: { certificates: [{ id: 'POC-0123456789', type: 'proof_of_custody', verify_url: '' }] },
    }));
    gateway.services.answers.set('tracking.trackByToken', () => ({
      ok: tracked({ temperature: chart, status: 'delivered' }),
    }));
    const { body } = await open(`/t/${token}/events?temperature=${key}`);
    expect(inputs()).toEqual([{ token, temperature_key: key }]);
    expect(body).toContain('Out of range for 10 minutes');
  });
});

describe('the page of a cold-chain certificate', () => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const cold: ColdChain = {
    range_c: [2, 8],
    from: chart.from,
    to: chart.to,
    min_c: 4,
    max_c: 11.2,
    mkt_c: 6.123,
    coverage: 0.6666,
    gaps: chart.gaps,
    excursions: chart.excursions,
    sensors: [
      { device_id: 'probe-1', calibrated_until: '2027-06-30' },
      { device_id: 'probe-2', calibrated_until: null },
    ],
    readings_digest: hash,
    result: 'excursion',
  };
  const shown = async (changes: Partial<ColdChain> = {}, drawn: typeof chart | null = chart) => {
    const certificate = {
      id: 'PCC-0123456789',
      object: 'certificate',
      type: 'proof_of_cold_chain',
      job_id: 'job_1',
      issued_at: '2026-11-02T10:03:00.000Z',
      custody: { events: 0, seal: null, chain_hash: hash },
      verify_url: 'https://api.example.test/verify/PCC-0123456789',
      related: ['POC-0123456789'],
      cold_chain: { ...cold, ...changes },
    };
    const proof = { certificate, certificate_jws: 'a.b.c', events: [], chain_intact: true };
    gateway.services.answers.set('custody.publicProof', () => ({
      ok: { ...proof, jwks: { keys: [] } },
    }));
    gateway.services.answers.set('tracking.sealedChart', () => ({ ok: drawn }));
    return open('/verify/PCC-0123456789');
  };

  it('tells the result, the figures and the probes, and draws the certified readings', async () => {
    const { text, body } = await shown();
    for (const part of [
      'Proof of cold chain PCC-0123456789',
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
    expect(gateway.services.calls.find(({ action }) => action === 'sealedChart')?.input).toEqual({
      job_id: 'job_1',
      readings_digest: hash,
      decision: null,
    });
  });

  it.each([
    ['in_range', 'In range from collection to hand-over.', 'yes'],
    ['insufficient_data', 'nobody can say that the range was kept', 'no'],
    ['uncalibrated', 'nobody has shown to be in calibration', 'no'],
  ] as const)('says plainly what %s means', async (result, words, mark) => {
    const { text, body } = await shown({ result, min_c: null, max_c: null, mkt_c: null });
    expect(text).toContain(words);
    expect(text).toContain('Mean kinetic temperature unknown');
    expect(body).toContain(`<h2>Temperature</h2>\n<p class="verdict ${mark}">`);
  });

  it('is complete without the chart', async () => {
    for (const { text } of [await shown({}, null), await withoutTracking()]) {
      expect(text).toContain('Out of range for 10 minutes, 9 to 11.2 °C');
    }
  });
  const withoutTracking = async () => {
    await shown({}, null);
    gateway.services.answers.set('tracking.sealedChart', () => ({ fault: 'unavailable' }));
    return open('/verify/PCC-0123456789');
  };
});
