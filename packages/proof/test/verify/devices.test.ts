import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/verify/bundle.ts';
import { bundleChecks } from '../../src/verify/checks.ts';
import type { DeviceClaims } from '../../src/verify/device-signature.ts';
import { report } from '../../src/verify/report.ts';
import { bundleOf, chainOf, type Draft, delivery, job, key, trust } from './bundles.ts';
import { claimsOf, newDevice, type TestDevice } from './device.ts';

const device = await newDevice('cdv_1');
const other = await newDevice('cdv_2');

const photo_sha256 = 'c4'.repeat(32);
const actions: Readonly<Record<string, string>> = {
  collected: 'collect',
  scanned: 'scan',
  delivered: 'deliver',
};

/** Claims of the device that signs an event of the delivery. */
const claimsFor = (draft: Draft, by: TestDevice, index: number): DeviceClaims =>
  claimsOf(by, {
    jti: `key-${index}`,
    job_id: job.id,
    action: actions[draft.type] ?? '',
    at: draft.at,
    seal: draft.seal,
    files: draft.type === 'delivered' ? [`sha256:${photo_sha256}`] : [],
  });

const withDevice = (draft: Draft, by: TestDevice, device_signature: string): Draft => ({
  ...draft,
  details: {
    ...draft.details,
    ...(draft.type === 'delivered' && { photo_sha256 }),
    device_id: by.id,
    device_key: by.thumbprint,
    device_at: '2026-11-02T08:27:13.004Z',
    device_signature,
  },
});

const signedDrafts: readonly Draft[] = await Promise.all(
  delivery.map(async (draft, index) => {
    if (actions[draft.type] === undefined) return draft;
    return withDevice(draft, device, await device.sign(claimsFor(draft, device, index)));
  }),
);

/** Hashed and certified again: only the signatures of the device can contradict. */
const verdictOn = async (drafts: readonly Draft[]) =>
  verifyBundle(await bundleOf(chainOf(job.id, drafts), key), trust);

const changed = (type: string, change: (draft: Draft) => Draft): Draft[] =>
  signedDrafts.map((draft) => (draft.type === type ? change(draft) : draft));
const withDetails = (type: string, details: Record<string, string>): Draft[] =>
  changed(type, (draft) => ({ ...draft, details: { ...draft.details, ...details } }));
const signatureOf = (type: string): string =>
  String(signedDrafts.find((draft) => draft.type === type)?.details?.device_signature);
const draftOf = (type: string): Draft => {
  const draft = delivery.find((each) => each.type === type);
  if (!draft) throw new Error(`the delivery is not ${type}`);
  return draft;
};
const scannedBy = async (by: TestDevice): Promise<Draft[]> => {
  const jws = await by.sign(claimsFor(draftOf('scanned'), by, 9));
  return changed('scanned', (draft) => withDevice(draft, by, jws));
};
const claimed = async (change: Partial<DeviceClaims>, header?: object): Promise<Draft[]> => {
  const claims = { ...claimsFor(draftOf('collected'), device, 2), ...change };
  return withDetails('collected', { device_signature: await device.sign(claims, header) });
};

describe('a chain whose events a device signed', () => {
  it('is verified, and each event names the device that captured and signed it', async () => {
    const verdict = await verdictOn(signedDrafts);
    expect(verdict).toMatchObject({ verified: true, faults: [], devices: { faulty: 0 } });
    expect(verdict.devices.captures.map(({ type, device_id }) => [type, device_id])).toEqual([
      ['collected', 'cdv_1'],
      ['scanned', 'cdv_1'],
      ['delivered', 'cdv_1'],
    ]);
    expect(report(verdict)).toContain(
      'event 3      collected: captured and signed by device cdv_1, its clock 2026-11-02T08:27:13.004Z',
    );
    const check = bundleChecks(verdict).find(({ name }) => name === 'devices');
    expect(check).toMatchObject({ result: 'holds' });
    expect(check?.items[0]).toBe('Event 3 (collected): captured and signed by device cdv_1.');
  });

  it('may have events of two devices, and events without a signature', async () => {
    const drafts = await scannedBy(other);
    expect(await verdictOn(drafts)).toMatchObject({ verified: true, faults: [] });
  });

  it('has no check of devices without one', async () => {
    const verdict = await verdictOn(delivery);
    expect(verdict.devices).toEqual({ captures: [], faulty: 0 });
    expect(bundleChecks(verdict).map(({ name }) => name)).not.toContain('devices');
  });
});

