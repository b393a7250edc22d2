/** How long files lie on the server. */
import { utimes } from 'node:fs/promises';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import type { Given } from './channel.ts';

const dayMs = 24 * 60 * 60_000;
const old = 'wf_01M8011XYMHKJ4CXNRBPKV7H0M-old.csv';

export function retention(given: Given): void {
  it('removes answers and archived files after 90 days, and what is not ours never', async () => {
    const age = async (file: string, days: number) => {
      await given().put('demo', file, 'x');
      const at = new Date(Date.now() - days * dayMs);
      await utimes(given().path('demo', file), at, at);
    };
    await age('jhb/outbound/old.csv.ack', 91);
    await age(`jhb/archive/${old}`, 91);
    await age('jhb/outbound/young.csv.ack', 89);
    await age('jhb/archive/kept-by-the-wholesaler.csv', 91);
    await given().stage.owner.query('update files.wholesaler set cleaned_at = null');
    const listed = (box: string) => given().list('demo', `jhb/${box}`);
    const isRemoved = async () =>
      !(await listed('outbound')).includes('old.csv.ack') &&
      !(await listed('archive')).includes(old);
    await until(isRemoved, { timeoutMs: 60_000, what: 'old files to go' });
    expect(await listed('outbound')).toContain('young.csv.ack');
    expect(await listed('archive')).toContain('kept-by-the-wholesaler.csv');
  });
}
