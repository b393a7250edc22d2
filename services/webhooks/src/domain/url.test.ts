import { describe, expect, it } from 'vitest';
import { parseTarget } from './url.ts';

const refused = expect.objectContaining({ code: 'invalid_url' });

describe('an address', () => {
  it.each([
    ['https://hooks.example.com', 'hooks.example.com', false],
    ['https://hooks.example.com:8443/a?b=c', 'hooks.example.com', false],
    ['https://hooks.example.com./a', 'hooks.example.com', false],
    ['HTTPS://HOOKS.EXAMPLE.COM/', 'hooks.example.com', false],
    ['https://bücher.example/', 'xn--bcher-kva.example', false],
    ['https://93.184.216.34/', '93.184.216.34', true],
    ['https://[2606:4700::1111]/', '2606:4700::1111', true],
    ['https://127.example.com/', '127.example.com', false],
  ])('is accepted in the form: %s', (url, host, isAddress) => {
    expect(parseTarget(url, false)).toEqual({ protocol: 'https:', host, isAddress });
  });

  it.each([
    'not a url',
    '',
    'https://',
    '//hooks.example.com/',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'javascript:alert(1)',
    'https://user@hooks.example.com/',
    'https://user:pass@hooks.example.com/',
    'https://hooks.example.com\\@evil.example/',
    'https://hooks.example.com/a b',
    'https://hooks.exa\tmple.com/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:1023/',
    'https://hooks.example.com:0/',
    'https://postgres/',
    'https://localhost/',
    'https://localhost.:8443/',
    'https://api.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://orders.default.svc/',
    'https://router.home.arpa/',
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
  ])('is refused in the form: %j', (url) => {
    expect(() => parseTarget(url, false)).toThrow(refused);
  });
});

describe('an address of this machine', () => {
  it.each([
    ['http://127.0.0.1:9000/hook', 'http:', '127.0.0.1'],
    ['http://2130706433:9000/hook', 'http:', '127.0.0.1'],
    ['https://127.8.8.8:81/hook', 'https:', '127.8.8.8'],
    ['http://localhost/hook', 'http:', 'localhost'],
    ['http://hooks.localhost:9000/hook', 'http:', 'hooks.localhost'],
    ['http://[::1]:9000/hook', 'http:', '::1'],
  ])('may be used in development: %s', (url, protocol, host) => {
    expect(parseTarget(url, true)).toMatchObject({ protocol, host });
  });

  it.each([
    'http://hooks.example.com/',
    'http://127.example.com/',
    'http://10.0.0.1/',
    'ftp://localhost/',
    'http://user@localhost/',
  ])('does not allow other addresses: %s', (url) => {
    expect(() => parseTarget(url, true)).toThrow(refused);
  });
});
