import { describe, expect, it } from 'vitest';
import { isLoopback, readDeskConfig } from '../src/config.ts';
import { environment } from './desk-under-test.ts';

const loopback = 'http://127.0.0.1:9000';

describe('the settings', () => {
  it.each([
    ['https://desk.example.test', 'https://id.example.test'],
    ['http://localhost:8082', loopback],
    ['http://127.0.0.1:8082', 'http://[::1]:9000'],
    ['http://localhost:8082', 'https://id.example.test'],
  ])('take %s with the provider %s', (SVC_DESK_URL, SVC_OIDC_ISSUER) => {
    const config = readDeskConfig(environment({ SVC_DESK_URL, SVC_OIDC_ISSUER }));
    expect(config).toMatchObject({ SVC_DESK_URL, SVC_OIDC_ISSUER });
  });

  it.each([
    ['https://desk.example.test', loopback, /SVC_OIDC_ISSUER: is on a loopback address/],
    ['https://desk.example.test', 'https://localhost', /SVC_OIDC_ISSUER: is on a loopback/],
    ['https://desk.example.test', 'http://id.example.test', /SVC_OIDC_ISSUER: must be https/],
    ['http://localhost:8082', 'http://id.example.test', /SVC_OIDC_ISSUER: must be https/],
    ['http://desk.example.test', 'https://id.example.test', /SVC_DESK_URL: must be https/],
  ])('refuse %s with the provider %s', (SVC_DESK_URL, SVC_OIDC_ISSUER, fault) => {
    expect(() => readDeskConfig(environment({ SVC_DESK_URL, SVC_OIDC_ISSUER }))).toThrow(fault);
  });

  it('have limits, and trust no proxy unless told to', () => {
    expect(readDeskConfig(environment())).toMatchObject({
      SVC_DESK_SESSION_LIMIT: 300,
      SVC_DESK_ADDRESS_LIMIT: 300,
      SVC_DESK_SIGN_IN_LIMIT: 20,
      SVC_IN_FLIGHT_MAX: 256,
      SVC_TRUSTED_PROXIES: 0,
    });
  });

  it.each([
    ['SVC_DESK_SESSION_LIMIT', '0'],
    ['SVC_DESK_ADDRESS_LIMIT', '-1'],
    ['SVC_DESK_SIGN_IN_LIMIT', '1.5'],
    ['SVC_IN_FLIGHT_MAX', 'many'],
    ['SVC_TRUSTED_PROXIES', 'true'],
    ['SVC_TRUSTED_PROXIES', '6'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readDeskConfig(environment({ [name]: value }))).toThrow(`${name}: `);
  });

  it.each(['http://localhost.example.test', 'http://127.0.0.1.example.test', 'http://128.0.0.1'])(
    'take %s for no loopback',
    (url) => {
      expect(isLoopback(url)).toBe(false);
    },
  );
});
