import { describe, expect, it } from 'vitest';
import { areAllowed, kindOf } from './ip-address.ts';

const forbidden = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'a name',
  '',
];

describe('an address', () => {
  it.each(forbidden)('is forbidden in the range of %s', (address) => {
    expect(kindOf(address)).toBe('forbidden');
  });

  it.each(['127.0.0.1', '127.255.255.254', '::1'])('is loopback in the range of %s', (address) => {
    expect(kindOf(address)).toBe('loopback');
  });

  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'is public in the range of %s',
    (address) => {
      expect(kindOf(address)).toBe('public');
    },
  );
});

describe('the addresses of a name', () => {
  it('are allowed when every one of them is', () => {
    expect(areAllowed(['1.1.1.1', '2606:4700::1111'], false)).toBe(true);
    expect(areAllowed(['1.1.1.1', '10.0.0.1'], true)).toBe(false);
  });

  it('may be loopback in development alone', () => {
    expect(areAllowed(['127.0.0.1', '::1'], true)).toBe(true);
    expect(areAllowed(['127.0.0.1'], false)).toBe(false);
  });
});
