import { describe, expect, it } from 'vitest';
import { isLoopback, readDeskConfig } from '../src/config.ts';
import { environment } from './desk-under-test.ts';

const loopback = 'http://127.0.0.1:9000';
const desk = 'https://desk.example.test';
const provider = 'https://id.example.test';
const read = (SVC_DESK_URL: string, SVC_OIDC_ISSUER: string) =>
  readDeskConfig(environment({ SVC_DESK_URL, SVC_OIDC_ISSUER }));

describe('the settings of the desk', () => {
  it.each([
    [desk, provider],
    ['http://localhost:8082', loopback],
    ['http://127.0.0.1:8082', 'http://[::1]:9000'],
    ['http://localhost:8082', provider],
  ])('accept %s with the provider %s', (SVC_DESK_URL, SVC_OIDC_ISSUER) => {
    expect(read(SVC_DESK_URL, SVC_OIDC_ISSUER)).toMatchObject({ SVC_DESK_URL, SVC_OIDC_ISSUER });
  });

  it.each([
    [desk, loopback, /SVC_OIDC_ISSUER: is on a loopback address/],
    [desk, 'https://localhost', /SVC_OIDC_ISSUER: is on a loopback/],
    [desk, 'http://id.example.test', /SVC_OIDC_ISSUER: must be https/],
    ['http://localhost:8082', 'http://id.example.test', /SVC_OIDC_ISSUER: must be https/],
    ['http://desk.example.test', provider, /SVC_DESK_URL: must be https/],
  ])('refuse %s with the provider %s', (url, issuer, fault) => {
    expect(() => read(url, issuer)).toThrow(fault);
  });

  it('have limits, and trust no proxy by default', () => {
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
  ])('refuse %s with the value %s', (name, value) => {
    expect(() => readDeskConfig(environment({ [name]: value }))).toThrow(`${name}: `);
  });

  it.each(['http://localhost.example.test', 'http://127.0.0.1.example.test', 'http://128.0.0.1'])(
    'do not treat %s as loopback',
    (url) => {
      expect(isLoopback(url)).toBe(false);
    },
  );
});
