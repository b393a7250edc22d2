/** Links of public pages: from a delivery to its certificates, from a refusal to a person to call. */
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { carrierEnv, openTracked, readable, type Tracked, trackedPath } from './tracking-record.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: carrierEnv });
});
const open = (changes: Partial<Tracked> = {}) => openTracked(gateway, changes);
describe('a delivery', () => {
  const issued = (...certificates: object[]) =>
    gateway.services.answers.set('custody.issuedCertificates', ({ input }) => {
      expect(input).toEqual({ tenant_id: 'ten_acme', job_id: 'job_acme1' });
      return { ok: { certificates } };
    });
  const custody = {
    id: 'POC-0123456789',
    type: 'proof_of_custody',
    verify_url: 'https://api.example.test/verify/POC-0123456789',
  };
  const coldChain = { ...custody, id: 'PCC-0123456789', type: 'proof_of_cold_chain' };
  const delivered = { status: 'delivered', delivered_at: '2026-11-02T07:50:00.000Z' } as const;

  it('leads to its certificates', async () => {
    issued(custody, coldChain);
    const { body } = await open(delivered);
    expect(body).toContain('<a href="/verify/POC-0123456789">Proof of custody POC-0123456789</a>');
    expect(body).toContain(
      '<a href="/verify/PCC-0123456789">Proof of cold chain PCC-0123456789</a>',
    );
    expect(body).not.toContain('follows some minutes');
  });

  it('says which are to come', async () => {
    expect((await open(delivered)).text).toContain('The certificate is being issued.');
    issued(custody);
    expect((await open(delivered)).text).toContain('The proof of cold chain follows');
    expect((await open({ ...delivered, range_c: null })).text).not.toContain('cold chain');
  });

  it('is not asked after before it took place', async () => {
    await open();
    expect(gateway.services.calls.some(({ action }) => action === 'issuedCertificates')).toBe(
      false,
    );
  });
});

describe('a page of a refusal', () => {
  const refused = async (reply: object) => {
    gateway.services.answers.set('tracking.trackByToken', () => reply as never);
    return (await gateway.app.inject({ url: trackedPath, headers: { accept: 'text/html' } })).body;
  };

  it('has a way out: whom to call, where to go on', async () => {
    const body = await refused({ refused: { code: 'tracking_not_found', detail: 'No.' } });
    expect(body).toContain('href="tel:+27115550100"');
    expect(body).toContain('<a href="/docs">');
    expect(readable(body)).toContain('ask the sender for a new one');
  });

  it('can be tried again where that helps', async () => {
    const body = await refused({ fault: 'unavailable' });
    expect(body).toContain(`<a href="${trackedPath}">Try again</a>`);
  });
});

it('a carrier that set no contact is named all the same', async () => {
  gateway = await gatewayUnderTest();
  const carrier = { name: 'The carrier', phone: null, email: null };
  const { body } = await open({ carrier });
  expect(body).toContain('<strong>The carrier</strong>');
  expect(body).not.toMatch(/tel:|mailto:/);
});
