import { serviceTest } from '@svc/kit/testing/service-test';
import { beforeAll } from 'vitest';
import { pricingService } from '../src/service.ts';
import { toYaml } from './book.ts';

const carrier = 'ten_carrier';

/** Pricing alone, with the test book. */
export function pricingTest() {
  const app = serviceTest(pricingService);
  beforeAll(() => app.as(carrier).importPriceBook({ yaml: toYaml() }));
  return app;
}
