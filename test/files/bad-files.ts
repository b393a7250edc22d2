/** Files that are useless as a whole. */
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Given, header, manifest, rowOf } from './channel.ts';

export function badFiles(given: Given): void {
  describe('a bad file is told so as a whole, and books nothing', () => {
    const good = manifest(rowOf('D-1'));
    const named = good.replace('Demo', 'Dém');
    const bad: Record<string, [string | Uint8Array, string]> = {
      'utf-16': [Buffer.from(`\uFEFF${good}`, 'utf16le'), 'bad_encoding'],
      nul: [good.replace('Demo', 'De\0mo'), 'bad_encoding'],
      mixed: [Buffer.concat([Buffer.from(named), Buffer.from(named, 'latin1')]), 'bad_encoding'],
      zip: [Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0008\0', 'latin1'), 'bad_encoding'],
      empty: ['', 'bad_header'],
      headless: [`${rowOf('D-1')}\n`, 'bad_header'],
      repeated: [good.replace('consignee_name', 'consignee_site'), 'bad_header'],
      wide: [good.replace('reference', 'reference,more'), 'bad_header'],
      quote: [`${good}"D-2,never closed\n`, 'malformed'],
      endless: [`${good}${'x'.repeat(100_000)}\n`, 'malformed'],
      'cut-off': [header, 'malformed'],
      'cut-off-cell': [`${header}\n"D-`, 'malformed'],
      rows: [
        manifest(...Array.from({ length: 10_001 }, (_, n) => rowOf(`D-${n}`))),
        'too_many_rows',
      ],
    };
    it.each(Object.entries(bad))('%s', async (name, [content, code]) => {
      await given().put('demo', `cpt/inbound/${name}.csv`, content);
      const err = await given().answer('demo', `cpt/outbound/${name}.csv.err`);
      expect(err.split('\n')).toEqual([
        'row,order_id,column,code,message',
        expect.stringMatching(`^0,,,${code},`),
        '',
      ]);
      expect(await given().read('demo', `cpt/outbound/${name}.csv.ack`)).toBeUndefined();
      expect(await given().bookings('D-1')).toEqual([]);
    });

    it('one that is a single line of a gigabyte, without reading it', async () => {
      await given().put('demo', 'cpt/inbound/huge.csv', header);
      await truncate(given().path('demo', 'cpt/inbound/huge.csv'), 2 ** 30);
      expect(await given().answer('demo', 'cpt/outbound/huge.csv.err')).toContain(',too_large,');
    });

    it('one that is a link, wherever it leads; a folder is left alone', async () => {
      await mkdir(given().path('demo', 'cpt/inbound/folder.csv'));
      await symlink('../../../../etc/passwd', given().path('demo', 'cpt/inbound/link.csv'));
      const err = await given().answer('demo', 'cpt/outbound/link.csv.err');
      expect(err).toContain(',malformed,not a regular file');
      expect(await given().list('demo', 'cpt/inbound')).toContain('folder.csv');
    });

    it('one with a name that nobody should have', async () => {
      await given().put('demo', 'cpt/inbound/a;rm -rf $HOME&.csv', 'x');
      expect(await given().answer('demo', 'cpt/outbound/a;rm -rf $HOME&.csv.err')).toContain(
        'bad_header',
      );
    });

    it('those whose names differ in signs alone: each has an answer of its own', async () => {
      const names = ['x+.csv', 'x&.csv', 'Über Köln (2).csv'];
      for (const [n, name] of names.entries()) {
        await given().put('demo', `cpt/inbound/${name}`, `nonsense ${n}`);
      }
      for (const name of names) {
        expect(await given().answer('demo', `cpt/outbound/${name}.err`)).toContain('bad_header');
      }
    });
  });
}
