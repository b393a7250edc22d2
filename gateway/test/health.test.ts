import { beforeEach, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';

let gateway: UnderTest;
const health = () => gateway.app.inject('/v1/health');

beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

it('tells the environment, the version and the price book, without a key', async () => {
  const response = await health();
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    status: 'ok',
    environment: 'live',
    api_version: 'v1',
    price_book_version: '2026-11',
  });
});

it('is unavailable when pricing is', async () => {
  gateway.services.answers.set('pricing.currentVersion', () => ({ fault: 'unavailable' }));
  const response = await health();
  expect(codeIn(response)).toBe('unavailable');
  expect(response.headers['retry-after']).toBe('1');
});
