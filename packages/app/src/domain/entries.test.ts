import { describe, expect, it } from 'vitest';
import { missingFiles, rangeWarning, readEntries } from './entries.ts';

const nothing = { otp: false, id_check: false, signature: false, photo: false };
const everything = { otp: true, id_check: true, signature: true, photo: true };
const collection = { seal: ' sl-00421', parcels_scanned: '2', box_temperature_c: '4,2' };
const handOver = {
  recipient: 'Intake',
  seal: 'SL-00421',
  handover_code: '123456',
  id_check: 'staff_badge',
};

/** Names of the entries that do not fit. */
const faultsOf = (...form: Parameters<typeof readEntries>) => {
  const read = readEntries(...form);
  return Object.keys('faults' in read ? read.faults : {});
};

describe('entries of a form', () => {
  it('are the fields of the milestone', () => {
    const barcodes = 'P-1\nP-2\nP-1';
    expect(readEntries('collect', { ...collection, barcodes }, nothing)).toEqual({
      fields: {
        seal: 'SL-00421',
        parcels_scanned: 2,
        box_temperature_c: 4.2,
        barcodes: ['P-1', 'P-2'],
      },
    });
  });

  it('are a box by the code on it, and parcels that go in', () => {
    const fields = { identifier: 'BOX-7', parcels: ['P-1', 'P-2'], into: 'CAGE-1' };
    const entries = { identifier: ' box-7 ', parcels: 'P-1\nP-2', into: 'cage-1' };
    expect(readEntries('box', entries, everything)).toEqual({ fields });
    const collected = readEntries('collect', { ...collection, box: 'box-7' }, nothing);
    expect(collected).toMatchObject({ fields: { box: 'BOX-7' } });
  });

  it.each([
    ['frost', '-18.5', -18.5],
    ['frost with a minus sign', '−18', -18],
    ['zero', '0', 0],
  ])('read as a hand-off: %s', (_, box_temperature_c, expected) => {
    const read = readEntries('collect', { ...collection, box_temperature_c }, nothing);
    expect(read).toMatchObject({ fields: { box_temperature_c: expected } });
  });

  it.each([
    ['collect', { ...collection, seal: 'x' }, 'seal'],
    ['collect', { ...collection, seal: '' }, 'seal'],
    ['collect', { ...collection, parcels_scanned: '' }, 'parcels_scanned'],
    ['collect', { ...collection, parcels_scanned: '100' }, 'parcels_scanned'],
    ['collect', { ...collection, parcels_scanned: '1.5' }, 'parcels_scanned'],
    ['collect', { ...collection, box_temperature_c: '4.25' }, 'box_temperature_c'],
    ['collect', { ...collection, box_temperature_c: '91' }, 'box_temperature_c'],
    ['collect', { ...collection, barcodes: 'ü' }, 'barcodes'],
    ['arriving', { eta_minutes: '1441' }, 'eta_minutes'],
    ['scan', { seal: 'SL-00421' }, 'location'],
    ['pickup_failed', { reason: ' ' }, 'reason'],
    ['delivery_failed', { reason: 'x'.repeat(501) }, 'reason'],
    ['incident', { category: '', severity: 'low', description: 'Late' }, 'category'],
    ['incident', { category: 'delay', severity: '', description: 'Late' }, 'severity'],
    ['incident', { category: 'delay', severity: 'low', description: ' ' }, 'description'],
    ['message', { text: ' ' }, 'text'],
    ['message', { text: 'x'.repeat(501) }, 'text'],
    ['box', {}, 'identifier'],
    ['box', { identifier: 'BOX 7' }, 'identifier'],
    ['box', { identifier: 'BOX-7', parcels: 'ü' }, 'parcels'],
    ['deliver', { ...handOver, recipient: '' }, 'recipient'],
    ['deliver', { ...handOver, handover_code: '' }, 'handover_code'],
    ['deliver', { ...handOver, handover_code: '12345' }, 'handover_code'],
    ['deliver', { ...handOver, id_check: '' }, 'id_check'],
  ] as const)('of %s name what does not fit: %o', (type, entries, name) => {
    expect(faultsOf(type, entries, everything)).toEqual([name]);
  });

  it('ask for a code at the collection where the job does', () => {
    const requirements = { ...nothing, pickup_otp: true };
    expect(faultsOf('collect', collection, requirements)).toEqual(['handover_code']);
    const whole = readEntries('collect', { ...collection, handover_code: '123456' }, requirements);
    expect(whole).toMatchObject({ fields: { handover_code: '123456' } });
  });

  it('leave out what the job does not ask for', () => {
    const { recipient, seal } = handOver;
    expect(readEntries('deliver', { recipient, seal }, nothing)).toEqual({
      fields: { recipient, seal },
    });
  });
});

