import { describe, expect, it } from 'vitest';
import { custodyApp, fact, newJobId } from './app.ts';
import { filed } from './images.ts';

const app = custodyApp();

describe('photoLinks', () => {
  it('links the photos among the ids, and nothing else', async () => {
    const job_id = newJobId();
    await app.jobs().emitEvent({ job_id, custody: fact('booked') });
    const signature = await filed(app, job_id);
    const photo = await filed(app, job_id, { kind: 'photo' });
    const call = (...file_ids: string[]) => app.as('ten_carrier').photoLinks({ file_ids });
    const { links } = await call(photo.id, signature.id, 'file_unknown');
    expect(links).toMatchObject([{ file_id: photo.id }]);
    const link = new URL(links[0]?.url ?? '').pathname.split('/').at(-1) ?? '';
    const found = await app.as('ten_carrier').fileByLink({ link });
    expect(found).toMatchObject({ storage_key: expect.stringContaining(photo.sha256) });
    expect(await call()).toEqual({ links: [] });
  });
});

describe('photoLinks with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('photoLinks', {})).toEqual({ invalid: expect.anything() });
  });
});
