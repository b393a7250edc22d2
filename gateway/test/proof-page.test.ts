import { hash } from 'node:crypto';
import { coldChain, type PublicProof } from '@svc/contracts';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { readable } from './tracking-record.ts';

const id = 'POC-0123456789';
const url = `/verify/${id}`;
const zeros = `sha256:${'0'.repeat(64)}`;
const shaOf = (text: string) => `sha256:${hash('sha256', text, 'hex')}`;

const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'crt_1', alg: 'ES256' }] };
const claims = { iss: 'https://api.example.test', iat: 1_793_606_400 };
const sign = (certificate: object) =>
  new CompactSign(Buffer.from(JSON.stringify({ ...claims, ...certificate })))
    .setProtectedHeader({ alg: 'ES256', typ: 'svc-certificate+jwt', kid: 'crt_1' })
    .sign(privateKey);

const types = ['booked', 'assigned', 'collected', 'departed', 'delivered'] as const;
const events = types.map((type, i) => ({
  seq: i + 1,
  at: `2026-11-02T0${i}:00:00.000Z`,
  type,
  seal: i < 2 ? null : 'SL-00421',
  prev_hash: i === 0 ? zeros : shaOf(String(i - 1)),
  hash: shaOf(String(i)),
}));
const certificate = {
  id,
  object: 'certificate' as const,
  type: 'proof_of_custody' as const,
  job_id: 'job_1',
  issued_at: '2026-11-02T08:00:00.000Z',
  custody: { events: 5, seal: 'SL-00421', chain_hash: shaOf('4') },
  verify_url: `https://api.example.test${url}`,
};

let gateway: UnderTest;
let proof: PublicProof;
let signed: string;
beforeAll(async () => {
  signed = await sign(certificate);
});
beforeEach(async () => {
  gateway = await gatewayUnderTest();
  proof = {
    format: 'svc.custody.proof.v1',
    certificate: { ...certificate, related: ['PCC-0123456789'] },
    certificate_jws: signed,
    events,
    chain_intact: true,
    cold_chain_certificate: { id: 'PCC-0123456789', result: 'in_range' },
    jwks,
    log: null,
  };
  gateway.services.answers.set('custody.publicProof', () => ({ ok: proof }));
});
async function open() {
  const response = await gateway.app.inject({ url, headers: { accept: 'text/html' } });
  return { ...response, text: readable(response.body) };
}