describe('the temperature in the box', () => {
  const cold = { min: 2, max: 8 };
  it.each([
    ['1,9', cold],
    [' 8.1 ', cold],
    ['−3', cold],
    ['4.5', { min: 15, max: 25 }],
    ['-14.9', { min: -25, max: -15 }],
  ])('%s is warned of as soon as it is typed, with the range %j', (text, range) => {
    const warning = `${text.trim()} °C is outside ${range.min} to ${range.max} °C`;
    expect(rangeWarning(text, range)).toContain(warning);
  });

  it('is not warned of in the range, without one, nor where it is none', () => {
    for (const text of ['2', '8,0', '', 'warm']) expect(rangeWarning(text, cold)).toBeUndefined();
    expect(rangeWarning('40', null)).toBeUndefined();
  });
});

describe('scans of a job', () => {
  const seal = 'SL-00421';
  const location = 'Midrand hub';
  const forms = [
    ['collect', collection],
    ['scan', { location, seal }],
    ['deliver', { recipient: 'Intake', seal }],
  ] as const;

  it.each(forms)('are asked for by its policy at %s', (type, entries) => {
    for (const scan of ['seal', 'parcels'] as const) {
      expect(faultsOf(type, entries, { ...nothing, scan })).toEqual(['scans']);
    }
    for (const scan of ['none', undefined] as const) {
      const plain = readEntries(type, { ...entries, scans: 'X' }, { ...nothing, scan });
      expect('fields' in plain && plain.fields).not.toHaveProperty('scans');
    }
  });

  const asksSeal = { ...nothing, scan: 'seal' } as const;
  it.each(forms)('are the codes as read, each once, at %s, or a reason', (type, entries) => {
    const scans = `sl-00421\n\n P 1 \r\nP-2\nP-2`;
    const read = readEntries(type, { ...entries, scans }, { ...nothing, scan: 'parcels' });
    expect(read).toMatchObject({ fields: { seal, scans: ['sl-00421', 'P 1', 'P-2'] } });
    const scan_bypass_reason = 'The label is wet';
    const without = readEntries(type, { ...entries, scan_bypass_reason }, asksSeal);
    expect(without).toMatchObject({ fields: { scan_bypass_reason } });
    expect('fields' in without && without.fields).not.toHaveProperty('scans');
  });

  it.each([
    ['the seal is missing', { scans: 'P-1' }, 'scans'],
    ['one is too long', { scans: 'x'.repeat(129) }, 'scans'],
    ['a reason is too long', { scan_bypass_reason: 'x'.repeat(501) }, 'scan_bypass_reason'],
  ])('are refused by name where %s', (_, entries, name) => {
    expect(faultsOf('collect', { ...collection, ...entries }, asksSeal)).toEqual([name]);
  });

  it('know a seal with and without the identifier of an SSCC', () => {
    const sscc = '360012340000000014';
    for (const onSeal of [sscc, `00${sscc}`]) {
      const scans = onSeal === sscc ? `00${sscc}` : sscc;
      expect(faultsOf('collect', { ...collection, seal: onSeal, scans }, asksSeal)).toEqual([]);
    }
  });

  it('are not asked for at steps that hand nothing over', () => {
    const requirements = { ...nothing, scan: 'parcels' as const };
    expect(readEntries('arriving', { eta_minutes: '5' }, requirements)).toEqual({
      fields: { eta_minutes: 5 },
    });
  });
});

describe('images of a hand-over', () => {
  it.each([
    ['are both missing', [], ['signature', 'photo']],
    ['lack the photo', ['signature'], ['photo']],
    ['are complete', ['photo', 'signature'], []],
  ] as const)('are asked for as required: %s', (_, kinds, missing) => {
    expect(missingFiles('deliver', kinds, everything)).toEqual(missing);
  });

  it('are asked for at the hand-over alone, and where the job requires them', () => {
    expect(missingFiles('collect', [], everything)).toEqual([]);
    expect(missingFiles('deliver', [], nothing)).toEqual([]);
  });
});
