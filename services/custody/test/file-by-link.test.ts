import { describe, expect, it } from 'vitest';
import { custodyApp, delivered, fact, newJobId, publicUrl } from './app.ts';
import { filed, png } from './images.ts';

const app = custodyApp();
const minuteMs = 60_000;

/** A link to the signature of a new delivery, less the address it stands in. */
async function newLink() {
  const job_id = newJobId();
  await app.jobs().emitEvent({ job_id, custody: fact('booked') });
  const { id } = await filed(app, job_id);
  await delivered(app, { job_id, signature_file_id: id });
  const { signature_url } = await app.as('ten_a').pod({ id: job_id });
  return { job_id, link: (signature_url ?? '').slice(`${publicUrl}/files/proof/`.length) };
}
const open = (link: string) => app.call('fileByLink', { link }, { tenant: '' });
const notFound = { refused: { code: 'file_not_found', detail: expect.any(String) } };

describe('fileByLink', () => {
  it('opens the file to every holder of the link, for a quarter of an hour', async () => {
    const { link } = await newLink();
    const { storage_key, media_type } = await app.as('').fileByLink({ link });
    expect(media_type).toBe('image/png');
    expect(await app.files().get(storage_key)).toEqual(png);
    app.clock.advanceMs(15 * minuteMs - 1);
    expect(await open(link)).toHaveProperty('ok');
    app.clock.advanceMs(1);
    expect(await open(link)).toEqual(notFound);
  });
});

describe('longLinks', () => {
  it('open the file for 90 days', async () => {
    const { job_id } = await newLink();
    const { signature_url, photo_url } = await app.as('ten_a').longLinks({ id: job_id });
    expect(photo_url).toBeNull();
    const link = (signature_url ?? '').slice(`${publicUrl}/files/proof/`.length);
    app.clock.advanceMs(90 * 24 * 60 * minuteMs - 1);
    expect(await open(link)).toHaveProperty('ok');
    app.clock.advanceMs(1);
    expect(await open(link)).toEqual(notFound);
  });

  it.each([
    ['job_not_found', 'ten_b'],
    ['pod_pending', 'ten_a'],
  ])('refused: %s', async (code, tenant) => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    for (const action of ['longLinks', 'revokeLinks'] as const) {
      const answer = await app.call(action, { id: job_id }, { tenant });
      expect(answer, action).toMatchObject({ refused: { code } });
    }
  });
});

describe('fileByLink refused: file_not_found', () => {
  it('for a link that was revoked, while new ones open', async () => {
    const { link, job_id } = await newLink();
    const other = await newLink();
    await app.as('ten_a').revokeLinks({ id: job_id });
    expect(await open(link)).toEqual(notFound);
    expect(await open(other.link)).toHaveProperty('ok');
    const { signature_url } = await app.as('ten_a').pod({ id: job_id });
    expect(await open((signature_url ?? '').split('/proof/')[1] ?? '')).toHaveProperty('ok');
  });

  it('for a link that was altered', async () => {
    const { link } = await newLink();
    const other = await newLink();
    const [file, expires, signature = ''] = link.split('.');
    const forged = [
      `${file}.${Number(expires) + 60}.${signature}`,
      `${other.link.split('.')[0]}.${expires}.${signature}`,
      `${file}.${expires}.${signature.replace(/^./, (c) => (c === '0' ? '1' : '0'))}`,
      `${file}.${expires}.`,
      `${file}.${expires}`,
      link.toUpperCase(),
      '',
      '../../etc/passwd',
    ];
    for (const each of forged) expect(await open(each), each).toEqual(notFound);
  });

  it('for a file that was erased', async () => {
    const { link, job_id } = await newLink();
    await app.as('ten_a').eraseProof({ id: job_id });
    expect(await open(link)).toEqual(notFound);
  });
});

describe('fileByLink with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('fileByLink', { link: 'x'.repeat(501) })).toEqual({
      invalid: expect.anything(),
    });
  });
});
