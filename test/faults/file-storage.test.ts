/** File storage without room: a proof file is refused as a whole, and accepted when there is room. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { canMount, type SmallDisk, startSmallDisk } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyTest } from '../../services/custody/test/app.ts';
import { uploaded } from '../../services/custody/test/images.ts';

const app = custodyTest();
const as = { tenant: 'ten_carrier', request: 'file-proof', fingerprint: 'body' };
const mayMount = await canMount();

describe.skipIf(!mayMount)('fileProof on a full disk', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await startSmallDisk(fileURLToPath(app.filesUrl()), 1024 * 1024);
  });
  afterAll(() => disk?.remove());

  it('is unavailable, records nothing, leaves no file, and succeeds later', async () => {
    const job_id = await app.booked();
    const input = { job_id, kind: 'signature', media_type: 'image/png' };
    const first = { ...input, storage_key: await uploaded(app) };
    await disk.fill();
    expect(await app.call('fileProof', first, as)).toEqual({ fault: 'unavailable' });
    const rows = () => app.sql('select * from custody.proof_file where job_id = $1', [job_id]);
    expect(await rows()).toEqual([]);
    expect(await filesIn(disk.dir)).toEqual(['filler']);
    await disk.drain();
    const second = { ...input, storage_key: await uploaded(app) };
    expect(await app.call('fileProof', second, as)).toHaveProperty('ok');
    const [row] = await rows();
    expect(await filesIn(disk.dir)).toEqual([row?.storage_key]);
  });
});

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(dir.length + 1));
}
