import { verifyBundle } from '@svc/proof/verify/bundle';
import { describe, expect, it, vi } from 'vitest';
import { custodyTest, newJobId } from './app.ts';
import { inRange } from './neighbours.ts';

const app = custodyTest();
const deadline = { timeout: 60_000, interval: 20 };

const bundleOf = async (id: string) => app.as().bundle({ id });
type Bundle = Awaited<ReturnType<typeof bundleOf>>;
/** Over what a file would hold. */
const verdictOn = async (bundle: Bundle) =>
  verifyBundle(JSON.parse(JSON.stringify(bundle)), {
    jwks: await app.as('').certificateKeys({}),
  });
const typesOf = ({ custody }: Bundle) => custody.events.map(({ type }) => type);
const ofType = async (job_id: string, wanted: string) =>
  (await app.outbox(job_id)).filter(({ type }) => type === wanted);

/** The bundle as soon as so many receptions are in the chain. */
const received = (id: string, count = 1) =>
  vi.waitFor(async () => {
    const bundle = await bundleOf(id);
    const receptions = bundle.custody.events.filter(({ details }) => details?.reception === true);
    expect(receptions).toHaveLength(count);
    return bundle;
  }, deadline);

const certified = async (fields: Parameters<typeof app.delivered>[0] = {}) => {
  const job_id = await app.delivered(fields);
  await app.as().certificate({ id: job_id });
  return job_id;
};

