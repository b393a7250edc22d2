/** Isolation of wholesalers: none sees a file of another. */
import { describe, expect, it } from 'vitest';
import type { Given } from './channel.ts';

export function isolation(given: Given): void {
  describe('one wholesaler', () => {
    it('cannot reach beyond its own folders, by any trick of SFTP', async () => {
      await given().put('rival', 'pta/inbound/.secret', 'the rival');
      const tries = [
        'ls /',
        'ls ..',
        'cd ../../rival',
        'get /etc/passwd /dev/null',
        'get ../../rival/pta/inbound/.secret /dev/null',
        'symlink ../../rival /jhb/inbound/out',
        'ls /jhb/inbound/out/pta/inbound',
        'get /jhb/inbound/out/pta/inbound/.secret /dev/null',
        'symlink /rival/pta/inbound/.secret /jhb/inbound/one',
        'get /jhb/inbound/one /dev/null',
        'put /dev/null /../rival/pta/inbound/planted.csv',
        'rename /jhb/inbound/out /planted',
        'mkdir /planted',
        'chmod 777 /',
        '!true',
      ];
      const output = await given().sftp('demo', ...tries.map((line) => `-${line}`));
      expect(output).toContain('jhb');
      expect(output).not.toMatch(/root:|secret$|pta\b(?!\/inbound)/m);
      expect(await given().list('rival', '.')).toEqual(['pta']);
      // OpenSSH lets nobody write beside the centres; the stand-in does, in the own home alone.
      const planted = given().server().kind === 'ssh2' ? ['planted'] : [];
      expect((await given().list('demo', '.')).toSorted()).toEqual(['cpt', 'jhb', ...planted]);
      expect(await given().list('rival', 'pta/inbound')).toEqual(['.secret']);
    });

    it('may neither run a command nor open a way to elsewhere', async () => {
      await expect(given().ssh('demo', 'cat', '/etc/passwd')).rejects.toThrow();
      await expect(given().ssh('demo', '-t')).rejects.toThrow();
    });
  });
}