describe('a signature of a device is a fault', () => {
  it.each<[string, () => Draft[] | Promise<Draft[]>, string]>([
    ['that is of another job', () => claimed({ job_id: 'job_2' }), 'another job'],
    ['over another action', () => claimed({ action: 'deliver' }), 'another action'],
    ['over another time', () => claimed({ at: '2026-11-02T08:30:00.001Z' }), 'another time'],
    ['over another seal', () => claimed({ seal: 'SL-00043' }), 'another seal'],
    ['over a file that is not there', () => claimed({ files: [`sha256:${photo_sha256}`] }), 'file'],
    ['of another device', () => claimed({ iss: 'cdv_2' }), 'another device'],
    [
      'with another time of the device',
      () => claimed({ device_at: '2026-11-02T08:00:00Z' }),
      'time',
    ],
    ['of another type', () => claimed({}, { typ: 'at+jwt' }), 'not a svc-action+jwt'],
    ['of another kind of claims', () => claimed({ body: '' }), 'not those of an action'],
    [
      'that is moved from another event',
      () => withDetails('scanned', { device_signature: signatureOf('collected') }),
      'another action',
    ],
    [
      'that is cut off',
      () => withDetails('collected', { device_signature: signatureOf('collected').slice(0, -3) }),
      'cannot be believed',
    ],
    ['by another key', () => withDetails('collected', { device_key: other.thumbprint }), 'key'],
    [
      'that is missing beside its device',
      () => changed('collected', (draft) => ({ ...draft, details: { device_id: 'cdv_1' } })),
      'missing',
    ],
  ])('that was made over something else: %s', async (_, drafts, words) => {
    const verdict = await verdictOn(await drafts());
    expect(verdict.outcome).toBe('tampered');
    expect(verdict.faults.join(' ')).toContain(words);
    expect(bundleChecks(verdict)).toContainEqual(
      expect.objectContaining({ name: 'devices', result: 'fails' }),
    );
  });

  it('that is replayed in a second event', async () => {
    const scan = signedDrafts.find(({ type }) => type === 'scanned');
    const verdict = await verdictOn([...signedDrafts.slice(0, 5), ...(scan ? [scan] : [])]);
    expect(verdict.faults.join(' ')).toContain('replayed');
  });

  it('that is made by a second key of the same device', async () => {
    const verdict = await verdictOn(await scannedBy({ ...other, id: device.id }));
    expect(verdict.faults.join(' ')).toContain('another key elsewhere');
  });
});

describe('whatever is changed in an event that a device signed', () => {
  const bound = ['at', 'type', 'seal', 'device_id', 'device_key', 'device_at', 'photo_sha256'];

  it('is noticed, also when the chain is hashed and certified anew', async () => {
    const value = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.normalize('NFC'));
    const name = fc.constantFrom(...bound);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(actions)),
        name,
        value,
        async (type, member, by) => {
          const drafts = changed(type, (draft) =>
            Object.hasOwn(draft, member)
              ? { ...draft, [member]: by }
              : { ...draft, details: { ...draft.details, [member]: by } },
          );
          fc.pre(JSON.stringify(drafts) !== JSON.stringify(signedDrafts));
          expect((await verdictOn(drafts)).outcome).toBe('tampered');
        },
      ),
      { numRuns: 200, examples: [['collected', 'type', 'toString']] },
    );
  });

  it('is noticed for any character of the signature', async () => {
    const jws = signatureOf('delivered');
    await fc.assert(
      fc.asyncProperty(fc.nat(jws.length - 1), fc.constantFrom(...'aZ0-_.'), async (place, by) => {
        fc.pre(jws[place] !== by);
        const device_signature = jws.slice(0, place) + by + jws.slice(place + 1);
        const verdict = await verdictOn(withDetails('delivered', { device_signature }));
        expect(verdict.outcome).toBe('tampered');
      }),
      { numRuns: 200 },
    );
  });
});