describe('a completed reception', () => {
  it('enters the chain with counts, and with verdicts as an erasable note', async () => {
    const job_id = await certified();
    await app.received(job_id);
    const { custody } = await received(job_id);
    const event = custody.events.at(-1);
    expect(event).toMatchObject({
      ...{ seq: 4, type: 'scanned', at: '2026-11-02T10:15:00.000Z', by: 'lab:usr_1' },
      ...{ seal: null, position: null, note: null },
      details: {
        ...{ reception: true, accepted: 2, rejected: 1 },
        note_commitment: expect.stringMatching(/^hmac-sha256:/),
      },
    });
    expect(JSON.stringify(custody.events)).not.toContain('S-000');
    const text = 'S-0002 rejected: leaking\nS-0001 accepted\nS-0003 accepted';
    expect(custody.texts).toMatchObject([{ seq: 4, member: 'note', text }]);
  });

  it('gets a certificate over the longer chain, which verifies the bundle', async () => {
    const job_id = await certified();
    const first = await app.as().certificate({ id: job_id });
    const saved = await bundleOf(job_id);
    await app.received(job_id);
    const bundle = await received(job_id);
    expect(await verdictOn(bundle)).toMatchObject({
      ...{ outcome: 'verified', events: 4, seal: 'SL-0001', faults: [] },
      certificate: { matches_chain: true },
    });
    const second = await app.as().certificate({ id: job_id });
    expect(second).toMatchObject({
      custody: { events: 4, seal: 'SL-0001' },
      cold_chain_expected: false,
      related: [first.id],
    });
    expect(bundle.certificate).toEqual(second);
    expect(await ofType(job_id, 'certificate.issued')).toMatchObject([
      { data: { certificate_id: first.id } },
      { data: { certificate_id: second.id, type: 'proof_of_custody' } },
    ]);
    expect(await verdictOn(saved), 'a bundle of before').toMatchObject({ outcome: 'verified' });
  });

  it('leaves the certificate of the hand-over unchanged, also on its page', async () => {
    const job_id = await certified();
    const { related: _, ...first } = await app.as().certificate({ id: job_id });
    await app.received(job_id);
    await received(job_id);
    const { certificate, ...proof } = await app.as('').publicProof({ id: first.id });
    expect(certificate).toMatchObject(first);
    expect(proof).toMatchObject({ chain_intact: true, events: [{}, {}, { type: 'delivered' }] });
    const { certificates } = await app.as('').issuedCertificates({ tenant_id: app.tenant, job_id });
    expect(certificates, 'pages name the newest alone').toMatchObject([
      { id: certificate.related[0] },
    ]);
  });

  it('is logged with its head and its certificate', async () => {
    const job_id = await certified();
    await app.received(job_id);
    const { log } = await received(job_id);
    const entries = (log?.entries ?? []).map(({ entry }) => JSON.parse(entry));
    const heads = entries.filter(({ type }) => type === 'chain');
    expect(heads.map(({ events }) => events)).toEqual([2, 3, 4]);
    expect(entries.filter(({ type }) => type === 'certificate')).toHaveLength(1);
  });

  it('is reported as tampered with when verdicts or counts are altered', async () => {
    const job_id = await certified();
    await app.received(job_id);
    const { custody, ...bundle } = await received(job_id);
    const texts = custody.texts.map((text) => ({
      ...text,
      text: text.text.replace('rejected: leaking', 'accepted'),
    }));
    const [last, ...others] = custody.events.toReversed();
    const details = { ...last?.details, accepted: 3, rejected: 0 };
    const events = [...others.toReversed(), ...(last ? [{ ...last, details }] : [])];
    expect(texts).not.toEqual(custody.texts);
    for (const altered of [{ texts }, { events }, { events: custody.events.slice(0, 3) }]) {
      const verdict = await verdictOn({ ...bundle, custody: { ...custody, ...altered } });
      expect(verdict).toMatchObject({ outcome: 'tampered', verified: false });
    }
  });

  it('that arrives before the hand-over waits for it, under one certificate', async () => {
    const job_id = await app.booked();
    await app.received(job_id);
    const held = 'select 1 from custody.held_reception where job_id = $1';
    await vi.waitFor(async () => expect(await app.sql(held, [job_id])).toHaveLength(1), deadline);
    expect(typesOf(await bundleOf(job_id))).toEqual(['booked']);
    await app.delivered({ job_id });
    const bundle = await received(job_id);
    expect(typesOf(bundle).slice(-2)).toEqual(['delivered', 'scanned']);
    expect(await verdictOn(bundle)).toMatchObject({ outcome: 'verified', events: 5 });
    expect(await ofType(job_id, 'certificate.issued')).toHaveLength(1);
    expect(await app.sql(held, [job_id])).toEqual([]);
  });

  it.each(['before', 'after'])(
    '%s a cold-chain certificate leaves both covering what they say',
    async (when) => {
      const job_id = await certified({ temperature_class: '2-8C' });
      const seal = async () => {
        await app.excursion(job_id);
        await app.sealed(job_id, { ...inRange, result: 'excursion' });
        await vi.waitFor(() => app.as().coldChainCertificate({ id: job_id }), deadline);
      };
      if (when === 'after') await seal();
      await app.received(job_id);
      await received(job_id);
      if (when === 'before') await seal();
      const bundle = await bundleOf(job_id);
      expect(await verdictOn(bundle)).toMatchObject({
        ...{ outcome: 'verified', events: 5, cold_chain_status: 'shown' },
      });
      expect([
        bundle.certificate?.custody.events,
        bundle.cold_chain?.certificate.custody.events,
      ]).toEqual(when === 'before' ? [4, 5] : [5, 4]);
    },
  );

  it('opened again by a later manifest is appended again', async () => {
    const job_id = await certified();
    await app.received(job_id);
    await received(job_id);
    await app.received(job_id, { accepted: 3, received_at: '2026-11-02T11:00:00.000Z' });
    expect(await verdictOn(await received(job_id, 2))).toMatchObject({ outcome: 'verified' });
  });

  it('of more specimens than listed names the number left out', async () => {
    const job_id = await certified();
    await app.received(job_id, { accepted: 1_500 });
    const { custody } = await received(job_id);
    expect(custody.texts.at(-1)?.text).toMatch(/\n1498 more: only the first 1000 are listed$/);
  });

  it('of a chain that was tampered with gets no certificate', async () => {
    const job_id = await certified();
    await app.tamper(
      `update custody.custody_event set bytes = replace(bytes, 'SL-', 'XX-') where job_id = $1`,
      [job_id],
    );
    await app.received(job_id);
    expect(await verdictOn(await received(job_id))).toMatchObject({ outcome: 'tampered' });
    expect(await ofType(job_id, 'certificate.issued')).toHaveLength(1);
  });
});

it('a held reception is deleted with all rows of its job', async () => {
  const job_id = newJobId();
  await app.received(job_id);
  const held = () => app.sql('select 1 from custody.held_reception where job_id = $1', [job_id]);
  await vi.waitFor(async () => expect(await held()).toHaveLength(1), deadline);
  await app.sql('select custody.purge_job($1, $2)', [app.tenant, job_id]);
  expect(await held()).toEqual([]);
});