describe('the certificate page', () => {
  it('says that the proof holds, what was checked, and what it cannot show', async () => {
    const { text, body, statusCode } = await open();
    expect(statusCode).toBe(200);
    expect(text).toContain(
      'Delivered at 06:00. This proof holds. The cold chain has a proof of its own.',
    );
    expect(text.match(/ Holds: /g)).toHaveLength(3);
    expect(text).toContain('speak of exactly these 5 events');
    expect(text).toContain('This bundle carries nothing of a log.');
    expect(text).toContain('that the carrier computed them again you have on its word');
    expect(text).toContain('5. Delivered Mon, 2 Nov 2026, 06:00 Seal SL-00421 sha256:');
    expect(body).toContain(`<a href="${id}/bundle.json" download>`);
    expect(body).toContain(
      '<a class="button" href="PCC-0123456789">Proof of cold chain PCC-0123456789</a>',
    );
  });

  it('says first that the cold chain was out of range, in tab, headline and colour', async () => {
    proof.cold_chain_certificate = { id: 'PCC-0123456789', result: 'excursion' };
    const { body, text } = await open();
    expect(body).toContain(`<title>Out of range: Proof of custody ${id}</title>`);
    expect(body).toContain('<h1 class="proved no">');
    expect(text).toContain('Delivered at 06:00, out of range for five minutes or more');
    expect(text).toContain('The proof of cold chain shows that the range was not kept.');
  });

  it('says that a cold chain was expected and is not shown', async () => {
    const expecting = { ...certificate, cold_chain_expected: true };
    proof.certificate = { ...expecting, related: [] };
    proof.certificate_jws = await sign(expecting);
    proof.cold_chain_certificate = null;
    const { text } = await open();
    expect(text).toContain('This proof holds. Its cold chain is not shown.');
    expect(text).toContain('Cold chain expected, with a certificate of its own');
  });

  it('shows the boxes that the parcels were in, with their probes', async () => {
    const [from, to] = ['2026-11-02T03:00:00.000Z', '2026-11-02T04:00:00.000Z'];
    const box = { asset_id: 'ast_1', identifier: 'BOX-7', kind: 'cool_box', parcels: 2 };
    const cold = coldChain.parse({
      ...{ from, to, range_c: [2, 8], min_c: 4, max_c: 5, mkt_c: 4, coverage: 1, gaps: [] },
      ...{ excursions: [], sensors: [], readings_digest: zeros, result: 'in_range' },
      boxes: [{ ...box, from, to, probes: [{ device_id: 'P-1', from, to }] }],
    });
    const boxed = { ...certificate, type: 'proof_of_cold_chain' as const, cold_chain: cold };
    proof.certificate = { ...boxed, related: [] };
    gateway.services.answers.set('tracking.sealedChart', () => ({ ok: null }));
    const { text } = await open();
    expect(text).toContain('BOX-7 2 parcels Mon, 2 Nov 2026, 05:00 to 06:00 P-1');
  });

  it('lets an excursion in the chain stand out', async () => {
    proof.events = events.map((each) =>
      each.seq === 4 ? { ...each, type: 'temperature_excursion' as const } : each,
    );
    expect((await open()).body).toContain('<li class="out">4. Temperature out of range');
  });

  it('says which check does not hold: of the links, of the signer, of the carrier', async () => {
    const faults: [Partial<PublicProof>, string][] = [
      [{ events: events.filter(({ seq }) => seq !== 3) }, 'An event does not name'],
      [{ events: events.slice(0, 4) }, 'The certificate is not the'],
      [{ jwks: { keys: [] } }, 'The key that signed'],
      [{ certificate_jws: 'a.b.c' }, 'The signature of the certificate'],
      [{ chain_intact: false }, 'The carrier itself has found'],
    ];
    const whole = proof;
    for (const [change, line] of faults) {
      proof = { ...whole, ...change };
      const { text, body } = await open();
      expect(body).toContain(`<title>Does not hold: Proof of custody ${id}</title>`);
      expect(body).toMatch(/<h1 class="proved no"><svg[^\n]+ This proof does not hold\.<\/h1>/);
      expect(text).toContain(`Does not hold: ${line}`);
    }
  });

  it('escapes what it is given', async () => {
    proof.certificate.custody.seal = '<script>alert(1)</script>';
    const { body } = await open();
    expect(body).not.toContain('<script>');
    // Import map, script, data of the proof, trust anchors.
    expect(body.match(/<script/g)).toHaveLength(4);
  });

  it('lets nothing but scripts of its own run, and sends nothing', async () => {
    const { headers, body } = await open();
    const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(
      `script-src 'self' 'sha256-${hash('sha256', map, 'base64')}'; connect-src 'none'`,
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('of an unknown certificate says so', async () => {
    gateway.services.answers.set('custody.publicProof', () => ({
      refused: { code: 'certificate_not_found', detail: 'No such certificate.' },
    }));
    const { statusCode, text } = await open();
    expect(statusCode).toBe(404);
    expect(text).toContain('Certificate not found This link leads nowhere');
    expect(codeIn(await gateway.app.inject({ url }))).toBe('certificate_not_found');
  });
});

describe('the data of the certificate page', () => {
  it('come as a file', async () => {
    const response = await gateway.app.inject({ url: `${url}/bundle.json` });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.json"`,
    });
    expect(response.json()).toEqual(proof);
  });
});

describe('the keys of certificates', () => {
  const open = () => gateway.app.inject({ url: '/.well-known/certificate-keys.json' });

  it('are public and asked for once in five seconds', async () => {
    gateway.services.answers.set('custody.certificateKeys', () => ({ ok: jwks }));
    const [first] = [await open(), await open()];
    expect(first.json()).toEqual(jwks);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    expect(gateway.services.calls.filter((c) => c.action === 'certificateKeys')).toHaveLength(1);
  });
});
